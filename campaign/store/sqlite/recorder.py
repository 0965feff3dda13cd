"""What one transaction writes: events, their keys, their receipt and its salt, an outline. IO.

`eventsourcing`'s recorder writes the events, into a table that it makes itself; beside it we have
tables for keys, receipts, salts and outlines.

Something in the database could change or remove what is written, and nothing would be recorded
although it was answered. Only a trigger can do that. So whenever the schema has changed, the store
is searched for triggers; as long as it has any, every row is read again before it counts.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from campaign.store.protocol import Row, StoredOutline
from campaign.store.sqlite.connections import (
    APPLICATION_ID,
    OUTLINES,
    RECEIPTS,
    SALTS,
    SCHEMA,
    MovedError,
    NewerSchemaError,
    SwallowedError,
)

if TYPE_CHECKING:
    from campaign.store.sqlite.library import EventRecorder
    from campaign.verify.receipts import Kept, Receipt


KEYS = (
    "CREATE TABLE IF NOT EXISTS command_keys (originator_id TEXT, key TEXT,"
    " first_version INTEGER, last_version INTEGER,"
    " PRIMARY KEY (originator_id, key)) WITHOUT ROWID"
)


def moved_to(cursor: sqlite3.Cursor | sqlite3.Connection) -> str:
    """Where the store has moved to; empty if it is here."""
    if cursor.execute("SELECT 1 FROM sqlite_master WHERE name='moved'").fetchone() is None:
        return ""
    row = cursor.execute("SELECT place FROM moved").fetchone()
    return str(row[0]) if row else ""


class Recorder:
    """Writes what a command leaves, in the caller's transaction."""

    def __init__(self) -> None:
        self._schema_version = -1
        """SQLite's number of the schema that was looked at last."""
        self._triggers = False

    @cached_property
    def _events(self) -> "EventRecorder":
        from campaign.store.sqlite.library import EventRecorder

        return EventRecorder()

    def make(self, cursor: sqlite3.Cursor) -> None:
        """Makes every table, and marks the file as ours."""
        from campaign.store.sqlite.library import EventRecorder

        EventRecorder("snapshots").make_table(cursor)
        self._events.make_table(cursor)
        for statement in (KEYS, RECEIPTS, SALTS, OUTLINES):
            cursor.execute(statement)
        cursor.execute(f"PRAGMA application_id={APPLICATION_ID}")
        cursor.execute(f"PRAGMA user_version={SCHEMA}")

    def look(self, cursor: sqlite3.Cursor) -> None:
        """Looks at the schema if it has changed. To be called at the start of a transaction.

        Raises `NewerSchemaError` if a newer release has changed it meanwhile.
        """
        (version,) = cursor.execute("PRAGMA schema_version").fetchone()
        if version == self._schema_version:
            return
        if (schema := cursor.execute("PRAGMA user_version").fetchone()[0]) > SCHEMA:
            raise NewerSchemaError(schema)
        if to := moved_to(cursor):
            raise MovedError(to)
        trigger = cursor.execute("SELECT 1 FROM sqlite_master WHERE type='trigger' LIMIT 1")
        self._triggers = trigger.fetchone() is not None
        self._schema_version = version

    def insert(
        self,
        cursor: sqlite3.Cursor,
        name: str,
        rows: Sequence[Row],
        keys: Mapping[str, tuple[int, int]],
        receipts: "Iterable[Kept]",
        salts: Mapping[int, str],
    ) -> None:
        """Writes a campaign's next events, their keys, and receipts and salts that exist already.

        Raises `sqlite3.IntegrityError` if a version, a key or a number is taken.
        """
        for key, (first, last) in keys.items():
            cursor.execute("INSERT INTO command_keys VALUES (?,?,?,?)", (name, key, first, last))
            query = "SELECT first_version, last_version FROM command_keys"
            self._must_hold(
                cursor, f"{query} WHERE originator_id=? AND key=?", (name, key), [(first, last)]
            )
        for number, body in receipts:
            self._insert_receipt(cursor, name, number, body)
        for number, salt in salts.items():
            self._insert_salt(cursor, name, number, salt)
        self._events.insert(cursor, name, rows)
        self._must_hold(
            cursor,
            "SELECT originator_version, topic, state FROM stored_events"
            " WHERE originator_id=? AND originator_version>=? ORDER BY originator_version",
            (name, rows[0][0]),
            rows,
        )

    def insert_receipt(
        self, cursor: sqlite3.Cursor, name: str, receipt: "Receipt", salt: str
    ) -> "Kept":
        """Writes a campaign's next receipt, chained to the last, and its sealed salt.

        The transaction must have begun as a writer's, so that the last receipt stays the last.
        """
        from campaign.verify.receipts import sealed_row

        last = cursor.execute(
            "SELECT number, CAST(coalesce(body, '') AS BLOB) FROM receipts"
            " WHERE originator_id=? ORDER BY number DESC LIMIT 1",
            (name,),
        ).fetchone()
        number, before = (int(last[0]) + 1, last[1]) if last else (1, b"")
        body = sealed_row(receipt, before)
        self._insert_receipt(cursor, name, number, body)
        if salt:
            self._insert_salt(cursor, name, number, salt)
        return number, body

    def put_outline(self, cursor: sqlite3.Cursor, name: str, outline: StoredOutline) -> None:
        """Writes what is to be said of a campaign at one look, in place of what was said before."""
        cursor.execute("INSERT OR REPLACE INTO outlines VALUES (?,?,?,?,?)", (name, *outline))
        query = "SELECT version, head, label, body FROM outlines WHERE originator_id=?"
        self._must_hold(cursor, query, (name,), [outline])

    def _insert_salt(self, cursor: sqlite3.Cursor, name: str, number: int, salt: str) -> None:
        cursor.execute("INSERT INTO salts VALUES (?,?,?)", (name, number, salt))
        query = "SELECT body FROM salts WHERE originator_id=? AND number=?"
        self._must_hold(cursor, query, (name, number), [(salt,)])

    def _insert_receipt(self, cursor: sqlite3.Cursor, name: str, number: int, body: bytes) -> None:
        cursor.execute("INSERT INTO receipts VALUES (?,?,?)", (name, number, body))
        query = "SELECT number, body FROM receipts WHERE originator_id=? AND number>=?"
        self._must_hold(cursor, query, (name, number), [(number, body)])

    def _must_hold(
        self,
        cursor: sqlite3.Cursor,
        query: str,
        about: tuple[Any, ...],
        written: Iterable[tuple[Any, ...]],
    ) -> None:
        """Raises `SwallowedError` if a query does not return what was written, row by row."""
        if self._triggers and cursor.execute(query, about).fetchall() != list(written):
            raise SwallowedError
