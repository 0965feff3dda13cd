"""The timeline of a campaign: plain numbers, drawn as SVG on the page of the campaign. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.charts import ChartTick, step_line
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.timeline.marks import (
    MINORS,
    CourseEvent,
    CourseSpan,
    flags_of,
    in_words,
    minors_fallen,
    promotions_of,
    wars_of,
)
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log

HEAD, ROW = 36, 44
"""The heights of the head and of a row, in pixels; the style sheet has the same."""
NARROWEST, WIDEST, WIDE = 24, 60, 864
"""How wide a turn's column is: as narrow as its letters, and as wide as a sheet leaves room."""
LEAST = 6
"""The scale of points reaches at least to this figure."""
_POINTS, _DOTS, _BAND = (4, 24), 31, 37
"""Within a row: the points from top to bottom, the middle of the dots, the top of the bands."""


class DrawnBand(msgspec.Struct, frozen=True):
    """A war."""

    x: float
    y: float
    width: float
    is_major: bool
    title: str


class DrawnMark(msgspec.Struct, frozen=True):
    """A dot or a flag."""

    x: float
    y: float
    kind: str
    count: int
    title: str


class CourseRow(msgspec.Struct, frozen=True):
    """A power, or the minor countries together."""

    power: str
    name: str
    points: int | None
    """Veto points now; None for minor countries."""
    y: int
    line: str
    area: str
    bands: tuple[DrawnBand, ...]
    dots: tuple[DrawnMark, ...]
    flags: tuple[DrawnMark, ...]
    words: str
    """The row in words."""


class CourseOfWar(msgspec.Struct, frozen=True):
    """The section of the page of the whole campaign."""

    width: int
    height: int
    rows: tuple[CourseRow, ...]
    years: tuple[ChartTick, ...]
    months: tuple[ChartTick, ...]
    now: float
    """Where the latest turn ends; 0 once the campaign is over."""


def course(context: Context) -> CourseOfWar:
    """LiF 4: the whole campaign in one picture."""
    logs, shared = context.logs, context.log.end.campaign
    turns = list(calendar.CALENDAR.turns(shared.first_turn, shared.last_turn))
    column = min(max(NARROWEST, WIDE // len(turns)), WIDEST)
    peak = max(LEAST, *(points for log in logs for points in log.end.veto_points.values()))
    rows = [*(_row(logs, power, place, column, peak) for place, power in enumerate(POWERS))]
    minors = _minors(logs, len(rows), column)
    if minors.flags or minors.dots:
        rows.append(minors)
    return CourseOfWar(
        column * len(turns) + 1,
        HEAD + ROW * len(rows),
        tuple(rows),
        tuple(
            ChartTick(column * place, turn[:4])
            for place, turn in enumerate(turns)
            if not place or calendar.starts_year(turn)
        ),
        tuple(ChartTick(column * (place + 0.5), turn[5:]) for place, turn in enumerate(turns)),
        0 if shared.closed else column * len(logs),
    )


def _row(logs: Sequence[Log], power: str, place: int, column: int, peak: int) -> CourseRow:
    top = HEAD + ROW * place
    series = [logs[0].notes.start.veto_points.get(power, 0)]
    series += [log.end.veto_points.get(power, 0) for log in logs]
    first, last = top + _POINTS[0], top + _POINTS[1]
    heights = [round(last - (last - first) * value / peak, 1) for value in series]
    line = step_line(heights, 0, column)
    spans, flags = tuple(wars_of(logs, power)), tuple(flags_of(logs, power))
    dots = tuple(promotions_of(logs, power))
    points = f"Veto points from {series[0]} to {series[-1]}, at most {max(series)}."
    return CourseRow(
        power,
        POWER_NAMES[power],
        series[-1],
        top,
        line,
        f"{line}V{last}H0Z",
        tuple(_band(span, top, column) for span in spans),
        tuple(_dot(dot, top, column) for dot in dots),
        tuple(_flag(flag, top, column) for flag in flags),
        f"{in_words(spans, flags, dots)} {points}",
    )


def _minors(logs: Sequence[Log], place: int, column: int) -> CourseRow:
    top = HEAD + ROW * place
    flags, dots = tuple(minors_fallen(logs)), tuple(promotions_of(logs, MINORS))
    return CourseRow(
        MINORS,
        "Minor countries",
        None,
        top,
        "",
        "",
        (),
        tuple(_dot(dot, top, column) for dot in dots),
        tuple(_flag(flag, top, column) for flag in flags),
        in_words((), flags, dots),
    )


def _band(span: CourseSpan, top: int, column: int) -> DrawnBand:
    width = column * (span.last - span.first + 1)
    return DrawnBand(column * span.first, top + _BAND, width, span.is_major, span.words)


def _dot(dot: CourseEvent, top: int, column: int) -> DrawnMark:
    """In the middle of its column; with a count beside it, further left."""
    lead = 5.5 if dot.count > 1 else 0.0
    x = column * (dot.place + 0.5) - lead
    return DrawnMark(x, top + _DOTS, dot.kind, dot.count, dot.words)


def _flag(flag: CourseEvent, top: int, column: int) -> DrawnMark:
    return DrawnMark(column * flag.place + 4.5, top + 3, flag.kind, flag.count, flag.words)


COURSE = GameSection(
    "course",
    "The course of the war",
    "timeline/templates/course.html",
    course,
    part="top",
)
