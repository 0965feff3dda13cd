"""What members ask of the host and of each other: more time, or to take an act back."""

from collections.abc import Iterator

from campaign.accounts.table.requests import LETTERS, Kind, StoredRequest, StoredRequests
from campaign.handler.requests import act_with, asked_undo_of, still_asked, waiting_undo
from campaign.handler.tasks import Asked, asked
from campaign.kernel.decisions import Refused
from campaign.notifications.local_time import is_to_come, shifted
from campaign.text import json_values, moments
from campaign.web import replies, screens
from campaign.web.context import RequestContext, get, post
from campaign.web.parts import visited

HOURS = ((0.5, "half an hour"), (1, "an hour"), (3, "three hours"), (24, "a day"))
"""How much more time is offered."""
GONE = "This is not asked any more. Nothing was recorded."
NOT_ASKED = "Nothing of this kind is asked of you now. Nothing was sent."
CHOOSE = "Choose until when. Nothing was sent."
TOO_LONG = f"Say it in at most {LETTERS} letters. Nothing was sent."
ANOTHER = "Somebody else asks to take an act back; one at a time. Nothing was sent."


def requests(visit: RequestContext, notice: str = "", status: int = 200) -> replies.Reply:
    """What I may ask for now."""
    here, now = visit.here, visit.house.clock()
    mine = [part for part in visited.mine(here, now) if part.owed.seat]
    return screens.campaign_screen(
        visit,
        "requests.html",
        "now",
        status,
        notice=notice,
        offers=[(part, list(_moments(visit, part, now))) for part in mine],
        letters=LETTERS,
    )


def _moments(visit: RequestContext, part: Asked, now: str) -> Iterator[tuple[str, str]]:
    """Until when more time may be asked for, each in words: from the deadline on, or from now."""
    since = part.until if is_to_come(part.until, now) else now
    for hours, text in HOURS:
        until = f"{shifted(since, hours)[:19]}Z"
        yield until, f"{text} more, until {visited.by_clock(visit.here, until, now)}"


def ask(visit: RequestContext) -> replies.Reply:
    """Asks for time, asks to take an act back, or withdraws a request."""
    here, form = visit.here, visit.form
    stored = StoredRequests(visit.house.people.file)
    if form.get("do") == "forget":
        stored.forget(here.campaign.id, here.member, form.get("request", ""))
        return _done(visit)
    text = " ".join(form.get("text", "").split())
    if len(text) > LETTERS:
        return requests(visit, TOO_LONG, 422)
    kind: Kind = "time" if form.get("do") == "time" else "back"
    about = _time(visit) if kind == "time" else _back(visit)
    if isinstance(about, replies.Reply):
        return about
    made = StoredRequest(visit.house.ids(), here.campaign.id, here.member, kind, about, text)
    stored.ask(made)
    return _done(visit)


def _done(visit: RequestContext) -> replies.Reply:
    """The first page; whoever the request waits for is told that there is something to see."""
    visit.house.desk.stir(visit.here.name)
    return replies.see_other(f"/c/{visit.here.name}")


def _time(visit: RequestContext) -> str | replies.Reply:
    """What time is asked for, and until when."""
    now, what, until = visit.house.clock(), visit.form.get("what", ""), visit.form.get("until", "")
    if what not in {part.owed.what for part in visited.mine(visit.here, now) if part.owed.seat}:
        return requests(visit, NOT_ASKED, 409)
    if not moments.is_time(until) or not is_to_come(until, now):
        return requests(visit, CHOOSE, 422)
    return f"{what} {until}"


def _back(visit: RequestContext) -> str | replies.Reply:
    """The turn and the events of the act that is asked for."""
    here = visit.here
    versions = act_with(visit.house.ledger, here.name, replies.number(visit.form.get("event", "")))
    if not versions:
        return requests(visit, GONE, 409)
    asked = asked_undo_of(visit.house.ledger, here.name, here.member, versions)
    if isinstance(asked, Refused):
        return requests(visit, screens.not_recorded(asked.reason), 409)
    known = StoredRequests(visit.house.people.file).of(here.campaign.id)
    waits = waiting_undo(visit.house.ledger, here.name, here.campaign, known)
    if waits is not None and waits.request.member != here.member:
        return requests(visit, ANOTHER, 409)
    return " ".join((here.campaign.turn, *map(str, asked.versions)))


def answer(visit: RequestContext) -> replies.Reply:
    """Grants a request or not: the host more time, anybody concerned an undo."""
    here, form = visit.here, visit.form
    stored = StoredRequests(visit.house.people.file)
    wanted = form.get("request", "")
    known = stored.of(here.campaign.id)
    request = next((one for one in known if one.id == wanted and one.state == "open"), None)
    if request is None or not _may_answer(visit, request, known):
        return requests(visit, GONE, 409)
    if form.get("do") != "yes":
        stored.answer(request, "refused")
        return _done(visit)
    if (refused := visit.send(_granting(request)).refused) is not None:
        return requests(visit, screens.not_recorded(refused.reason), 409)
    if request.kind == "time":
        stored.answer(request, "granted")
    return _done(visit)


def _granting(request: StoredRequest) -> json_values.JsonFields:
    """The command with which a request is granted, or consented to."""
    if request.kind == "time":
        what, until = request.words
        return {"command": "SetDeadline", "what": what, "until": until}
    versions = [int(one) for one in request.words[1:]]
    return {"command": "ConsentToUndo", "member": request.member, "versions": versions}


def _may_answer(visit: RequestContext, request: StoredRequest, known: list[StoredRequest]) -> bool:
    """Whether the visitor is somebody who answers a request that still waits."""
    here = visit.here
    if request.kind == "time":
        parts = asked(here.live.system, here.live.state, visit.house.clock())
        return here.is_host and still_asked(request, parts) is not None
    waits = waiting_undo(visit.house.ledger, here.name, here.campaign, known)
    return waits is not None and waits.request == request and waits.waits_for(here.member)


PLACES = (
    get("/c/{name}/requests", requests, "member"),
    post("/c/{name}/requests", ask, "member"),
    post("/c/{name}/requests/answer", answer, "member", sends=True),
)
