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
from campaign.web import context, errors, replies, screens
from campaign.web.parts.talk import SOME, TalkPart, here_now, table_talk, talk_lines
from campaign.web.parts.visited import names

# --- The talk of a campaign, all of it ----------------------------------------------------------

NOTHING_SENT = "Nothing was sent."
GONE = "That text is not there any more, or it is not yours. Nothing was changed."


def talk(
    visit: context.RequestContext, notice: str = "", wrong: str = "", status: int = 200
) -> replies.Reply:
    """The last texts; `before` asks for those before a number. What was typed stays."""
    here, said = visit.here, table_talk(visit.house)
    if here.is_what_if:
        return errors.missing(visit.house)
    before = max(0, replies.number(visit.query.get("before", "")))
    texts = said.last(here.campaign.id, SOME, before=before)
    turn = f"turn:{here.campaign.turn}"
    about = _wanted(visit) or turn
    part = TalkPart(about, "talk", talk_lines(visit, texts, turn), here_now(visit))
    return screens.campaign_screen(
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


def _spoke(visit: context.RequestContext) -> list[tuple[str, str, int]]:
    """Whose texts the visitor may delete all at once: their own; a host those of anybody."""
    here, called = visit.here, names(visit.here)
    counts = table_talk(visit.house).counts(here.campaign.id)
    whose = here.campaign.members if here.is_host else (here.member,)
    return [(one, called.member(one), counts[one]) for one in whose if one in counts]


# --- What a form does ---------------------------------------------------------------------------


def act(visit: context.RequestContext) -> replies.Reply:
    """Does what a button says, and goes back to its page."""
    if visit.here.is_what_if:
        return errors.missing(visit.house)
    step = _STEPS.get(visit.form.get("do", ""))
    if step is None:
        return talk(visit, f"No button was pressed. {NOTHING_SENT}", status=422)
    return step(visit)


def _say(visit: context.RequestContext) -> replies.Reply:
    here, text = visit.here, plain(visit.form.get("text", ""))
    about = _wanted(visit)
    if not about:
        return errors.missing(visit.house)
    if why := fault(text):
        return talk(visit, wrong=f"{why} {NOTHING_SENT}", status=422)
    said = table_talk(visit.house).say(here.campaign.id, about, here.member, text)
    if isinstance(said, Wait):
        why = f"Wait {counted(said.minutes, 'minute')}. Your text is still here."
        return talk(visit, wrong=why, status=429).with_header("Retry-After", f"{said.minutes * 60}")
    return _back(visit)


def _react(visit: context.RequestContext) -> replies.Reply:
    here = visit.here
    kind = next((one for one in REACTIONS if one == visit.form.get("kind")), None)
    if kind is None:
        return talk(visit, f"No reaction was chosen. {NOTHING_SENT}", status=422)
    said = table_talk(visit.house)
    return _done(visit, said.react(here.campaign.id, _said(visit), here.member, kind))


def _delete(visit: context.RequestContext) -> replies.Reply:
    here, said = visit.here, table_talk(visit.house)
    return _done(visit, said.delete(here.campaign.id, _said(visit), here.member))


def _hide(visit: context.RequestContext) -> replies.Reply:
    here, said = visit.here, table_talk(visit.house)
    if not here.is_host:
        return errors.not_yours(visit)
    by = here.member if visit.form.get("do") == "hide" else ""
    return _done(visit, said.hide(here.campaign.id, _said(visit), by))


def _forget(visit: context.RequestContext) -> replies.Reply:
    here, whose = visit.here, visit.form.get("member", "")
    if whose != here.member and not here.is_host:
        return errors.not_yours(visit)
    texts = table_talk(visit.house).forget(here.campaign.id, whose)
    return _done(visit, bool(texts))


def _done(visit: context.RequestContext, is_done: bool) -> replies.Reply:
    return _back(visit) if is_done else talk(visit, GONE, status=409)


def _said(visit: context.RequestContext) -> int:
    return replies.number(visit.form.get("said", ""))


_STEPS: Mapping[str, Callable[[context.RequestContext], replies.Reply]] = {
    "say": _say,
    "react": _react,
    "delete": _delete,
    "hide": _hide,
    "show": _hide,
    "forget": _forget,
}


def _back(visit: context.RequestContext) -> replies.Reply:
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
    return replies.see_other(f"/c/{name}{page}#talk")


def _wanted(visit: context.RequestContext) -> str:
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


def my_table(visit: context.RequestContext, status: int = 200, notice: str = "") -> replies.Reply:
    """Whether I am shown as being here, and where I talk."""
    said = table_talk(visit.house)
    seats = [
        (here, said.counts(here.campaign.id).get(here.member, 0))
        for here in context.seats_of(visit.house, visit.person)
        if not here.is_what_if
    ]
    return screens.own_screen(
        visit.house,
        "my_table.html",
        status,
        is_shown=said.is_shown(visit.person),
        seats=seats,
        notice=notice,
    )


def change_table(visit: context.RequestContext) -> replies.Reply:
    """Lets others see that I am here, or no more, at once."""
    wish = visit.form.get("do", "")
    if wish not in ("hide", "show"):
        return my_table(visit, 422, "No button was pressed. Nothing was changed.")
    table_talk(visit.house).show(visit.person, is_shown=wish == "show")
    if wish == "hide":
        for here in context.seats_of(visit.house, visit.person):
            visit.house.together.presence.leave(here.name, here.member)
    return replies.see_other(TABLE_PATH)


PLACES = (
    context.get("/c/{name}/talk", talk, "member"),
    context.post("/c/{name}/talk", act, "member"),
    context.get(TABLE_PATH, my_table, "signed-in"),
    context.post(TABLE_PATH, change_table, "signed-in"),
)
