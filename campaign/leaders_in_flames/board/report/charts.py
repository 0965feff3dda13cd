"""Geometry of the charts: plain numbers, which the templates draw as SVG. Pure."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.powers import POWERS

WIDTH, HEIGHT = 176, 92
LEFT, RIGHT, TOP, BOTTOM = 14, 20, 8, 16


class ChartTick(msgspec.Struct, frozen=True):
    """A sign on an axis."""

    at: float
    label: str


class PointsChart(msgspec.Struct, frozen=True):
    """LiF 4.2: one power's veto points at the end of each turn, as steps."""

    power: str
    line: str
    area: str
    x: float
    y: float
    """Where the last value stands."""
    value: int
    across: tuple[ChartTick, ...]
    up: tuple[ChartTick, ...]
    words: str
    """The chart in words."""


def points_charts(
    series: Mapping[str, Sequence[int]], first_turn: str, last_turn: str
) -> tuple[PointsChart, ...]:
    """Charts of all powers on the same scale, wide enough for the whole campaign.

    A series begins with the points before the first turn; then follows the end of each turn.
    """
    count = calendar.CALENDAR.count(first_turn, last_turn)
    peak = max(6, *(max(values) for values in series.values()))
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    step = inner_width / max(count, 1)

    def height(value: int) -> float:
        return round(TOP + inner_height * (1 - value / peak), 2)

    across = tuple(
        ChartTick(round(LEFT + place * step, 2), f"’{turn[2:4]}")
        for place, turn in enumerate(_turns(first_turn, last_turn))
        if calendar.starts_year(turn)
    )
    every = 5 if peak <= 20 else 10
    up = tuple(ChartTick(height(value), str(value)) for value in range(0, peak + 1, every))
    charts = []
    for power, values in series.items():
        path = [f"M{LEFT} {height(values[0])}"]
        for place, value in enumerate(values[1:], 1):
            path.append(f"V{height(value)}H{round(LEFT + place * step, 2)}")
        end = round(LEFT + (len(values) - 1) * step, 2)
        line = "".join(path)
        floor = height(0)
        charts.append(
            PointsChart(
                power,
                line,
                f"{line}V{floor}H{LEFT}Z",
                end,
                height(values[-1]),
                values[-1],
                across,
                up,
                f"from {values[0]} to {values[-1]}, at most {max(values)}, at least {min(values)}",
            )
        )
    return tuple(charts)


def _turns(first: str, last: str) -> list[str]:
    return [
        calendar.named(count)
        for count in range(calendar.ordinal(first), calendar.ordinal(last) + 1)
    ]


class DrawMark(msgspec.Struct, frozen=True):
    """A draw on the campaign's time line."""

    x: float
    y: float
    power: str
    promoted: bool
    title: str
    """The draw in words."""
    count: int = 1
    """How many draws it stands for."""


class DrawTimeline(msgspec.Struct, frozen=True):
    """Every draw of the campaign: a row for each power, a column for each turn."""

    width: float
    height: float
    rows: tuple[ChartTick, ...]
    """`label` is a power, or `minors`."""
    years: tuple[ChartTick, ...]
    columns: tuple[float, ...]
    marks: tuple[DrawMark, ...]
    now: float


def _gathered(marks: Sequence[DrawMark]) -> list[DrawMark]:
    """A cell's marks; many vetoes become one mark with their number."""
    up = [mark for mark in marks if mark.promoted]
    down = [mark for mark in marks if not mark.promoted]
    if len(down) > 2:
        title = "; ".join(mark.title for mark in down)
        down = [replace(down[0], count=len(down), title=title)]
    return [*up, *down]


ROW, HEAD, SIDE = 17.0, 16.0, 26.0


def timeline(
    draws: Sequence[tuple[Draw, str, str]], first_turn: str, last_turn: str, turn: str
) -> DrawTimeline:
    """The time line of draws, each given with its leader's name and power."""
    columns = _turns(first_turn, last_turn)
    width = max(9.5, 380 / len(columns)) if len(columns) < 40 else 9.5
    rows = [*POWERS, "minors"]
    start = calendar.ordinal(first_turn)
    cells: dict[tuple[int, str], list[DrawMark]] = {}
    for draw, name, power in draws:
        key = (calendar.ordinal(draw.turn) - start, power if power in POWERS else "minors")
        title = f"{name}, {calendar.in_words(draw.turn)}: {draw.result}"
        x = round(SIDE + width * (key[0] + 0.5), 2)
        cells.setdefault(key, []).append(DrawMark(x, 0, key[1], draw.result == "promoted", title))
    marks = []
    for (_, row), found in cells.items():
        middle, shown = HEAD + ROW * rows.index(row) + ROW / 2, _gathered(found)
        gap = min(6.5, (ROW - 5) / max(len(shown) - 1, 1))
        for place, mark in enumerate(shown):
            lift = (place - (len(shown) - 1) / 2) * gap
            marks.append(replace(mark, y=round(middle + lift, 2)))
    return DrawTimeline(
        round(SIDE + width * len(columns) + 2, 2),
        HEAD + ROW * len(rows) + 4,
        tuple(ChartTick(HEAD + ROW * place, row) for place, row in enumerate(rows)),
        tuple(
            ChartTick(round(SIDE + width * place, 2), turn[:4])
            for place, turn in enumerate(columns)
            if calendar.starts_year(turn)
        ),
        tuple(round(SIDE + width * place, 2) for place in range(len(columns) + 1)),
        tuple(marks),
        round(SIDE + width * (calendar.ordinal(turn) - start + 1), 2),
    )
