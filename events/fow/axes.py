"""A line of sectors as a campaign's first facts hold it: an axis of attack. Pure.

These types are the storage format: a campaign keeps the axis that it was opened with.
"""

from typing import Literal

import msgspec

from events.base import Id, IdOrEmpty, Line, Name, Signed, Text
from events.fow.words import BySide

AtLimit = Literal["stalemate", "allies", "axis"]


class SectorRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule of a sector, in words and with its numbers."""

    does: Text = ""
    side: IdOrEmpty = ""
    """The side that it serves; empty for both."""
    when: Text = ""
    dice: int = 0
    needed: int = 0
    guns: int = 0
    anti_tank: int = 0
    firepower: int = 0


class Sector(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sector of a line."""

    place: int
    """Its number on the line, from 1."""
    id: Id
    name: Name
    battle: bool = True
    """Whether battles are fought there; none is in an objective."""
    rules: tuple[Id, ...] = ()
    terrain: tuple[Text, ...] = ()
    """What to add to the terrain of the chart."""


class AxisStart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a line begins."""

    sector: int
    mission: Id
    attacker: IdOrEmpty = ""
    victory_points: BySide = {}


class HistoricalAttack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack as it happened, for the comparison at the end."""

    date: Line
    attacker: Id
    sector: int
    won: bool = False


class Axis(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of three to fifteen sectors between two objectives."""

    id: Id
    name: Name
    objective: BySide
    """The place that each side must enter."""
    start: AxisStart
    sector: tuple[Sector, ...]
    chart: IdOrEmpty = ""
    at_limit: AtLimit = "stalemate"
    """What the end of the games decides."""
    rule: dict[Id, SectorRule] = {}
    """The sectors' rules, by their ids."""
    forces: dict[Id, tuple[Line, ...]] = {}
    """Companies that the axis names, by side."""
    handbook: Line = ""
    history: tuple[HistoricalAttack, ...] = ()
    limit_suggested: tuple[Signed, ...] = ()
    period: Line = ""
