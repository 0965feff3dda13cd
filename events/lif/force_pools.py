"""Facts of the force pools: counters and where each one is. LiF 5.1, 5.2 and 5.4.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

import msgspec

from events.base import Event, Id, IdOrEmpty, Line, Name, Text

CounterPlace = Literal["future", "pool", "circle", "map", "reserve", "scrapped", "removed"]
"""Not yet due, force pool, production circle, map, reserve pool, scrapped, out of the game."""


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit counter. None where the source does not name a factor (ruling 37)."""

    id: Id
    power: IdOrEmpty
    type: str
    name: Name = ""
    combat: int | None = None
    movement: int | None = None
    cost: int | None = None
    """Build points."""
    size: Literal["corps", "division"] = "corps"
    available: int | None = None
    """Year in which it joins the force pool."""
    guards_banner: bool = False
    starts: CounterPlace = "pool"
    hq: bool = False
    """Ruling 51: an HQ whose type does not say so."""
    replaces: IdOrEmpty = ""
    """LiF 5.2: the counter whose place it takes, and which leaves the game."""


class CountersAdded(Event, frozen=True, kw_only=True, tag="lif.CountersAdded"):
    """LiF 5.4: counters join the campaign, from the kit or from a club's counter sheet."""

    counters: tuple[Counter, ...]
    source: Line


class CountersAvailable(Event, frozen=True, kw_only=True, tag="lif.CountersAvailable"):
    """LiF 5.4: counters join their force pools in their year."""

    year: int
    counters: tuple[Id, ...]


class CounterMoved(Event, frozen=True, kw_only=True, tag="lif.CounterMoved"):
    """LiF 5.1: a counter goes from one place to another; it is always in exactly one."""

    counter: Id
    to: CounterPlace
    reason: Text
    """A code as `campaign events` lists it, or a member's own words."""
    arrives: str = ""
    """The turn in which it comes off the production circle."""
    location: str = ""
    face_up: bool = True


class CountersArrived(Event, frozen=True, kw_only=True, tag="lif.CountersArrived"):
    """LiF 5.4: counters come off the production circle and onto the map."""

    turn: str
    counters: tuple[Id, ...]


class CounterDescribed(Event, frozen=True, kw_only=True, tag="lif.CounterDescribed"):
    """LiF 5.4: a club's sheet fills in what was unknown of a counter (ruling 37)."""

    counter: Counter
    source: Line = ""
