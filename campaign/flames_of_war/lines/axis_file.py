"""FoW Axis of Attack: the form of an axis file, as a club writes it. Pure.

A campaign keeps the axis in a form of its own, `events/fow/axes.py`.
"""

from typing import Annotated, Literal

import msgspec

from campaign.text.json_values import JsonFields
from campaign.text.lines import ONE_LINE
from events.base import Slug
from events.fow.axes import AtLimit, Axis

FEWEST_SECTORS, MOST_SECTORS = 3, 15
"""Ruling 75: so many sectors a club's own axis may have."""

AxisSide = Literal["allies", "axis"]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=ONE_LINE)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=ONE_LINE)]
Place = Annotated[int, msgspec.Meta(ge=1, le=MOST_SECTORS)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
SomeDice = Annotated[int, msgspec.Meta(ge=1, le=12)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=99)]
Guns = Annotated[int, msgspec.Meta(ge=1, le=24)]
AntiTank = Annotated[int, msgspec.Meta(ge=1, le=30)]


class StartTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FoW Axis of Attack: the sector and mission of the first battle, and who attacks."""

    sector: Place
    mission: Slug
    attacker: AxisSide
    victory_points: dict[AxisSide, Points] = {}


class SectorTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FoW Axis of Attack: a sector, with the rules and the terrain that it adds."""

    place: Place
    id: Slug
    name: Title
    battle: bool | None = None
    """Whether battles are fought there; where left out, everywhere but in the objectives."""
    rules: tuple[Slug, ...] = ()
    terrain: tuple[Words, ...] = ()


class RuleTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FoW Axis of Attack: a special rule of a sector, with its numbers where it has some."""

    does: Words
    side: AxisSide | None = None
    """Whom it serves; both where left out."""
    when: Words | None = None
    dice: SomeDice | None = None
    needed: Die | None = None
    guns: Guns | None = None
    anti_tank: AntiTank | None = None
    firepower: Die | None = None


class ForcesTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FoW Axis of Attack: the companies that suit it, as a suggestion."""

    handbook: Title | None = None
    allies: tuple[Title, ...] = ()
    axis: tuple[Title, ...] = ()
    what_if: bool = True
    """Whether other companies may be chosen too; told to the players and never enforced."""


class HistoryTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FoW Axis of Attack: an attack as it happened: where it was made, and whether it succeeded."""

    date: Title
    attacker: AxisSide
    sector: Place
    won: bool = False


class AxisFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FoW Axis of Attack: a row of sectors, the objective of each side at either end."""

    id: Slug
    name: Title
    objective: dict[AxisSide, Place]
    """The place that each side must enter."""
    start: StartTable
    sector: tuple[SectorTable, ...]
    chart: str = ""
    """Its terrain chart; empty where the club has none."""
    at_limit: AtLimit = "stalemate"
    """Ruling 74: who has won once the rounds are over."""
    limit_suggested: tuple[Rounds, ...] = ()
    period: Title | None = None
    page: Title | None = None
    handbook: Title | None = None
    rule: dict[Slug, RuleTable] = {}
    forces: ForcesTable = ForcesTable()
    history: tuple[HistoryTable, ...] = ()


def axis_of(content: JsonFields) -> Axis:
    """An axis as a campaign keeps it, from a table that was found sound; by order of places."""
    file = msgspec.convert(content, AxisFile)
    goals = file.objective.values()
    sectors = [
        {**_given(sector), "battle": sector.place not in goals}
        for sector in sorted(file.sector, key=lambda sector: sector.place)
    ]
    sides = {"allies": file.forces.allies, "axis": file.forces.axis}
    table = {
        **_given(file),
        "sector": sectors,
        "rule": {slug: _given(rule) for slug, rule in file.rule.items()},
        "forces": {side: names for side, names in sides.items() if names},
        "handbook": file.forces.handbook or file.handbook or "",
    }
    return msgspec.convert(table, Axis)


def _given(part: msgspec.Struct) -> dict[str, object]:
    """What a table says: the fields that it does not leave out."""
    fields: dict[str, object] = msgspec.to_builtins(part)
    return {key: value for key, value in fields.items() if value is not None}


def table_of(axis: Axis) -> JsonFields:
    """An axis that a campaign keeps, as a file has it."""
    table: JsonFields = msgspec.to_builtins(axis)
    return table
