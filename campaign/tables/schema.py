"""The read tables of all games as SQL: their columns and keys, and what each is for."""

import zlib
from collections.abc import Iterable
from typing import Any

import sqlite_utils

from campaign.disputes import read_tables as disputes
from campaign.kernel.tables import CAMPAIGN, Table
from campaign.systems import SYSTEMS
from campaign.tables import frame


def named(tables: Iterable[Table]) -> dict[str, Table]:
    """Tables by name. Raises `ValueError` where two games mean different things by a name."""
    found: dict[str, Table] = {}
    for table in tables:
        if found.setdefault(table.name, table) != table:
            raise ValueError(f"two games have a read table called {table.name}")
    return found


BY_NAME = named(
    (
        *frame.TABLES,
        *(table for system in SYSTEMS.values() for table in system.tables.tables),
        *disputes.TABLES,
    )
)
TABLES = tuple(BY_NAME.values())
"""Every table, a table after those that it refers to."""


def _number() -> int:
    """A number that changes with the tables, so that a file of other tables is known for one."""
    shape = [
        (
            table.name,
            table.description,
            table.columns,
            table.pk,
            table.links,
            table.optional,
            table.indexes,
        )
        for table in TABLES
    ]
    return zlib.crc32(repr(shape).encode()) & 0x7FFF_FFFF or 1


def create(db: sqlite_utils.Database) -> None:
    """Makes every table with its keys, and `descriptions`."""
    for table in TABLES:
        names = ("campaign", *table.columns)
        keys: list[Any] = []
        if table is not frame.CAMPAIGNS:
            keys.append(("campaign", "campaigns", "campaign"))
        for columns, other in table.links.items():
            local = ("campaign", *columns)
            keys.append((local, other, ("campaign", *BY_NAME[other].pk)))
        db.table(table.name).create(
            {"campaign": str, **{name: kind for name, (kind, _) in table.columns.items()}},
            pk=("campaign", *table.pk) if table.pk else "campaign",
            foreign_keys=keys,
            not_null={name for name in names if name not in table.optional},
        )
        for index in table.indexes:
            db.table(table.name).create_index(("campaign", *index))
    db.table("descriptions").create(
        {"table": str, "column": str, "description": str}, pk=("table", "column")
    )
    db.table("descriptions").insert_all(_descriptions())


def _descriptions() -> list[dict[str, str]]:
    lines = [("descriptions", "", "What every table and column of this file is")]
    for table in TABLES:
        lines += [(table.name, "", table.description), (table.name, "campaign", CAMPAIGN)]
        lines += [(table.name, name, text) for name, (_, text) in table.columns.items()]
    return [dict(zip(("table", "column", "description"), row, strict=True)) for row in lines]


def metadata() -> dict[str, Any]:
    """The same descriptions in the form that Datasette reads beside a database."""
    return {
        "tables": {
            table.name: {
                "description": table.description,
                "columns": {
                    "campaign": CAMPAIGN,
                    **{name: text for name, (_, text) in table.columns.items()},
                },
            }
            for table in TABLES
        }
    }


NUMBER = _number()
"""The form of the tables, as a file of them is marked with it."""
