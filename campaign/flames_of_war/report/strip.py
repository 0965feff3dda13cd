"""The strip map of each line: sectors in order, and beneath them where each battle was. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import Battle, LineState, State, commander
from campaign.flames_of_war.turn_notes import Context, GameSection
from campaign.kernel.page_links import href
from campaign.kernel.pages import CorrectionMark

TRAIL, LEAST = 12, 2
"""How many battles a round's page shows beneath the sectors of all lines together, and of each at
least. The page of the whole campaign shows three times as many, and twelve of each at least."""


class StripSector(msgspec.Struct, frozen=True):
    """A sector of the map."""

    place: int
    name: str
    objective_of: str = ""
    """The side whose objective it is."""
    mark: str = ""
    """That side's mark."""
    is_now: bool = False


class TrailStep(msgspec.Struct, frozen=True):
    """A battle beneath the map."""

    number: int
    href: str
    before: int
    """How many sectors are left of it."""
    after: int
    winner: str
    """The side; empty where nobody has won."""
    mark: str
    sign: str
    """What became of it: an arrow for an advance, `=` where the line stayed."""
    words: str
    """The battle in words."""
    is_now: bool = False


class SideFigure(msgspec.Struct, frozen=True):
    """A side's points on a line, and who commands."""

    side: str
    mark: str
    name: str
    commander: str
    balance: int
    change: str


class LineStrip(msgspec.Struct, frozen=True):
    """A line."""

    id: str
    name: str
    sectors: tuple[StripSector, ...]
    """None in linked missions."""
    trail: tuple[TrailStep, ...]
    earlier: int
    """Battles before those of the trail."""
    stands: str
    """Where the line stands, in a sentence."""
    sides: tuple[SideFigure, ...]


class StripMaps(msgspec.Struct, frozen=True):
    """The section."""

    lines: tuple[LineStrip, ...]
    several: bool
    marks: Mapping[str, tuple[CorrectionMark, ...]]
    """Lines to the rulings that corrected their figures."""


def strip_maps(context: Context) -> StripMaps:
    """FoW Axis of Attack: each line on a round's page."""
    state = context.log.end
    most = max(LEAST, TRAIL // max(1, len(state.lines)))
    return _maps(context, most, context.log.turn)


def strip_maps_of_all(context: Context) -> StripMaps:
    """FoW Axis of Attack: each line on the page of the whole campaign."""
    most = max(TRAIL, 3 * TRAIL // max(1, len(context.log.end.lines)))
    return _maps(context, most, "")


def _maps(context: Context, most: int, here: str) -> StripMaps:
    state, start = context.log.end, context.log.notes.start
    lines = tuple(strip(state, start, line, most, here) for line in state.lines.values())
    return StripMaps(lines, len(lines) > 1, context.marks)


def strip(state: State, start: State, line: LineState, most: int, here: str = "") -> LineStrip:
    """A line: its map, the trail of its battles, and the points of its sides."""
    fought = [battle for battle in state.battles.values() if battle.line == line.id]
    waits = int(_is_next(state, line))
    shown = max(0, most - waits)
    trail = (
        _trail(state, line, fought, shown, here) if line.axis else _games(state, fought, most, here)
    )
    return LineStrip(
        line.id,
        line.name,
        tuple(_sectors(state, line)) if line.axis else (),
        trail,
        max(0, len(fought) + waits - len(trail)),
        stands(state, line),
        tuple(_figure(state, start if here else state, line, side) for side in state.sides),
    )


def _games(state: State, fought: Sequence[Battle], most: int, here: str) -> tuple[TrailStep, ...]:
    """FoW Linked Missions: the last games, each with its mission and its points."""
    return tuple(_game(state, battle, here) for battle in fought[-most:])


def _game(state: State, battle: Battle, here: str) -> TrailStep:
    mission = missions().get(battle.mission)
    attacks = side_words.verb(battle.attacker, "attacks", "attack")
    name = mission.name if mission else battle.mission
    what = f"{name}, {side_words.the(state, battle.attacker)} {attacks}"
    points = ", ".join(f"{state.sides[side]} {won}" for side, won in battle.points.items())
    return TrailStep(
        int(battle.id.rpartition("-")[2]),
        href(here, battle.round, f"battle-{battle.id}"),
        0,
        0,
        battle.winner,
        side_words.mark(state, battle.winner),
        {"running": "…", "reported": "?", "abandoned": "×"}.get(battle.state, "="),
        f"{what}{f': {points}' if points else ''}.",
    )


def _sectors(state: State, line: LineState) -> list[StripSector]:
    assert line.axis is not None
    owner = {place: side for side, place in line.axis.objective.items()}
    return [
        StripSector(
            sector.place,
            sector.name,
            owner.get(sector.place, ""),
            side_words.mark(state, owner.get(sector.place, "")),
            sector.place == line.sector,
        )
        for sector in sorted(line.axis.sector, key=lambda one: one.place)
    ]


def _trail(
    state: State, line: LineState, fought: Sequence[Battle], most: int, here: str
) -> tuple[TrailStep, ...]:
    """The last battles under their sectors, and the one that comes next."""
    assert line.axis is not None
    count = len(line.axis.sector)
    after = [*(battle.sector for battle in fought), line.sector][1:]
    first = max(0, len(fought) - most)
    steps = [
        _step(state, line, battle, to, count, here)
        for battle, to in zip(fought[first:], after[first:], strict=True)
    ]
    if _is_next(state, line):
        words = f"Battle {line.game} is next in {sector_name(line, line.sector)}."
        place = line.sector
        steps.append(
            TrailStep(line.game, "", place - 1, count - place, "", "", "next", words, is_now=True)
        )
    return tuple(steps)


def _is_next(state: State, line: LineState) -> bool:
    """Whether a line with sectors waits for a battle that has not begun."""
    over = state.decided or state.campaign.closed or line.phase == "settled"
    return bool(line.axis) and line.battle not in state.battles and not over


def _step(
    state: State, line: LineState, battle: Battle, to: int, count: int, here: str
) -> TrailStep:
    number = int(battle.id.rpartition("-")[2])
    sign, what = _sign(state, line, battle, to)
    return TrailStep(
        number,
        href(here, battle.round, f"battle-{battle.id}"),
        battle.sector - 1,
        count - battle.sector,
        battle.winner,
        side_words.mark(state, battle.winner),
        sign,
        f"Battle {number} in {sector_name(line, battle.sector)}: {what}.",
        is_now=battle.state in ("running", "reported"),
    )


def _sign(state: State, line: LineState, battle: Battle, to: int) -> tuple[str, str]:
    """What became of a battle, as a sign and in words."""
    match battle.state:
        case "running":
            return "…", "it is being fought"
        case "reported":
            return "?", "its result waits to be confirmed"
        case "abandoned":
            return "×", "it was not played"
    won = side_words.verb(battle.winner, "wins", "win")
    who = f"{side_words.the(state, battle.winner)} {won}" if battle.winner else "nobody wins"
    if to == battle.sector:
        return "=", f"{who}, and the line stays"
    goes = f"the line moves to {sector_name(line, to)}"
    return ("→" if to > battle.sector else "←"), f"{who}, and {goes}"


def sector_name(line: LineState, place: int) -> str:
    """A sector's name; its number where the line has none."""
    sector = line.at(place)
    return sector.name if sector else str(place)


def stands(state: State, line: LineState) -> str:
    """FoW Axis of Attack: where a line stands, and how far each side has to go."""
    if line.broken_by:
        place = sector_name(line, line.axis.objective[line.broken_by]) if line.axis else ""
        reached = side_words.verb(line.broken_by, "has reached its", "have reached their")
        return f"{side_words.first(state, line.broken_by)} {reached} objective, {place}."
    if line.axis is None:
        return ""
    goal = line.axis.objective
    ways = [f"{side_words.the(state, side)} {_far(line, place)}" for side, place in goal.items()]
    return f"The battle is for {sector_name(line, line.sector)}: {' and '.join(ways)}."


def _far(line: LineState, place: int) -> str:
    return f"{abs(place - line.sector)} from {sector_name(line, place)}"


def _figure(state: State, start: State, line: LineState, side: str) -> SideFigure:
    points = line.points[side]
    before = start.lines[line.id].points[side].balance if line.id in start.lines else 0
    change = points.balance - before
    battle = state.battles.get(line.battle)
    who = battle.commanders.get(side, "") if battle else commander(state, line.id, side)
    return SideFigure(
        side,
        side_words.mark(state, side),
        state.sides[side],
        state.campaign.called(who) if who else "",
        points.balance,
        f"{change:+d}".replace("-", "−") if change else "",
    )


STRIP = GameSection("map", "Map", "templates/strip.html", strip_maps, part="top")
STRIP_OF_ALL = GameSection("map", "Map", "templates/strip.html", strip_maps_of_all, part="top")
