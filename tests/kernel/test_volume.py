"""Drawings and blocks of a book: what each chart says, in strokes, letters and words."""

import re
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from campaign.kernel.volume import charts, drawing, plain
from campaign.kernel.volume.charts import Drawing
from campaign.kernel.volume.drawing import svg
from campaign.text.turns import Calendar, WrittenTurn
from support.table import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
TICKS = ((0, "’39"), (2, "’40"))
DRAWINGS: dict[str, Drawing] = {
    "panels": charts.PanelChart(
        (charts.ChartPanel(HOSTILE, (0, 3, 5), "Anna"), charts.ChartPanel("Italy", (0,))),
        5,
        TICKS,
        6,
    ),
    "time": charts.TimeChart(
        (
            charts.TimeRow(
                HOSTILE,
                (charts.ChartBand(0, 1, True), charts.ChartBand(3, 3, False)),
                (charts.ChartMark(1, "C"), charts.ChartMark(2, "", 3)),
            ),
        ),
        TICKS,
        6,
        (("full", "at war"), ("outline", "with minors"), ("dot", "promoted"), ("C", HOSTILE)),
    ),
    "matrix": charts.MatrixChart(("Ge", HOSTILE), (("Italy", (0, 4)), (HOSTILE, (1, 0)))),
    "stacked": charts.StackedChart((("v", "vetoes"), ("s", HOSTILE)), ((HOSTILE, (9, 4)),)),
    "diverging": charts.DivergingChart(
        ((HOSTILE, 1.5, "+1.5"), ("USA", -2.0, "−2.0")), "less", "more"
    ),
    "strip": charts.StripChart(
        ("The beach at Anzio", HOSTILE, "Rome"),
        ((0, "for Ax"), (2, "for Al")),
        (charts.StripBattle(1, 0, 1, "Al"), charts.StripBattle(2, 1, 0, "Ax"),
         charts.StripBattle(3, 0, 0, "")),
    ),
    "lines": charts.LineChart(
        (charts.ChartLine(HOSTILE, (0, 4, 2)), charts.ChartLine("Axis", (0, 3, 2))), 6
    ),
    "web": charts.WebChart(("Germany", HOSTILE), ("France",), ((0, 0), (1, 0))),
}  # fmt: skip


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_drawing_is_whole_and_its_letters_can_be_read(kind: str) -> None:
    """Well-formed, with no element that a name brought; letters of 7 units and more."""
    made = svg(DRAWINGS[kind])
    root = ElementTree.fromstring(made)
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds <= {"svg", "text", "rect", "line", "circle", "path"}
    sizes = [float(size) for size in re.findall(r'font-size="([0-9.]+)"', made)]
    assert sizes and min(sizes) >= 7
    assert root.attrib["viewBox"].startswith("0 0 320 ")
    assert svg(DRAWINGS[kind]) == made


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_grey_drawing_has_no_colour(kind: str) -> None:
    """Every colour of it has equal parts, or is ink or paper."""
    colours = set(re.findall(r"#[0-9a-f]{6}", svg(DRAWINGS[kind], drawing.GREY)))
    for colour in colours - {drawing.GREY.ink, drawing.GREY.soft}:
        assert colour[1:3] == colour[3:5] == colour[5:7]


def texts(made: str) -> list[str]:
    """Every text of a drawing."""
    return [element.text or "" for element in ElementTree.fromstring(made).iter(f"{SVG}text")]


def test_what_is_drawn_is_said_in_letters_too() -> None:
    """Counts in a matrix, figures of bars, letters of flags and of who won."""
    assert {"4", "1"} <= set(texts(svg(DRAWINGS["matrix"])))
    assert {"v 9", "s 4", "13"} <= set(texts(svg(DRAWINGS["stacked"])))
    assert {"+1.5", "−2.0"} <= set(texts(svg(DRAWINGS["diverging"])))
    assert {"C", "3"} <= set(texts(svg(DRAWINGS["time"])))
    assert {"1", "2", "3", "Al", "Ax", "–"} <= set(texts(svg(DRAWINGS["strip"])))


@pytest.mark.parametrize("palette", [drawing.PRINT, drawing.GREY])
def test_every_grey_that_letters_have_can_be_read(palette: drawing.Palette) -> None:
    """At least 4.5 to 1 against the paper: ink, soft grey, accent."""
    for colour in (palette.ink, palette.soft, palette.accent):
        assert contrast(colour, palette.paper) >= 4.5


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


# --- chapters -----------------------------------------------------------------------------------


def source(turns: int, year_at: int = 0) -> Any:
    """Turns by number; one of them may begin a year."""
    calendar = Calendar(
        written=WrittenTurn("r1"),
        parse=lambda typed: typed,
        ordinal=lambda turn: int(turn[1:]),
        following=lambda turn: f"r{int(turn[1:]) + 1}",
        in_words=lambda turn: f"Round {turn[1:]}",
        starts_year=lambda turn: turn == f"r{year_at}",
    )
    logs = tuple(SimpleNamespace(turn=f"r{number}") for number in range(1, turns + 1))
    return SimpleNamespace(calendar=calendar, context=SimpleNamespace(logs=logs))


CHAPTERS = [
    (1, 0, [("Round 1", (0,))]),
    (5, 0, [("Round 1 to Round 4", (0, 1, 2, 3)), ("Round 5", (4,))]),
    (5, 3, [("Round 1 to Round 2", (0, 1)), ("Round 3 to Round 5", (2, 3, 4))]),
]


@pytest.mark.parametrize(("turns", "year_at", "chapters"), CHAPTERS)
def test_chapters_are_years_or_four_turns(
    turns: int, year_at: int, chapters: list[tuple[str, tuple[int, ...]]]
) -> None:
    """A game without years has a chapter every four turns."""
    assert list(plain.divided(source(turns, year_at))) == chapters
