"""Coming in: an invitation is used up by its button alone, since mail programs open every link."""

import re
import sqlite3

from campaign.store.protocol import StoreError
from campaign.web.cookies import cookie
from campaign.web.pages.errors import used_up
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import names, own_screen
from campaign.web.visits import Entered, Visit

_BROWSERS = {
    "Firefox": "Firefox",
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_MACHINES = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}
_MADE_BY_US = re.compile(r"[A-Za-z0-9_-]{20,100}")
"""What a token can look like."""


def label_of(agent: str) -> str:
    """What a device is called in lists: `Firefox on Android`."""
    browser = next((name for word, name in _BROWSERS.items() if word in agent), "A browser")
    machine = next((name for word, name in _MACHINES.items() if word in agent), "")
    return f"{browser} on {machine}" if machine else browser


def invitation(visit: Visit) -> Reply:
    """Who is invited to what, and one button. Looking at it changes nothing."""
    found = _invited(visit)
    if found is None:
        return _used(visit)
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
    if found.member in found.campaign.seats_offered:
        command = {"command": "TakeSeat", "member": found.member}
        Visit(house, "POST", {}, {}, {}, "", entered=found).send(command)
    wanted = visit.device.person if visit.device else ""

    def person(db: sqlite3.Connection, campaign_id: str, member: str) -> str:
        return house.people.seated(db, campaign_id, member, wanted)

    let_in = house.doors.let_in(visit.path["token"], person, label_of(visit.agent))
    if let_in is None:
        return _used(visit)
    if visit.device is not None:
        house.doors.end(visit.device.person, visit.device.digest)
    return see_other(f"/c/{found.name}", ("Set-Cookie", cookie(house.address, let_in[1])))


def _invited(visit: Visit) -> Entered | None:
    """The campaign and member of an invitation that counts."""
    house, token = visit.house, visit.path["token"]
    found = house.doors.token(token, "invitation") if _MADE_BY_US.fullmatch(token) else None
    if found is None or not found.counts(house.clock()):
        return None
    for name in house.ledger.names():
        try:
            live = house.ledger.live(name)
        except StoreError:
            continue
        if live.state.campaign.id == found.campaign and found.member in live.state.campaign.members:
            return Entered(name, live, found.member)
    return None


def _used(visit: Visit) -> Reply:
    """Whoever is in already comes to their own pages."""
    return see_other("/") if visit.device is not None else used_up(visit.house)


PLACES = (
    Place("/in/{token}", invitation, "anybody", about="an invitation"),
    Place("/in/{token}", join, "anybody", ("POST",), about="accept an invitation"),
)
