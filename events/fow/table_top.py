"""Facts of Flames of War: what happens on the table in a battle, and dice that were audited.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

import msgspec

from events.base import Count, Event, Id, IdOrEmpty, Line, Signed
from events.fow.words import DiceSource, Fate


class DeploymentRecorded(Event, frozen=True, kw_only=True, tag="fow.DeploymentRecorded"):
    """A side's platoons as the mission has them begin."""

    battle: Id
    side: Id
    reserve: int = 0
    flank: int = 0
    ambush: int = 0
    ambuscade: int = 0
    target: int = 0
    escorts: int = 0
    sewers: int = 0
    on_table: int = 0
    """How many platoons count as on the table, those in ambush included."""
    platoons: dict[Id, tuple[Id, ...]] = msgspec.field(default_factory=dict)
    """The platoons of each group, where they were named."""


class FortificationsBought(Event, frozen=True, kw_only=True, tag="fow.FortificationsBought"):
    """FoW Fortifications: what the defender gets and buys."""

    battle: Id
    points: int
    spent: int
    basic: dict[Id, int]
    sections: dict[Id, int]
    width_feet: int = 0
    infantry_teams: tuple[int, ...] = ()
    pioneers: dict[Id, int] = msgspec.field(default_factory=dict)
    """Sections that Pioneer Supply Vehicles lay."""


class PlayerTurnBegan(Event, frozen=True, kw_only=True, tag="fow.PlayerTurnBegan"):
    """FoW Turn Order: a side begins its own turn of this number."""

    battle: Id
    side: Id
    number: int
    due: tuple[Id, ...] = ()
    """What falls due in it."""


class DelayCounterGained(Event, frozen=True, kw_only=True, tag="fow.DelayCounterGained"):
    """FoW Strategic Withdrawal: too few to withdraw, so the defender gains a Delay Counter."""

    battle: Id
    total: int
    """Platoons on the table and counters, before this one."""
    counters: int


class PlatoonWithdrew(Event, frozen=True, kw_only=True, tag="fow.PlatoonWithdrew"):
    """FoW Strategic Withdrawal: a platoon withdraws, and the counters are gone."""

    battle: Id
    side: Id
    total: int
    platoon: IdOrEmpty = ""


class PlatoonLost(Event, frozen=True, kw_only=True, tag="fow.PlatoonLost"):
    """A platoon is Destroyed or gone from the table."""

    battle: Id
    side: Id
    how: Fate
    platoon: IdOrEmpty = ""


class CompanyBroke(Event, frozen=True, kw_only=True, tag="fow.CompanyBroke"):
    """FoW Company Morale Checks: a side's company fails its check."""

    battle: Id
    side: Id
    company: IdOrEmpty = ""


class DiceRolled(Event, frozen=True, kw_only=True, tag="fow.DiceRolled"):
    """A roll with its score explained: what was needed, what fell, what follows."""

    aid: Id
    inputs: dict[str, str | int | bool]
    """Facts of the table that the score rests on."""
    needed: int
    """The score that each die must reach; 0 where no die is compared."""
    dice: tuple[int, ...]
    """In the order in which they fell, re-rolls behind."""
    outcome: Line | int
    """A word, or how many."""
    battle: IdOrEmpty = ""
    line: IdOrEmpty = ""
    side: IdOrEmpty = ""
    platoon: IdOrEmpty = ""
    again: Literal["", "leader", "rule", "komissar", "both"] = ""
    """Who had a die rolled again."""
    komissar: Literal["", "used", "killed"] = ""
    left: Signed = -1
    """Dice left in the air pool, where it is asked; -1 elsewhere."""
    source: DiceSource = "table"
    witness: IdOrEmpty = ""
    draw: Count = 0
    """Number of the last draw, where the ledger rolled."""
