"""What statistics are made of: a few compact facts for each event that counts. Pure.

A fact holds only what everybody may know once its event is recorded: ballots as they were opened,
chits as they were shown.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from campaign.leaders_in_flames.state import State
from events.base import Event

Said = Literal["veto", "support"]
Paid = Literal["veto", "support", "vote"]
Roll = Literal["entry option", "entry action", "neutral minor", "ground strike"]
CareerEvent = Literal[
    "begins",
    "joins-cup",
    "joins-reserve",
    "drawn",
    "vetoed",
    "promoted",
    "placed",
    "moved",
    "turned",
    "used",
    "fought",
    "ground-struck",
    "to-circle",
    "returned",
    "recalled",
    "killed",
    "removed",
]
"""What can happen to a leader, in the order in which it may happen first."""

WarEvent = Literal["war", "peace", "conquest", "vichy", "minor"]


class GroupInCup(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1: the leaders in the cup that count for a power or a side, and their stars."""

    leaders: int
    stars: int
    squares: int
    """Each leader's stars squared, added up: what the spread of stars needs."""
    drawn: int
    """Stars of the leader drawn; 0 where he is not one of them."""


class CupDraw(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(1): a draw and what could have been drawn: every leader in the cup alike."""

    version: int
    turn: str
    draw: int
    leader: str
    cup: tuple[str, ...]
    """Who was in it just before, in the order of their ids, the one drawn among them. The leaders
    of the next year are in it where an empty cup took them in for this draw."""
    groups: dict[str, GroupInCup]
    """By power, and by side (`axis`, `allies`); only those with leaders in the cup. Nobody's
    leaders are in none of them."""
    source: Literal["ledger", "table"]
    unforeseeable: bool
    """Whether not even the holder of the vault key could have foreseen it."""


class VetoCast(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(2): an opened ballot that took effect: a veto against a leader, or support."""

    version: int
    turn: str
    draw: int
    leader: str
    power: str
    """Whose ballot it was."""
    member: str
    """Who held that power then; the host, where nobody did."""
    said: Said
    of_power: str
    """The power that the leader counted for then; empty where he was nobody's."""
    of_member: str
    """Who held that power then; empty where he was nobody's."""


class PointsPaid(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(3), 4.1(5): veto points that a power paid at the board."""

    version: int
    turn: str
    draw: int
    leader: str
    power: str
    member: str
    """Who held that power then; the host, where nobody did."""
    on: Paid
    points: int


class CareerStep(msgspec.Struct, frozen=True, gc=False):
    """Something that happened to a leader, or that he did."""

    version: int
    turn: str
    leader: str
    what: CareerEvent
    where: str = ""
    """The place; of `begins` the status, such as `cup`; of `to-circle` the turn of his return."""
    about: str = ""
    """Of `used` the ability's number, of a recall, death or removal the reason in words, of
    `joins-cup` why; else empty."""
    draw: int = 0
    """The number of the draw, where one brought it."""
    combat: str = ""
    """The combat that it belongs to, if any."""


class DieRolled(msgspec.Struct, frozen=True, gc=False):
    """LiF 3.3(d), 5.3: a ten-sided die on record, and how likely it was to take effect."""

    version: int
    turn: str
    on: Roll
    about: str
    """The number of the option or action; else the leader."""
    power: str
    """Who rolled: the USA for its options, the power that acts, the leader's own power where he
    enters a minor; empty for a ground strike, as the record does not say who struck."""
    value: int
    faces: int
    """How many of the ten numbers would have taken effect."""
    took_effect: bool
    """Whether it brought or removed a chit, or recalled the leader."""
    source: Literal["ledger", "table"]


class ChitSeen(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.2: a chit's value as everybody saw it, when it was shown or all were opened."""

    version: int
    turn: str
    chit: str
    value: int
    pool_chits: int
    """How many chits the club's chart has by that turn; 0 where they lie in a cup at the table."""
    pool_total: int
    """What their values add up to."""
    is_end: bool = False
    """Whether the campaign's end opened it. What the USA shows, it chooses; the end opens all."""


class WarStep(msgspec.Struct, frozen=True, gc=False):
    """LiF 4: a change in the war around the board."""

    version: int
    turn: str
    what: WarEvent
    who: str
    """Who declared the war, a side of the peace, or the country whose standing changed."""
    other: str = ""
    """The other side of a war or peace; of a minor, the power it is with or conquered by."""
    status: str = ""
    """Of a conquest, of Vichy or of a minor: what it is now."""


Fact = CupDraw | VetoCast | PointsPaid | CareerStep | DieRolled | ChitSeen | WarStep
Finders = Mapping[type[Event], Callable[[int, str, State, Any], Iterator[Fact]]]
"""Events, each to its facts, given its version, its turn and the state before it."""
