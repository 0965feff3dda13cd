"""Reads a club's own tables as CSV sheets: rows with their lines, and faults. Pure.

Every fault has its line, its column and what would be right.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import takewhile
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")
YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_LONG = 10
"""So many digits that no number of a sheet has them."""


class BadRow(msgspec.Struct, frozen=True):
    """One fault of a sheet: where it is, and what would be right."""

    line: int
    column: str
    """Empty if the whole row is at fault."""
    text: str

    def __str__(self) -> str:
        return f"line {self.line}{', ' if self.column else ''}{self.column}: {self.text}"


def written(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A sheet as CSV: its headers and its rows."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def rows(
    text: str, columns: Sequence[str], newer: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, str]] | BadRow]:
    """The rows of a sheet by their first lines, with every value stripped; a fault for each row
    that is not usable, and only faults if the headers are wrong.

    Of the columns the `newer` ones may be left out; at the end of a row too, where they are last.
    """
    lines = _lines(text.removeprefix("\ufeff"))
    _, names = next(lines, (1, []))
    if isinstance(names, str):
        yield BadRow(1, "", names)
        return
    header = tuple(name.strip().lower() for name in names)
    missing = [column for column in newer if column not in header]
    if faults := tuple(_header((*header, *missing), columns)):
        yield from faults
        return
    may_lack = len(list(takewhile(lambda column: column in newer, reversed(header))))
    for line, values in lines:
        if isinstance(values, str):
            yield BadRow(line, "", values)
        elif not len(header) - may_lack <= len(values) <= len(header):
            yield BadRow(line, "", f"has {len(values)} columns, and needs {len(header)}")
        else:
            cells = {name: value.strip() for name, value in zip(header, values, strict=False)}
            yield line, {**dict.fromkeys(columns, ""), **cells}


def _lines(text: str) -> Iterator[tuple[int, list[str] | str]]:
    """Every non-empty row by its first line; if the CSV breaks off, a text at the end says so."""
    head = text.split("\n", 1)[0]
    mark = "," if "," in head else next((sign for sign in ";\t" if sign in head), ",")
    reader = csv.reader(StringIO(text, newline=""), delimiter=mark, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            values = next(reader, None)
        except csv.Error as error:
            yield line, f"is no CSV from here on: {error}"
            return
        if values is None:
            return
        if any(value.strip() for value in values):
            yield line, values


def _header(header: Sequence[str], columns: Sequence[str]) -> Iterator[BadRow]:
    if sorted(header) != sorted(columns):
        yield BadRow(1, "", f"the first line must read {','.join(columns)}")
    for column in columns:
        if header.count(column) != 1:
            yield BadRow(1, column, "is listed twice" if column in header else "is missing")
    for column in sorted(set(header) - set(columns)):
        import difflib  # slow to load

        near = difflib.get_close_matches(column, columns, 1)
        text = f"did you mean {near[0]}?" if near else f"there is {', '.join(columns)}"
        yield BadRow(1, column or "an empty name", f"is no column; {text}")


def is_number(text: str, allowed: range) -> bool:
    """Whether a text is a whole number in a range, written in plain digits."""
    digits = text.removeprefix("-") if allowed[0] < 0 else text
    plain = digits.isascii() and digits.isdecimal() and len(digits) < _LONG
    return plain and int(text) in allowed


class JudgedSheet(msgspec.Struct, Generic[T], frozen=True):
    """What a sheet holds: rows by their line, faults, and names of rows nobody has filled in."""

    rows: dict[int, T]
    bad: tuple[BadRow, ...] = ()
    blank: tuple[str, ...] = ()

    @property
    def good(self) -> tuple[T, ...]:
        """The rows in the order of the sheet."""
        return tuple(self.rows.values())


def read(
    text: str,
    columns: Sequence[str],
    judged: Callable[[int, dict[str, str]], Iterable[T | BadRow | str]],
    what: str,
    newer: Sequence[str] = (),
) -> JudgedSheet[T]:
    """A sheet with every fault of every row: `judged` makes of a line's cells a row, its faults, or
    the name of what nobody has filled in. `what` its rows are called.
    """
    good: dict[int, T] = {}
    bad: list[BadRow] = []
    blank: list[str] = []
    for record in rows(text, columns, newer):
        if isinstance(record, BadRow):
            bad.append(record)
            continue
        for one in judged(*record):
            if isinstance(one, BadRow):
                bad.append(one)
            elif isinstance(one, str):
                blank.append(one)
            else:
                good[record[0]] = one
    if not (good or bad or blank):
        bad.append(BadRow(1, "", f"there are no {what} below the headers"))
    return JudgedSheet(good, tuple(bad), tuple(blank))
