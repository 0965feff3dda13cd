"""Facts of Flames of War: forces, their platoons, and how they change.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

import msgspec

from events.base import Digest, Event, Id, IdOrEmpty, Line
from events.fow.words import AirLevel, CompanyType, Motivation, PlatoonClass, Skill


class Platoon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A platoon of a force; a Soviet company is one."""

    id: Id
    unit_class: PlatoonClass = msgspec.field(name="class")
    points: int
    name: Line = ""
    squads: int = 0
    recce: bool = False
    transport: bool = False
    allied: bool = False
    infantry_teams: int = 0
    skill: Skill | Literal[""] = ""
    motivation: Motivation | Literal[""] = ""
    company: IdOrEmpty = ""
    """Of several companies, the one that it belongs to."""


class AirSupport(msgspec.Struct, frozen=True):
    """A force's air support, with its price."""

    level: AirLevel
    points: int = 0


class Variant(msgspec.Struct, frozen=True):
    """FoW Fielding Variant Forces: a handbook's variant with its own limit."""

    name: Line
    limit: int = 0
    """Points that it may spend; 0 for the campaign's."""


class SquadChange(msgspec.Struct, frozen=True):
    """A squad or section more or fewer in a platoon, with the platoon's points afterwards."""

    platoon: Id
    change: Literal["add", "remove"]
    points: int


class SupportChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """Support platoons out and in."""

    remove: tuple[Id, ...] = ()
    add: tuple[Platoon, ...] = ()


class Swap(msgspec.Struct, frozen=True):
    """One platoon for another."""

    out: Id
    into: Platoon = msgspec.field(name="in")


class CoreChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One paid change of Combat or Weapons platoons: exactly one of the three."""

    add: Platoon | None = None
    remove: IdOrEmpty = ""
    swap: Swap | None = None


class ForceEntered(Event, frozen=True, kw_only=True, tag="fow.ForceEntered"):
    """FoW Choosing Your Force: a force with all its platoons."""

    force: Id
    side: Id
    company_type: CompanyType
    limit: int
    points: int
    """What it costs, air support included."""
    checked: Literal["list", "word"]
    """Whether the club's army list was asked, or the player's word taken."""
    platoons: tuple[Platoon, ...]
    member: IdOrEmpty = ""
    """Whose it is."""
    name: Line = ""
    company: Line = ""
    """What the company is called."""
    nation: Line = ""
    skill: Skill | Literal[""] = ""
    motivation: Motivation | Literal[""] = ""
    period: Line = ""
    handbook: Line = ""
    air: AirSupport | None = None
    variant: Variant | None = None
    companies: int = 1
    """How many companies it has."""


class ForceReorganised(Event, frozen=True, kw_only=True, tag="fow.ForceReorganised"):
    """FoW Reorganise: a force between two of its battles, changed as a whole."""

    force: Id
    points: int
    """What it costs afterwards."""
    line: IdOrEmpty = ""
    """Where its player commands, which pays; empty where they command nowhere."""
    squads: tuple[SquadChange, ...] = ()
    support: SupportChange | None = None
    air: AirSupport | None = None
    core: tuple[CoreChange, ...] = ()
    checked: Literal["list", "word"] = "word"


class ForceOrganised(Event, frozen=True, kw_only=True, tag="fow.ForceOrganised"):
    """Before a battle, for it alone: platoons attached out, put together or split."""

    line: Id
    battle: Id
    side: Id
    force: Id
    platoons: tuple[Id, ...]
    """The platoons that exist in this battle."""
    attached_out: tuple[Id, ...] = ()
    kampfgruppe: IdOrEmpty = ""
    squads: dict[Id, int] = msgspec.field(default_factory=dict)
    """Squads of the Kampfgruppe, by the platoon that they came from."""
    troops: dict[Id, tuple[Id, ...]] = msgspec.field(default_factory=dict)
    """Gun Troops by their battery."""
    allotted: dict[Id, Id] = msgspec.field(default_factory=dict)
    """Support platoons by the company that they were given to."""


class ArmyListImported(Event, frozen=True, kw_only=True, tag="fow.ArmyListImported"):
    """A club's own army list, for checking alone; reports never show it."""

    companies: int
    rows: int
    sheet_digest: Digest
    """SHA-256 of the sheet."""
    sheet: tuple["ListRow", ...]


class ListRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a club's army list."""

    company: Line
    type: Line
    platoon: Line
    unit_class: PlatoonClass = msgspec.field(name="class")
    least: int = msgspec.field(name="min", default=0)
    most: int = msgspec.field(name="max", default=0)
    points_min: int = 0
    points_max: int = 0
