"""What needs me: what is asked of a person in all their campaigns, the first due first.

Of what has no deadline, that comes first which has waited longest.
"""

from collections.abc import Iterable

import msgspec

from campaign.desk.waiting import Asked, since
from campaign.kernel.system import AnySystem
from campaign.web.belonging import seats_of
from campaign.web.own_time import by_when
from campaign.web.place import Place
from campaign.web.rendering import shown
from campaign.web.replies import Reply, see_other
from campaign.web.screens import href, mine, names
from campaign.web.stages import hosts_next
from campaign.web.visits import Entered, Visit

_LATER = "9999"
"""Sorts behind every deadline."""


class HomeCard(msgspec.Struct, frozen=True):
    """Something that is asked of the visitor."""

    href: str
    campaign: str
    does: str
    seat: str
    """Whose it is, in words; empty for the host."""
    seat_id: str
    until: str


class CampaignLine(msgspec.Struct, frozen=True):
    """One of the visitor's campaigns."""

    href: str
    title: str
    turn: str
    plays: tuple[tuple[str, str], ...]
    """The seats that the visitor plays: their ids and names."""


def home(visit: Visit) -> Reply:
    """Everything that waits for the visitor, and their campaigns."""
    every = list(seats_of(visit.house, visit.person))
    cards = [card(here, part) for here, part in _waiting(visit, every)]
    cards += hosts_cards(every, visit.house.clock())
    systems = {here.live.system.name: here.live.system for here in every}
    return shown(
        "home.html",
        200,
        _one(list(systems.values())),
        is_plain=visit.house.is_plain,
        cards=cards,
        campaigns=[_line(here) for here in every],
        is_coloured=len(systems) == 1,
        is_operator=visit.is_operator,
    )


def _one(systems: list[AnySystem]) -> AnySystem | None:
    """The game whose colours the page has: colours of two games could bear one name."""
    return systems[0] if len(systems) == 1 else None


def _line(here: Entered) -> CampaignLine:
    called = names(here)
    plays = tuple((seat, called.seat(seat)) for seat in here.seats)
    turn = "over" if here.campaign.closed else here.turn
    return CampaignLine(f"/c/{here.name}", here.title, turn, plays)


def _waiting(visit: Visit, every: Iterable[Entered]) -> list[tuple[Entered, Asked]]:
    """What waits for the visitor, in its order. A what-if asks for nothing."""
    now = visit.house.clock()
    found = [(here, part) for here in every if not here.is_what_if for part in mine(here, now)]
    return sorted(found, key=lambda one: (one[1].until or _LATER, _since(*one)))


def _since(here: Entered, part: Asked) -> str:
    """Since when something has waited: a game's things at least since its last event."""
    if part.dispute:
        return since(here.campaign.record.disputes[part.dispute])
    return here.live.at


def card(here: Entered, part: Asked) -> HomeCard:
    """Something that is asked, with the page where it can be done."""
    seat = part.owed.seat
    return HomeCard(
        href(here, part),
        here.title,
        part.owed.does,
        names(here).seat(seat) if seat else "",
        seat,
        by_when(here, part.until),
    )


def hosts_cards(every: Iterable[Entered], now: str) -> list[HomeCard]:
    """The campaigns that wait for their host alone."""
    steps = ((here, hosts_next(here, now)) for here in every)
    return [
        HomeCard(f"/c/{here.name}/host", here.title, step, "", "", "")
        for here, step in steps
        if step
    ]


def following(visit: Visit) -> Reply:
    """Goes to the first thing that waits: a bookmark."""
    every = list(seats_of(visit.house, visit.person))
    for here, part in _waiting(visit, every):
        return see_other(href(here, part))
    for one in hosts_cards(every, visit.house.clock()):
        return see_other(one.href)
    return see_other("/")


PLACES = (
    Place("/", home, "signed-in", about="what needs me"),
    Place("/next", following, "signed-in", about="to what waits longest"),
)
