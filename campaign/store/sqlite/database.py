"""A store's SQLite file: opened when needed, read, written, and its failures in words. IO."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from campaign.store.place import StorePlace
from campaign.store.protocol import ConflictError, StoreError
from campaign.store.sqlite.connections import Datastore, in_words, nothing
from campaign.store.sqlite.looking import as_it_lies, check, look, newer
from campaign.store.sqlite.recorder import MovedError, NewerSchemaError, Recorder, SwallowedError
from campaign.store.writable import make_private

FAILURES = (sqlite3.Error, OSError)
"""What the database and the disk raise."""
TOLD = (*FAILURES, SwallowedError, NewerSchemaError, MovedError)
"""What writing can raise besides."""
SWALLOWED = "what is written to it; nothing was recorded; `campaign doctor` looks for triggers"


class SQLiteFile:
    """A campaign store's file. Every failure of the database is raised as `StoreError`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._datastore: Datastore | None = None
        self._recorder: Recorder | None = None
        self._opening = threading.Lock()

    @property
    def place(self) -> StorePlace:
        """Where the file is."""
        return StorePlace(self._path)

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
        self._recorder = Recorder()
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
            make_private(self.path)
        return seen.blank

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except TOLD as error:
            raise self._told(error) from error

    def _told(self, error: Exception) -> StoreError | ConflictError:
        """What a failure means to the caller."""
        match error:
            case sqlite3.IntegrityError():
                return ConflictError()
            case SwallowedError():
                return StoreError(f"{self.path} does not keep {SWALLOWED}")
            case MovedError():
                return StoreError(f"{self.path} has moved to {error.to}; nothing was recorded here")
            case NewerSchemaError():
                return StoreError(newer(self.path, error.schema))
        return StoreError(in_words(self.path, error))

    def _read(self, query: str, about: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """Every row that a query finds."""
        try:
            return self._connected().query(query, about)
        except FAILURES as error:
            raise self._told(error) from error

    @contextmanager
    def _writing(
        self, wrote: Callable[[], None] = nothing, *, create: bool = False
    ) -> Iterator[tuple[Recorder, sqlite3.Cursor]]:
        """A transaction in the store; `wrote` is called after it."""
        try:
            store = self._connected(create)
            assert self._recorder is not None
            with store.writing(wrote) as cursor:
                self._recorder.look(cursor)
                yield self._recorder, cursor
        except TOLD as error:
            raise self._told(error) from error

    def must_record(self) -> None:
        """Takes the right to write and gives it back. Raises where nothing can be recorded."""
        try:
            with self._connected().writing() as cursor:
                assert self._recorder is not None
                self._recorder.look(cursor)
                cursor.execute("DELETE FROM stored_events WHERE 0")  # refused if it is read-only
        except TOLD as error:
            raise self._told(error) from error

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Nobody else writes meanwhile, to any campaign of the file; this thread may."""
        try:
            store = self._connected()
            store.begin_alone()
        except FAILURES as error:
            raise self._told(error) from error
        try:
            yield
        finally:
            store.end_alone()

    def moved_to(self) -> str:
        """Where the whole store has moved to; empty if it is here."""
        if not self._read("SELECT 1 FROM sqlite_master WHERE name='moved'", ()):
            return ""
        found = self._read("SELECT place FROM moved", ())
        return str(found[0][0]) if found else ""

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
            raise self._told(error) from error

    def close(self) -> None:
        """Closes the file."""
        if self._datastore is not None:
            self._datastore.close()
            self._datastore = None
