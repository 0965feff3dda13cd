"""FoW Axis of Attack: a club's own axis: every fault at once, each with its line. Pure.

The file is checked as a whole: first its shape, then whether its parts agree.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from campaign.flames_of_war.lines.axis_file import (
    FEWEST_SECTORS,
    MOST_SECTORS,
    AxisFile,
    SectorTable,
    axis_of,
)
from campaign.flames_of_war.lines.kit import KIT
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.terrain.charts import charts
from campaign.text import suggest
from campaign.text.english import listed
from campaign.text.json_values import JsonFields, not_written_as
from campaign.text.line_numbers import line_numbers, line_of
from campaign.text.shapes import Fault, Reading, as_written, near
from events.fow.axes import Axis

_PARTS = tuple(AxisFile.__struct_fields__)
_SIDES = ("allies", "axis")
_TAKEN = (*KIT, "linked", "team")
_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


class AxisJudgement(msgspec.Struct, frozen=True):
    """The result of checking an axis: the axis or its faults, and notes."""

    axis: Axis | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()


def judge_text(text: str, *, as_json: bool = False) -> AxisJudgement:
    """FoW Axis of Attack: a club's axis file; each fault tells its line.

    What is nested deeper than the parser allows may still be too deep for whoever judges it.
    """
    form = "JSON" if as_json else "TOML"
    try:
        plain = text.removeprefix("\ufeff")
        content = json.loads(plain) if as_json else tomllib.loads(plain)
        if isinstance(content, Mapping):
            return with_lines(judge(content), text, as_json=as_json)
    except (ValueError, RecursionError) as error:
        return AxisJudgement(None, (Fault("", not_written_as(form, error)),))
    wrong = f"expected keys with values, got {as_written(content)}"
    return AxisJudgement(None, (Fault("", wrong),))


def with_lines(judgement: AxisJudgement, text: str, *, as_json: bool = False) -> AxisJudgement:
    """A judgement whose faults and notes tell their lines in the file, in order of these."""
    lines = line_numbers(text, json=as_json)

    def told(faults: Iterable[Fault]) -> tuple[Fault, ...]:
        found = sorted(((line_of(fault.where, lines), fault) for fault in faults), key=_line)
        return tuple(
            Fault(f"line {line}, {fault.where}", fault.text) if line else fault
            for line, fault in found
        )

    return AxisJudgement(judgement.axis, told(judgement.faults), told(judgement.notes))


def _line(placed: tuple[int, Fault]) -> int:
    return placed[0]


def judge(content: JsonFields, *, taken: Collection[str] = _TAKEN) -> AxisJudgement:
    """FoW Axis of Attack: a club's axis, already read into a table.

    `taken`: ids that it may not bear, as they are those of scenarios.
    """
    reading = Reading()
    content = _uncited(content)
    read = reading.read(content, AxisFile)
    sectors = tuple(msgspec.convert(item, SectorTable) for item in read.get("sector", ()))
    found = (
        *_names(read, taken),
        *_places(sectors, whole=not any("sector[" in fault.where for fault in reading.faults)),
        *_objectives(read, sectors),
        *_start(read, sectors),
        *_battles(read, sectors),
        *_rules(read, sectors),
        *_limit(read),
        *_history(read, sectors),
    )
    placed = [reading.placed(fault) for fault in found]
    faults = [*reading.faults, *(fault for fault in placed if not reading.has_below(fault))]
    if faults:
        return AxisJudgement(None, tuple(sorted(faults, key=_in_order)), _notes(read))
    return AxisJudgement(axis_of(content), (), _notes(read))


def _uncited(content: JsonFields) -> JsonFields:
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


def _twice(words: Iterable[str]) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


def _names(read: JsonFields, taken: Collection[str]) -> Iterator[Fault]:
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
        for rule in _twice(sector.rules):
            yield Fault(f"sector[{number}].rules", f"{rule} is listed twice")
    missing = sorted(set(range(1, max(places, default=0) + 1)) - set(places))
    if whole and missing:
        many = "place" if len(missing) == 1 else "places"
        wrong = f"no sector has {many} {listed(map(str, missing))}"
        yield Fault("sector", f"{wrong}; places are counted from 1 without a gap")


def _objectives(read: JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
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


def _start(read: JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
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


def _battles(read: JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
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


def _rules(read: JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    known = [*read.get("rule", {})]
    for number, sector in enumerate(sectors, 1):
        for rule in dict.fromkeys(sector.rules):
            if rule not in known:
                text = f"no table [rule.{rule}] says what it does{suggest.near(rule, known)}"
                yield Fault(f"sector[{number}].rules", text)


def _limit(read: JsonFields) -> Iterator[Fault]:
    rounds = read.get("limit_suggested", ())
    if rounds and (len(rounds) != 2 or rounds[0] > rounds[1]):
        yield Fault("limit_suggested", "write two numbers of rounds, the fewer first: [6, 10]")


def _history(read: JsonFields, sectors: Sequence[SectorTable]) -> Iterator[Fault]:
    places = {sector.place for sector in sectors}
    for number, battle in enumerate(read.get("history", ()), 1):
        where = f"history[{number}]"
        if not _DATE.fullmatch(battle["date"]):
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


def _notes(read: JsonFields) -> tuple[Fault, ...]:
    """Things that are allowed, but may be mistakes."""
    used = {rule for sector in read.get("sector", ()) for rule in sector.get("rules", ())}
    unused = (
        Fault(f"rule.{rule}", "no sector names this rule")
        for rule in read.get("rule", {})
        if rule not in used
    )
    bare = (Fault("chart", "no terrain chart: the players set up the table as they agree"),)
    return (*(bare if not read.get("chart") else ()), *unused)
