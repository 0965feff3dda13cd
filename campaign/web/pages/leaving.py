"""My data as a file, and leaving a campaign; a host may say that somebody else has left."""

from campaign.handler.own_data import own_data, packed
from campaign.kernel.members import FORMER, LONGEST_NAME, is_name
from campaign.web import context, errors, replies, screens
from campaign.web.auth.admission import cookie, proof_first

DATA = "/me/data"
UNFIT = f"Write a name of at most {LONGEST_NAME} letters. Nothing was recorded."


def data(visit: context.RequestContext) -> replies.Reply:
    """What the file holds, and the campaigns that I may leave."""
    return screens.own_screen(
        visit.house, "my_data.html", seats=list(context.seats_of(visit.house, visit.person))
    )


def take_data(visit: context.RequestContext) -> replies.Reply:
    """All that is kept of me, a folder for each of my campaigns."""
    if (first := proof_first(visit, DATA)) is not None:
        return first
    house = visit.house
    body = packed(
        {
            here.name: own_data(house.ledger, house.people, here.name, here.member)
            for here in context.seats_of(house, visit.person)
        }
    )
    name = ("Content-Disposition", 'attachment; filename="my-data.zip"')
    return replies.Reply(body, media="application/zip", headers=(name,))


def leave(visit: context.RequestContext, status: int = 200, why: str = "") -> replies.Reply:
    """What leaving ends, and what stays; nothing happens before the button."""
    here, who = visit.here, _who(visit)
    may_say = who == here.member or here.is_host
    if who not in here.campaign.members or not may_say:
        return errors.missing(visit.house)
    return screens.campaign_screen(
        visit,
        "leave.html",
        "members",
        status,
        who=who,
        called=visit.form.get("called", FORMER),
        seats=here.campaign.seats_of(who),
        why=why,
    )


def left(visit: context.RequestContext) -> replies.Reply:
    """Records that somebody leaves; whoever is signed in nowhere else here is signed out."""
    here, who = visit.here, _who(visit)
    if not visit.form.get("member"):
        return leave(visit, 422, "Nobody was named. Nothing was recorded.")
    if (first := proof_first(visit, f"/c/{here.name}/leave?member={who}")) is not None:
        return first
    called = " ".join(visit.form.get("called", "").split()) or FORMER
    if not is_name(called):
        return leave(visit, 422, UNFIT)
    outcome = visit.send({"command": "LeaveCampaign", "member": who, "called": called})
    if outcome.refused is not None:
        return leave(visit, 409, screens.not_recorded(outcome.refused.reason))
    if who != here.member:
        return replies.see_other(f"/c/{here.name}/members")
    if visit.house.doors.devices(visit.person):
        return replies.see_other("/")
    return replies.see_other("/", ("Set-Cookie", cookie(visit.house.address, "", 0)))


def _who(visit: context.RequestContext) -> str:
    """Who leaves: the visitor, where nobody else is named."""
    return visit.form.get("member", "") or visit.query.get("member", "") or visit.here.member


PLACES = (
    context.get(DATA, data, "signed-in"),
    context.post(DATA, take_data, "signed-in"),
    context.get("/c/{name}/leave", leave, "member"),
    context.post("/c/{name}/leave", left, "member", sends=True),
)
