"""Names in a reader's words: powers, minor countries and leaders. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from campaign.kernel.members import HOST
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.leader_sheet import Sheet
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWER_CODES, POWER_NAMES, POWERS
from campaign.leaders_in_flames.state import State
from campaign.text.english import a_number, capital, counted, listed
from events.base import Event
from events.lif.cup import LeaderStatus

__all__ = [
    "POWER_CODES",
    "POWER_NAMES",
    "STATUSES",
    "Names",
    "a_number",
    "called",
    "capital",
    "counted",
    "country",
    "leader",
    "listed",
    "names_of",
    "player",
    "the_country",
    "with_player",
]

STATUSES: dict[LeaderStatus, str] = {
    "aside": "set aside", "reserve": "in the reserve pool", "cup": "in the cup",
    "drawn": "on the Promotions Board", "arriving": "arriving", "map": "on the map",
    "circle": "on the production circle", "dead": "dead", "removed": "out of the game",
}  # fmt: skip

_WITH_ARTICLE = frozenset(
    {"ussr", "commonwealth", "usa", "netherlands", "netherlands-east-indies", "philippines",
     "belgian-congo", "baltic-states"}
)  # fmt: skip
_DRAWS = {"leaders": "draw {} of leaders", "us-entry": "draw {} of US entry"}
_AWAITED = {
    "ballots": "the ballots",
    "votes": "the votes",
    "openings": "the openings from devices",
}
_SMALL = frozenset({"of", "and", "the"})


def country(name: str) -> str:
    """A power or minor country for a heading: `USSR`, `Belgian Congo`."""
    if name in POWER_NAMES:
        return POWER_NAMES[name]
    words = name.split("-")
    return " ".join(
        word if word in _SMALL and place else word.capitalize() for place, word in enumerate(words)
    )


def the_country(name: str) -> str:
    """A country inside a sentence: `the USSR`, `Belgium`."""
    return f"the {country(name)}" if name in _WITH_ARTICLE else country(name)


def leader(who: str, sheet: Sheet) -> str:
    """A leader's name, or the id if the leader is not on the sheet."""
    return sheet[who].name if who in sheet else who


class Names(msgspec.Struct, frozen=True):
    """What a sentence needs to call leaders and members by name."""

    sheet: Sheet
    members: Mapping[str, str] = {}
    """Members' names by id."""
    backers: frozenset[str] = frozenset()
    """While ballots are taken or just opened: the powers of the leader's own side. Their veto is
    support (LiF 4.1(2)).
    """

    def leader(self, who: str) -> str:
        """A leader's name."""
        return leader(who, self.sheet)

    def leaders(self, who: tuple[str, ...]) -> str:
        """Several leaders, in a list."""
        return listed(self.leader(name) for name in who)

    def member(self, who: str) -> str:
        """A member's name."""
        return self.members.get(who, who)

    def seat(self, seat: str) -> str:
        """A power for a heading: `USSR`."""
        return country(seat)

    def the_seat(self, seat: str) -> str:
        """A power inside a sentence: `the USSR`."""
        return the_country(seat)

    def turn(self, turn: str) -> str:
        """A turn by its months: `September/October 1939`."""
        return calendar.in_words(turn)

    def draw(self, what: str, number: int) -> str:
        """A draw by its number: `draw 3 of leaders`."""
        return _DRAWS.get(what, what).format(number)

    def awaited(self, what: str) -> str:
        """What may have a deadline: `the ballots`, `the openings from devices`."""
        return _AWAITED.get(what, what)


Sentences = Mapping[type[Event], Callable[[Any, Names], str]]
"""Events, each to its words, given the names."""


def names_of(state: State) -> Names:
    """The names that sentences about a campaign need, as they are now."""
    members = {who: known.name for who, known in state.campaign.members.items()}
    return Names(state.sheet, members, _backers(state))


def _backers(state: State) -> frozenset[str]:
    """LiF 4.1(2): the powers on the side of the leader on whom ballots are taken."""
    leader = state.board.leader
    if state.board.phase != "ballots" or leader is None:
        return frozenset()
    return frozenset(power for power in POWERS if sides.supports(state, leader, power))


def player(state: State, power: str) -> str:
    """Who plays a power: its holder, or the host."""
    return state.campaign.powers.get(power, HOST)


def called(state: State, power: str) -> str:
    """Who plays a power, by name; the host where nobody holds it."""
    holder = state.campaign.powers.get(power)
    return state.campaign.called(holder) if holder else HOST


def with_player(state: State, power: str) -> str:
    """A power with its player: `Italy (Anna)`."""
    return f"{country(power)} ({called(state, power)})"
