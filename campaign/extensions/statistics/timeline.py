"""LiF 4: the timeline of a campaign: wars, conquests and promotions, turn by turn. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel.pages import ChartTick, step_line
from campaign.lif import calendar
from campaign.lif.names import country, the_country
from campaign.lif.roster import MINORS, POWER_NAMES, POWERS
from campaign.lif.story.facts import WarStep
from campaign.lif.story.turn_notes import Context, GameSection
from campaign.lif.story.turn_sums import TurnSums, of_turns, wars_of
from campaign.text.english import capital, counted, listed

HEAD, ROW = 36, 44
"""The heights of the head and of a row, in pixels; the style sheet has the same."""
NARROWEST, WIDEST, WIDE = 24, 60, 864
"""How wide a turn's column is: as narrow as its letters, and as wide as a sheet leaves room."""
LEAST = 6
"""The scale of points reaches at least to this figure."""
_POINTS, _DOTS, _BAND = (4, 24), 31, 37
"""Within a row: the points from top to bottom, the middle of the dots, the top of the bands."""


class DrawnBand(msgspec.Struct, frozen=True):
    """Turns on end in which a power was at war."""

    x: float
    y: float
    width: float
    is_major: bool
    """Whether against a major power."""
    title: str


class DrawnMark(msgspec.Struct, frozen=True):
    """What happened to a power in a turn: promotions as a dot, or a flag."""

    x: float
    y: float
    kind: str
    """`promoted`, `conquered`, `partly` or `freed`."""
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
    played = of_turns(logs)
    turns = list(calendar.CALENDAR.turns(shared.first_turn, shared.last_turn))
    column = min(max(NARROWEST, WIDE // len(turns)), WIDEST)
    peak = max(LEAST, *(points for turn in played for points in turn.end.points.values()))
    names = [calendar.in_words(log.turn) for log in logs]
    rows = [
        _Drawn(played, names, column, peak, HEAD + ROW * place).row(power)
        for place, power in enumerate((*POWERS, MINORS))
    ]
    if not (rows[-1].flags or rows[-1].dots):
        del rows[-1]
    return WarTimeline(
        column * len(turns) + 1,
        HEAD + ROW * len(rows),
        tuple(rows),
        tuple(_years(turns, column)),
        tuple(ChartTick(column * (place + 0.5), turn[5:]) for place, turn in enumerate(turns)),
        0 if shared.closed else column * len(logs),
    )


def _years(turns: Sequence[str], column: int) -> Iterator[ChartTick]:
    for place, turn in enumerate(turns):
        if not place or calendar.starts_year(turn):
            yield ChartTick(column * place, turn[:4])


class _Drawn(msgspec.Struct, frozen=True):
    """A row of the picture as it is drawn: its turns, how wide each is, and where it begins."""

    turns: Sequence[TurnSums]
    names: Sequence[str]
    """What the turns are called."""
    column: int
    peak: int
    """The most veto points that any power ever had."""
    top: int

    def row(self, power: str) -> TimelineRow:
        """LiF 4: wars as bands, conquests as flags, promotions as dots, veto points as steps."""
        bands, dots = tuple(self._wars(power)), tuple(self._promotions(power))
        if power == MINORS:
            flags, name = tuple(self._minors_fallen()), "Minor countries"
            words = _in_words((), flags, dots)
            return TimelineRow(power, name, None, self.top, "", "", (), dots, flags, words)
        flags, series = tuple(self._flags(power)), self._points(power)
        line, last = self._line(series), self.top + _POINTS[1]
        points = f"Veto points from {series[0]} to {series[-1]}, at most {max(series)}."
        words, name = f"{_in_words(bands, flags, dots)} {points}", POWER_NAMES[power]
        area = f"{line}V{last}H0Z"
        marks = (bands, dots, flags, words)
        return TimelineRow(power, name, series[-1], self.top, line, area, *marks)

    def _points(self, power: str) -> list[int]:
        standings = (self.turns[0].start, *(turn.end for turn in self.turns))
        return [one.points.get(power, 0) for one in standings]

    def _line(self, series: Sequence[int]) -> str:
        """Veto points as steps, on a scale that all powers share."""
        first, last = self.top + _POINTS[0], self.top + _POINTS[1]
        heights = [round(last - (last - first) * value / self.peak, 1) for value in series]
        return step_line(heights, 0, self.column)

    def _wars(self, power: str) -> Iterator[DrawnBand]:
        """When a power was at war, as its turns ended."""
        for band in wars_of(self.turns, power):
            first, last, is_major = band.first, band.last, band.is_with_power
            against = "other powers" if is_major else "minor countries"
            span = between(self.names[first], self.names[last])
            x, width = self.column * first, self.column * (last - first + 1)
            title = f"At war with {against}: {span}"
            yield DrawnBand(x, self.top + _BAND, width, is_major, title)

    def _flags(self, power: str) -> Iterator[DrawnMark]:
        """LiF 4.1, 4.2: where a power was conquered, split or freed."""
        for place, turn in enumerate(self.turns):
            for step in turn.war:
                if step.what in ("conquest", "vichy") and step.who == power:
                    yield self._flag(place, *_flag_kind(step), 1)

    def _minors_fallen(self) -> Iterator[DrawnMark]:
        """LiF 4.1: the minor countries that were conquered, turn by turn."""
        for place, turn in enumerate(self.turns):
            by: dict[str, list[str]] = {}
            for step in turn.war:
                if step.what == "minor" and step.status == "conquered":
                    by.setdefault(step.other, []).append(the_country(step.who))
            if by:
                words = (f"{listed(who)} conquered by {the_country(of)}" for of, who in by.items())
                count = sum(map(len, by.values()))
                yield self._flag(place, "conquered", capital("; ".join(words)), count)

    def _flag(self, place: int, kind: str, words: str, count: int) -> DrawnMark:
        title = f"{words}, {self.names[place]}"
        return DrawnMark(self.column * place + 4.5, self.top + 3, kind, count, title)

    def _promotions(self, power: str) -> Iterator[DrawnMark]:
        """LiF 4.1: promotions of a power's leaders, or of all minor countries', in the middle of
        their turn; with a count beside it, further left.
        """
        for place, turn in enumerate(self.turns):
            if names := turn.promoted.get(power):
                x = self.column * (place + 0.5) - (5.5 if len(names) > 1 else 0.0)
                title = f"{listed(names)} promoted, {self.names[place]}"
                yield DrawnMark(x, self.top + _DOTS, "promoted", len(names), title)


def between(first: str, last: str) -> str:
    """From one turn to another, by their names."""
    return first if first == last else f"{first} to {last}"


def _flag_kind(step: WarStep) -> tuple[str, str]:
    """The kind of flag, and what happened."""
    if step.status in ("installed", "collapsed"):
        kind = "partly" if step.status == "installed" else "freed"
        return kind, f"Vichy France {step.status}"
    if step.status == "free":
        return "freed", f"{country(step.who)} liberated"
    kind = "conquered" if step.status == "complete" else "partly"
    return kind, f"{country(step.who)} {step.status}ly conquered"


def _in_words(
    bands: Sequence[DrawnBand], flags: Sequence[DrawnMark], dots: Sequence[DrawnMark]
) -> str:
    """A row for those who do not see the picture."""
    promoted = sum(dot.count for dot in dots)
    parts = [*(band.title for band in bands), *(flag.title for flag in flags)]
    parts += [counted(promoted, "promotion")] if promoted else []
    return f"{'. '.join(parts)}." if parts else "Nothing to show."


COURSE = GameSection(
    "course", "The course of the war", "statistics/templates/timeline.html", course, part="top"
)
