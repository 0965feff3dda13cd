"""Table talk: what members say beside the play, on a page of its own; saying, tapping, deleting and
hiding from whichever page; and whether others see that one is here.
"""

from collections.abc import Callable, Mapping

from campaign.accounts.table.talk import (
    REACTIONS,
    SUBJECT,
    Wait,
    fault,
    plain,
)
from campaign.text.english import counted
from campaign.web.context import RequestContext, get, post, seats_of
from campaign.web.errors import missing, not_yours
from campaign.web.parts.talk import SOME, TalkPart, here_now, table_talk, talk_lines
from campaign.web.parts.visited import names
from campaign.web.replies import Reply, number, see_other
from campaign.web.screens import campaign_screen, own_screen

# --- The talk of a campaign, all of it ----------------------------------------------------------

NOTHING_SENT = "Nothing was sent."
GONE = "That text is not there any more, or it is not yours. Nothing was changed."


def talk(visit: RequestContext, notice: str = "", wrong: str = "", status: int = 200) -> Reply:
    """The last texts; `before` asks for those before a number. What was typed stays."""
    here, said = visit.here, table_talk(visit.house)
    if here.is_what_if:
        return missing(visit.house)
    before = max(0, number(visit.query.get("before", "")))
    texts = said.last(here.campaign.id, SOME, before=before)
    turn = f"turn:{here.campaign.turn}"
    about = _wanted(visit) or turn
    part = TalkPart(about, "talk", talk_lines(visit, texts, turn), here_now(visit))
    return campaign_screen(
        visit,
        "talk.html",
        "now",
        status,
        talk=part,
        older=texts[-1].id if len(texts) == SOME else 0,
        is_older=bool(before),
        typed=visit.form.get("text", "") if wrong else "",
        wrong=wrong,
        notice=notice,
        spoke=_spoke(visit),
    )


def _spoke(visit: RequestContext) -> list[tuple[str, str, int]]:
    """Whose texts the visitor may delete all at once: their own; a host those of anybody."""
    here, called = visit.here, names(visit.here)
    counts = table_talk(visit.house).counts(here.campaign.id)
    whose = here.campaign.members if here.is_host else (here.member,)
    return [(one, called.member(one), counts[one]) for one in whose if one in counts]


# --- What a form does ---------------------------------------------------------------------------


def act(visit: RequestContext) -> Reply:
    """Does what a button says, and goes back to its page."""
    if visit.here.is_what_if:
        return missing(visit.house)
    step = _STEPS.get(visit.form.get("do", ""))
    if step is None:
        return talk(visit, f"No button was pressed. {NOTHING_SENT}", status=422)
    return step(visit)


def _say(visit: RequestContext) -> Reply:
    here, text = visit.here, plain(visit.form.get("text", ""))
    about = _wanted(visit)
    if not about:
        return missing(visit.house)
    if why := fault(text):
        return talk(visit, wrong=f"{why} {NOTHING_SENT}", status=422)
    said = table_talk(visit.house).say(here.campaign.id, about, here.member, text)
    if isinstance(said, Wait):
        why = f"Wait {counted(said.minutes, 'minute')}. Your text is still here."
        return talk(visit, wrong=why, status=429).with_header("Retry-After", f"{said.minutes * 60}")
    return _back(visit)


def _react(visit: RequestContext) -> Reply:
    here = visit.here
    kind = next((one for one in REACTIONS if one == visit.form.get("kind")), None)
    if kind is None:
        return talk(visit, f"No reaction was chosen. {NOTHING_SENT}", status=422)
    said = table_talk(visit.house)
    return _done(visit, said.react(here.campaign.id, _said(visit), here.member, kind))


def _delete(visit: RequestContext) -> Reply:
    here, said = visit.here, table_talk(visit.house)
    return _done(visit, said.delete(here.campaign.id, _said(visit), here.member))


def _hide(visit: RequestContext) -> Reply:
    here, said = visit.here, table_talk(visit.house)
    if not here.is_host:
        return not_yours(visit)
    by = here.member if visit.form.get("do") == "hide" else ""
    return _done(visit, said.hide(here.campaign.id, _said(visit), by))


def _forget(visit: RequestContext) -> Reply:
    here, whose = visit.here, visit.form.get("member", "")
    if whose != here.member and not here.is_host:
        return not_yours(visit)
    texts = table_talk(visit.house).forget(here.campaign.id, whose)
    return _done(visit, bool(texts))


def _done(visit: RequestContext, is_done: bool) -> Reply:
    return _back(visit) if is_done else talk(visit, GONE, status=409)


def _said(visit: RequestContext) -> int:
    return number(visit.form.get("said", ""))


_STEPS: Mapping[str, Callable[[RequestContext], Reply]] = {
    "say": _say,
    "react": _react,
    "delete": _delete,
    "hide": _hide,
    "show": _hide,
    "forget": _forget,
}


def _back(visit: RequestContext) -> Reply:
    """The page that the form was on; whoever reads along is told that there was talk."""
    name = visit.here.name
    visit.house.together.presence.talk(name)
    back = visit.form.get("back", "")
    kind, _, value = back.partition(":")
    pages = {"now": "", "board": "/board", "talk": "/talk"}
    if SUBJECT(back) is not None and kind in ("turn", "event"):
        page = f"/turns/{value}" if kind == "turn" else f"/journal/{value}"
    else:
        page = pages.get(back, "/talk")
    return see_other(f"/c/{name}{page}#talk")


def _wanted(visit: RequestContext) -> str:
    """What the text is about, if there is such a turn, draw or event; empty if not."""
    here, about = visit.here, visit.form.get("about", "")
    kind, _, value = about.partition(":")
    if SUBJECT(about) is None:
        return ""
    if kind == "event":
        return about if int(value) <= here.live.version else ""
    logs = visit.house.books.book(here.name).logs
    if kind == "turn":
        return about if any(log.turn == value for log in logs) else ""
    drawn = here.live.system.rooms.drawn(logs)
    return about if any(one.number == int(value) for one in drawn) else ""


# --- Whether others see that I am here ----------------------------------------------------------

TABLE_PATH = "/me/table"


def my_table(visit: RequestContext, status: int = 200, notice: str = "") -> Reply:
    """Whether I am shown as being here, and where I talk."""
    said = table_talk(visit.house)
    seats = [
        (here, said.counts(here.campaign.id).get(here.member, 0))
        for here in seats_of(visit.house, visit.person)
        if not here.is_what_if
    ]
    return own_screen(
        visit.house,
        "my_table.html",
        status,
        is_shown=said.is_shown(visit.person),
        seats=seats,
        notice=notice,
    )


def change_table(visit: RequestContext) -> Reply:
    """Lets others see that I am here, or no more, at once."""
    wish = visit.form.get("do", "")
    if wish not in ("hide", "show"):
        return my_table(visit, 422, "No button was pressed. Nothing was changed.")
    table_talk(visit.house).show(visit.person, is_shown=wish == "show")
    if wish == "hide":
        for here in seats_of(visit.house, visit.person):
            visit.house.together.presence.leave(here.name, here.member)
    return see_other(TABLE_PATH)


PLACES = (
    get("/c/{name}/talk", talk, "member"),
    post("/c/{name}/talk", act, "member"),
    get(TABLE_PATH, my_table, "signed-in"),
    post(TABLE_PATH, change_table, "signed-in"),
)
