"""The store in SQLite: one file with `eventsourcing`'s tables, opened when needed, its failures in
words. IO.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.store import protocol
from campaign.store.sqlite.connections import (
    KEPT_TURNS,
    Datastore,
    MovedError,
    NewerSchemaError,
    SwallowedError,
    as_it_lies,
    check,
    in_words,
    look,
    newer,
    nothing,
)
from campaign.world import threads
from campaign.world.files import make_private
from events import chain

if TYPE_CHECKING:
    from campaign.store.sqlite.recorder import Recorder
    from campaign.verify.receipts import Kept, Receipt


FAILURES = (sqlite3.Error, OSError)
"""What the database and the disk raise."""
TOLD = (*FAILURES, SwallowedError, NewerSchemaError, MovedError)
"""What writing can raise besides."""
_HERE = {
    "at": "",
    "of": "originator_id",
    "state": "CAST(coalesce(state, '') AS BLOB)",
    "body": "CAST(coalesce(body, '') AS BLOB)",
}
"""What stands in a question for its placeholders."""
SWALLOWED = "what is written to it; nothing was recorded; `campaign doctor` looks for triggers"


class SQLiteFile(protocol.EventStore):
    """A campaign store's file. Every failure of the database is raised as `StoreError`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._datastore: Datastore | None = None
        self._recorder: Recorder | None = None
        self._opening = threads.lock()

    @property
    def place(self) -> protocol.StorePlace:
        """Where the file is."""
        return protocol.StorePlace(self._path)

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
        self._recorder = None
        if new:
            # In one transaction, so that no crash leaves half a store.
            with store.writing() as cursor:
                self._writer().make(cursor)
        return store

    def _writer(self) -> "Recorder":
        """What writes in a transaction; imported with the first, as who reads does without."""
        if self._recorder is None:
            from campaign.store.sqlite.recorder import Recorder

            self._recorder = Recorder()
        return self._recorder

    def exists(self) -> bool:
        """Whether there is anything at the path.

        An empty file was left by a full disk, and an empty database by a process killed while
        making the store. What this process has open is a store.
        """
        if not self.path.exists() or self.path.is_dir():
            return self.path.is_dir()
        with self._guarded():
            if self.path.stat().st_size == 0:
                return False
            return self._datastore is not None or not look(self.path).blank

    def _check(self, create: bool) -> bool:
        """Whether the store has yet to be made. Raises if there is none or it is not ours."""
        seen = check(self.path, create=create)
        if seen.blank:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_private(self.path)
        return seen.blank

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except TOLD as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> protocol.StoreError | protocol.ConflictError:
        """What a failure means to the caller."""
        match error:
            case sqlite3.IntegrityError():
                return protocol.ConflictError()
            case SwallowedError():
                return protocol.StoreError(f"{self.path} does not keep {SWALLOWED}")
            case MovedError():
                return protocol.StoreError(
                    f"{self.path} has moved to {error.to}; nothing was recorded here"
                )
            case NewerSchemaError():
                return protocol.StoreError(newer(self.path, error.schema))
        return protocol.StoreError(in_words(self.path, error))

    def _ask(self, query: str, values: Sequence[object]) -> list[Any]:
        """Every row that a question finds."""
        return self._read(query.format_map(_HERE), values)

    def _read(self, query: str, about: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """Every row that a query finds."""
        try:
            return self._connected().query(query, about)
        except FAILURES as error:
            raise self._failure(error) from error

    @contextmanager
    def _writing(
        self, wrote: Callable[[], None] = nothing, *, create: bool = False, waits: bool = True
    ) -> "Iterator[tuple[Recorder, sqlite3.Cursor]]":
        """A transaction in the store; `wrote` is called after it."""
        try:
            store = self._connected(create)
            with store.writing(wrote, waits=waits) as cursor:
                recorder = self._writer()
                recorder.look(cursor)
                yield recorder, cursor
        except TOLD as error:
            raise self._failure(error) from error

    def must_record(self) -> None:
        """Takes the right to write and gives it back. Raises where nothing can be recorded."""
        try:
            with self._connected().writing() as cursor:
                self._writer().look(cursor)
                cursor.execute("DELETE FROM stored_events WHERE 0")  # refused if it is read-only
        except TOLD as error:
            raise self._failure(error) from error

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Nobody else writes meanwhile, to any campaign of the file; this thread may."""
        try:
            store = self._connected()
            store.begin_alone()
        except FAILURES as error:
            raise self._failure(error) from error
        try:
            yield
        finally:
            store.end_alone()

    def moved_to(self) -> str:
        """Where the whole store has moved to; empty if it is here."""
        if not self._read("SELECT 1 FROM sqlite_master WHERE name='moved'", ()):
            return ""
        rows = self._read("SELECT place FROM moved", ())
        return str(rows[0][0]) if rows else ""

    @contextmanager
    def handing_over(self, to: str) -> Iterator[None]:
        """Nobody records anything meanwhile, nor afterwards where `to` says where it has moved.

        That is said by a table of its own.
        """
        with self.alone(""):
            yield
            if to:
                with self._writing() as (_, cursor):
                    cursor.execute("CREATE TABLE IF NOT EXISTS moved (place TEXT NOT NULL)")
                    cursor.execute("INSERT INTO moved VALUES (?)", (to,))

    def open_again(self) -> None:
        """Takes back that the store has moved."""
        try:
            with self._connected().writing() as cursor:
                cursor.execute("DROP TABLE IF EXISTS moved")
        except TOLD as error:
            raise self._failure(error) from error

    def close(self) -> None:
        """Closes the file."""
        if self._datastore is not None:
            self._datastore.close()
            self._datastore = None


# --- The store in SQLite: one file with `eventsourcing`'s tables --------------------------------
#
# One stream per campaign, named by its slug. The idempotency keys are written in the same
# transaction as the events; snapshots may be deleted at any time.

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
_OUTLINES = (
    f"{_NAMES} SELECT name, (SELECT CAST(originator_version || ' ' ||"
    " substr(CAST(coalesce(state, '') AS BLOB), -64) AS BLOB) FROM stored_events"
    " WHERE originator_id=name ORDER BY originator_version DESC LIMIT 1),"
    " o.version, o.head, o.label, o.body FROM names"
    " LEFT JOIN outlines o ON o.originator_id=name WHERE name IS NOT NULL"
)
"""The last event of each, as its version and digest in one value, and its outline: so that event
is looked for once.
"""
OF_CAMPAIGN = ("stored_events", "command_keys", "snapshots", "receipts", "salts", "outlines")
"""The tables whose rows belong to a campaign."""
_NONE: protocol.Head = (0, "")


def _head_in(rows: list[Any]) -> protocol.Head:
    return (int(rows[0][0]), chain.head(rows[0][1])) if rows else _NONE


def _end_in(value: bytes) -> protocol.Head:
    version, _, digest = value.partition(b" ")
    return int(version) if version.isdigit() else 0, chain.head(digest)


class Store(SQLiteFile):
    """An `EventStore` in an SQLite file. Every failure of the database is a `StoreError`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._heads: dict[str, tuple[int, protocol.Head]] = {}
        """Each campaign's last event, and SQLite's `data_version` at which it was read."""

    def make(self) -> None:
        """Makes the file if there is none."""
        with self._guarded():
            self._connected(create=True)

    def append(
        self,
        name: str,
        rows: Sequence[protocol.Row],
        keys: Mapping[str, tuple[int, int]] = protocol.NO_KEYS,
        receipt: "Receipt | None" = None,
        *,
        salt: str = "",
        receipts: "Iterable[Kept]" = (),
        salts: Mapping[int, str] = protocol.NO_SALTS,
        outline: protocol.StoredOutline | None = None,
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends events with their keys, receipt and salt, all or none, as `EventStore` says.

        Raises `ConflictError` if one of the versions or a key is taken.
        """
        stored: Kept | None = None
        wrote = partial(self._wrote, name, rows[0][0], (rows[-1][0], chain.head(rows[-1][2])))
        with self._writing(wrote, create=create) as (recorder, cursor):
            recorder.insert(cursor, name, rows, keys, receipts, salts)
            if receipt is not None:
                stored = recorder.insert_receipt(cursor, name, receipt, salt)
            if outline is not None:
                recorder.put_outline(cursor, name, outline)
        from campaign.verify.receipts import receipt_id

        return (receipt_id(name, stored[0]), stored[1]) if stored else ("", b"")

    def _wrote(self, name: str, first: int, last: protocol.Head) -> None:
        """Remembers the head after an append of this process: SQLite tells it no change."""
        known = self._heads.pop(name, None)
        if known is not None and known[1][0] == first - 1:
            self._heads[name] = known[0], last

    def keep_receipt(self, name: str, receipt: "Receipt") -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        with self._writing() as (recorder, cursor):
            number, stored = recorder.insert_receipt(cursor, name, receipt, "")
        from campaign.verify.receipts import receipt_id

        return receipt_id(name, number), stored

    def receipts_of(self, name: str, first: int, last: int) -> "list[Kept]":
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

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        with self._writing(lambda: self._forgot(name)) as (_, cursor):
            for table in (*OF_CAMPAIGN, *(["kept_turns"] * self._keeps_turns())):
                cursor.execute(f"DELETE FROM {table} WHERE originator_id=?", (name,))

    def _forgot(self, name: str) -> None:
        self._heads.pop(name, None)

    def names(self) -> list[str]:
        """The campaigns of the store, in order."""
        rows = self._read(f"{_NAMES} SELECT name FROM names WHERE name IS NOT NULL", ())
        return [name for (name,) in rows]

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

    def outlines(self) -> list[tuple[str, int, str, protocol.StoredOutline | None]]:
        """Every campaign in order of the names, its last event, and what is kept as its outline."""
        return [
            (name, *_end_in(end), protocol.outlined(*kept))
            for name, end, *kept in self._read(_OUTLINES, ())
        ]

    def keep_outlines(self, outlines: Mapping[str, protocol.StoredOutline]) -> None:
        """Keeps outlines of campaigns that have not grown since; as a cache it never fails."""
        query = "SELECT max(originator_version) FROM stored_events WHERE originator_id=?"
        with (
            suppress(protocol.StoreError, protocol.ConflictError),
            self._writing() as (recorder, cursor),
        ):
            for name, outline in outlines.items():
                if cursor.execute(query, (name,)).fetchone()[0] == outline.version:
                    recorder.put_outline(cursor, name, outline)

    def head(self, name: str) -> protocol.Head:
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
            raise self._failure(error) from error

    def heads(self, names: Sequence[str]) -> dict[str, protocol.Head]:
        """The same of several campaigns."""
        return {name: self.head(name) for name in names}

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
        rows = self._read(
            "SELECT originator_version, state FROM snapshots WHERE originator_id=?"
            " AND topic=? AND originator_version<=? ORDER BY originator_version DESC LIMIT 1",
            (name, label, until if until is not None else 1 << 62),
        )
        return (rows[0][0], rows[0][1]) if rows else None

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

    def keep_turns(
        self,
        name: str,
        label: str,
        after: int,
        turns: Sequence[protocol.StoredTurn],
        *,
        at: protocol.Head,
        behind: bytes = b"",
    ) -> None:
        """Keeps turns in place of those behind a place; as a cache it never fails, nor waits."""
        is_there = (
            "SELECT originator_version, CAST(coalesce(state, '') AS BLOB) FROM stored_events"
            " WHERE originator_id=? AND originator_version=?"
        )
        first = "SELECT body FROM kept_turns WHERE originator_id=? AND label=? AND place=0"
        with (
            suppress(protocol.StoreError, protocol.ConflictError),
            self._writing(waits=False) as (_, cursor),
        ):
            cursor.execute(KEPT_TURNS)
            if _head_in(cursor.execute(is_there, (name, at[0])).fetchall()) != at:
                return  # the record has gone, or another has its name
            if after and cursor.execute(first, (name, label)).fetchall() != [(behind,)]:
                return  # another process has kept other turns meanwhile
            cursor.execute(
                "DELETE FROM kept_turns WHERE originator_id=? AND (label<>? OR place>?)",
                (name, label, after),
            )
            cursor.executemany(
                "INSERT OR REPLACE INTO kept_turns VALUES (?,?,?,?,?,?)",
                [(name, place, label, *parts) for place, *parts in turns],
            )

    def forget_turns(self, name: str) -> None:
        """Drops the turns that are kept of a campaign; as they are only a cache it never fails."""
        with suppress(protocol.StoreError), self._writing(waits=False) as (_, cursor):
            cursor.execute(KEPT_TURNS)
            cursor.execute("DELETE FROM kept_turns WHERE originator_id=?", (name,))

    def _keeps_turns(self) -> bool:
        return bool(self._read("SELECT 1 FROM sqlite_master WHERE name='kept_turns'", ()))

    def kept_turns(
        self, name: str, label: str, place: int | None = None
    ) -> list[protocol.StoredTurn]:
        """The turns kept under a label, in order, without states and totals; or a place's whole.

        None where they can't be read: they are only a cache.
        """
        parts, where = ("body, state, total", " AND place=?") if place is not None else ("body", "")
        query = f"SELECT place, {parts} FROM kept_turns WHERE originator_id=? AND label=?{where}"
        about = (name, label) if place is None else (name, label, place)
        with suppress(protocol.StoreError):
            rows = self._read(f"{query} ORDER BY place", about) if self._keeps_turns() else []
            return [protocol.StoredTurn(*row) for row in rows]
        return []

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
