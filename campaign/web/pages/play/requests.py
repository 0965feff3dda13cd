"""What members ask of the host and of each other, more time or to take an act back; and an act that
is held.
"""

from collections.abc import Iterator

from campaign.accounts.table.held import LENGTHS, HeldAct, HeldActs
from campaign.accounts.table.requests import LETTERS, Kind, StoredRequest, StoredRequests
from campaign.handler.holding import Holding, called, passed_over
from campaign.handler.requests import act_with, asked_undo_of, still_asked, waiting_undo
from campaign.handler.tasks import Asked
from campaign.kernel.decisions import Refused
from campaign.notifications.local_time import is_to_come, shifted
from campaign.text import json_values, moments
from campaign.web import context, replies, screens
from campaign.web.context import RequestContext, get, post
from campaign.web.parts import visited

MINUTES = len("2026-01-31T21:00")
"""Nobody asks for seconds."""
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
        until = f"{shifted(since, hours)[:MINUTES]}:00Z"
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
        parts = here.asked(visit.house.clock())
        return here.is_host and still_asked(request, parts) is not None
    waits = waiting_undo(visit.house.ledger, here.name, here.campaign, known)
    return waits is not None and waits.request == request and waits.waits_for(here.member)


# --- An act that is held for some seconds: its sender takes it back, or has it sent now -----------

BARS = (2, 5, 10, 20, 60)
"""The seconds that the page's bars can last: of those left, the next."""
TOO_LATE = "It was sent before you took it back. What it did stands."
NOT_YOURS = "Only who sent it takes it back. Nothing was changed."


def held(visit: context.RequestContext, notice: str = "", status: int = 200) -> replies.Reply:
    """The act that is held, with the seconds that are left; the Board once nothing is."""
    here, holding = visit.here, _holding(visit)
    act = holding.acts.of(here.campaign.id)
    if act is None and not notice:
        return replies.see_other(_board(visit))
    who, does, left = "", "", holding.left(act) if act else 0
    if act is not None:
        who, does = called(here.campaign, act, here.live.system.rules.commands.values())
    return screens.campaign_screen(
        visit,
        "held.html",
        "board",
        status,
        act=act,
        is_mine=_is_mine(visit, act),
        sender=who,
        does=does,
        left=left,
        lasts=next((one for one in BARS if one >= left), BARS[-1]),
        passed=passed_over(act) if act else (),
        notice=notice,
    )


def change(visit: context.RequestContext) -> replies.Reply:
    """Takes the act back, sends it now, or notes that its sender knows why it was dropped."""
    here, holding = visit.here, _holding(visit)
    wish, key = visit.form.get("do", ""), visit.form.get("key", "")
    if wish == "seen":
        holding.acts.see(here.campaign.id, here.member)
        return replies.see_other(_board(visit))
    act = holding.acts.of(here.campaign.id)
    if act is None or act.key != key:
        return held(visit, TOO_LATE, 409) if wish == "back" else replies.see_other(_board(visit))
    if not _is_mine(visit, act):
        return held(visit, NOT_YOURS, 403)
    if wish == "now":
        holding.send(act)
    elif not holding.take_back(here.campaign.id, here.name, here.member, key):
        return held(visit, TOO_LATE, 409)
    return replies.see_other(_board(visit))


def _holding(visit: context.RequestContext) -> Holding:
    return Holding(visit.house.desk, visit.house.clock)


def _is_mine(visit: context.RequestContext, act: HeldAct | None) -> bool:
    return act is not None and act.member == visit.here.member


def _board(visit: context.RequestContext) -> str:
    return f"/c/{visit.here.name}/board"


# --- For how long mine are held -----------------------------------------------------------------

PATH = "/me/hold"


def length(visit: context.RequestContext, status: int = 200) -> replies.Reply:
    """For how many seconds my acts are held that nothing takes back."""
    seconds = HeldActs(visit.house.people.file).seconds(visit.person)
    return screens.own_screen(visit.house, "my_hold.html", status, seconds=seconds, lengths=LENGTHS)


def choose(visit: context.RequestContext) -> replies.Reply:
    """Chooses it."""
    wanted = visit.form.get("seconds", "")
    seconds = next((one for one in LENGTHS if str(one) == wanted), 0)
    if not seconds:
        return length(visit, 422)
    HeldActs(visit.house.people.file).choose(visit.person, seconds)
    return replies.see_other(PATH)


PLACES = (
    context.get("/c/{name}/held", held, "member"),
    context.post("/c/{name}/held", change, "member"),
    context.get(PATH, length, "signed-in"),
    context.post(PATH, choose, "signed-in"),
    get("/c/{name}/requests", requests, "member"),
    post("/c/{name}/requests", ask, "member"),
    post("/c/{name}/requests/answer", answer, "member", sends=True),
)
