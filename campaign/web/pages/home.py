"""What needs me: what is asked of a person in all their campaigns, the first due first."""

from collections.abc import Iterator

import msgspec

from campaign.desk.waiting import Asked
from campaign.web.own_time import by_when
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import mine, names, own_screen
from campaign.web.visits import Entered, Visit

_LATER = "9999"
"""Sorts behind every deadline."""


class HomeCard(msgspec.Struct, frozen=True):
    """Something that is asked of the visitor."""

    href: str
    campaign: str
    does: str
    seat: str
    until: str


class CampaignLine(msgspec.Struct, frozen=True):
    """One of the visitor's campaigns."""

    href: str
    title: str
    turn: str
    plays: tuple[str, ...]
    asks: int


def entered(visit: Visit) -> Iterator[Entered]:
    """The visitor's campaigns, in order of their names."""
    house = visit.house
    for name in house.ledger.names():
        live = house.ledger.live(name)
        shared = live.state.campaign
        member = house.people.member_of(visit.person, shared.id)
        if member is not None and member in shared.members:
            yield Entered(name, live, member, house.people.choices(shared.id, member).zone)


def home(visit: Visit) -> Reply:
    """Everything that waits for the visitor, and their campaigns. A what-if asks for nothing."""
    campaigns, waiting = [], []
    for here in entered(visit):
        waits = () if here.is_what_if else mine(here, visit.house.clock())
        called = names(here)
        plays = tuple(called.seat(seat) for seat in here.seats)
        turn = "over" if here.campaign.closed else here.turn
        campaigns.append(CampaignLine(f"/c/{here.name}", here.title, turn, plays, len(waits)))
        waiting += [(part.until or _LATER, here, part) for part in waits]
    waiting.sort(key=lambda found: found[0])
    cards = [card(here, part, names(here).seat(part.owed.seat)) for _, here, part in waiting]
    return own_screen(
        visit.house, "home.html", cards=cards, campaigns=campaigns, is_operator=visit.is_operator
    )


def card(here: Entered, part: Asked, seat: str) -> HomeCard:
    """Something that is asked, with the page where it can be done."""
    return HomeCard(
        href(here, part),
        here.title,
        part.owed.does,
        seat if part.owed.seat else "",
        by_when(here, part.until),
    )


def href(here: Entered, part: Asked) -> str:
    """Where the visitor can do what is asked."""
    if part.owed.answers:
        return f"/c/{here.name}/board"
    if part.dispute:
        return f"/c/{here.name}/disputes/{part.dispute}"
    return f"/c/{here.name}/host" if here.is_host and not part.owed.seat else f"/c/{here.name}/do"


def following(visit: Visit) -> Reply:
    """Goes to what has waited longest: a bookmark. A what-if waits for nobody."""
    for here in (one for one in entered(visit) if not one.is_what_if):
        for part in mine(here, visit.house.clock()):
            return see_other(href(here, part))
    return see_other("/")


PLACES = (
    Place("/", home, "signed-in", about="what needs me"),
    Place("/next", following, "signed-in", about="to what waits longest"),
)
