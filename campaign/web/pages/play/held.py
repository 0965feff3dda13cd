"""An act that is held for some seconds: its sender takes it back, or has it sent now; and how long
mine are held.
"""

from campaign.accounts.table.held import LENGTHS, HeldAct, HeldActs
from campaign.handler.holding import Holding, called, passed_over
from campaign.web import context, replies, screens

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
)
