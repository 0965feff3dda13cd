"""`eventsourcing`'s SQLite recorder, made durable and aware of idempotency keys. IO."""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from campaign.proof.receipts import Receipt, sealed_row

APPLICATION_ID = 0x43545231
"""Marks a file as a campaign store."""
SCHEMA = 3
"""1: events, keys and snapshots. 2: also receipts. 3: also their salts, sealed for the vault."""
RECEIPTS = (
    "CREATE TABLE IF NOT EXISTS receipts (originator_id TEXT, number INTEGER, body BLOB,"
    " PRIMARY KEY (originator_id, number)) WITHOUT ROWID"
)
SALTS = (
    "CREATE TABLE IF NOT EXISTS salts (originator_id TEXT, number INTEGER, body TEXT,"
    " PRIMARY KEY (originator_id, number)) WITHOUT ROWID"
)
LOCK_TIMEOUT = 10
"""How many seconds to wait for another writer."""
LOCK_VARIABLE = "CAMPAIGN_LOCK_TIMEOUT"
"""The environment variable that overrides it."""


def lock_timeout() -> int:
    """How many seconds to wait for another writer."""
    text = os.environ.get(LOCK_VARIABLE, "")
    return int(text) if text.isdecimal() else LOCK_TIMEOUT


class SwallowedError(Exception):
    """What was written is missing: something in the database removed or changed it."""


def keep_receipt(
    cursor: SQLiteCursor, name: str, receipt: Receipt, salt: str = ""
) -> tuple[int, bytes]:
    """Writes a campaign's next receipt, chained to the last, and its sealed salt.

    Returns the receipt's number and bytes.

    The row is inserted first: from then on nobody else can write, so the last stays the last.
    """
    cursor.execute(
        "INSERT INTO receipts SELECT ?, coalesce(max(number), 0) + 1, x'' FROM receipts"
        " WHERE originator_id=?",
        (name, name),
    )
    cursor.execute(
        "SELECT number, body FROM receipts WHERE originator_id=? ORDER BY number DESC LIMIT 2",
        (name,),
    )
    rows = cursor.fetchall()
    if not rows or bytes(rows[0][1]):
        raise SwallowedError
    number = int(rows[0][0])
    stored = sealed_row(receipt, bytes(rows[1][1]) if len(rows) > 1 else b"")
    cursor.execute(
        "UPDATE receipts SET body=? WHERE originator_id=? AND number=?", (stored, name, number)
    )
    _must_hold(
        cursor,
        "SELECT number, body FROM receipts WHERE originator_id=? AND number=?",
        (name, number),
        [(number, stored)],
    )
    if salt:
        cursor.execute("INSERT INTO salts VALUES (?,?,?)", (name, number, salt))
        found = "SELECT body FROM salts WHERE originator_id=? AND number=?"
        _must_hold(cursor, found, (name, number), [(salt,)])
    return number, stored


def _must_hold(
    cursor: SQLiteCursor, query: str, about: tuple[Any, ...], written: Iterable[tuple[Any, ...]]
) -> None:
    """Raises `SwallowedError` if a query does not return what was written, row by row."""
    cursor.execute(query, about)
    for row in written:
        found = cursor.fetchone()
        if found is None or tuple(found) != row:
            raise SwallowedError
    if cursor.fetchone() is not None:
        raise SwallowedError


class DurablePool(SQLiteConnectionPool):
    """Connections whose commits survive a power cut."""

    def _create_connection(self) -> SQLiteConnection:
        connection = self._connected()
        connection.cursor().execute("PRAGMA synchronous=FULL")
        # Bytes that are not text must reach the auditor instead of raising here.
        connection._sqlite_conn.text_factory = partial(str, encoding="utf-8", errors="replace")
        return connection

    def _connected(self) -> SQLiteConnection:
        """A connection. SQLite does not wait when it switches to write-ahead mode, so this does."""
        until = time.monotonic() + lock_timeout()
        while True:
            try:
                return super()._create_connection()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def take(self) -> SQLiteConnection:
        """A connection that nobody uses."""
        try:
            return self._pool.popleft()
        except IndexError:
            return self._create_connection()

    def give_back(self, connection: SQLiteConnection) -> None:
        """Keeps a connection for the next."""
        if self.closed:
            connection.close()
        else:
            self._pool.append(connection)


class Recorder(SQLiteAggregateRecorder):
    """The library's recorder, with a campaign's idempotency keys in the same transaction."""

    def construct_create_table_statements(self) -> list[str]:
        return [
            *super().construct_create_table_statements(),
            "CREATE TABLE IF NOT EXISTS command_keys (originator_id TEXT, key TEXT,"
            " first_version INTEGER, last_version INTEGER,"
            " PRIMARY KEY (originator_id, key)) WITHOUT ROWID",
            RECEIPTS,
            SALTS,
            f"PRAGMA application_id={APPLICATION_ID}",
            f"PRAGMA user_version={SCHEMA}",
        ]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **fields: Any
    ) -> Sequence[int] | None:
        name = stored_events[0].originator_id
        for key, (first, last) in fields.get("keys", {}).items():
            c.execute("INSERT INTO command_keys VALUES (?,?,?,?)", (name, key, first, last))
            found = "SELECT first_version, last_version FROM command_keys"
            _must_hold(c, f"{found} WHERE originator_id=? AND key=?", (name, key), [(first, last)])
        for number, body in fields.get("receipts", ()):
            c.execute("INSERT INTO receipts VALUES (?,?,?)", (name, number, body))
            found = "SELECT body FROM receipts WHERE originator_id=? AND number=?"
            _must_hold(c, found, (name, number), [(body,)])
        numbers = super()._insert_events(c, stored_events)
        _must_hold(
            c,
            "SELECT originator_version, topic, state FROM stored_events"
            " WHERE originator_id=? AND originator_version>=? ORDER BY originator_version",
            (name, stored_events[0].originator_version),
            ((event.originator_version, event.topic, event.state) for event in stored_events),
        )
        if (receipt := fields.get("receipt")) is not None:
            fields["kept"].append(keep_receipt(c, str(name), receipt, fields["salt"]))
        return numbers


class Datastore(SQLiteDatastore):
    """The library's, without its queue for connections: a writer waits only in SQLite."""

    def __init__(self, name: str) -> None:
        super().__init__(name, lock_timeout=lock_timeout(), originator_id_type="text")
        self.pool.close()
        self.pool = self.durable = DurablePool(db_name=name, lock_timeout=lock_timeout())
        self.recorder = Recorder(self)

    @contextmanager
    def transaction(self, *, commit: bool, first: str = "BEGIN") -> Iterator[SQLiteCursor]:
        """All or nothing. SQLite's own errors are raised unchanged.

        A transaction that reads before it writes uses `BEGIN IMMEDIATE`: nobody writes meanwhile.
        """
        connection = self.durable.take()
        try:
            with closing(connection._sqlite_conn.execute(first)) as cursor:
                yield SQLiteCursor(cursor)
            if commit:
                connection.commit()
            else:
                connection.rollback()
        except BaseException:
            connection.rollback()
            raise
        finally:
            self.durable.give_back(connection)


def in_words(path: Path, error: Exception) -> str:
    """What the database could not do, in one line for the user."""
    text = str(error).lower()
    for sign, words in (
        ("locked", "is in use by another program; try again in a moment"),
        ("full", "cannot grow: the disk is full; nothing was recorded"),
        ("disk i/o", "cannot be written: the disk is full or fails; nothing was recorded"),
        ("readonly", "cannot be written: the file or its folder is read-only"),
        ("read-only", "cannot be written: the file or its folder is read-only"),
        ("unable to open", "cannot be opened; look at the folder's permissions"),
        ("permission", "cannot be opened; look at the folder's permissions"),
        ("malformed", "is damaged; restore a backup or import an export"),
        ("not a database", "is not a campaign store"),
    ):
        if sign in text:
            return f"{path} {words}"
    return f"{path} cannot be used: {error}"
