"""The club, for whoever runs the machine: sizes, people, deliveries, backups, sign-ins."""

import re

from campaign.text.moments import in_words
from campaign.web.club_overview import overview, people_of
from campaign.web.door.admitting import locked_out
from campaign.web.door.cookies import cookie
from campaign.web.door.labels import label_of
from campaign.web.pages.errors import too_late, too_often
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.visits import Visit

_MADE_BY_US = re.compile(r"[A-Za-z0-9_-]{20,100}")


def club(visit: Visit) -> Reply:
    """How the club fares."""
    house = visit.house
    assert visit.device is not None
    called = people_of(house)
    operators = house.entrance.operators.devices()
    mine = [one.digest for one in operators]
    signins = [
        (one, called.get(one.person, "somebody without a seat"), in_words(one.time))
        for one in house.entrance.signins.last()
    ]
    return own_screen(
        house,
        "club.html",
        club=house.address.host,
        found=overview(house),
        signins=signins,
        operators=[(one, in_words(one.last_seen)) for one in operators],
        this=visit.device.digest if visit.device.digest in mine else "",
        in_words=in_words,
    )


def end(visit: Visit) -> Reply:
    """Ends the devices of a member, or takes the operator's right from a device."""
    house, name = visit.house, visit.form.get("campaign", "")
    if device := visit.form.get("device", ""):
        house.entrance.operators.end(device)
        return see_other("/" if visit.device and device == visit.device.digest else "/club")
    if name in house.ledger.names():
        campaign = house.ledger.live(name).state.campaign
        locked_out(house, campaign.id, visit.form.get("member", ""))
    return see_other("/club")


def offered(visit: Visit) -> Reply:
    """What the address of the command line is for, and one button. Looking changes nothing."""
    if not _is_offered(visit):
        return _late(visit)
    return own_screen(visit.house, "operator.html", club=visit.house.address.host)


def accept(visit: Visit) -> Reply:
    """Uses the address up: from now on this device is the operator's."""
    house, token = visit.house, visit.path["token"]
    if not _is_offered(visit):
        return _late(visit)
    operators = house.entrance.operators
    if visit.device is not None:
        taken = operators.take(token, visit.device.digest)
        return see_other("/club") if taken else _late(visit)
    secret = house.doors.admit(operators.newcomer(), label_of(visit.agent))
    device = house.doors.device(secret)
    assert device is not None, "it was let in a moment ago"
    if not operators.take(token, device.digest):
        house.doors.end(device.person)
        return _late(visit)
    return see_other("/club", ("Set-Cookie", cookie(house.address, secret)))


def _is_offered(visit: Visit) -> bool:
    token = visit.path["token"]
    found = _MADE_BY_US.fullmatch(token) is not None
    return found and visit.house.entrance.operators.is_offered(token)


def _late(visit: Visit) -> Reply:
    """Guessing is slowed down."""
    house = visit.house
    wait = house.entrance.limits.wait_for_token(visit.network)
    return too_often(house, wait) if wait else too_late(house)


PLACES = (
    Place("/club", club, "operator", about="how the club fares"),
    Place("/club/end", end, "operator", ("POST",), about="end devices"),
    Place("/club/in/{token}", offered, "anybody", about="the operator’s address"),
    Place("/club/in/{token}", accept, "anybody", ("POST",), about="let in the operator"),
)
