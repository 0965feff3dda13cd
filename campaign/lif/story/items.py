"""What a turn's story is told from: compact events, and pieces of news with their weight. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, Literal

import msgspec

from campaign.lif.names import leader, the_country
from campaign.lif.roster import Sheet
from campaign.lif.state import State
from campaign.text.english import capital, listed
from events.base import Event
from events.lif import aftermath, board, cup, on_map, politics, us_entry

# Pages of other turns and the index need them of every turn, so that they stay small: a turn
# counts how often each one happened.

HappeningKind = Literal[
    "war", "peace", "conquest", "minor", "vichy", "spain", "government", "gas",
    "killed", "recalled", "removed", "circle", "cup", "reserves", "to-reserve", "activated",
    "set-up", "points", "bought", "co-operation", "guards", "combat", "option", "action",
    "shortfall", "secret", "taken-over",
]  # fmt: skip


class Happening(msgspec.Struct, frozen=True, gc=False):
    """Something that happened in a turn."""

    kind: HappeningKind
    who: str = ""
    """The power, minor country or leader that did it, or to whom it happened."""
    whom: str = ""
    """The power, country or city on the other side of it."""
    how: str = ""
    """A status, a reason or a mark."""
    leaders: tuple[str, ...] = ()
    number: int = 0
    """Of an option or action; of points; of a year."""
    points: tuple[tuple[str, int], ...] = ()
    """Veto points by power."""
    just_promoted: bool = False
    """Whether the leader had been promoted earlier in the turn."""


def _points(points: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((power, number) for power, number in points.items() if number)


def _from_fields(kind: HappeningKind, **fields: str) -> Callable[[Any], Happening]:
    """What an event says, each field of it named beside what it becomes here."""

    def made(event: Any) -> Happening:
        return Happening(kind, **{name: getattr(event, of) for name, of in fields.items()})

    return made


def _minor(event: politics.MinorChanged) -> Happening:
    status = "neutral" if event.power is None else event.status
    return Happening("minor", event.minor, event.power or "", status)


def _set_up(event: cup.LeadersSetUp) -> Happening:
    in_cup = sum(status == "cup" for status in event.leaders.values())
    active = "active" if event.active and event.leaders else "waiting" if event.leaders else ""
    return Happening("set-up", how=active, number=in_cup, points=_points(event.veto_points))


def _cooperation(how: str) -> Callable[[Any], Happening]:
    return lambda event: Happening("co-operation", event.powers[0], event.powers[1], how)


def _year(how: str) -> Callable[[Any], Happening]:
    return lambda event: Happening("cup", how=how, leaders=event.leaders, number=event.year)


_HAPPENINGS: dict[type[Event], Callable[[Any], Happening]] = {
    politics.WarDeclared: _from_fields("war", who="attacker", whom="target"),
    politics.PeaceMade: lambda event: Happening("peace", *event.powers),
    politics.ConquestChanged: _from_fields("conquest", who="power", how="status"),
    politics.MinorChanged: _minor,
    politics.VichyInstalled: lambda event: Happening("vichy", how="installed"),
    politics.VichyCollapsed: lambda event: Happening("vichy", how="collapsed"),
    on_map.LeaderRecalled: _from_fields("recalled", who="leader", how="reason"),
    on_map.LeaderKilled: _from_fields("killed", who="leader", how="reason"),
    on_map.LeadersReturnedFromCircle: _from_fields("circle", leaders="leaders"),
    on_map.CooperationAgreed: _cooperation("agreed"),
    on_map.CooperationEnded: _cooperation("ended"),
    on_map.GuardsPromoted: _from_fields("guards", who="unit", whom="army"),
    on_map.CombatReported: _from_fields("combat", how="kind"),
    cup.LeadersSetUp: _set_up,
    cup.PositionStated: lambda event: Happening("taken-over", points=_points(event.veto_points)),
    cup.LeadersActivated: lambda event: Happening(
        "activated", number=len(event.leaders), points=_points(event.points)
    ),
    cup.LeadersReachedYear: _year("year"),
    cup.LeadersJoinedCup: _from_fields("cup", how="reason", leaders="leaders"),
    cup.LeadersRemoved: _from_fields("removed", how="reason", leaders="leaders"),
    cup.ReservesCalledOut: _from_fields("reserves", who="power", how="mark", leaders="leaders"),
    cup.LeadersReturnedToReserve: _from_fields("to-reserve", who="power", leaders="leaders"),
    board.NextYearLeadersAdded: _year("early"),
    board.VetoPointsInfused: lambda event: Happening("points", points=_points(event.points)),
    board.VetoPointsBought: _from_fields("bought", who="power", number="points"),
    us_entry.EntryOptionPicked: lambda event: Happening(
        "option", "usa", event.target, number=event.option
    ),
    us_entry.EntryActionTaken: _from_fields("action", who="power", whom="target", number="action"),
    us_entry.PoolBelowZero: _from_fields("shortfall", who="pool", number="missing"),
    us_entry.EntrySecretOpened: lambda event: Happening("secret"),
    aftermath.GovernmentDissolved: _from_fields("government", who="city"),
    aftermath.PoisonGasEnded: lambda event: Happening("gas", "japan", event.enemy),
    aftermath.SpainJoined: lambda event: Happening(
        "spain", "germany", number=event.offensive_chits
    ),
}
TOLD = frozenset(_HAPPENINGS)
"""Events that a turn's story may tell."""


def happening(event: Event) -> Happening:
    """An event that may be told, as compact values."""
    return _HAPPENINGS[type(event)](event)


# --- One piece of a turn's news, with its weight and its forms, and words that several use ------


class Weight(IntEnum):
    """How important a piece of news is: the greatest makes the headline."""

    MAJOR_WAR = 100
    CONQUEST = 96
    VICHY = 94
    MAJOR_PEACE = 90
    MINOR_CONQUEST = 86
    MINOR_WAR = 84
    MINOR_PEACE = 82
    KILLED = 80
    LOST = 78
    OPTION = 70
    ALIGNED = 66
    ACTIVATED = 64
    FIVE_STARS = 60
    RECALLED = 50
    PROMOTED = 40
    ACTION = 38
    GUARDS = 36
    AT_THE_BOARD = 34
    VETOED = 32
    COMBATS = 30
    RESERVES = 28
    CO_OPERATION = 26
    RETURNED = 24
    CUP = 20
    SET_UP = 18
    ENTRY_POOLS = 16
    POINTS = 14
    BOUGHT = 12
    RECORD = 10
    NO_BOARD = 2


class Item(msgspec.Struct, frozen=True):
    """One piece of news: what several events say together."""

    weight: Weight
    text: str
    """The news in full, in one sentence or more."""
    headline: str = ""
    """In a short sentence, present tense; empty where it makes no headline."""
    brief: str = ""
    """For the line below the headline; the whole text without it."""
    size: int = 0
    """Among news of one weight the greatest comes first."""
    says_more: bool = False
    """Whether the text says something that the headline leaves out."""

    @property
    def short(self) -> str:
        """The text for the line below the headline."""
        return self.brief or self.text


class TurnEvents(msgspec.Struct, frozen=True):
    """What the news of a turn are made from."""

    end: State
    """The state at its end, or now."""
    happened: Mapping[Happening, int]
    """What happened in it, in order, and how often."""

    def all(self, *kinds: HappeningKind) -> list[Happening]:
        """What happened of some kinds, in order."""
        return [one for one in self.happened if one.kind in kinds]

    @property
    def sheet(self) -> Sheet:
        """The leaders."""
        return self.end.sheet

    def names(self, leaders: Iterable[str]) -> list[str]:
        """Leaders by name."""
        return [leader(who, self.sheet) for who in leaders]


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve")  # fmt: skip
_TIMES = {2: "twice", 3: "three times"}
MANY = 4
"""A headline has so many names at most, and says how many more there are."""


def number_word(count: int) -> str:
    """A count in words up to twelve."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def times(count: int) -> str:
    """How often, with a blank before it; nothing for once."""
    return "" if count == 1 else f" {_TIMES.get(count, f'{number_word(count)} times')}"


def numbered(count: int, noun: str) -> str:
    """A count in words with its noun: `one combat`, `seven combats`."""
    return f"{number_word(count)} {noun}{'' if count == 1 else 's'}"


def verb(count: int, one: str, several: str) -> str:
    """The form of a verb for so many."""
    return one if count == 1 else several


def some(names: Sequence[str], most: int = MANY) -> str:
    """Names for a headline: all of a few, the first of many."""
    if len(names) <= most:
        return listed(names)
    return f"{', '.join(names[: most - 1])} and {number_word(len(names) - most + 1)} more"


def countries(names: Iterable[str]) -> str:
    """Countries inside a sentence."""
    return listed(the_country(name) for name in names)


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return f"{capital(text)}."


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Names in their order, each once."""
    return tuple(dict.fromkeys(names))
