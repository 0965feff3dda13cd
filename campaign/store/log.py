"""The store in SQLite: one file, through `eventsourcing`'s tables. IO.

One stream per campaign, named by its slug. The idempotency keys are written in the same transaction
as the events; snapshots may be deleted at any time.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from campaign.proof.receipts import Kept, Receipt, receipt_id
from campaign.store.protocol import NO_KEYS, ConflictError, Row, StoreError
from campaign.store.recorder import NewerSchemaError, Recorder, SwallowedError
from campaign.store.sqlite import SCHEMA, Datastore, in_words, nothing
from campaign.store.store_file import as_it_lies, check, look, newer

__all__ = ["ConflictError", "Row", "Store", "StoreError"]

_WITH_RECEIPTS, _WITH_SALTS = 2, 3
"""The schema version since which a store has each of these tables."""
_LAST = "SELECT max(originator_version) FROM stored_events WHERE originator_id=?"
PAGE = 500
"""How many rows are read at once."""
STATES = 2_000
"""How many, if only their bytes are needed."""

FAILURES = (sqlite3.Error, OSError)
"""What the database and the disk raise."""
SWALLOWED = "what is written to it; nothing was recorded; `campaign doctor` looks for triggers"


class Store:
    """An `EventStore` in an SQLite file. Every failure of the database is a `StoreError`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._datastore: Datastore | None = None
        self._recorder: Recorder | None = None
        self._opening = threading.Lock()
        self._schema = SCHEMA
        self._versions: dict[str, tuple[int, int]] = {}
        """Each campaign's last version, and SQLite's `data_version` at which it was read."""

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def _connected(self, create: bool = False) -> Datastore:
        if self._datastore is None:
            with self._opening:
                if self._datastore is None:
                    self._datastore = self._open(create)
        return self._datastore

    def _open(self, create: bool) -> Datastore:
        new = self._check(create)
        # In a URI, `?` and `%` in a path have no special meaning.
        uri = f"{self.path.absolute().as_uri()}{as_it_lies(self.path)}"
        store = Datastore(uri, self.path)
        self._versions.clear()
        self._recorder = Recorder(store)
        if new:
            # In one transaction, so that no crash leaves half a store.
            with store.writing() as cursor:
                self._recorder.make(cursor)
        return store

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
        except (*FAILURES, SwallowedError, NewerSchemaError) as error:
            raise self._told(error) from error

    def _told(self, error: Exception) -> StoreError | ConflictError:
        """What a failure means to the caller."""
        match error:
            case sqlite3.IntegrityError():
                return ConflictError()
            case SwallowedError():
                return StoreError(f"{self.path} does not keep {SWALLOWED}")
            case NewerSchemaError():
                return StoreError(newer(self.path))
        return StoreError(in_words(self.path, error))

    def _read(self, query: str, about: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """Every row that a query finds."""
        try:
            with self._connected().reading() as cursor:
                return cursor.execute(query, about).fetchall()
        except FAILURES as error:
            raise self._told(error) from error

    @contextmanager
    def _writing(
        self, wrote: Callable[[], None] = nothing, *, create: bool = False
    ) -> Iterator[tuple[Recorder, sqlite3.Cursor]]:
        """A transaction in the store, brought to today's schema; `wrote` is called after it."""
        with self._guarded():
            store = self._connected(create)
            assert self._recorder is not None
            with store.writing(wrote) as cursor:
                self._recorder.look(cursor)
                if self._schema < SCHEMA:
                    self._recorder.migrate(cursor)
                yield self._recorder, cursor
            self._schema = SCHEMA

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
        """Appends events with their keys, receipt and salt, all or none, as `EventStore` says.

        Raises `ConflictError` if one of the versions or a key is taken.
        """
        kept: Kept | None = None
        wrote = partial(self._wrote, name, rows[0][0], rows[-1][0])
        with self._writing(wrote, create=create) as (recorder, cursor):
            recorder.insert(cursor, name, rows, keys, receipts)
            if receipt is not None:
                kept = recorder.insert_receipt(cursor, name, receipt, salt)
        return (receipt_id(name, kept[0]), kept[1]) if kept else ("", b"")

    def _wrote(self, name: str, first: int, last: int) -> None:
        """Remembers the version after an append of this process: SQLite tells it no change."""
        kept = self._versions.get(name)
        if kept is not None and kept[1] == first - 1:
            self._versions[name] = (kept[0], last)
        else:
            self._versions.pop(name, None)

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        with self._writing() as (recorder, cursor):
            number, stored = recorder.insert_receipt(cursor, name, receipt, "")
        return receipt_id(name, number), stored

    def receipts(self, name: str, until: int | None = None) -> Iterator[Kept]:
        """A campaign's receipts in order, in pages; none in a store older than receipts."""
        after, end = 0, until if until is not None else 1 << 62
        while self._has_receipts():
            page = self._read(
                "SELECT number, CAST(coalesce(body, '') AS BLOB) FROM receipts"
                " WHERE originator_id=? AND number>? AND number<=? ORDER BY number LIMIT ?",
                (name, after, end, PAGE),
            )
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def receipt(self, name: str, number: int) -> bytes | None:
        """The bytes of one receipt; None if there is none."""
        if not self._has_receipts():
            return None
        query = "SELECT body FROM receipts WHERE originator_id=? AND number=?"
        found = self._read(query, (name, number))
        return bytes(found[0][0]) if found else None

    def receipts_of(self, name: str, first: int, last: int) -> list[bytes]:
        """The bytes of receipts that may name these events; the caller checks whether they do."""
        if not self._has_receipts():
            return []
        found = self._read(
            "SELECT CAST(body AS BLOB) FROM receipts WHERE originator_id=?"
            " AND instr(body, CAST(? AS BLOB))",
            (name, f'"versions":[{first},{last}]'),
        )
        return [stored for (stored,) in found]

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""
        count = "(SELECT max(number) FROM receipts WHERE originator_id=:name)"
        count = count if self._has_receipts() else "0"
        query = f"SELECT max(originator_version), {count} FROM stored_events"
        ((version, number),) = self._read(f"{query} WHERE originator_id=:name", {"name": name})
        return int(version or 0), int(number or 0)

    def salt(self, name: str, number: int) -> str:
        """The sealed salt of a receipt; empty if the store has none."""
        if not self._has(_WITH_SALTS):
            return ""
        query = "SELECT body FROM salts WHERE originator_id=? AND number=?"
        found = self._read(query, (name, number))
        return str(found[0][0]) if found else ""

    def _has_receipts(self) -> bool:
        return self._has(_WITH_RECEIPTS)

    def _has(self, schema: int) -> bool:
        """Whether the store was migrated to a schema, perhaps by another process."""
        if self._datastore is None or self._schema < schema:
            self._schema = int(self._read("PRAGMA user_version", ())[0][0])
        return self._schema >= schema

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        with self._writing(lambda: self._forgot(name)) as (_, cursor):
            for table in ("stored_events", "command_keys", "snapshots", "receipts", "salts"):
                cursor.execute(f"DELETE FROM {table} WHERE originator_id=?", (name,))

    def _forgot(self, name: str) -> None:
        self._versions.pop(name, None)

    def rows(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """A campaign's events in order, in pages, so that the longest log needs little memory."""
        columns = "originator_version, coalesce(topic, ''), CAST(coalesce(state, '') AS BLOB)"
        return chain.from_iterable(self._pages(name, columns, after, until, PAGE))

    def states(self, name: str, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        """Only the bytes of a campaign's events: all that a fold needs."""
        pages = self._pages(name, "originator_version, state", after, until, STATES)
        return map(itemgetter(1), chain.from_iterable(pages))

    def _pages(
        self, name: str, columns: str, after: int, until: int | None, size: int
    ) -> Iterator[list[Any]]:
        """A campaign's events, read a number at a time. Others use the connection in between."""
        query = (
            f"SELECT {columns} FROM stored_events"
            " WHERE originator_id=? AND originator_version>? AND originator_version<=?"
            " ORDER BY originator_version LIMIT ?"
        )
        end = until if until is not None else 1 << 62
        while True:
            page = self._read(query, (name, after, end, size))
            yield page
            if len(page) < size:
                return
            after = page[-1][0]

    def names(self) -> list[str]:
        """The campaigns of the store, in order."""
        found = self._read(
            "WITH RECURSIVE names(name) AS (SELECT min(originator_id) FROM stored_events"
            " UNION ALL SELECT (SELECT min(originator_id) FROM stored_events"
            " WHERE originator_id > name) FROM names WHERE name IS NOT NULL)"
            " SELECT name FROM names WHERE name IS NOT NULL",
            (),
        )
        return [name for (name,) in found]

    def version(self, name: str) -> int:
        """The version of a campaign's last event; 0 if there is none.

        As long as no other process writes to the file, the version known here is still the last.
        """
        with self._guarded(), self._connected().own() as own:
            if own is None:
                return self._last_version(name)
            (changes,) = own.execute("PRAGMA data_version").fetchone()
            known, version = self._versions.get(name, (None, 0))
            if known != changes:
                version = int(own.execute(_LAST, (name,)).fetchone()[0] or 0)
                self._versions[name] = changes, version
            return version

    def _last_version(self, name: str) -> int:
        return int(self._read(_LAST, (name,))[0][0] or 0)

    def of_topic(self, name: str, topic: str) -> list[Row]:
        """A campaign's events under one topic, in order."""
        return self._read(
            "SELECT originator_version, topic, state FROM stored_events"
            " WHERE originator_id=? AND topic=? ORDER BY originator_version",
            (name, topic),
        )

    def has_topic(self, name: str, topics: Sequence[str], after: int = 0) -> bool:
        """Whether a campaign has an event under one of these topics after a version."""
        marks = ",".join("?" * len(topics))
        found = self._read(
            "SELECT 1 FROM stored_events WHERE originator_id=? AND originator_version>?"
            f" AND topic IN ({marks}) LIMIT 1",
            (name, after, *topics),
        )
        return bool(found)

    def versions_of(self, name: str, key: str) -> tuple[int, int] | None:
        """The first and last version recorded under this key."""
        query = "SELECT first_version, last_version FROM command_keys"
        found = self._read(f"{query} WHERE originator_id=? AND key=?", (name, key))
        return (found[0][0], found[0][1]) if found else None

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
        found = self._read(
            "SELECT originator_version, state FROM snapshots WHERE originator_id=?"
            " AND topic=? AND originator_version<=? ORDER BY originator_version DESC LIMIT 1",
            (name, label, until if until is not None else 1 << 62),
        )
        return (found[0][0], found[0][1]) if found else None

    def keep_snapshot(self, name: str, version: int, label: str, state: bytes) -> None:
        """Keeps a snapshot and drops those under other labels. Never fails: it is only a cache."""
        with suppress(*FAILURES), self._connected().writing() as cursor:
            cursor.execute(
                "DELETE FROM snapshots WHERE originator_id=? AND topic<>?", (name, label)
            )
            cursor.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)", (name, version, label, state)
            )

    def close(self) -> None:
        """Closes the file."""
        if self._datastore is not None:
            self._datastore.close()
            self._datastore = None
