"""Small charts of a figure over a campaign: plain numbers, drawn as SVG by the pages. Pure."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from campaign.kernel.calendar import Calendar

WIDTH, HEIGHT = 176, 92
LEFT, RIGHT, TOP, BOTTOM = 14, 20, 8, 16
LEAST = 6
"""The scale reaches at least to this figure."""


class ChartTick(msgspec.Struct, frozen=True):
    """A label at the edge of a chart."""

    at: float
    label: str


class ChartSpan(msgspec.Struct, frozen=True):
    """The turns that a chart is wide enough for."""

    calendar: Calendar
    first_turn: str
    last_turn: str
    year: Callable[[str], str]
    """The year of a turn, short enough to fit below a chart."""

    @property
    def count(self) -> int:
        """How many turns there are."""
        return self.calendar.count(self.first_turn, self.last_turn)

    def ticks(self, left: float, step: float) -> tuple[ChartTick, ...]:
        """Where years begin, each turn `step` wide."""
        return tuple(
            ChartTick(round(left + place * step, 2), self.year(turn))
            for place, turn in enumerate(self.calendar.turns(self.first_turn, self.last_turn))
            if self.calendar.starts_year(turn)
        )


class StepChart(msgspec.Struct, frozen=True):
    """A seat's figure at the end of each turn, as steps."""

    seat: str
    line: str
    area: str
    x: float
    y: float
    """The end of the line: the last value's place."""
    value: int
    across: tuple[ChartTick, ...]
    up: tuple[ChartTick, ...]
    words: str
    """The chart in words."""


def step_charts(series: Mapping[str, Sequence[int]], span: ChartSpan) -> tuple[StepChart, ...]:
    """The charts of all seats, on the same scale and wide enough for the whole span.

    A series starts with the figure before the first turn, then has one for the end of each turn.
    """
    step = (WIDTH - LEFT - RIGHT) / max(span.count, 1)
    peak = max(LEAST, *(max(values) for values in series.values()))

    def height(value: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / peak), 2)

    every = 5 if peak <= 20 else 10
    across = span.ticks(LEFT, step)
    up = tuple(ChartTick(height(value), str(value)) for value in range(0, peak + 1, every))
    charts = []
    for seat, values in series.items():
        line = step_line([height(value) for value in values], LEFT, step)
        charts.append(
            StepChart(
                seat,
                line,
                f"{line}V{height(0)}H{LEFT}Z",
                round(LEFT + (len(values) - 1) * step, 2),
                height(values[-1]),
                values[-1],
                across,
                up,
                f"from {values[0]} to {values[-1]}, at most {max(values)}, at least {min(values)}",
            )
        )
    return tuple(charts)


def step_line(heights: Sequence[float], left: float, step: float) -> str:
    """The path of a figure that changes from turn to turn, given its heights on the chart."""
    steps = (
        f"V{height}H{round(left + place * step, 2)}" for place, height in enumerate(heights[1:], 1)
    )
    return f"M{left} {heights[0]}{''.join(steps)}"
