"""Facts of Flames of War: a battle begun, reported, booked; points and sectors.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

import msgspec

from events.base import Event, Id, IdOrEmpty, Line, Text
from events.fow.words import BySide, EndedBy, Result


class BattleBegun(Event, frozen=True, kw_only=True, tag="fow.BattleBegun"):
    """FoW Campaign Sequence: mission, roles, commanders and forces are fixed."""

    line: Id
    battle: Id
    mission: Id
    attacker: Id
    defender: Id
    sector: int = 0
    """Its place on the line; 0 in a linked campaign."""
    commanders: dict[Id, IdOrEmpty] = msgspec.field(default_factory=dict)
    forces: dict[Id, IdOrEmpty] = msgspec.field(default_factory=dict)
    platoons: BySide = msgspec.field(default_factory=dict)
    """How many platoons each side has, where that is known."""
    rules: tuple[Id, ...] = ()
    """The rules of the mission and of the sector."""
    time_limit: Line = ""
    battalion: bool = False
    """Whether Battalion Morale ends it, and Company Morale does not."""
    rosters: dict[Id, tuple[Id, ...]] = msgspec.field(default_factory=dict)
    """The platoons of each side by name, where it has a roster."""


class ResultReported(Event, frozen=True, kw_only=True, tag="fow.ResultReported"):
    """FoW Victory Points: how a battle ended, as somebody reports it."""

    battle: Id
    ended_by: EndedBy
    winner: IdOrEmpty = ""
    """The side; empty where nobody won."""
    side: IdOrEmpty = ""
    """Whom the end is about."""
    turn: int = 0
    """Their own turn; 0 where nobody noted it."""
    lost: BySide = msgspec.field(default_factory=dict)
    """Platoons Destroyed, those before the first turn included."""
    lost_platoons: dict[Id, tuple[Id, ...]] = msgspec.field(default_factory=dict)
    """The same by name, where they were named."""
    pre_game: BySide = msgspec.field(default_factory=dict)
    """How many of them before the first turn."""
    pre_game_platoons: dict[Id, tuple[Id, ...]] = msgspec.field(default_factory=dict)
    """The same by name, where they were named."""
    first_lost: IdOrEmpty = ""
    """Whose platoon was Destroyed first, where the points ask for it."""
    by_side: IdOrEmpty = ""
    """The side whose commander reports; empty for a host who fights on neither."""
    left_behind: Text = ""
    """What Last Teams Out left on the table."""
    played_on: Line = ""
    note: Text = ""


class ResultContested(Event, frozen=True, kw_only=True, tag="fow.ResultContested"):
    """The other side does not confirm a report."""

    battle: Id
    text: Text


class ResultConfirmed(Event, frozen=True, kw_only=True, tag="fow.ResultConfirmed"):
    """A report stands, and is booked."""

    battle: Id


class VictoryPointsWon(Event, frozen=True, kw_only=True, tag="fow.VictoryPointsWon"):
    """FoW Victory Points: what a battle brings each side."""

    line: Id
    battle: Id
    result: Result
    winner: IdOrEmpty
    counted: BySide
    """Losses that count, by side."""
    points: BySide
    won_defending: bool = False
    """Whether the winner defended, in a mission without Fair Fight: the next score asks for it."""


class SectorChanged(Event, frozen=True, kw_only=True, tag="fow.SectorChanged"):
    """FoW Axis of Attack: the battle moves one sector on."""

    line: Id
    side: Id
    left: int = msgspec.field(name="from")
    to: int


class SectorHeld(Event, frozen=True, kw_only=True, tag="fow.SectorHeld"):
    """FoW Axis of Attack: the battle stays where it is."""

    line: Id
    sector: int
    why: Id
    """`defender` where they won, `nobody` where no one did."""


class ObjectiveReached(Event, frozen=True, kw_only=True, tag="fow.ObjectiveReached"):
    """FoW Ending the Campaign: a side enters its objective."""

    line: Id
    side: Id
    sector: int


class BattleAbandoned(Event, frozen=True, kw_only=True, tag="fow.BattleAbandoned"):
    """FoW ruling 17: a battle that was never played, or not to its end."""

    line: Id
    battle: Id
    reason: Text
    last_turn: Line = ""
    """FoW ruling 17: the campaign's last round from here on, where this round does not count."""
