"""Victory points by side and line: won and spent with their reasons, and a chart. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.flames_of_war import calendar
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import LineState, State
from campaign.flames_of_war.turn_notes import Context, GameSection, Log
from campaign.kernel.charts import step_line
from campaign.kernel.page_links import href
from campaign.kernel.pages import MorePage
from campaign.text.english import counted
from events.base import Event
from events.fow.battles import VictoryPointsWon
from events.fow.missions import VictoryPointsSpent
from events.fow.words import Result

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 112, 4, 14, 14
"""The chart's size, in the units of its drawing, and its margins."""
LEAST = 6
"""The scale reaches at least to this figure."""
RESULTS: dict[Result, str] = {
    "stunning": "stunning victory",
    "major": "major victory",
    "minor": "minor victory",
    "fair-fight": "drawn Fair Fight",
}


class PointsChange(msgspec.Struct, frozen=True):
    """Points won or spent, and for what."""

    mark: str
    side: str
    change: str
    reason: str
    href: str = ""


class SidePointsRow(msgspec.Struct, frozen=True):
    """A side on a line."""

    side: str
    mark: str
    name: str
    won: int
    spent: int
    balance: int
    last: int


class ChartSide(msgspec.Struct, frozen=True):
    """A side's points over the rounds."""

    side: str
    mark: str
    path: str
    end: tuple[float, float]
    label: float
    """How high its letters stand, apart from the other side's."""
    points: int


class PointsChart(msgspec.Struct, frozen=True):
    """The points that are left to each side, round by round."""

    sides: tuple[ChartSide, ...]
    zero: float
    peak: int
    first: str
    last: str
    words: str


class LinePoints(msgspec.Struct, frozen=True):
    """A line's points."""

    id: str
    name: str
    rows: tuple[SidePointsRow, ...]
    changes: tuple[PointsChange, ...]
    chart: PointsChart | None


class PointsView(msgspec.Struct, frozen=True):
    """The section."""

    lines: tuple[LinePoints, ...]
    several: bool
    charts: bool
    """Whether there are any: a round's page has them where there is one line."""
    whole: str
    """The page with every reason."""


class PointsRound(msgspec.Struct, frozen=True):
    """A round on the page of all points."""

    turn: str
    lines: tuple[tuple[str, tuple[PointsChange, ...]], ...]


FILE = "points.html"


def points(context: Context) -> PointsView:
    """FoW Victory Points: a round's page: who has how many, and what changed in this round."""
    return _view(context, context.log.turn)


def points_of_all(context: Context) -> PointsView:
    """FoW Victory Points: the page of the whole campaign."""
    return _view(context, "")


def _view(context: Context, here: str) -> PointsView:
    state, log = context.log.end, context.log
    charts = not here or len(state.lines) == 1
    lines = tuple(
        LinePoints(
            line.id,
            line.name,
            tuple(_row(state, line, side) for side in state.sides),
            tuple(changes(log, line.id, here)) if here else (),
            chart(context.past, line.id) if charts else None,
        )
        for line in state.lines.values()
    )
    return PointsView(lines, len(lines) > 1, any(line.chart for line in lines), FILE)


def _row(state: State, line: LineState, side: str) -> SidePointsRow:
    has = line.points[side]
    return SidePointsRow(
        side,
        side_words.mark(state, side),
        state.sides[side],
        has.won,
        has.spent,
        has.balance,
        has.last,
    )


def changes(log: Log, line: str, here: str = "") -> Iterator[PointsChange]:
    """FoW Victory Points, FoW Axis of Attack: what changed points of a line in a round."""
    state = log.end
    for told in log.notes.told:
        event = told.event
        if isinstance(event, VictoryPointsWon) and event.line == line:
            for side, won in event.points.items():
                yield _change(log, side, won, _won_by(state, event, side), event.battle, here)
        elif isinstance(event, VictoryPointsSpent) and event.line == line:
            yield _change(log, event.side, -event.points, paid_for(event), "", here)


def _change(log: Log, side: str, change: int, reason: str, battle: str, here: str) -> PointsChange:
    state = log.end
    return PointsChange(
        side_words.mark(state, side),
        side,
        f"{change:+d}".replace("-", "−"),
        reason,
        href(here, log.turn, f"battle-{battle}") if battle in state.battles else "",
    )


def _won_by(state: State, event: VictoryPointsWon, side: str) -> str:
    """`major victory, battle 3: Breakthrough`."""
    known = state.battles.get(event.battle)
    mission = missions().get(known.mission) if known else None
    what = RESULTS[event.result]
    if event.result != "fair-fight":
        what = f"{what} won" if side == event.winner else f"{what} of the enemy"
    number = event.battle.rpartition("-")[2]
    return f"{what} (battle {number}{f', {mission.name}' if mission else ''})"


def paid_for(event: Event) -> str:
    """FoW Axis of Attack, FoW Reorganise: what points were paid for."""
    on = event.on if isinstance(event, VictoryPointsSpent) else ""
    return {"mission": "another mission", "reorganise": "reorganising the force"}.get(on, on)


# --- the chart ----------------------------------------------------------------------------------


def chart(logs: Sequence[Log], line: str) -> PointsChart | None:
    """What is left to each side of a line, from the beginning to the round's end."""
    last = logs[-1].end
    if line not in last.lines or len(last.battles) == 0:
        return None
    series = {side: [_balance(log, line, side) for log in logs] for side in last.sides}
    for side, values in series.items():
        at = logs[0].notes.start.lines.get(line)
        values.insert(0, at.points[side].balance if at else 0)
    found = [value for values in series.values() for value in values]
    peak, least = max(LEAST, *found), min(0, *found)
    rounds = max(calendar.number(last.campaign.last_turn), len(logs))
    step = (WIDTH - LEFT - 40) / rounds

    def height(value: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (peak - value) / (peak - least), 1)

    ends = {side: height(values[-1]) for side, values in series.items()}
    labels = _apart(ends)
    sides = tuple(
        ChartSide(
            side,
            side_words.mark(last, side),
            step_line([height(value) for value in values], LEFT, step),
            (round(LEFT + (len(values) - 1) * step, 1), ends[side]),
            labels[side],
            values[-1],
        )
        for side, values in series.items()
    )
    words = "; ".join(
        f"{last.sides[side]} from {values[0]} to {values[-1]}, at most {max(values)}"
        for side, values in series.items()
    )
    told = f"Points left after each of {counted(len(logs), 'round')}: {words}"
    return PointsChart(sides, height(0), peak, "1", str(rounds), told)


def _balance(log: Log, line: str, side: str) -> int:
    known = log.end.lines.get(line)
    return known.points[side].balance if known else 0


def _apart(heights: dict[str, float], least: float = 13) -> dict[str, float]:
    """Heights for letters, at least so far from each other."""
    (upper, high), (lower, low) = sorted(heights.items(), key=lambda pair: pair[1])
    missing = max(0.0, least - (low - high)) / 2
    return {upper: round(high - missing + 4, 1), lower: round(low + missing + 4, 1)}


# --- every reason -------------------------------------------------------------------------------


def points_page(context: Context) -> MorePage:
    """FoW Victory Points: all points won and spent, round by round."""
    return MorePage(
        FILE,
        "Victory points",
        "templates/points_page.html",
        lambda: tuple(_rounds(context)),
        "Every victory point won and spent, with its reason.",
        listed=True,
    )


def _rounds(context: Context) -> Iterator[PointsRound]:
    for log in reversed(context.logs):
        lines = [(line.name, tuple(changes(log, line.id))) for line in log.end.lines.values()]
        found = tuple((name, rows) for name, rows in lines if rows)
        if found:
            yield PointsRound(log.turn, found)


POINTS = GameSection("points", "Points", "templates/points.html", points)
POINTS_OF_ALL = GameSection("points", "Points", "templates/points.html", points_of_all, part="top")
