"""LiF 5.3: chit counts over the campaign: plain numbers, which the templates draw as SVG. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.kernel.charts import ChartSpan, ChartTick, step_line
from events.lif.us_entry import Theatre

WIDTH, HEIGHT = 320, 118
LEFT, RIGHT, TOP, BOTTOM = 20, 66, 10, 20
APART = 14.0
"""The least distance of two labels."""


class EntryChart(msgspec.Struct, frozen=True):
    """LiF 5.3: the chits of a theatre's two pools at the end of each turn, as steps."""

    theatre: Theatre
    entry: str
    area: str
    tension: str
    x: float
    """Where both lines end."""
    entry_y: float
    tension_y: float
    labels: tuple[ChartTick, ChartTick]
    """Beside the ends: entry and tension, apart from each other."""
    across: tuple[ChartTick, ...]
    up: tuple[ChartTick, ...]
    right: float
    """Where the grid ends."""
    floor: float
    words: str
    """The chart in words."""


Series = Mapping[Theatre, tuple[Sequence[int], Sequence[int]]]
"""Entry and tension chits: before the first turn, then at the end of each."""


def entry_charts(series: Series, turns: ChartSpan) -> tuple[EntryChart, ...]:
    """Both theatres on one scale, wide enough for the whole campaign."""
    step = (WIDTH - LEFT - RIGHT) / turns.count
    peak = max(6, *(max(counts) for pair in series.values() for counts in pair))

    def height(count: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / peak), 2)

    def line(counts: Sequence[int]) -> str:
        return step_line([height(count) for count in counts], LEFT, step)

    across = turns.ticks(LEFT, step)
    every = next(size for size in (2, 5, 10, 20, 50, 1000) if peak // size <= 5)
    up = tuple(ChartTick(height(count), str(count)) for count in range(0, peak + 1, every))
    charts = []
    for theatre, (entry, tension) in series.items():
        drawn = line(entry)
        charts.append(
            EntryChart(
                theatre,
                drawn,
                f"{drawn}V{height(0):g}H{LEFT}Z",
                line(tension),
                round(LEFT + (len(entry) - 1) * step, 2),
                height(entry[-1]),
                height(tension[-1]),
                _labels(entry[-1], tension[-1], height(entry[-1]), height(tension[-1])),
                across,
                up,
                WIDTH - RIGHT,
                height(0),
                f"entry chits {_course(entry)}; tension chits {_course(tension)}",
            )
        )
    return tuple(charts)


def _course(counts: Sequence[int]) -> str:
    return f"from {counts[0]} to {counts[-1]}, at most {max(counts)}"


def _labels(entry: int, tension: int, first: float, second: float) -> tuple[ChartTick, ChartTick]:
    """Labels at the ends of the lines, moved apart where they would touch."""
    lack = APART - abs(first - second)
    if lack > 0:
        up = -1 if first <= second else 1
        first, second = first + up * lack / 2, second - up * lack / 2
    lowest = HEIGHT - BOTTOM + 2
    over = max(first, second) - lowest
    if over > 0:
        first, second = first - over, second - over
    return ChartTick(round(first + 4, 2), f"{entry} entry"), ChartTick(
        round(second + 4, 2), f"{tension} tension"
    )
