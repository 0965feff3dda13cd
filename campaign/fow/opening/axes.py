"""FoW Axis of Attack: the kit's axes, and a club's own from a file. Pure, but for files."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from campaign.fow.csv_tables import table
from campaign.fow.missions.catalogue import missions
from campaign.fow.terrain.charts import charts
from campaign.text import english, json_values, moments
from campaign.text.english import counted, listed
from campaign.text.shapes import Fault, Reading, as_written, line_numbers, line_of, near
from events.base import Slug
from events.fow.axes import AtLimit, Axis, Sector, SectorRule

# --- FoW Axis of Attack: the way along an axis, towards either objective ------------------------

COUNTERBATTERY = "counterbattery"
"""The guns that fire before an attack."""


def sector_at(axis: Axis, place: int) -> Sector:
    """The sector of a place; places are counted from 1."""
    return next(sector for sector in axis.sector if sector.place == place)


def onward(axis: Axis, side: str, place: int) -> int:
    """FoW Axis of Attack: the next place towards a side's objective (p. 239)."""
    goal = axis.objective[side]
    return place + (goal > place) - (goal < place)


def distance(axis: Axis, side: str, place: int) -> int:
    """How many sectors a side still has to advance."""
    return abs(axis.objective[side] - place)


def rules_at(axis: Axis, place: int, attacker: str = "") -> dict[str, SectorRule]:
    """FoW Axis of Attack: the special rules of a sector, by slug.

    FoW ruling 16: Counterbattery only where the side that it serves attacks (p. 234), if that is
    settled.
    """
    rules = {slug: axis.rule[slug] for slug in sector_at(axis, place).rules if slug in axis.rule}
    guns = rules.get(COUNTERBATTERY)
    if guns is not None and attacker and guns.side not in ("", attacker):
        del rules[COUNTERBATTERY]
    return rules


# --- FoW Anzio: the axes of attack that the book gives ------------------------------------------

KIT = ("anzio",)
"""The built-in axes by their ids."""


@cache
def kit_axis(name: str) -> Axis:
    """A built-in axis. Raises `FileNotFoundError` for any other."""
    import tomllib  # slow to load

    return msgspec.convert(tomllib.loads(axis_text(name)), Axis)


def axis_text(name: str) -> str:
    """An axis file as it was written, or `template`."""
    return table(f"axes/{name}.toml")


# --- FoW Axis of Attack: the form of an axis file, as a club writes it --------------------------
#
# A campaign keeps the axis in a form of its own, `events/fow/axes.py`.

FEWEST_SECTORS, MOST_SECTORS = 3, 15
"""Ruling 75: so many sectors a club's own axis may have."""

AxisSide = Literal["allies", "axis"]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=moments.ONE_LINE)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=moments.ONE_LINE)]
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


def axis_of(content: json_values.JsonFields) -> Axis:
    """An axis as a campaign keeps it, from a table that was found sound; by order of places."""
    file = msgspec.convert(content, AxisFile)
    goals = file.objective.values()
    sectors = [
        {**_stated(sector), "battle": sector.place not in goals}
        for sector in sorted(file.sector, key=lambda sector: sector.place)
    ]
    sides = {"allies": file.forces.allies, "axis": file.forces.axis}
    table = {
        **_stated(file),
        "sector": sectors,
        "rule": {slug: _stated(rule) for slug, rule in file.rule.items()},
        "forces": {side: names for side, names in sides.items() if names},
        "handbook": file.forces.handbook or file.handbook or "",
    }
    return msgspec.convert(table, Axis)


def _stated(part: msgspec.Struct) -> dict[str, object]:
    """What a table says: the fields that it does not leave out."""
    fields: dict[str, object] = msgspec.to_builtins(part)
    return {key: value for key, value in fields.items() if value is not None}


def table_of(axis: Axis) -> json_values.JsonFields:
    """An axis that a campaign keeps, as a file has it."""
    table: json_values.JsonFields = msgspec.to_builtins(axis)
    return table


# --- FoW Axis of Attack: a club's own axis: every fault at once, each with its line -------------
#
# The file is checked as a whole: first its shape, then whether its parts agree.

_PARTS = tuple(AxisFile.__struct_fields__)
_SIDES = ("allies", "axis")
_TAKEN = (*KIT, "linked", "team")
_DATE = r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?"


class AxisJudgement(msgspec.Struct, frozen=True):
    """The result of checking an axis: the axis or its faults, and notes."""

    axis: Axis | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()


def judge_text(text: str, *, as_json: bool = False) -> AxisJudgement:
    """FoW Axis of Attack: a club's axis file; each fault tells its line.

    What is nested deeper than the parser allows may still be too deep for whoever judges it.
    """
    import json
    import tomllib

    form = "JSON" if as_json else "TOML"
    try:
        plain = text.removeprefix("\ufeff")
        content = json.loads(plain) if as_json else tomllib.loads(plain)
        if isinstance(content, Mapping):
            return with_lines(judge(content), text, as_json=as_json)
    except (ValueError, RecursionError) as error:
        return AxisJudgement(None, (Fault("", json_values.not_written_as(form, error)),))
    wrong = f"expected keys with values, got {as_written(content)}"
    return AxisJudgement(None, (Fault("", wrong),))


def with_lines(judgement: AxisJudgement, text: str, *, as_json: bool = False) -> AxisJudgement:
    """A judgement whose faults and notes tell their lines in the file, in order of these."""
    lines = line_numbers(text, json=as_json)

    def placed(faults: Iterable[Fault]) -> tuple[Fault, ...]:
        numbered = sorted(
            ((line_of(fault.where, lines), fault) for fault in faults), key=lambda one: one[0]
        )
        return tuple(
            Fault(f"line {line}, {fault.where}", fault.text) if line else fault
            for line, fault in numbered
        )

    return AxisJudgement(judgement.axis, placed(judgement.faults), placed(judgement.notes))


def judge(content: json_values.JsonFields, *, taken: Collection[str] = _TAKEN) -> AxisJudgement:
    """FoW Axis of Attack: a club's axis, already read into a table.

    `taken`: ids that it may not bear, as they are those of scenarios.
    """
    reading = Reading()
    content = _uncited(content)
    read = reading.read(content, AxisFile)
    sectors = tuple(msgspec.convert(item, SectorTable) for item in read.get("sector", ()))
    findings = (
        *_names(read, taken),
        *_places(sectors, whole=not any("sector[" in fault.where for fault in reading.faults)),
        *_objectives(read, sectors),
        *_start(read, sectors),
        *_battles(read, sectors),
        *_rules(read, sectors),
        *_limit(read),
        *_history(read, sectors),
    )
    placed = [reading.placed(fault) for fault in findings]
    faults = [*reading.faults, *(fault for fault in placed if not reading.has_below(fault))]
    if faults:
        return AxisJudgement(None, tuple(sorted(faults, key=_in_order)), _notes(read))
    return AxisJudgement(axis_of(content), (), _notes(read))


def _uncited(content: json_values.JsonFields) -> json_values.JsonFields:
    """A table without `lines`, which a file may have in any of its tables to cite its source."""
    bare = {key: _bare(value) for key, value in content.items() if key != "lines"}
    rules = content.get("rule")
    if isinstance(rules, Mapping) and "lines" in rules:
        bare["rule"] = {**bare["rule"], "lines": _bare(rules["lines"])}
    return bare


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _uncited(value)
    return [_bare(part) for part in value] if isinstance(value, list) else value


def _in_order(fault: Fault) -> int:
    """Faults in the order of an axis's parts; unknown keys come first."""
    part = fault.where.split(".")[0].split("[")[0]
    return _PARTS.index(part) if part in _PARTS else -1


def _names(read: json_values.JsonFields, taken: Collection[str]) -> Iterator[Fault]:
    if (name := read.get("id")) in taken:
        yield Fault("id", f"{name} is built in; give yours an id of its own")
    chart = read.get("chart", "")
    if chart and chart not in charts():
        yield Fault("chart", f"there is no {as_written(chart)}; {near(chart, list(charts()))}")


def _places(sectors: Sequence[SectorTable], *, whole: bool) -> Iterator[Fault]:
    """Ruling 75: three to fifteen sectors, whose places leave no gap."""
    count = len(sectors)
    if whole and not FEWEST_SECTORS <= count <= MOST_SECTORS:
        span = f"{FEWEST_SECTORS} to {MOST_SECTORS} sectors"
        yield Fault("sector", f"an axis has {span}, and this one {count or 'none'}")
    places = [sector.place for sector in sectors]
    for number, sector in enumerate(sectors, 1):
        if sector.place in places[: number - 1]:
            first = places.index(sector.place) + 1
            text = f"place {sector.place} is taken by sector {first} of the list"
            yield Fault(f"sector[{number}].place", text)
        if any(sector.id == other.id for other in sectors[: number - 1]):
            yield Fault(f"sector[{number}].id", f"{sector.id} is listed twice")
        for rule in Counter(sector.rules) - Counter({*sector.rules}):
            yield Fault(f"sector[{number}].rules", f"{rule} is listed twice")
    missing = sorted(set(range(1, max(places, default=0) + 1)) - set(places))
    if whole and missing:
        many = "place" if len(missing) == 1 else "places"
        wrong = f"no sector has {many} {listed(map(str, missing))}"
        yield Fault("sector", f"{wrong}; places are counted from 1 without a gap")


def _objectives(read: json_values.JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    """FoW Axis of Attack: the first and the last sector are the objectives (p. 237)."""
    goals = read.get("objective")
    if goals is None:
        return
    last = max((sector.place for sector in sectors), default=0)
    for side in _SIDES:
        where = f"objective.{side}"
        if side not in goals:
            yield Fault("objective", f"{side} is missing; write the place that they must enter")
        elif last and goals[side] not in (1, last):
            yield Fault(where, f"an objective is at an end: place 1 or {last}, not {goals[side]}")
    if len(goals) > 1 and goals["allies"] == goals["axis"]:
        yield Fault("objective.axis", "both sides have the same objective; each has an end")


def _start(read: json_values.JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    start = read.get("start")
    if start is None:
        return
    mission, place = start["mission"], start["sector"]
    if mission not in missions():
        text = f"there is no mission {as_written(mission)}; {near(mission, list(missions()))}"
        yield Fault("start.mission", text)
    places = {sector.place for sector in sectors}
    if places and place not in places:
        yield Fault("start.sector", f"there is no place {place}; there is 1 to {max(places)}")
    elif place in read.get("objective", {}).values():
        text = f"place {place} is an objective, where no battle is fought"
        yield Fault("start.sector", f"{text}; start between the objectives")


def _battles(read: json_values.JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    """Ruling 15: battles are fought in every sector but the objectives."""
    goals = read.get("objective")
    if goals is None:
        return
    for number, sector in enumerate(sectors, 1):
        where = f"sector[{number}].battle"
        if sector.battle is True and sector.place in goals.values():
            yield Fault(where, "no battle is fought in an objective; leave it out or write false")
        if sector.battle is False and sector.place not in goals.values():
            yield Fault(where, "false is for the objectives alone; leave it out or write true")


def _rules(read: json_values.JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    known = [*read.get("rule", {})]
    for number, sector in enumerate(sectors, 1):
        for rule in dict.fromkeys(sector.rules):
            if rule not in known:
                text = f"no table [rule.{rule}] says what it does{english.near(rule, known)}"
                yield Fault(f"sector[{number}].rules", text)


def _limit(read: json_values.JsonFields) -> Iterator[Fault]:
    rounds = read.get("limit_suggested", ())
    if rounds and (len(rounds) != 2 or rounds[0] > rounds[1]):
        yield Fault("limit_suggested", "write two numbers of rounds, the fewer first: [6, 10]")


def _history(read: json_values.JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    places = {sector.place for sector in sectors}
    for number, battle in enumerate(read.get("history", ()), 1):
        where = f"history[{number}]"
        if not re.fullmatch(_DATE, battle["date"]):
            right = "write it as 1944-01-25, or without the day"
            yield Fault(f"{where}.date", f"{as_written(battle['date'])} is no date; {right}")
        place = battle["sector"]
        if places and place not in places:
            yield Fault(
                f"{where}.sector", f"there is no place {place}; there is 1 to {max(places)}"
            )
        elif place in read.get("objective", {}).values():
            text = f"place {place} is an objective, where no battle is fought"
            yield Fault(f"{where}.sector", f"{text}; write where the attack was made")


def _notes(read: json_values.JsonFields) -> tuple[Fault, ...]:
    """Things that are allowed, but may be mistakes."""
    used = {rule for sector in read.get("sector", ()) for rule in sector.get("rules", ())}
    unused = (
        Fault(f"rule.{rule}", "no sector names this rule")
        for rule in read.get("rule", {})
        if rule not in used
    )
    bare = (Fault("chart", "no terrain chart: the players set up the table as they agree"),)
    return (*(bare if not read.get("chart") else ()), *unused)


# --- FoW Axis of Attack: an axis file to fill in, and what a file is found to hold --------------


def summary(axis: Axis) -> Iterable[str]:
    """FoW Axis of Attack: what a sound file holds, line by line."""
    yield f"{axis.name}: {counted(len(axis.sector), 'sector')}"
    for sector in axis.sector:
        yield f"{sector.place}. {sector.name}{_about(axis, sector.place)}"
    start = axis.start
    mission, attacker = missions()[start.mission].name, _side(start.attacker)
    yield f"First battle: {sector_at(axis, start.sector).name}, {mission}; the {attacker} attack"
    if points := {side: number for side, number in start.victory_points.items() if number}:
        each = (f"{_side(side)} {number}" for side, number in sorted(points.items()))
        yield f"Victory points at the start: {', '.join(each)}"
    yield f"Terrain chart: {charts()[axis.chart].name if axis.chart else 'none'}"
    winner = "a stalemate" if axis.at_limit == "stalemate" else f"the {_side(axis.at_limit)} win"
    yield f"When the rounds are over: {winner}"
    if axis.history:
        yield f"History to compare with: {counted(len(axis.history), 'battle')}"


def _about(axis: Axis, place: int) -> str:
    goals = [_side(side) for side, goal in sorted(axis.objective.items()) if goal == place]
    parts = [f"objective of the {goals[0]}"] if goals else []
    if rules := sector_at(axis, place).rules:
        parts.append(f"{'rules' if len(rules) > 1 else 'rule'} {listed(rules)}")
    return f" ({'; '.join(parts)})" if parts else ""


def _side(side: str) -> str:
    return side.capitalize()
