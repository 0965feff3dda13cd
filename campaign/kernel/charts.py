"""Small charts of a figure over a campaign: plain numbers, drawn as SVG by the pages. Pure."""

from collections.abc import Callable, Sequence

import msgspec

from campaign.kernel.calendar import Calendar


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


def step_line(heights: Sequence[float], left: float, step: float) -> str:
    """The path of a figure that changes from turn to turn, given its heights on the chart."""
    steps = (
        f"V{height:g}H{round(left + place * step, 1):g}"
        for place, height in enumerate(heights[1:], 1)
    )
    return f"M{left:g} {heights[0]:g}{''.join(steps)}"
