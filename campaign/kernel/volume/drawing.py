"""Draws the charts of a book: one SVG for every printer, in ink, greys and one accent. Pure.

No mark is told from another by colour alone: each has a form or letters of its own. A drawing is
320 units wide, about as wide as a column of a small page, and its letters are at least 7 high.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import Any

import msgspec

from campaign.kernel.volume import charts

WIDTH = 320
"""Every drawing is so wide."""
SMALL, TEXT = 7, 8
"""Heights of letters."""
FONT = "'Libertinus Serif', 'Palatino Linotype', Palatino, Georgia, serif"


class Palette(msgspec.Struct, frozen=True):
    """What a drawing is made with."""

    ink: str
    soft: str
    """A grey that letters can be read in."""
    faint: str
    """A grey of lines and areas alone."""
    paper: str
    accent: str


PRINT = Palette("#1c1a17", "#5a554e", "#d8d3ca", "#ffffff", "#9a2c16")
GREY = Palette("#1c1a17", "#5a554e", "#d6d6d6", "#ffffff", "#444444")
SCREEN = Palette("var(--ink)", "var(--soft)", "var(--faint)", "var(--paper)", "var(--accent)")


# --- Strokes ------------------------------------------------------------------------------------


def _n(number: float) -> str:
    return f"{round(number, 1):g}"


def _text(
    x: float,
    y: float,
    text: str,
    fill: str,
    size: float = SMALL,
    at: str = "start",
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    anchor = "" if at == "start" else f' text-anchor="{at}"'
    look = f'font-size="{_n(size)}" fill="{fill}"{anchor}{weight}'
    return f'<text x="{_n(x)}" y="{_n(y)}" {look}>{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, style: str) -> str:
    size = f'width="{_n(width)}" height="{_n(height)}"'
    return f'<rect x="{_n(x)}" y="{_n(y)}" {size} {style}/>'


def _line(x: float, y: float, to_x: float, to_y: float, style: str) -> str:
    ends = f'x1="{_n(x)}" y1="{_n(y)}" x2="{_n(to_x)}" y2="{_n(to_y)}"'
    return f"<line {ends} {style}/>"


def _dot(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {style}/>'


def _path(way: str, style: str) -> str:
    return f'<path d="{way}" {style}/>'


def _fill(colour: str) -> str:
    return f'fill="{colour}"'


def _stroke(colour: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'fill="none" stroke="{colour}" stroke-width="{_n(width)}"{dashed}'


def _outline(palette: Palette) -> str:
    return _edged(palette.paper, palette)


def _edged(colour: str, palette: Palette) -> str:
    return f'fill="{colour}" stroke="{palette.soft}" stroke-width="0.8"'


def _steps(values: Sequence[float], left: float, step: float) -> str:
    """The path of a figure that changes from turn to turn, given its heights."""
    ways = (f"V{_n(height)}H{_n(left + at * step)}" for at, height in enumerate(values[1:], 1))
    return f"M{_n(left)} {_n(values[0])}{''.join(ways)}"


def _with_room(ticks: Iterable[tuple[int, str]], step: float) -> Iterator[tuple[int, str]]:
    """Those ticks whose letters do not run into the next one's."""
    known = list(ticks)
    for tick, (after, _) in zip(known, [*known[1:], (10_000, "")], strict=True):
        if (after - tick[0]) * step > 11:
            yield tick


def shortened(text: str, room: float, size: float = SMALL) -> str:
    """A text that fits so many units, as far as letters can be judged by their count."""
    most = max(3, int(room / (size * 0.48)))
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


Strokes = Iterator[str]
Drawn = Generator[str, None, float]
"""The strokes of a drawing, and in the end its height."""

# --- Each kind ----------------------------------------------------------------------------------


def _panels(chart: charts.PanelChart, palette: Palette) -> Drawn:
    rows = -(-len(chart.panels) // 2)
    high = 58.0
    for at, panel in enumerate(chart.panels):
        yield from _panel(chart, panel, (at % 2) * 166, (at // 2) * high, palette)
    return rows * high + 4


def _panel(
    chart: charts.PanelChart, panel: charts.ChartPanel, x: float, y: float, palette: Palette
) -> Strokes:
    wide, top, bottom = 138.0, y + 17, y + 46
    step = wide / max(1, chart.count)
    peak = max(1, chart.peak)
    heights = [bottom - (bottom - top) * value / peak for value in panel.values]
    end = x + (len(heights) - 1) * step
    yield _text(x, y + 9, shortened(panel.label, 70, TEXT), palette.ink, TEXT, bold=True)
    if panel.note:
        yield _text(x + wide, y + 9, shortened(panel.note, 68), palette.soft, at="end")
    for place, letters in _with_room(chart.ticks, step):
        yield _line(x + place * step, top, x + place * step, bottom, _stroke(palette.faint, 0.5))
        yield _text(x + place * step + 1, bottom + 8, letters, palette.soft)
    area = f"{_steps(heights, x, step)}V{_n(bottom)}H{_n(x)}Z"
    yield _path(area, _fill(palette.faint))
    yield _path(_steps(heights, x, step), _stroke(palette.ink, 1.1))
    yield _line(x, bottom, x + wide, bottom, _stroke(palette.soft, 0.6))
    yield _dot(end, heights[-1], 1.8, _fill(palette.accent))
    yield _text(end + 3.5, heights[-1] + 2.5, str(panel.values[-1]), palette.ink, TEXT, bold=True)


def _time(chart: charts.TimeChart, palette: Palette) -> Drawn:
    high, head, left = 21.0, 12.0, 62.0
    bottom = head + len(chart.rows) * high
    step = (WIDTH - left - 2) / max(1, chart.count)
    for place, letters in _with_room(chart.ticks, step):
        x = left + place * step
        yield _line(x, head - 2, x, bottom, _stroke(palette.faint, 0.6))
        yield _text(x + 1.5, 7, letters, palette.soft)
    for at, row in enumerate(chart.rows):
        yield from _time_row(row, head + at * high, left, step, palette)
    lines = yield from _key(chart.key, bottom + 15, palette)
    return bottom + 6 + 12 * lines


def _time_row(row: charts.TimeRow, y: float, left: float, step: float, palette: Palette) -> Strokes:
    yield _line(0, y, WIDTH, y, _stroke(palette.faint, 0.4))
    yield _text(0, y + 15, shortened(row.label, left - 4, TEXT), palette.ink, TEXT)
    for band in row.bands:
        style = _fill(palette.soft) if band.is_full else _outline(palette)
        x = left + band.first * step
        yield _box(x, y + 13.5, (band.last - band.first + 1) * step, 5, style)
    dots = {mark.place for mark in row.marks if not mark.sign}
    flags = {mark.place for mark in row.marks if mark.sign}
    for mark in row.marks:
        aside = 3.5 * (mark.place in dots & flags) * (1 if mark.sign else -1)
        yield from _mark(mark, left + (mark.place + 0.5) * step + aside, y, palette)


def _mark(mark: charts.ChartMark, x: float, y: float, palette: Palette) -> Strokes:
    if mark.sign:
        words = mark.sign if mark.count == 1 else f"{mark.sign}{mark.count}"
        yield _text(x, y + 10.5, words, palette.accent, TEXT, "middle", bold=True)
        return
    yield _dot(x, y + 7, 2.2, _fill(palette.ink))
    if mark.count > 1:
        yield _text(x + 3, y + 9.4, str(mark.count), palette.ink)


def _key(key: Iterable[tuple[str, str]], y: float, palette: Palette) -> Drawn:
    """The key, and how many lines it has."""
    x, row = 0.0, 0
    for sign, meaning in key:
        wide = 14 + len(meaning) * SMALL * 0.47 + 12
        if x and x + wide - 12 > WIDTH:
            x, row = 0.0, row + 1
        at = y + row * 12
        yield _key_sign(sign, x, at, palette)
        yield _text(x + 14, at, meaning, palette.soft)
        x += wide
    return row + 1


def _key_sign(sign: str, x: float, y: float, palette: Palette) -> str:
    match sign:
        case "full":
            return _box(x, y - 5, 10, 5, _fill(palette.soft))
        case "outline":
            return _box(x, y - 5, 10, 5, _outline(palette))
        case "dot":
            return _dot(x + 5, y - 2.4, 2.2, _fill(palette.ink))
    return _text(x + 5, y, sign, palette.accent, TEXT, "middle", bold=True)


def _matrix(chart: charts.MatrixChart, palette: Palette) -> Drawn:
    left, high, head = 66.0, 17.0, 14.0
    wide = (WIDTH - left) / max(1, len(chart.heads))
    most = max((count for _, counts in chart.rows for count in counts), default=0) or 1
    for at, name in enumerate(chart.heads):
        x = left + (at + 0.5) * wide
        yield _text(x, 9, shortened(name, wide + 2), palette.soft, at="middle")
    for row, (name, counts) in enumerate(chart.rows):
        y = head + row * high
        yield _text(0, y + 11.5, shortened(name, left - 4, TEXT), palette.ink, TEXT)
        for at, count in enumerate(counts):
            x = left + at * wide
            shade = f'{_fill(palette.accent)} fill-opacity="{0.4 * count / most:.2f}"'
            yield _box(x + 0.8, y + 0.8, wide - 1.6, high - 1.6, shade)
            yield _box(x + 0.8, y + 0.8, wide - 1.6, high - 1.6, _stroke(palette.faint, 0.6))
            words, fill = (str(count), palette.ink) if count else ("·", palette.soft)
            yield _text(x + wide / 2, y + 11.5, words, fill, TEXT, "middle", bold=count > 0)
    return head + len(chart.rows) * high + 2


_PATTERNS: tuple[Callable[[Palette], tuple[str, str]], ...] = (
    lambda palette: (_fill(palette.ink), palette.paper),
    lambda palette: (_edged(palette.faint, palette), palette.ink),
    lambda palette: (_outline(palette), palette.ink),
)
"""How the parts of a bar are filled, and the ink of their letters."""


def _stacked(chart: charts.StackedChart, palette: Palette) -> Drawn:
    left, high = 66.0, 18.0
    most = max((sum(parts) for _, parts in chart.rows), default=0) or 1
    scale = (WIDTH - left - 20) / most
    bottom = len(chart.rows) * high
    for row, (name, parts) in enumerate(chart.rows):
        y, x = row * high, left
        yield _text(0, y + 12, shortened(name, left - 4, TEXT), palette.ink, TEXT)
        for (letter, _), pattern, part in zip(chart.parts, _PATTERNS, parts, strict=False):
            style, ink = pattern(palette)
            if part:
                yield _box(x, y + 3, part * scale, high - 6, style)
            if part * scale > 7:
                words = f"{letter} {part}" if part * scale > 18 else letter
                yield _text(x + part * scale / 2, y + 11.6, words, ink, at="middle")
            x += part * scale
        yield _text(x + 4, y + 12, str(sum(parts)), palette.ink, TEXT, bold=True)
    x = left
    for letter, meaning in chart.parts:
        yield _text(x, bottom + 11, f"{letter}", palette.ink, TEXT, bold=True)
        yield _text(x + 9, bottom + 11, meaning, palette.soft)
        x += 80
    return bottom + 15


def _diverging(chart: charts.DivergingChart, palette: Palette) -> Drawn:
    left, high, head = 66.0, 16.0, 14.0
    middle = left + (WIDTH - left) / 2
    most = max((abs(value) for _, value, _ in chart.rows), default=0) or 1
    scale = ((WIDTH - left) / 2 - 26) / most
    bottom = head + len(chart.rows) * high
    yield _text(middle - 6, 8, f"← {chart.less}", palette.soft, at="end")
    yield _text(middle + 6, 8, f"{chart.more} →", palette.soft)
    for row, (name, value, words) in enumerate(chart.rows):
        y, long = head + row * high, abs(value) * scale
        yield _text(0, y + 11, shortened(name, left - 4, TEXT), palette.ink, TEXT)
        style = _fill(palette.accent) if value >= 0 else _outline(palette)
        yield _box(middle if value >= 0 else middle - long, y + 3, long, high - 6, style)
        end, at = (middle + long + 4, "start") if value >= 0 else (middle - long - 4, "end")
        yield _text(end, y + 11, words, palette.ink, TEXT, at)
    yield _line(middle, head, middle, bottom, _stroke(palette.ink, 0.8))
    return bottom + 2


def _strip(chart: charts.StripChart, palette: Palette) -> Drawn:
    count = max(1, len(chart.names))
    wide, high, head = WIDTH / count, 19.0, 48.0
    goals = dict(chart.goals)
    bottom = head + len(chart.battles) * high

    def middle(place: int) -> float:
        return (place + 0.5) * wide

    for place, name in enumerate(chart.names):
        colour = palette.faint if place in goals else palette.paper
        yield _box(place * wide + 1, 1, wide - 2, 36, _edged(colour, palette))
        yield from _in_box(name, middle(place), 14, wide - 4, palette)
        if place in goals:
            yield _text(middle(place), 34, goals[place], palette.accent, at="middle", bold=True)
        yield _line(middle(place), 40, middle(place), bottom, _stroke(palette.faint, 0.5))
    for row, battle in enumerate(chart.battles):
        yield from _battle(battle, middle, head + row * high, palette)
    return bottom + 4


def _in_box(name: str, x: float, y: float, room: float, palette: Palette) -> Strokes:
    """A name in at most two lines."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(f"{lines[-1]} {word}") * SMALL * 0.48 > room and len(lines) < 2:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    for row, line in enumerate(lines):
        text = shortened(line, room)
        yield _text(x, y + row * 8 - (len(lines) - 1) * 3, text, palette.ink, at="middle")


def _battle(
    battle: charts.StripBattle, middle: Callable[[int], float], y: float, palette: Palette
) -> Strokes:
    x, to = middle(battle.place), middle(battle.to)
    if to != x:
        way = 1 if to > x else -1
        yield _line(x, y + 9, to - way * 3, y + 9, _stroke(palette.ink, 1))
        yield _path(f"M{_n(to)} {_n(y + 9)}l{-4 * way} -2.5v5z", _fill(palette.ink))
    yield _dot(x, y + 9, 7, _outline(palette))
    yield _text(x, y + 11.6, str(battle.number), palette.ink, TEXT, "middle", bold=True)
    side = -1 if to > x else 1
    anchor = "end" if side < 0 else "start"
    yield _text(x + side * 9, y + 11.6, battle.sign or "–", palette.accent, at=anchor, bold=True)


_DASHES = ("", "4 2", "1 2")


def _lines(chart: charts.LineChart, palette: Palette) -> Drawn:
    top, bottom, right = 6.0, 96.0, 70.0
    every = [value for line in chart.lines for value in line.values]
    peak, least = max(6, *every), min(0, *every)
    step = (WIDTH - right - 14) / max(1, chart.count)

    def height(value: int) -> float:
        return bottom - (bottom - top) * (value - least) / (peak - least)

    for value in sorted({0, peak}):
        yield _line(14, height(value), WIDTH - right, height(value), _stroke(palette.faint, 0.6))
        yield _text(10, height(value) + 2.5, str(value), palette.soft, at="end")
    labels = _apart([height(line.values[-1]) for line in chart.lines])
    for line, dashes, label in zip(chart.lines, _DASHES, labels, strict=False):
        heights = [height(value) for value in line.values]
        end = 14 + (len(heights) - 1) * step
        yield _path(_steps(heights, 14, step), _stroke(palette.ink, 1.3, dashes))
        yield _dot(end, heights[-1], 2, _fill(palette.accent))
        words = shortened(f"{line.values[-1]}  {line.label}", right - 4)
        yield _text(end + 5, label + 2.5, words, palette.ink, TEXT, bold=True)
    yield _text(14, bottom + 10, "1", palette.soft)
    yield _text(14 + chart.count * step, bottom + 10, str(chart.count), palette.soft, at="middle")
    return bottom + 14


def _apart(heights: Sequence[float], least: float = 9) -> list[float]:
    """Heights for letters, at least so far from each other."""
    moved = dict(enumerate(heights))
    order = sorted(moved, key=lambda at: moved[at])
    for upper, lower in pairwise(order):
        moved[lower] = max(moved[lower], moved[upper] + least)
    return [moved[at] for at in range(len(heights))]


def _web(chart: charts.WebChart, palette: Palette) -> Drawn:
    rows, high = max(len(chart.left), len(chart.right), 1), 15.0
    left, right = 96.0, WIDTH - 96.0

    def y(at: int, count: int) -> float:
        return high * (at + 0.5 + (rows - count) / 2)

    for one, other in chart.pairs:
        ends = y(one, len(chart.left)), y(other, len(chart.right))
        yield _line(left, ends[0], right, ends[1], _stroke(palette.soft, 0.9))
    for column, x, anchor, side in (
        (chart.left, left, "end", -1),
        (chart.right, right, "start", 1),
    ):
        for at, name in enumerate(column):
            height = y(at, len(column))
            yield _dot(x, height, 2.4, _fill(palette.ink))
            text = shortened(name, 88, TEXT)
            yield _text(x + side * 6, height + 2.7, text, palette.ink, TEXT, anchor)
    return rows * high + 2


_KINDS: dict[type[Any], Callable[[Any, Palette], Drawn]] = {
    charts.PanelChart: _panels,
    charts.TimeChart: _time,
    charts.MatrixChart: _matrix,
    charts.StackedChart: _stacked,
    charts.DivergingChart: _diverging,
    charts.StripChart: _strip,
    charts.LineChart: _lines,
    charts.WebChart: _web,
}


def svg(drawing: charts.Drawing, palette: Palette = PRINT, font: str = FONT) -> str:
    """A drawing as SVG, the same for the same values."""
    heights: list[float] = []

    def strokes() -> Strokes:
        heights.append((yield from _KINDS[type(drawing)](drawing, palette)))

    drawn, height = "".join(strokes()), _n(heights[0])
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{escape(font)}">'
    return f"{head}{drawn}</svg>"
