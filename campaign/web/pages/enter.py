"""Coming in: an invitation is used up by its button alone, since mail programs open every link."""

import re

from campaign.people.doors import digest_of
from campaign.people.protocol import PeopleRows
from campaign.web.belonging import seat_with, seats_of
from campaign.web.door.admitting import came_in
from campaign.web.door.cookies import cookie
from campaign.web.door.labels import label_of
from campaign.web.pages.errors import too_often, used_up
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import names, own_screen
from campaign.web.visits import Entered, Visit

_MADE_BY_US = re.compile(r"[A-Za-z0-9_-]{20,100}")
"""What a token can look like."""


def invitation(visit: Visit) -> Reply:
    """Who is invited to what, and one button. Looking at it changes nothing."""
    found = _invited(visit)
    if found is None:
        return _used(visit)
    if (asks := _as_whom(visit, found)) is not None:
        return asks
    called = names(found)
    return own_screen(
        visit.house,
        "enter.html",
        title=found.title,
        who=called.member(found.member),
        plays=[called.the_seat(seat) for seat in found.seats],
        is_taken=found.member in found.campaign.seats_offered,
    )


def join(visit: Visit) -> Reply:
    """Uses the invitation up, and remembers this device.

    Where the member had a device before, the record says first that the seat is taken again.
    """
    found, house = _invited(visit), visit.house
    if found is None:
        return _used(visit)
    answer = visit.form.get("as", "")
    if visit.device is not None and answer == "new":
        house.doors.end(visit.device.person, visit.device.digest)
        return see_other(f"/in/{visit.path['token']}", ("Set-Cookie", cookie(house.address, "", 0)))
    is_second = visit.device is not None and _holds(visit, found)
    if (answer != "me" or is_second) and (asks := _as_whom(visit, found, 409)) is not None:
        return asks
    if found.member in found.campaign.seats_offered:
        command = {"command": "TakeSeat", "member": found.member}
        Visit(house, "POST", {}, {}, {}, "", entered=found).send(command)
    wanted = visit.device.person if visit.device else ""

    def person(db: PeopleRows, campaign_id: str, member: str) -> str:
        return house.people.seated(db, campaign_id, member, wanted)

    let_in = house.doors.let_in(visit.path["token"], person, label_of(visit.agent))
    if let_in is None:
        return _used(visit)
    if visit.device is not None:
        house.entrance.operators.follow(visit.device.digest, digest_of(let_in[1]))
        house.doors.end(visit.device.person, visit.device.digest)
    came = house.people.person_in(found.campaign.id, found.member)
    came_in(visit, came, "invitation", digest_of(let_in[1]))
    door, to = house.entrance, f"/c/{found.name}"
    if door.party and door.passkeys.offer_once(came):
        to = f"/in/offer?to={to}"
    return see_other(to, ("Set-Cookie", cookie(house.address, let_in[1])))


def _holds(visit: Visit, found: Entered) -> bool:
    """Whether the visitor is a member of the campaign already."""
    return visit.house.people.member_of(visit.person, found.campaign.id) is not None


def _as_whom(visit: Visit, found: Entered, status: int = 200) -> Reply | None:
    """Asks somebody who is signed in as another whether they mean it; None where it is clear."""
    if visit.device is None:
        return None
    house, person = visit.house, visit.device.person
    mine = {here.name: here for here in seats_of(house, person)}
    if not mine or house.people.person_in(found.campaign.id, found.member) == person:
        return None
    called = names(found)
    return own_screen(
        house,
        "as_whom.html",
        status,
        title=found.title,
        who=called.member(found.member),
        mine=[(names(one).member(one.member), one.title) for one in mine.values()],
        may_stay=not _holds(visit, found),
        is_taken=found.member in found.campaign.seats_offered,
    )


def _invited(visit: Visit) -> Entered | None:
    """The campaign and member of an invitation that counts."""
    house, token = visit.house, visit.path["token"]
    found = house.doors.token(token, "invitation") if _MADE_BY_US.fullmatch(token) else None
    if found is None or not found.counts(house.clock()):
        return None
    return seat_with(house, found.campaign, found.member)


def _used(visit: Visit) -> Reply:
    """Whoever is in already comes to their own pages. Guessing is slowed down."""
    if visit.device is not None:
        return see_other("/")
    house, token = visit.house, visit.path["token"]
    if _MADE_BY_US.fullmatch(token) and house.doors.token(token, "invitation") is not None:
        return used_up(house)
    wait = house.entrance.limits.wait_for_token(visit.network)
    return too_often(house, wait) if wait else used_up(house)


PLACES = (
    Place("/in/{token}", invitation, "anybody", about="an invitation"),
    Place("/in/{token}", join, "anybody", ("POST",), about="accept an invitation"),
)
