"""The store in SQLite: one file with `eventsourcing`'s tables. IO.

One stream per campaign, named by its slug. The idempotency keys are written in the same transaction
as the events; snapshots may be deleted at any time.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from campaign.proof.receipts import Kept, Receipt, receipt_id
from campaign.store.protocol import NO_KEYS, NO_SALTS, ConflictError, Head, Row, StoreError
from campaign.store.sqlite.database import FAILURES, SQLiteFile
from events import chain

__all__ = ["ConflictError", "Row", "Store", "StoreError"]

"""The schema version since which a store has each of these tables."""
_LAST = (
    "SELECT originator_version, CAST(coalesce(state, '') AS BLOB) FROM stored_events"
    " WHERE originator_id=? ORDER BY originator_version DESC LIMIT 1"
)
_NAMES = (
    "WITH RECURSIVE names(name) AS (SELECT min(originator_id) FROM stored_events"
    " UNION ALL SELECT (SELECT min(originator_id) FROM stored_events"
    " WHERE originator_id > name) FROM names WHERE name IS NOT NULL)"
)
"""The campaigns, from one to the next: no event between them is looked at."""
PAGE = 500
"""How many rows are read at once."""
STATES = 256
"""How many, if only their bytes are needed: so few that they stay in the processor's cache."""

_NONE: Head = (0, "")


def _head_in(found: list[Any]) -> Head:
    return (int(found[0][0]), chain.head(found[0][1])) if found else _NONE


class Store(SQLiteFile):
    """An `EventStore` in an SQLite file. Every failure of the database is a `StoreError`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._heads: dict[str, tuple[int, Head]] = {}
        """Each campaign's last event, and SQLite's `data_version` at which it was read."""

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
        salts: Mapping[int, str] = NO_SALTS,
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends events with their keys, receipt and salt, all or none, as `EventStore` says.

        Raises `ConflictError` if one of the versions or a key is taken.
        """
        kept: Kept | None = None
        wrote = partial(self._wrote, name, rows[0][0], (rows[-1][0], chain.head(rows[-1][2])))
        with self._writing(wrote, create=create) as (recorder, cursor):
            recorder.insert(cursor, name, rows, keys, receipts, salts)
            if receipt is not None:
                kept = recorder.insert_receipt(cursor, name, receipt, salt)
        return (receipt_id(name, kept[0]), kept[1]) if kept else ("", b"")

    def _wrote(self, name: str, first: int, last: Head) -> None:
        """Remembers the head after an append of this process: SQLite tells it no change."""
        known = self._heads.pop(name, None)
        if known is not None and known[1][0] == first - 1:
            self._heads[name] = known[0], last

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        with self._writing() as (recorder, cursor):
            number, stored = recorder.insert_receipt(cursor, name, receipt, "")
        return receipt_id(name, number), stored

    def receipts(self, name: str, until: int | None = None, after: int = 0) -> Iterator[Kept]:
        """A campaign's receipts in order, in pages."""
        end = until if until is not None else 1 << 62
        while True:
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
        query = "SELECT body FROM receipts WHERE originator_id=? AND number=?"
        found = self._read(query, (name, number))
        return bytes(found[0][0]) if found else None

    def receipts_of(self, name: str, first: int, last: int) -> list[Kept]:
        """The receipts that may name these events; the caller checks whether they do."""
        return self._read(
            "SELECT number, CAST(body AS BLOB) FROM receipts WHERE originator_id=?"
            " AND instr(body, CAST(? AS BLOB))",
            (name, f'"versions":[{first},{last}]'),
        )

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""
        count = "(SELECT max(number) FROM receipts WHERE originator_id=:name)"
        query = f"SELECT max(originator_version), {count} FROM stored_events"
        ((version, number),) = self._read(f"{query} WHERE originator_id=:name", {"name": name})
        return int(version or 0), int(number or 0)

    def salt(self, name: str, number: int) -> str:
        """The sealed salt of a receipt; empty if the store has none."""
        query = "SELECT body FROM salts WHERE originator_id=? AND number=?"
        found = self._read(query, (name, number))
        return str(found[0][0]) if found else ""

    def salts(self, name: str) -> dict[int, str]:
        """The sealed salts of a campaign's receipts, by their numbers."""
        query = "SELECT number, body FROM salts WHERE originator_id=? ORDER BY number"
        return dict(self._read(query, (name,)))

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        with self._writing(lambda: self._forgot(name)) as (_, cursor):
            for table in ("stored_events", "command_keys", "snapshots", "receipts", "salts"):
                cursor.execute(f"DELETE FROM {table} WHERE originator_id=?", (name,))

    def _forgot(self, name: str) -> None:
        self._heads.pop(name, None)

    def rows(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """A campaign's events in order, in pages, so that the longest log needs little memory."""
        columns = "originator_version, coalesce(topic, ''), CAST(coalesce(state, '') AS BLOB)"
        return itertools.chain.from_iterable(self._pages(name, columns, after, until, PAGE))

    def states(self, name: str, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        """Only the bytes of a campaign's events: all that a fold needs."""
        pages = self._pages(name, "originator_version, state", after, until, STATES)
        return map(itemgetter(1), itertools.chain.from_iterable(pages))

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
        found = self._read(f"{_NAMES} SELECT name FROM names WHERE name IS NOT NULL", ())
        return [name for (name,) in found]

    def openings(self) -> Iterator[tuple[str, bytes]]:
        """The name and first event of every campaign, in order of the names."""
        query = (
            f"{_NAMES} SELECT name, CAST(coalesce(state, '') AS BLOB) FROM names"
            " JOIN stored_events ON originator_id=name AND originator_version=1"
        )
        return iter(self._read(query, ()))

    def versions(self) -> dict[str, int]:
        """The version of every campaign's last event."""
        query = (
            f"{_NAMES} SELECT name, (SELECT max(originator_version) FROM stored_events"
            " WHERE originator_id=name) FROM names WHERE name IS NOT NULL"
        )
        return dict(self._read(query, ()))

    def version(self, name: str) -> int:
        """The version of a campaign's last event; 0 if there is none."""
        return self.head(name)[0]

    def head(self, name: str) -> Head:
        """The version and digest of a campaign's last event; 0 and nothing if there is none.

        As long as no other process writes to the file, the head known here is still the last.
        """
        try:
            store = self._connected()
            if not store.turn.acquire(blocking=False):
                return _head_in(store.query(_LAST, (name,)))
            try:
                (changes,) = store.opened().execute("PRAGMA data_version").fetchone()
                at, head = self._heads.get(name, (None, _NONE))
                if at != changes:
                    head = _head_in(store.opened().execute(_LAST, (name,)).fetchall())
                    self._heads[name] = changes, head
                return head
            finally:
                store.turn.release()
        except FAILURES as error:
            raise self._told(error) from error

    def heads(self, names: Sequence[str]) -> dict[str, Head]:
        """The same of several campaigns."""
        return {name: self.head(name) for name in names}

    def of_topics(
        self, name: str, topics: Sequence[str], after: int = 0, until: int | None = None
    ) -> list[Row]:
        """A campaign's events under some topics, in order."""
        marks = ",".join("?" * len(topics))
        return self._read(
            "SELECT originator_version, topic, state FROM stored_events WHERE originator_id=?"
            " AND originator_version>? AND originator_version<=?"
            f" AND topic IN ({marks}) ORDER BY originator_version",
            (name, after, until if until is not None else 1 << 62, *topics),
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

    def keep_snapshots(self, name: str, label: str, states: Sequence[tuple[int, bytes]]) -> None:
        """Keeps snapshots and drops those under other labels; as a cache it never fails."""
        with suppress(*FAILURES), self._connected().writing() as cursor:
            cursor.execute(
                "DELETE FROM snapshots WHERE originator_id=? AND topic<>?", (name, label)
            )
            cursor.executemany(
                "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)",
                [(name, version, label, state) for version, state in states],
            )

    def key_mark(self) -> str:
        """Nothing: the key of a file lies beside it."""
        return ""

    def keep_key_mark(self, mark: str, instead: str = "") -> bool:
        """Keeps nothing."""
        return True

    def close(self) -> None:
        """Closes the file."""
        super().close()
        self._heads.clear()  # another connection counts changes from another number
