"""Writes many campaigns into a store by its database's own means for many rows. IO.

PostgreSQL takes them by COPY, SQLite by `executemany` in one transaction: some hundred times as
fast as the desk. The store must be there already, and nobody else may use it meanwhile.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any

from campaign.store.protocol import StorePlace
from scripts.benchmark.laying import Laid

BATCH = 50
"""How many campaigns are written at once."""
_TABLES: dict[str, tuple[str, ...]] = {
    "stored_events": ("text", "int8", "text", "bytea"),
    "command_keys": ("text", "text", "int8", "int8"),
    "receipts": ("text", "int8", "bytea"),
    "salts": ("text", "int8", "text"),
    "outlines": ("text", "int8", "text", "text", "text"),
}
"""The tables that both stores have, with their columns' types, in the same order."""
_HEADS = ("text", "int8", "text", "int8", "text")
_HEADS_COLUMNS = "campaign, version, head, receipt, paper"


def write(place: StorePlace, campaigns: Iterable[Laid]) -> int:
    """Writes campaigns that the store does not have yet; returns how many events."""
    return _to_database(place, campaigns) if place.is_database else _to_file(place, campaigns)


def _rows(batch: Sequence[Laid]) -> dict[str, Iterator[tuple[Any, ...]]]:
    """Each table's rows."""
    return {
        "stored_events": ((one.name, *row) for one in batch for row in one.rows),
        "command_keys": ((one.name, *key) for one in batch for key in one.keys),
        "receipts": ((one.name, *kept) for one in batch for kept in one.receipts),
        "salts": ((one.name, *salt) for one in batch for salt in one.salts),
        "outlines": ((one.name, *one.outline) for one in batch),
    }


def _batches(campaigns: Iterable[Laid]) -> Iterator[list[Laid]]:
    flow = iter(campaigns)
    while batch := list(islice(flow, BATCH)):
        yield batch


def _to_file(place: StorePlace, campaigns: Iterable[Laid]) -> int:
    count = 0
    with closing(sqlite3.connect(place.file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("BEGIN IMMEDIATE")
        for batch in _batches(campaigns):
            for table, rows in _rows(batch).items():
                marks = ",".join("?" * len(_TABLES[table]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            count += sum(len(one.rows) for one in batch)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return count


def _to_database(place: StorePlace, campaigns: Iterable[Laid]) -> int:
    """Commits each batch by itself, so that several processes may lay parts of the names."""
    import psycopg

    from campaign.extensions.postgres.database import SCHEMA_NAME

    count = 0
    with psycopg.connect(place.url) as db:
        for batch in _batches(campaigns):
            heads = (
                (one.name, one.rows[-1][0], one.head, len(one.receipts), one.paper) for one in batch
            )
            with db.transaction(), db.cursor() as cursor:
                for table, rows in _rows(batch).items():
                    _copy(cursor, f"{SCHEMA_NAME}.{table}", _TABLES[table], rows)
                _copy(cursor, f"{SCHEMA_NAME}.heads ({_HEADS_COLUMNS})", _HEADS, heads)
            count += sum(len(one.rows) for one in batch)
        db.commit()
        db.autocommit = True
        db.execute("ANALYZE")
    return count


def _copy(cursor: Any, table: str, types: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    with cursor.copy(f"COPY {table} FROM STDIN (FORMAT BINARY)".encode()) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)
