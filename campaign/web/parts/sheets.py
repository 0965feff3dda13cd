"""A pasted sheet as it was read: what is to be settled, every row, and cells written anew."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from campaign.kernel.interview.positions import PositionTable, ReadPosition
from campaign.text import cells
from campaign.text.json_values import JsonObject

FIX, OUT = "fix:", "out:"
"""How the names of fields begin: a cell written anew, and a row that is left out."""


NOTHING_READ = ReadPosition((), (), (), {})


class ReadRow(msgspec.Struct, frozen=True):
    """A row as it was read."""

    number: int
    text: str


def mended(typed: Mapping[str, str]) -> str:
    """The sheet with the cells that were written anew, and without the rows that were left out."""
    text = typed.get("sheet", "")
    fixed = {
        field.removeprefix(FIX): cell.strip()
        for field, cell in typed.items()
        if field.startswith(FIX) and cell.strip()
    }
    rows = (field.removeprefix(OUT) for field in typed if field.startswith(OUT))
    out = frozenset(int(row) for row in rows if row.isdecimal())
    return cells.rewritten(text, fixed, out) if fixed or out else text


def mark(text: str, *more: str) -> str:
    """Tells sheets apart, with what else was typed: what was looked at is what is recorded."""
    texts = [[line.strip() for line in one.strip().splitlines()] for one in (text, *more)]
    return hashlib.sha256(msgspec.json.encode(texts)).hexdigest()[:32]


def as_read(read: ReadPosition, tables: tuple[PositionTable, ...]) -> JsonObject:
    """What is to be settled, what was read as something near, and every row by its table."""
    titles = {table.key: table.title for table in tables}
    rows: dict[str, list[ReadRow]] = {}
    for row in read.rows:
        words = ", ".join(map(_in_words, row.values.values()))
        rows.setdefault(titles[row.table], []).append(ReadRow(row.number, words))
    notes = [one for one in read.findings if not one.is_open]
    return {"open": read.open, "notes": notes, "rows": rows, "left_out": read.left_out}


def _in_words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
