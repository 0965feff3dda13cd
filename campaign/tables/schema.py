"""The read tables of all games as SQL: their columns and keys, and what each is for."""

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence

from campaign.disputes import read_tables as disputes
from campaign.kernel.tables import CAMPAIGN, Table
from campaign.systems import SYSTEMS
from campaign.tables import frame
from campaign.text.json_values import JsonObject

FORM = 2
"""Raised when tables are written to SQL in another way."""
ID = "The campaign and the row's key in one text; links in other tables hold it"


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


def row_id(campaign: str, *key: str | int | None) -> str:
    """The `id` of a row that others name: its key in one text, since Datasette follows no other.

    No campaign's name has an underscore, so that the parts can be told apart.
    """
    return "_".join(map(str, (campaign, *key)))


def named_by_others(by_name: Mapping[str, Table]) -> frozenset[str]:
    """The tables whose rows others name, which therefore have an `id`."""
    return frozenset(other for table in by_name.values() for other in table.links.values())


def number() -> int:
    """A number that changes with the tables, to recognise a file made with other tables."""
    forms = [
        (table.name, table.description, table.columns, table.pk, table.links, table.optional)
        for table in tables().values()
    ]
    indexes = [table.indexes for table in tables().values()]
    return zlib.crc32(repr([FORM, forms, indexes]).encode()) & 0x7FFF_FFFF or 1


def create(connection: sqlite3.Connection) -> None:
    """Makes every table with its keys, and `descriptions`."""
    import sqlite_utils  # slow to load, and only a new file needs it

    db = sqlite_utils.Database(connection)
    by_name = tables()
    with_id = named_by_others(by_name)
    for table in by_name.values():
        columns = _columns(table, with_id)
        of_campaign = [] if table is frame.CAMPAIGNS else [("campaign", "campaigns", "campaign")]
        natural = ("campaign", *table.pk)
        made = db.table(table.name).create(
            {name: kind for name, (kind, _) in columns.items()},
            pk="id" if table.name in with_id else natural if table.pk else "campaign",
            foreign_keys=of_campaign,
            not_null={name for name in columns if name not in table.optional},
        )
        indexes = (table.pk, *table.indexes) if table.name in with_id else table.indexes
        for index in indexes:
            made.create_index(("campaign", *index))
        for (name, other), key in zip(table.link_columns().items(), table.links, strict=True):
            connection.execute(_link(table.name, name, other, key))
    db.table("descriptions").create(
        {"table": str, "column": str, "description": str}, pk=("table", "column")
    )
    db.table("descriptions").insert_all(_descriptions())


def _columns(table: Table, with_id: Collection[str]) -> dict[str, tuple[type, str]]:
    """Every column that is written: the campaign, the table's own, and the `id`, if it has one."""
    own = {"campaign": (str, CAMPAIGN), **table.columns}
    return {**own, "id": (str, ID)} if table.name in with_id else own


def _link(table: str, name: str, other: str, key: Sequence[str]) -> str:
    """Adds a column that holds another row's `id`, worked out from the columns that name it."""
    parts = " || '_' || ".join(f'"{column}"' for column in ("campaign", *key))
    held = f"TEXT GENERATED ALWAYS AS ({parts}) VIRTUAL"
    return f'ALTER TABLE "{table}" ADD COLUMN "{name}" {held} REFERENCES "{other}" ("id")'


def _meanings(table: Table, with_id: Collection[str]) -> dict[str, str]:
    """What each column of a table holds, in its order."""
    columns = {name: text for name, (_, text) in _columns(table, with_id).items()}
    links = {name: f"The row of {other}" for name, other in table.link_columns().items()}
    return {**columns, **links}


def _descriptions() -> list[dict[str, str]]:
    by_name = tables()
    with_id = named_by_others(by_name)
    lines = [("descriptions", "", "What every table and column of this file is")]
    for table in by_name.values():
        lines.append((table.name, "", table.description))
        lines += [(table.name, name, text) for name, text in _meanings(table, with_id).items()]
    return [dict(zip(("table", "column", "description"), row, strict=True)) for row in lines]


def metadata() -> JsonObject:
    """The table descriptions in the form that Datasette reads beside a database."""
    by_name = tables()
    with_id = named_by_others(by_name)
    return {"tables": {table.name: _described(table, with_id) for table in by_name.values()}}


def _described(table: Table, with_id: Collection[str]) -> JsonObject:
    known: JsonObject = {
        "description": table.description,
        "columns": dict(_meanings(table, with_id)),
    }
    return {**known, "label_column": table.label} if table.label else known
