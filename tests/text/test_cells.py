"""Pasted cells: tabs, semicolons, commas and Markdown tables, each row with its number."""

import pytest

from campaign.text import cells
from campaign.text.shapes import Fault

ROWS = [(1, ("a", "b c")), (3, ("d", ""))]


def rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """The rows of a text."""
    read = cells.read_cells(text)
    assert not isinstance(read, Fault)
    return [(row.number, row.cells) for row in read.rows]


@pytest.mark.parametrize(
    "text",
    [
        "a\tb  c\n\nd\t\n",
        "a;b c\n\nd;\n",
        "a,b c\n\nd,\n",
        "\ufeffa\tb c\r\n\r\nd\t\r\n",
        "| a | b c |\n|:--|--:|\n| d |  |\n",
        "| **a** | b c |\n\n| d |  |",
    ],
)
def test_every_common_form_gives_the_same_rows(text: str) -> None:
    assert rows(text) == ROWS


def test_a_quoted_cell_may_hold_the_sign_and_a_line_end() -> None:
    assert rows('a,"b,\nc"\nd,e\n') == [(1, ("a", "b, c")), (3, ("d", "e"))]


def test_cells_are_named_as_in_a_spreadsheet() -> None:
    names = [cells.cell_name(7, column) for column in (0, 1, 25, 26, 51, 52)]
    assert names == ["A7", "B7", "Z7", "AA7", "AZ7", "BA7"]


def test_a_file_in_windows_1252_is_read_and_said() -> None:
    assert cells.decoded("Dönitz".encode()) == ("Dönitz", False)
    assert cells.decoded("Dönitz".encode("cp1252")) == ("Dönitz", True)
    assert isinstance(cells.decoded(b"PK\x03\x04"), Fault)


def test_a_cell_is_changed_and_a_row_left_out_in_its_place() -> None:
    text = "a;b\n\nc;d\ne\n"
    changed = cells.rewritten(text, {"B3": "x", "B4": "y"}, frozenset({1}))
    assert changed == "// a\tb\n\nc\tx\ne\ty"
    again = cells.read_cells(changed)
    assert not isinstance(again, Fault)
    assert again.left_out == (1,)
    assert [row.cells for row in again.rows] == [("c", "x"), ("e", "y")]


@pytest.mark.parametrize("cell", ["=B2+1", "=SUM(A1:A9)", "#REF!", "#N/A", "#DIV/0!", "#NAME?"])
def test_formulas_and_their_failures_are_known(cell: str) -> None:
    assert cells.is_formula(cell)


@pytest.mark.parametrize("cell", ["3", "Rommel", "#12", "a=b"])
def test_values_are_no_formulas(cell: str) -> None:
    assert not cells.is_formula(cell)
