"""Connections to a store in SQLite: durable, one of them for writing; and whether a file is a store
of ours. IO.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from campaign.store.protocol import FIRST, STORE, StoreError, lock_timeout, older
from campaign.store.sqlite.locks import WriteLock, which_file
from campaign.world import clock, files, threads

APPLICATION_ID = 0x43545231
"""Marks a file as a campaign store."""
SCHEMA = FIRST
"""The newest form: events, keys, snapshots, receipts, sealed salts of these, and outlines."""
RECEIPTS = (
    "CREATE TABLE IF NOT EXISTS receipts (originator_id TEXT, number INTEGER, body BLOB,"
    " PRIMARY KEY (originator_id, number)) WITHOUT ROWID"
)
SALTS = (
    "CREATE TABLE IF NOT EXISTS salts (originator_id TEXT, number INTEGER, body TEXT,"
    " PRIMARY KEY (originator_id, number)) WITHOUT ROWID"
)
OUTLINES = (
    "CREATE TABLE IF NOT EXISTS outlines (originator_id TEXT PRIMARY KEY, version INTEGER,"
    " head TEXT, label TEXT, body TEXT) WITHOUT ROWID"
)
KEPT_TURNS = (
    "CREATE TABLE IF NOT EXISTS kept_turns (originator_id TEXT, place INTEGER, label TEXT,"
    " body BLOB, state BLOB, total BLOB, PRIMARY KEY (originator_id, place))"
)
"""Made when the first turns are kept."""
CLOSING = 1
"""How many seconds at most to wait for another writer before closing. While that one writes, a
connection that closes is not the last, and moves nothing into the database."""
STATEMENTS = 64
"""How many prepared statements a connection keeps; there are fewer in all."""
SPARE = 3
"""How many connections beside its own a store keeps open; in a rush it opens more for a moment."""


def closing_wait() -> int:
    """How many seconds to wait for another writer before closing."""
    return min(CLOSING, lock_timeout())


def nothing() -> None:
    """What there is to do after most commits."""


class Datastore:
    """A store's connections in this process: its own, which alone writes, and spare ones.

    Every thread reads through the own connection while it is free, as that has the pages in memory,
    else through a spare one. What this process writes leaves `PRAGMA data_version` of the own
    connection as it was, so that a change of it means another process.
    """

    def __init__(self, uri: str, path: Path) -> None:
        self._uri = uri
        self._path = path
        self._opened_as = which_file(path)
        """Which file on the disk the own connection belongs to."""
        self._lock = WriteLock(path)
        self._locked = False
        self._has_written = False
        self._depth = 0
        self._writers = threads.rlock()
        """Whoever writes holds it, and has the lock if there is one."""
        self._own: sqlite3.Connection | None = None
        self.turn = threads.lock()
        """Whoever uses the own connection holds it."""
        self._spare: list[sqlite3.Connection] = []

    def query(self, statement: str, about: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """Every row that a statement finds."""
        mine = self.turn.acquire(blocking=False)
        connection: sqlite3.Connection | None = None
        try:
            connection = self.opened() if mine else self._taken()
            return connection.execute(statement, about).fetchall()
        finally:
            if mine:
                self.turn.release()
            elif connection is not None:
                self._put_back(connection)

    @contextmanager
    def writing(
        self, committed: Callable[[], None] = nothing, *, waits: bool = True
    ) -> Iterator[sqlite3.Cursor]:
        """A cursor in a transaction, all or nothing; nobody else writes meanwhile.

        `committed` is called once all is on the disk, before anybody else has a turn. Raises
        `TimeoutError` if another one writes for too long, or at all where nobody `waits`.
        """
        self.begin_alone(waits=waits)
        try:
            with self.turn:
                connection = self.opened()
                cursor = connection.execute("BEGIN IMMEDIATE")
                try:
                    yield cursor
                    cursor.close()
                    self._commit(connection)
                    self._has_written = True
                except BaseException:
                    connection.rollback()
                    raise
                committed()
        finally:
            self.end_alone()

    def begin_alone(self, *, waits: bool = True) -> None:
        """From now on nobody else writes, neither a thread nor a process; this thread may.

        Raises `TimeoutError` if another one writes for too long.
        """
        if not self._writers.acquire(blocking=False):
            self._wait_for_threads(waits=waits)
        try:
            if self._depth == 0:
                self._locked = self._lock.take(None if waits else 0, make=True)
                self._must_be_the_same()
            self._depth += 1
        except BaseException:
            self._writers.release()
            raise

    def _must_be_the_same(self) -> None:
        """Raises if another file lies in the store's place: what is written to a file that has no
        name any more would be lost.
        """
        if self._own is not None and which_file(self._path) != self._opened_as:
            if self._locked:
                self._lock.release()
            raise sqlite3.OperationalError("another file may lie in its place")

    def _wait_for_threads(self, *, waits: bool) -> None:
        if not waits or not self._writers.acquire(timeout=lock_timeout()):
            raise TimeoutError("the store is locked by another thread")

    def end_alone(self) -> None:
        """Lets others write again, once for each `begin_alone`."""
        self._depth -= 1
        if self._depth == 0 and self._locked:
            self._lock.release()
        self._writers.release()

    def close(self) -> None:
        """Closes every connection. Whoever wrote moves the write-ahead log into the database and
        empties it, even if others still read; with the last connection its file goes.
        """
        self._closed(closing_wait())

    def __del__(self) -> None:
        with suppress(AttributeError):  # it was never whole
            self._closed(0)

    @staticmethod
    def _commit(connection: sqlite3.Connection) -> None:
        connection.commit()

    def opened(self) -> sqlite3.Connection:
        """The own connection, for whoever has the turn."""
        if self._own is None:
            self._own = self._connected()
            self._opened_as = which_file(self._path)
        return self._own

    def _taken(self) -> sqlite3.Connection:
        try:
            return self._spare.pop()
        except IndexError:
            return self._connected()

    def _put_back(self, connection: sqlite3.Connection) -> None:
        if len(self._spare) < SPARE:
            self._spare.append(connection)
        else:
            connection.close()

    def _closed(self, wait: float) -> None:
        mine = self._writers.acquire(timeout=wait)
        try:
            connections, self._spare = self._spare, []
            if self._own is not None:
                connections.append(self._own)
                self._own = None
            if connections:
                held = mine and not self._depth
                with closed_alone(self._lock, wait) if held else nullcontext(False) as is_alone:
                    if is_alone and self._has_written:
                        _empty_the_log(connections[-1])
                    for connection in connections:
                        connection.close()
            if not self._depth:
                self._lock.close()
        finally:
            if mine:
                self._writers.release()

    def _connected(self) -> sqlite3.Connection:
        """A connection. SQLite does not wait when it switches to write-ahead mode, so this does."""
        until = clock.monotonic() + lock_timeout()
        while True:
            connection = files.connect(
                self._uri,
                uri=True,
                timeout=lock_timeout(),
                isolation_level=None,
                check_same_thread=False,
                cached_statements=STATEMENTS,
            )
            try:
                if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                    connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=FULL")
            except sqlite3.Error as error:
                connection.close()
                if "locked" not in str(error) or clock.monotonic() > until:
                    raise
                clock.sleep(0.01)
            else:
                # Bytes that are not text must reach the auditor instead of raising here.
                connection.text_factory = partial(str, encoding="utf-8", errors="replace")
                return connection


def _empty_the_log(connection: sqlite3.Connection) -> None:
    """Moves the write-ahead log into the database. Whoever reads from the log is not waited for."""
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA busy_timeout=0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


@contextmanager
def closed_alone(lock: WriteLock, wait: float) -> Iterator[bool]:
    """Where connections are closed: under the write lock, or without it if it cannot be had.

    Tells which it is.
    """
    taken = False
    with suppress(TimeoutError):
        taken = lock.take(wait, make=False)
    try:
        yield taken
    finally:
        if taken:
            lock.release()


def is_closed(error: Exception) -> bool:
    """Whether the system does not let this process write, or open, a file."""
    text = str(error).lower()
    return any(sign in text for sign in ("readonly", "read-only", "unable to open", "permission"))


def in_words(path: Path, error: Exception) -> str:
    """What the database could not do, in one line for the user."""
    text = str(error).lower()
    if is_closed(error) and (why := files.hindrance(path)):
        return f"{path} cannot be written: {why}"
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
        ("in its place", "is another file now, or gone; nothing was recorded; try again"),
    ):
        if sign in text:
            return f"{path} {words}"
    return f"{path} cannot be used: {error}"


# --- Inspects a store's file: ours or not, empty, or from a newer release -----------------------

MAGIC = b"SQLite format 3\0"
"""The first bytes of every database of SQLite."""
_MARKS = ("application_id", "user_version")


class FileKind(NamedTuple):
    """What a file is."""

    marked: bool
    """Whether it is ours."""
    schema: int
    blank: bool
    """Whether it is an empty database."""


def must_be_read(file: Path, what: str, owner: int = 0) -> None:
    """Raises `StoreError` where a draft wrote a file, whose mark is `owner`.

    SQLite gets to see it as one that never changes: so it neither repairs it nor puts files beside
    it. What marks it as ours may be in its write-ahead log still.
    """
    header = _header(file)
    if header is not None and header[0] != owner:
        header = _in_log(file) or header
    if header is not None and header[0] == owner and header[1] < FIRST:
        raise StoreError(older(file, what))


def _header(file: Path) -> tuple[int, int] | None:
    """A file's mark and its form; None where it is no database.

    Nothing but SQLite opens the file: whoever closes it, in this process, takes away the locks that
    all of its connections have there, and two processes would write at once.
    """
    if not file.is_file() or not file.stat().st_size:
        return None
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(files.connect(uri, uri=True)) as db:
            of = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in _MARKS]
    except sqlite3.Error:
        return None
    return of[0], of[1]


def _marks(header: bytes) -> tuple[int, int]:
    """The mark and the form that a database's header holds."""
    return int.from_bytes(header[68:72]), int.from_bytes(header[60:64])


def _in_log(file: Path) -> tuple[int, int] | None:
    """The same by the last header in the write-ahead log; None if there is none.

    A log has 32 bytes with the size of a page and two salts; each page in it has 24 with its number
    and the salts before it.
    """
    newest = None
    try:
        with file.with_name(f"{file.name}-wal").open("rb") as log:
            start = log.read(32)
            size = int.from_bytes(start[8:12])
            while len(frame := log.read(24 + size)) == 24 + size > 124:
                if int.from_bytes(frame[:4]) == 1 and frame[8:16] == start[16:24]:
                    newest = _marks(frame[24:])
    except OSError:
        return None
    return newest


def as_it_lies(path: Path) -> str:
    """How to open a store in a read-only place: SQLite would put files beside it."""
    ahead = path.with_name(f"{path.name}-wal")
    if not path.is_file() or os.access(path.parent, os.W_OK):
        return ""
    return "" if ahead.exists() and ahead.stat().st_size else "?immutable=1"


@contextmanager
def alone_at_its_end(path: Path, db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A connection that is closed under the store's write lock."""
    try:
        yield db
    finally:
        lock = WriteLock(path)
        with closing(lock), closed_alone(lock, closing_wait()):
            db.close()


def newer(path: Path, schema: int) -> str:
    """Why an older program leaves a newer store alone."""
    known = f"schema {schema}; this one knows up to {SCHEMA}"
    text = f"{path} was written by a newer version of the tracker ({known})"
    return f"{text}. Update the tracker; nothing was changed"


def look(path: Path) -> FileKind:
    """What the file is. It is opened for writing, so that SQLite repairs what a kill left.

    Raises `StoreError` for a draft's store, which is not even opened.
    """
    must_be_read(path, STORE, APPLICATION_ID)
    uri = f"{path.absolute().as_uri()}{as_it_lies(path) or '?mode=rw'}"
    with alone_at_its_end(path, files.connect(uri, uri=True)) as db:
        db.execute(f"PRAGMA busy_timeout={lock_timeout() * 1000}")
        try:
            db.execute("BEGIN")  # another process may be making the store right now
            marked = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            schema = db.execute("PRAGMA user_version").fetchone()[0]
            blank = not marked and not db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} is not a campaign store") from error
    return FileKind(marked, schema, blank)


def check(path: Path, *, create: bool) -> FileKind:
    """What the file is, if it can be used. Raises if there is none or it is not ours."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a campaign store")
    empty = not path.exists() or path.stat().st_size == 0
    seen = FileKind(False, SCHEMA, True) if empty else look(path)
    if seen.blank and not create:
        raise StoreError(
            f"there is no campaign store at {path}; start a campaign first: `campaign start`"
        )
    if not seen.marked and not seen.blank:
        raise StoreError(f"{path} is not a campaign store")
    if seen.schema > SCHEMA:
        raise StoreError(newer(path, seen.schema))
    return seen


# --- Why nothing was written -------------------------------------------------------------------


class SwallowedError(Exception):
    """What was written is missing: something in the database removed or changed it."""


class NewerSchemaError(Exception):
    """A newer release has changed the store since it was opened."""

    def __init__(self, schema: int) -> None:
        super().__init__(schema)
        self.schema = schema


class MovedError(Exception):
    """The store has moved to another place since it was opened."""

    def __init__(self, to: str) -> None:
        super().__init__(to)
        self.to = to
