"""The war diary on a page of its own: read, written, edited, removed; and what hosts do there."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec

import msgspec

from campaign import extend
from campaign.accounts.table.diary import ALL, DispatchReport, StoredDispatch
from campaign.diary import words as diary_words
from campaign.diary.commands import MOST_PICTURES
from campaign.kernel.decisions import Refused
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.web.context import RequestContext, get, post
from campaign.web.errors import missing, not_yours
from campaign.web.parts.diary import lines_for, shelf_of
from campaign.web.parts.visited import names
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, not_recorded

REASON_LETTERS = 200
"""How many letters the reason of a report may have."""
FIELDS = (
    *("words", "turn", "subject", "until", "replaces"),
    *(f"{said}-{number}" for said in ("alt", "caption") for number in range(1, MOST_PICTURES + 1)),
)
"""What may be typed into the form."""
GONE = "That dispatch is not there any more, or it is not yours. Nothing was changed."
HELD = "Your story is kept. A host reads it before others do."


class HeldLine(msgspec.Struct, frozen=True):
    """A dispatch that waits for a host."""

    id: str
    who: str
    text: str


def diary(visit: RequestContext, notice: str = "", wrong: str = "", status: int = 200) -> Reply:
    """Every dispatch that the visitor may read, and the form for another; what was typed stays."""
    here = visit.here
    if here.is_what_if:
        return missing(visit.house)
    live, shelf = here.live, shelf_of(visit.house)
    lines = lines_for(visit)
    typed = {**dict.fromkeys(FIELDS, ""), **(visit.form if wrong else _begun(visit))}
    begun = [line.turn for line in visit.house.books.book(here.name).logs]
    return campaign_screen(
        visit,
        "diary.html",
        "record",
        status,
        lines=lines,
        held=_held(visit),
        reports=_reports(visit),
        is_due=_is_due(visit),
        typed=typed,
        wrong=wrong,
        notice=notice or (HELD if "held" in visit.query else ""),
        turns=[(turn, live.calendar.in_words(turn)) for turn in reversed(begun)],
        noun=live.calendar.noun,
        subjects=live.system.view.subjects(live.state),
        removed=diary_words.REMOVED,
        letters=diary_words.MOST_LETTERS,
        pictures=MOST_PICTURES if find_spec("PIL") else 0,
        reason_letters=REASON_LETTERS,
        is_held=shelf.rows.is_muted(here.campaign.id, ALL),
        muted=[one for one in here.campaign.members if shelf.rows.is_muted(here.campaign.id, one)],
        writers=[*here.campaign.members, *here.campaign.left],
        who=names(here).member,
    )


def _begun(visit: RequestContext) -> Mapping[str, str]:
    """What the form begins with: what its address says, or a dispatch of the visitor's to edit."""
    asked = {name: visit.query.get(name, "") for name in ("turn", "subject")}
    edited = visit.query.get("edit", "")
    filed = visit.here.campaign.record.dispatches.get(edited)
    if filed is None or filed.by != visit.here.member or not filed.is_there:
        return asked
    content = shelf_of(visit.house).contents(visit.here.campaign.id, {edited}).get(edited)
    return {"replaces": edited, "words": content.words if content else ""}


def _held(visit: RequestContext) -> list[HeldLine]:
    """What waits for a host: all of it for a host, else the visitor's own."""
    here, shelf = visit.here, shelf_of(visit.house)
    return [
        HeldLine(one.id, names(here).member(one.member), _words(visit, one))
        for one in shelf.rows.of(here.campaign.id, "held")
        if one.member == here.member or here.is_host
    ]


def _words(visit: RequestContext, one: StoredDispatch) -> str:
    """The words of what is held; those that are sealed are their author's."""
    if one.sealed and one.member != visit.here.member:
        return "Sealed: only its author can read it."
    content = shelf_of(visit.house).content(one)
    return content.words if content else ""


def _reports(visit: RequestContext) -> list[DispatchReport]:
    return shelf_of(visit.house).rows.reports(visit.here.campaign.id) if visit.here.is_host else []


def _is_due(visit: RequestContext) -> bool:
    """Whether a host is to hear that published pages may have what is there no more."""
    shelf = shelf_of(visit.house)
    return visit.here.is_host and bool(shelf.still_published(visit.here.campaign.id))


def picture(visit: RequestContext) -> Reply:
    """A picture of a dispatch that the visitor may read."""
    wanted, number = visit.path["dispatch"], visit.path["number"]
    for line in lines_for(visit):
        if line.said.id == wanted and number.isdecimal() and number.isascii():
            for place, one in enumerate(line.said.pictures, 1):
                if str(place) == number:
                    return Reply(one.jpeg, media="image/jpeg")
    return missing(visit.house)


# --- What a form does ---------------------------------------------------------------------------


def act(visit: RequestContext) -> Reply:
    """Does what a button says, and goes back to the page."""
    if visit.here.is_what_if:
        return missing(visit.house)
    step = _STEPS.get(visit.form.get("do", ""))
    if step is None:
        return diary(visit, "No button was pressed. Nothing was recorded.", status=422)
    if visit.form.get("do") in _FOR_HOSTS and not visit.here.is_host:
        return not_yours(visit)
    return step(visit)


def _write(visit: RequestContext) -> Reply:
    form = visit.form
    until = form.get("until", "")
    wished = ("subject", "until", "replaces") if until else ("turn", "subject", "replaces")
    command: JsonObject = {"command": "FileDispatch", "words": form.get("words", "")}
    command |= {name: form[name] for name in wished if form.get(name)}
    pictures = _pictures(visit)
    refused = pictures if isinstance(pictures, Refused) else None
    if not isinstance(pictures, Refused):
        stored = visit.send(command, pictures)
        refused = stored.refused
    if refused is not None:
        again = " Choose the pictures again." if visit.pictures else ""
        wrong = f"{not_recorded(refused.in_place)}{again}"
        return diary(visit, wrong=wrong, status=409 if refused.rule else 422)
    if "held" in stored.answer:
        return see_other(f"/c/{visit.here.name}/diary?held#write")
    filed = stored.answer["events"][0]["dispatch"]
    return see_other(f"/c/{visit.here.name}/diary#{filed}")


def _pictures(visit: RequestContext) -> "tuple[diary_words.PictureShown, ...] | Refused":
    """The pictures that came with the form, made anew; why not, where one is not taken."""
    if not visit.pictures:
        return ()
    gate = extend.wanted("pages", "pictures of a dispatch")
    made: tuple[diary_words.PictureShown, ...] | Refused = gate.admitted(
        [
            (data, visit.form.get(f"alt-{number}", ""), visit.form.get(f"caption-{number}", ""))
            for number, data in enumerate(visit.pictures, 1)
        ]
    )
    return made


def _remove(visit: RequestContext) -> Reply:
    wanted = visit.form.get("dispatch", "")
    stored = visit.send({"command": "RemoveDispatch", "dispatch": wanted})
    if stored.refused is not None:
        return diary(visit, not_recorded(stored.refused.in_place), status=409)
    return _back(visit)


def _report(visit: RequestContext) -> Reply:
    """Tells the hosts of a dispatch that the visitor may read."""
    here, reason = visit.here, " ".join(visit.form.get("reason", "").split())
    wanted = visit.form.get("dispatch", "")
    if not reason or diary_words.line_fault(reason):
        return diary(visit, "Say in a few words what is wrong with it.", status=422)
    if all(line.said.id != wanted or line.said.removed for line in lines_for(visit)):
        return diary(visit, GONE, status=409)
    report = DispatchReport(wanted, here.member, reason[:REASON_LETTERS], visit.house.clock())
    shelf_of(visit.house).rows.report(here.campaign.id, report)
    return diary(visit, "The hosts see what you reported.")


def _settle(visit: RequestContext) -> Reply:
    rows = shelf_of(visit.house).rows
    rows.settle(visit.here.campaign.id, visit.form.get("dispatch", ""))
    return _back(visit)


def _release(visit: RequestContext) -> Reply:
    here, held = visit.here, visit.form.get("dispatch", "")
    stored = visit.house.desk.beside(here.name, lambda filing: filing.release(here.name, held))
    if stored is None:
        return diary(visit, GONE, status=409)
    if stored.refused is not None:
        return diary(visit, not_recorded(stored.refused.in_place), status=409)
    return _back(visit)


def _drop(visit: RequestContext) -> Reply:
    here, held = visit.here, visit.form.get("dispatch", "")
    is_dropped = visit.house.desk.beside(
        here.name, lambda filing: filing.drop(here.name, held, here.member)
    )
    return _back(visit) if is_dropped else diary(visit, GONE, status=409)


def _mute(visit: RequestContext) -> Reply:
    """Mutes a member, or holds everybody's; or lets them write again."""
    here, do = visit.here, visit.form.get("do")
    holds = do in ("hold", "free")
    member = ALL if holds else visit.form.get("member", "")
    if not holds and member not in here.campaign.members:
        return diary(visit, "There is no such member. Nothing was changed.", status=422)
    shelf_of(visit.house).rows.mute(here.campaign.id, member, on=do in ("hold", "mute"))
    return _back(visit)


def _forget(visit: RequestContext) -> Reply:
    here = visit.here
    member = visit.form.get("member", "") or here.member
    if member not in here.campaign.names:
        return diary(visit, "There is no such member. Nothing was changed.", status=422)
    done = visit.house.desk.beside(
        here.name, lambda filing: filing.forget(here.name, member, here.member)
    )
    if isinstance(done, Refused):
        return diary(visit, f"{capital(done.reason)}. Nothing more was removed.", status=409)
    return _back(visit)


_STEPS: Mapping[str, Callable[[RequestContext], Reply]] = {
    "write": _write,
    "remove": _remove,
    "report": _report,
    "settle": _settle,
    "release": _release,
    "drop": _drop,
    "hold": _mute,
    "free": _mute,
    "mute": _mute,
    "unmute": _mute,
    "forget": _forget,
}
_FOR_HOSTS = frozenset({"settle", "release", "hold", "free", "mute", "unmute"})


def _back(visit: RequestContext) -> Reply:
    return see_other(f"/c/{visit.here.name}/diary")


PLACES = (
    get("/c/{name}/diary", diary, "member"),
    get("/c/{name}/diary/{dispatch}/{number}", picture, "member"),
    post("/c/{name}/diary", act, "member", takes_pictures=MOST_PICTURES),
)
