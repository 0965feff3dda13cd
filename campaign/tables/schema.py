"""The read tables of all games as SQL: their columns and keys, and what each is for."""

import sqlite3
import zlib
from collections.abc import Iterable
from typing import Any

from campaign.disputes import read_tables as disputes
from campaign.kernel.tables import CAMPAIGN, Table
from campaign.systems import SYSTEMS
from campaign.tables import frame
from campaign.text.json_values import JsonObject


def named(tables: Iterable[Table]) -> dict[str, Table]:
    """Tables by name. Raises `ValueError` if two games use a name for different tables."""
    found: dict[str, Table] = {}
    for table in tables:
        if found.setdefault(table.name, table) != table:
            raise ValueError(f"two games have a read table called {table.name}")
    return found


def tables() -> dict[str, Table]:
    """Every table of all games by name, a table after those that it refers to."""
    of_games = (table for system in SYSTEMS.values() for table in system.tables.tables)
    return named((*frame.TABLES, *of_games, *disputes.TABLES))


def number() -> int:
    """A number that changes with the tables, to recognise a file made with other tables."""
    forms = [
        (table.name, table.description, table.columns, table.pk, table.links, table.optional)
        for table in tables().values()
    ]
    indexes = [table.indexes for table in tables().values()]
    return zlib.crc32(repr([forms, indexes]).encode()) & 0x7FFF_FFFF or 1


def create(connection: sqlite3.Connection) -> None:
    """Makes every table with its keys, and `descriptions`."""
    import sqlite_utils  # slow to load, and only a new file needs it

    db = sqlite_utils.Database(connection)
    by_name = tables()
    for table in by_name.values():
        names = ("campaign", *table.columns)
        keys: list[Any] = []
        if table is not frame.CAMPAIGNS:
            keys.append(("campaign", "campaigns", "campaign"))
        for columns, other in table.links.items():
            local = ("campaign", *columns)
            keys.append((local, other, ("campaign", *by_name[other].pk)))
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
    for table in tables().values():
        lines += [(table.name, "", table.description), (table.name, "campaign", CAMPAIGN)]
        lines += [(table.name, name, text) for name, (_, text) in table.columns.items()]
    return [dict(zip(("table", "column", "description"), row, strict=True)) for row in lines]


def metadata() -> JsonObject:
    """The table descriptions in the form that Datasette reads beside a database."""
    return {
        "tables": {
            table.name: {
                "description": table.description,
                "columns": {
                    "campaign": CAMPAIGN,
                    **{name: text for name, (_, text) in table.columns.items()},
                },
            }
            for table in tables().values()
        }
    }
