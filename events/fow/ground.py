"""Facts of Flames of War: the battlefield.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

import msgspec

from events.base import Count, Event, Id, IdOrEmpty, Line, Text
from events.fow.words import DiceSource


class FirstDieRow(msgspec.Struct, frozen=True):
    """The category that a club's own chart gives for some numbers of the first die."""

    chart: Id
    low: int
    high: int
    category: Id


class TerrainRolled(Event, frozen=True, kw_only=True, tag="fow.TerrainRolled"):
    """FoW Terrain Chart: what lies in a square of the table."""

    line: Id
    battle: Id
    square: Id
    chart: Id
    category: Id
    feature: IdOrEmpty
    """Empty where nothing lies there."""
    dice: tuple[int, ...]
    side: IdOrEmpty = ""
    """Who picked the square."""
    first_die: int = 0
    """The die that named the category; 0 where the players named it."""
    lined: bool | None = None
    """Whether a fosso is lined with trees, where that was rolled."""
    weather: IdOrEmpty = ""
    """What the dice say of the weather or season; the first that changes something stands."""
    source: DiceSource = "table"
    witness: IdOrEmpty = ""
    draw: Count = 0
    hill: bool | None = None
    """Whether the square has a rocky hill, on a chart that rolls for one."""


class BattlefieldKept(Event, frozen=True, kw_only=True, tag="fow.BattlefieldKept"):
    """FoW Set Up the Battlefield: the attacker fights over the same ground again."""

    line: Id
    battle: Id
    of: Id
    """The battle whose ground it is."""


class BattlefieldDescribed(Event, frozen=True, kw_only=True, tag="fow.BattlefieldDescribed"):
    """The players' own description of the table."""

    line: Id
    battle: Id
    text: Text
    width_feet: int = 0
    depth_feet: int = 0
    photo: Line = ""
    """SHA-256 of a picture that the club keeps."""
