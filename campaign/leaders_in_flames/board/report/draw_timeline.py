"""LiF 4.1: the campaign's draws on a time line: plain numbers, drawn as SVG. Pure."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from campaign.kernel.charts import ChartTick
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.powers import POWERS


class DrawMark(msgspec.Struct, frozen=True):
    """A draw on the campaign's time line."""

    x: float
    y: float
    power: str
    promoted: bool
    title: str
    """The draw in words."""
    count: int = 1
    """How many draws the mark represents."""


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
    """The time line of draws, each with its leader's name and power."""
    columns = list(calendar.CALENDAR.turns(first_turn, last_turn))
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
