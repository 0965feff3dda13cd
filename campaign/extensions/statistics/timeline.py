"""LiF 4: the timeline of a campaign: wars, conquests and promotions, turn by turn. Pure."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from campaign.kernel.pages import ChartTick, step_line
from campaign.lif import calendar
from campaign.lif.names import country, the_country
from campaign.lif.politics.war_history import enemies, war_steps
from campaign.lif.roster import POWER_NAMES, POWERS
from campaign.lif.story.facts import WarStep
from campaign.lif.turn_notes import Context, GameSection, Log
from campaign.text.english import capital, counted, listed

# --- LiF 4: wars as bands, conquests as flags, promotions as dots, of a power turn by turn ------

MINORS = "minors"


class TimelineSpan(msgspec.Struct, frozen=True):
    """Turns on end in which a power was at war, by their places."""

    first: int
    last: int
    is_major: bool
    """Whether against a major power."""
    words: str


class TimelineEvent(msgspec.Struct, frozen=True):
    """What happened to a power in a turn, by the turn's place."""

    place: int
    kind: str
    """`promoted`, `conquered`, `partly` or `freed`."""
    count: int
    words: str


def wars_of(logs: Sequence[Log], power: str) -> Iterator[TimelineSpan]:
    """When a power was at war, as its turns ended."""
    at_war: list[tuple[int, bool]] = []
    for place, log in enumerate(logs):
        if foes := enemies(log.end, power):
            at_war.append((place, foes[0] in POWERS))
    for _, run in groupby(enumerate(at_war), key=lambda one: (one[1][0] - one[0], one[1][1])):
        turns = [turn for _, turn in run]
        (first, is_major), last = turns[0], turns[-1][0]
        against = "other powers" if is_major else "minor countries"
        words = f"At war with {against}: {between(logs[first].turn, logs[last].turn)}"
        yield TimelineSpan(first, last, is_major, words)


def between(first: str, last: str) -> str:
    """From one turn to another, in words."""
    if first == last:
        return calendar.in_words(first)
    return f"{calendar.in_words(first)} to {calendar.in_words(last)}"


# --- flags and dots -----------------------------------------------------------------------------


def flags_of(logs: Sequence[Log], power: str) -> Iterator[TimelineEvent]:
    """LiF 4.1, 4.2: where a power was conquered, split or freed."""
    for place, log in enumerate(logs):
        steps = war_steps(log.notes.facts)
        for step in steps:
            if step.what in ("conquest", "vichy") and step.who == power:
                kind, words = _flag_kind(step)
                yield TimelineEvent(place, kind, 1, f"{words}, {calendar.in_words(log.turn)}")


def _flag_kind(step: WarStep) -> tuple[str, str]:
    """The kind of flag, and what happened."""
    if step.status in ("installed", "collapsed"):
        kind = "partly" if step.status == "installed" else "freed"
        return kind, f"Vichy France {step.status}"
    if step.status == "free":
        return "freed", f"{country(step.who)} liberated"
    kind = "conquered" if step.status == "complete" else "partly"
    return kind, f"{country(step.who)} {step.status}ly conquered"


def minors_fallen(logs: Sequence[Log]) -> Iterator[TimelineEvent]:
    """LiF 4.1: the minor countries that were conquered, turn by turn."""
    for place, log in enumerate(logs):
        fallen = [
            step for step in war_steps(log.notes.facts)
            if step.what == "minor" and step.status == "conquered"
        ]  # fmt: skip
        if fallen:
            by = {step.other: None for step in fallen}
            words = "; ".join(
                f"{listed(the_country(one.who) for one in fallen if one.other == power)} "
                f"conquered by {the_country(power)}"
                for power in by
            )
            text = f"{capital(words)}, {calendar.in_words(log.turn)}"
            yield TimelineEvent(place, "conquered", len(fallen), text)


def promotions_of(logs: Sequence[Log], power: str) -> Iterator[TimelineEvent]:
    """LiF 4.1: the promotions of a power's leaders, or of all minor countries', turn by turn."""
    for place, log in enumerate(logs):
        sheet = log.end.sheet
        names = [
            sheet[draw.leader].name
            for draw in log.notes.results("promoted")
            if (owner := sheet[draw.leader].power) == power
            or (power == MINORS and owner not in POWERS)
        ]
        if names:
            text = f"{listed(names)} promoted, {calendar.in_words(log.turn)}"
            yield TimelineEvent(place, "promoted", len(names), text)


def in_words(
    spans: Sequence[TimelineSpan], flags: Sequence[TimelineEvent], dots: Sequence[TimelineEvent]
) -> str:
    """A row for those who do not see the picture."""
    promoted = sum(dot.count for dot in dots)
    parts = [
        *(span.words for span in spans),
        *(flag.words for flag in flags),
        *([counted(promoted, "promotion")] if promoted else []),
    ]
    return f"{'. '.join(parts)}." if parts else "Nothing to show."


# --- The timeline of a campaign: plain numbers, drawn as SVG on the page of the campaign --------

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


class TimelineRow(msgspec.Struct, frozen=True):
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


class WarTimeline(msgspec.Struct, frozen=True):
    """The section of the page of the whole campaign."""

    width: int
    height: int
    rows: tuple[TimelineRow, ...]
    years: tuple[ChartTick, ...]
    months: tuple[ChartTick, ...]
    now: float
    """Where the latest turn ends; 0 once the campaign is over."""


def course(context: Context) -> WarTimeline:
    """LiF 4: the whole campaign in one picture."""
    logs, shared = context.logs, context.log.end.campaign
    turns = list(calendar.CALENDAR.turns(shared.first_turn, shared.last_turn))
    column = min(max(NARROWEST, WIDE // len(turns)), WIDEST)
    peak = max(LEAST, *(points for log in logs for points in log.end.veto_points.values()))
    rows = [*(_row(logs, power, place, column, peak) for place, power in enumerate(POWERS))]
    minors = _minors(logs, len(rows), column)
    if minors.flags or minors.dots:
        rows.append(minors)
    return WarTimeline(
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


def _row(logs: Sequence[Log], power: str, place: int, column: int, peak: int) -> TimelineRow:
    top = HEAD + ROW * place
    series = [logs[0].notes.start.veto_points.get(power, 0)]
    series += [log.end.veto_points.get(power, 0) for log in logs]
    first, last = top + _POINTS[0], top + _POINTS[1]
    heights = [round(last - (last - first) * value / peak, 1) for value in series]
    line = step_line(heights, 0, column)
    spans, flags = tuple(wars_of(logs, power)), tuple(flags_of(logs, power))
    dots = tuple(promotions_of(logs, power))
    points = f"Veto points from {series[0]} to {series[-1]}, at most {max(series)}."
    return TimelineRow(
        power,
        POWER_NAMES[power],
        series[-1],
        top,
        line,
        f"{line}V{last}H0Z",
        tuple(_band(span, top, column) for span in spans),
        tuple(_dot(dot, top, column) for dot in dots),
        tuple(_drawn_flag(flag, top, column) for flag in flags),
        f"{in_words(spans, flags, dots)} {points}",
    )


def _minors(logs: Sequence[Log], place: int, column: int) -> TimelineRow:
    top = HEAD + ROW * place
    flags, dots = tuple(minors_fallen(logs)), tuple(promotions_of(logs, MINORS))
    return TimelineRow(
        MINORS,
        "Minor countries",
        None,
        top,
        "",
        "",
        (),
        tuple(_dot(dot, top, column) for dot in dots),
        tuple(_drawn_flag(flag, top, column) for flag in flags),
        in_words((), flags, dots),
    )


def _band(span: TimelineSpan, top: int, column: int) -> DrawnBand:
    width = column * (span.last - span.first + 1)
    return DrawnBand(column * span.first, top + _BAND, width, span.is_major, span.words)


def _dot(dot: TimelineEvent, top: int, column: int) -> DrawnMark:
    """In the middle of its column; with a count beside it, further left."""
    lead = 5.5 if dot.count > 1 else 0.0
    x = column * (dot.place + 0.5) - lead
    return DrawnMark(x, top + _DOTS, dot.kind, dot.count, dot.words)


def _drawn_flag(flag: TimelineEvent, top: int, column: int) -> DrawnMark:
    return DrawnMark(column * flag.place + 4.5, top + 3, flag.kind, flag.count, flag.words)


COURSE = GameSection(
    "course",
    "The course of the war",
    "templates/statistics/timeline.html",
    course,
    part="top",
)
