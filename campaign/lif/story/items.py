"""What a turn's story is told from: its events, and pieces of news with their weight. Pure."""

from collections.abc import Iterable, Sequence, Sized
from enum import IntEnum
from typing import TypeVar

import msgspec

from campaign.lif.names import leader
from campaign.lif.roster import Sheet
from campaign.lif.state import State
from campaign.text.english import capital, listed
from events.base import Event
from events.lif import aftermath, board, cup, on_map, politics, us_entry

E = TypeVar("E", bound=Event)
T = TypeVar("T")

TOLD: frozenset[type[Event]] = frozenset({
    politics.WarDeclared, politics.PeaceMade, politics.ConquestChanged, politics.MinorChanged,
    politics.VichyInstalled, politics.VichyCollapsed, on_map.LeaderRecalled, on_map.LeaderKilled,
    on_map.LeadersReturnedFromCircle, on_map.CooperationAgreed, on_map.CooperationEnded,
    on_map.GuardsPromoted, on_map.CombatReported, cup.LeadersSetUp, cup.PositionStated,
    cup.LeadersActivated, cup.LeadersReachedYear, cup.LeadersJoinedCup, cup.LeadersRemoved,
    cup.ReservesCalledOut, cup.LeadersReturnedToReserve, board.NextYearLeadersAdded,
    board.VetoPointsInfused, board.VetoPointsBought, board.LeaderPromoted,
    us_entry.EntryOptionPicked, us_entry.EntryActionTaken, us_entry.PoolBelowZero,
    us_entry.EntrySecretOpened, aftermath.GovernmentDissolved, aftermath.PoisonGasEnded,
    aftermath.SpainJoined,
})  # fmt: skip
"""Events that a turn's story may tell."""


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
    happened: Sequence[Event]
    """What happened in it, in order."""

    def all(self, *kinds: type[E]) -> list[E]:
        """What happened of some kinds, in order."""
        return [one for one in self.happened if isinstance(one, kinds)]

    @property
    def sheet(self) -> Sheet:
        """The leaders."""
        return self.end.sheet

    def name(self, who: str) -> str:
        """A leader's name."""
        return leader(who, self.sheet)

    def names(self, leaders: Iterable[str]) -> list[str]:
        """Leaders by name."""
        return list(map(self.name, leaders))


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


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return f"{capital(text)}."


def unique(values: Iterable[T]) -> tuple[T, ...]:
    """Values in their order, each once."""
    return tuple(dict.fromkeys(values))


def was(names: Sized) -> str:
    """The verb for what became of so many."""
    return "was" if len(names) == 1 else "were"


def now(names: Sized) -> str:
    """The same verb in a headline."""
    return "is" if len(names) == 1 else "are"


def item(
    weight: Weight,
    text: str,
    headline: str = "",
    brief: str = "",
    *,
    size: int = 0,
    says_more: bool = False,
) -> Item:
    """A piece of news whose forms are clauses."""
    headline, brief = (sentence(clause) if clause else "" for clause in (headline, brief))
    return Item(weight, sentence(text), headline, brief, size, says_more)
