"""The tables of the book, in `tables/`: rows as values, each file read once. Pure, but for them."""

import csv
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, TypeVar, get_origin

import msgspec

if TYPE_CHECKING:
    from campaign.kernel.projections import DescribedTables

T = TypeVar("T", bound=msgspec.Struct)


def table(name: str) -> str:
    """A table of the book, or another file among them, as it was written."""
    content = get_data("campaign.fow", f"tables/{name}")
    assert content is not None
    return content.decode()


@cache
def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """The rows of a table, each cell by its column."""
    text = table(f"{name}.csv")
    return tuple(csv.DictReader(text.splitlines()))


@cache
def read_tables() -> "DescribedTables":
    """The read tables of the game."""
    from campaign.kernel.projections import DescribedTables  # a status needs none

    return DescribedTables(table)


def column(name: str, value: str, *keys: str) -> dict[tuple[str, ...], str]:
    """A column of a table, by the cells that name its rows."""
    return {tuple(row[key] for key in keys): row[value] for row in rows(name)}


def read(name: str, kind: type[T], *, separator: str | None = None) -> tuple[T, ...]:
    """The rows of a table as values: an empty cell is the field's default, `yes` is true.

    Of columns without a field nothing is read. `separator`: between the parts of a list; blanks
    where it is left out.
    """
    return _read(name, kind, separator)


@cache
def _read(name: str, kind: type[Any], separator: str | None) -> tuple[Any, ...]:
    columns = {one.encode_name: one.type for one in msgspec.structs.fields(kind)}

    def cell(text: str, described: Any) -> object:
        if get_origin(described) is tuple:
            return tuple(part.strip() for part in text.split(separator) if part.strip())
        return text == "yes" if described is bool else text

    records = (
        {key: cell(row[key], described) for key, described in columns.items() if row.get(key)}
        for row in rows(name)
    )
    return tuple(msgspec.convert(fields, kind, strict=False) for fields in records)
