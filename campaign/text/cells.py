"""Pasted cells of any common form: tabs, semicolons, commas or a Markdown table. Pure."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO

import msgspec

from campaign.text.shapes import Fault

# --- Rows ---------------------------------------------------------------------------------------
#
# Rows keep the numbers that they have in what was pasted, so that a fault is named at its cell:
# `B7` is the second cell of row 7.

MOST_ROWS, MOST_COLUMNS, MOST_LETTERS = 2_000, 60, 500_000
LEFT_OUT = "//"
"""How a row begins that is not to be read."""
AS_CSV = "save as CSV, or paste the cells"
_LETTERS = 26
_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")
_FORMULA = re.compile(r"=.+|#(REF|N/A|NAME\?|VALUE|DIV/0|NUM|NULL)!?.*|Err:\d+", re.IGNORECASE)


class SheetRow(msgspec.Struct, frozen=True):
    """A row of cells, stripped of blanks."""

    number: int
    """Its number in what was pasted, from 1."""
    cells: tuple[str, ...]
    begins: bool = False
    """Whether no row stands right above it: a block begins here."""

    @property
    def stands_alone(self) -> bool:
        """Whether a single cell is filled."""
        return sum(map(bool, self.cells)) == 1


class Cells(msgspec.Struct, frozen=True):
    """What was pasted."""

    rows: tuple[SheetRow, ...]
    """Those in which something stands."""
    left_out: tuple[int, ...] = ()
    """Rows that the club does not want read."""


def decoded(content: bytes) -> tuple[str, bool] | Fault:
    """The text of a file, and whether it was written in Windows-1252 instead of UTF-8."""
    if b"\0" in content or content.startswith((b"PK", b"\xd0\xcf")):
        return Fault("", f"this is no text, but another file; {AS_CSV}")
    try:
        return content.decode("utf-8-sig"), False
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), True


def read_cells(text: str) -> Cells | Fault:
    """The rows of what was pasted. Refuses the whole if it is too long or no text."""
    try:
        rows = list(_in_blocks(_rows(text.removeprefix("\ufeff"))))
    except csv.Error:
        rows = []
    if why := _too_much(text, rows):
        return Fault("", why)
    left_out = [row.number for row in rows if _is_left_out(row)]
    read = (row for row in rows if row.number not in left_out)
    return Cells(tuple(read), tuple(left_out))


def _is_left_out(row: SheetRow) -> bool:
    return row.cells[0].startswith(LEFT_OUT)


def _in_blocks(rows: Iterable[SheetRow]) -> Iterator[SheetRow]:
    """The rows in which something stands; of each block the first that is read begins it."""
    begins = True
    for row in rows:
        if any(row.cells):
            yield msgspec.structs.replace(row, begins=begins)
            begins = begins and _is_left_out(row)
        else:
            begins = True


def _too_much(text: str, rows: list[SheetRow]) -> str:
    """Why a text is refused whole; empty if it is not."""
    wide = [row.number for row in rows if len(row.cells) > MOST_COLUMNS]
    faults = (
        ("\0" in text or text.startswith("PK\x03"), f"this is no text, but another file; {AS_CSV}"),
        (len(text) > MOST_LETTERS, f"{len(text):,} letters are too many; at most {MOST_LETTERS:,}"),
        (text.strip() and not rows, "a cell is too long; look for a quotation mark without an end"),
        (len(rows) > MOST_ROWS, f"{len(rows):,} rows are too many; at most {MOST_ROWS:,}"),
        (wide, f"row {min(wide, default=0)} has more than {MOST_COLUMNS} columns; {AS_CSV}"),
    )
    return next((why for is_so, why in faults if is_so), "")


def _rows(text: str) -> Iterator[SheetRow]:
    """Every line as a row; a quoted cell may go over several lines."""
    lines = text.splitlines()
    if any(line.lstrip().startswith("|") for line in lines):
        for number, line in enumerate(lines, 1):
            if not (line.strip() and _RULE.fullmatch(line)):
                cells = line.strip().strip("|").split("|")
                yield SheetRow(number, tuple(_plain(cell) for cell in cells))
        return
    reader = csv.reader(StringIO(text, newline=""), delimiter=_mark(lines))
    number = 1
    for cells in reader:
        yield SheetRow(number, tuple(_plain(cell) for cell in cells))
        number = reader.line_num + 1


def _plain(cell: str) -> str:
    """A cell without blanks around it, line ends, or Markdown's stars."""
    return " ".join(cell.split()).strip("*").strip()


def _mark(lines: list[str]) -> str:
    """What parts the cells: tabs; else semicolons; else commas."""
    return next((mark for mark in "\t;" if any(mark in line for line in lines)), ",")


# --- Cells by name ------------------------------------------------------------------------------


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheets name it; columns are counted from 0."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def is_formula(cell: str) -> bool:
    """Whether a formula or its failure was pasted instead of a value."""
    return _FORMULA.fullmatch(cell) is not None


def rewritten(text: str, cells: Mapping[str, str], left_out: frozenset[int]) -> str:
    """What was pasted, with some cells changed and some rows left out; every row keeps its number.

    It comes back with tabs between the cells.
    """
    lines: list[str] = []
    for row in _rows(text.removeprefix("\ufeff")):
        lines += [""] * (row.number - 1 - len(lines))
        line = [
            cells.get(cell_name(row.number, place), cell) for place, cell in enumerate(row.cells)
        ]
        for place in range(len(line), MOST_COLUMNS if cells else 0):
            if added := cells.get(cell_name(row.number, place)):
                line += [""] * (place - len(line)) + [added]
        mark = f"{LEFT_OUT} " if row.number in left_out and any(line) else ""
        lines.append(mark + "\t".join(line))
    return "\n".join(lines)


def semicolons(rows: Iterable[Sequence[str]]) -> str:
    """Rows as a sheet with semicolons between its cells."""
    out = StringIO()
    csv.writer(out, delimiter=";", lineterminator="\n").writerows(rows)
    return out.getvalue()
