"""The event log in SQLite, through `eventsourcing`'s recorder. IO.

One stream per campaign, named by its slug. The idempotency keys are written in the same transaction
as the events; snapshots may be deleted at any time.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path

from eventsourcing.persistence import PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder

from campaign.proof.receipts import Kept, Receipt, receipt_id
from campaign.store.sqlite import (
    RECEIPTS,
    SALTS,
    SCHEMA,
    Datastore,
    SwallowedError,
    in_words,
    keep_receipt,
)
from campaign.store.store_file import ConflictError, StoreError, as_it_lies, check, look

__all__ = ["ConflictError", "Row", "Store", "StoreError"]

_WITH_RECEIPTS, _WITH_SALTS = 2, 3
"""The schema version since which a store has each of these tables."""
PAGE = 500
"""How many rows are read at once."""

SWALLOWED = "what is written to it; nothing was recorded; `campaign doctor` looks for triggers"

NO_KEYS: Mapping[str, tuple[int, int]] = {}

Row = tuple[int, str, bytes]
"""A stored event: version, topic and bytes."""


class Store:
    """A campaign store. Every failure of the database is raised as `StoreError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._datastore: Datastore | None = None
        self._schema = SCHEMA

    def _connected(self, create: bool = False) -> Datastore:
        if self._datastore is None:
            new = self._check(create)
            # In a URI, `?` and `%` in a path have no special meaning.
            store = Datastore(f"{self.path.absolute().as_uri()}{as_it_lies(self.path)}")
            if new:
                # In one transaction, so that no crash leaves half a store.
                with store.transaction(commit=True, first="BEGIN IMMEDIATE") as cursor:
                    SQLiteAggregateRecorder(store, "snapshots")._create_table(cursor)
                    store.recorder._create_table(cursor)
            self._datastore = store
        return self._datastore

    def exists(self) -> bool:
        """Whether there is anything at the path.

        An empty file was left by a full disk, and an empty database by a process killed while
        making the store.
        """
        if not self.path.exists() or self.path.is_dir():
            return self.path.is_dir()
        with self._guarded():
            return self.path.stat().st_size > 0 and not look(self.path).blank

    def _check(self, create: bool) -> bool:
        """Whether the store has yet to be made. Raises if there is none or it is not ours."""
        seen = check(self.path, create=create)
        if seen.blank:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._schema = seen.schema if seen.marked else SCHEMA
        return seen.blank

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise ConflictError from error
        except SwallowedError as error:
            raise StoreError(f"{self.path} does not keep {SWALLOWED}") from error
        except (PersistenceError, sqlite3.Error, OSError) as error:
            raise StoreError(in_words(self.path, error)) from error

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Cursor]:
        with self._guarded(), self._connected().transaction(commit=False) as cursor:
            cursor.sqlite_cursor.row_factory = None
            yield cursor.sqlite_cursor

    def _writable(self, create: bool = False) -> Datastore:
        """The store, migrated to today's schema."""
        store = self._connected(create)
        if self._schema < SCHEMA:
            with store.transaction(commit=True, first="BEGIN IMMEDIATE") as cursor:
                cursor.execute(RECEIPTS)
                cursor.execute(SALTS)
                cursor.execute(f"PRAGMA user_version={SCHEMA}")
            self._schema = SCHEMA
        return store

    def make(self) -> None:
        """Makes the file if there is none."""
        with self._guarded():
            self._connected(create=True)

    def append(
        self,
        name: str,
        rows: Sequence[Row],
        keys: Mapping[str, tuple[int, int]] = NO_KEYS,
        receipt: Receipt | None = None,
        *,
        salt: str = "",
        receipts: Iterable[Kept] = (),
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends a campaign's next events, all or none, and the receipt for them.

        `keys` has the first and last version recorded under each idempotency key; `salt` is the
        receipt's, sealed; `receipts` are those of an export. Returns the receipt's id and bytes,
        empty without one.

        Raises `ConflictError` if one of the versions or a key is taken.
        """
        stored = [StoredEvent(name, version, topic, state) for version, topic, state in rows]
        kept: list[tuple[int, bytes]] = []
        with self._guarded():
            self._writable(create).recorder.insert_events(
                stored, keys=keys, receipt=receipt, salt=salt, receipts=receipts, kept=kept
            )
        return (receipt_id(name, kept[0][0]), kept[0][1]) if kept else ("", b"")

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        with self._guarded(), self._writable().transaction(commit=True) as cursor:
            number, stored = keep_receipt(cursor, name, receipt)
        return receipt_id(name, number), stored

    def receipts(self, name: str, until: int | None = None) -> Iterator[Kept]:
        """A campaign's receipts in order, in pages; none in a store older than receipts."""
        after, end = 0, until if until is not None else 1 << 62
        while self._has_receipts():
            with self._reading() as cursor:
                page = cursor.execute(
                    "SELECT number, CAST(coalesce(body, '') AS BLOB) FROM receipts"
                    " WHERE originator_id=? AND number>? AND number<=? ORDER BY number LIMIT ?",
                    (name, after, end, PAGE),
                ).fetchall()
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def receipt(self, name: str, number: int) -> bytes | None:
        """The bytes of one receipt; None if there is none."""
        if not self._has_receipts():
            return None
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT body FROM receipts WHERE originator_id=? AND number=?", (name, number)
            ).fetchone()
            return bytes(found[0]) if found else None

    def receipts_of(self, name: str, first: int, last: int) -> list[bytes]:
        """The bytes of receipts that may name these events; the caller checks whether they do."""
        if not self._has_receipts():
            return []
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT CAST(body AS BLOB) FROM receipts WHERE originator_id=?"
                " AND instr(body, CAST(? AS BLOB))",
                (name, f'"versions":[{first},{last}]'),
            )
            return [stored for (stored,) in found]

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""
        count = "(SELECT max(number) FROM receipts WHERE originator_id=:name)"
        count = count if self._has_receipts() else "0"
        with self._reading() as cursor:
            found = cursor.execute(
                f"SELECT max(originator_version), {count} FROM stored_events"
                " WHERE originator_id=:name",
                {"name": name},
            ).fetchone()
            return int(found[0] or 0), int(found[1] or 0)

    def salt(self, name: str, number: int) -> str:
        """The sealed salt of a receipt; empty if the store has none."""
        if not self._has(_WITH_SALTS):
            return ""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT body FROM salts WHERE originator_id=? AND number=?", (name, number)
            ).fetchone()
            return str(found[0]) if found else ""

    def _has_receipts(self) -> bool:
        return self._has(_WITH_RECEIPTS)

    def _has(self, schema: int) -> bool:
        """Whether the store was migrated to a schema, perhaps by another process."""
        if self._datastore is None or self._schema < schema:
            with self._reading() as cursor:
                self._schema = int(cursor.execute("PRAGMA user_version").fetchone()[0])
        return self._schema >= schema

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        with self._guarded(), self._writable().transaction(commit=True) as cursor:
            for table in ("stored_events", "command_keys", "snapshots", "receipts", "salts"):
                cursor.execute(f"DELETE FROM {table} WHERE originator_id=?", (name,))

    def rows(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """A campaign's events in order, in pages, so that the longest log needs little memory."""
        end = until if until is not None else 1 << 62
        while True:
            with self._reading() as cursor:
                page = cursor.execute(
                    "SELECT originator_version, coalesce(topic, ''),"
                    " CAST(coalesce(state, '') AS BLOB) FROM stored_events"
                    " WHERE originator_id=? AND originator_version>? AND originator_version<=?"
                    " ORDER BY originator_version LIMIT ?",
                    (name, after, end, PAGE),
                ).fetchall()
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    @contextmanager
    def states(
        self, name: str, after: int = 0, until: int | None = None
    ) -> Iterator[Iterator[bytes]]:
        """Only the bytes of a campaign's events, streamed: all that a fold needs."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT state FROM stored_events"
                " WHERE originator_id=? AND originator_version>? AND originator_version<=?"
                " ORDER BY originator_version",
                (name, after, until if until is not None else 1 << 62),
            )
            yield map(itemgetter(0), found)

    def names(self) -> list[str]:
        """The campaigns of the store, in order."""
        with self._reading() as cursor:
            found = cursor.execute(
                "WITH RECURSIVE names(name) AS (SELECT min(originator_id) FROM stored_events"
                " UNION ALL SELECT (SELECT min(originator_id) FROM stored_events"
                " WHERE originator_id > name) FROM names WHERE name IS NOT NULL)"
                " SELECT name FROM names WHERE name IS NOT NULL"
            )
            return [name for (name,) in found]

    def version(self, name: str) -> int:
        """The version of a campaign's last event; 0 if there is none."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT max(originator_version) FROM stored_events WHERE originator_id=?", (name,)
            )
            return int(found.fetchone()[0] or 0)

    def of_topic(self, name: str, topic: str) -> list[Row]:
        """A campaign's events under one topic, in order."""
        with self._reading() as cursor:
            return cursor.execute(
                "SELECT originator_version, topic, state FROM stored_events"
                " WHERE originator_id=? AND topic=? ORDER BY originator_version",
                (name, topic),
            ).fetchall()

    def has_topic(self, name: str, topics: Sequence[str], after: int = 0) -> bool:
        """Whether a campaign has an event under one of these topics after a version."""
        marks = ",".join("?" * len(topics))
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT 1 FROM stored_events WHERE originator_id=? AND originator_version>?"
                f" AND topic IN ({marks}) LIMIT 1",
                (name, after, *topics),
            )
            return found.fetchone() is not None

    def versions_of(self, name: str, key: str) -> tuple[int, int] | None:
        """The first and last version recorded under this key."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT first_version, last_version FROM command_keys"
                " WHERE originator_id=? AND key=?",
                (name, key),
            ).fetchone()
            return (found[0], found[1]) if found else None

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT originator_version, state FROM snapshots WHERE originator_id=?"
                " AND topic=? AND originator_version<=? ORDER BY originator_version DESC LIMIT 1",
                (name, label, until if until is not None else 1 << 62),
            ).fetchone()
            return (found[0], found[1]) if found else None

    def keep_snapshot(self, name: str, version: int, label: str, state: bytes) -> None:
        """Keeps a snapshot and drops those under other labels. Never fails: it is only a cache."""
        try:
            with self._connected().transaction(commit=True) as cursor:
                cursor.execute(
                    "DELETE FROM snapshots WHERE originator_id=? AND topic<>?", (name, label)
                )
                cursor.execute(
                    "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)",
                    (name, version, label, state),
                )
        except (PersistenceError, sqlite3.Error):
            return

    def close(self) -> None:
        """Closes the file."""
        if self._datastore is not None:
            self._datastore.close()
            self._datastore = None
