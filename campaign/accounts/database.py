"""The file of people beside a store (`club.people.db` for `club.db`), for its owner alone. IO.

Each part of it has tables and a schema number of its own. It may be deleted: campaigns go on, but
addresses and choices are gone, and nobody knows any more which mail was sent.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from campaign.accounts.protocol import PEOPLE_TITLE, Part, PeopleDatabase, put
from campaign.store.protocol import FIRST, StoreError, StorePlace, Where, lock_timeout, place_of
from campaign.store.sqlite.connections import is_closed, must_be_read
from campaign.world import crossing, files, threads
from campaign.world.files import Marks, are_settled, make_private, marks_of

LOOKED_UP = 256
"""How many answers to questions of requests are kept in memory."""
MEMORY = Path(":memory:")
"""Stands for a file of what one process keeps for itself until it ends."""


def people_path(store: Path) -> Path:
    """Where the people of a store are."""
    return StorePlace(store).people


def schemas(db: sqlite3.Connection) -> dict[str, int]:
    """The schema of each part of a file; nothing of a file that is still empty."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name='part'").fetchone() is None:
        return {}
    return dict(db.execute("SELECT name, schema FROM part").fetchall())


def _writes_in_place(db: sqlite3.Connection) -> bool:
    """Whether what is committed is in the file itself. Whoever has a log written ahead of it has
    changed the file for that.
    """
    (mode,) = db.execute("PRAGMA journal_mode").fetchone()
    return str(mode) in ("delete", "truncate", "persist")


class PeopleConnection(sqlite3.Connection):
    """A connection to a file of people."""

    skip_locked = ""
    """Only one transaction writes at a time: nobody else is just taking any row."""


class PeopleFile:
    """The file of people, opened when it is needed. Several threads may use it at once.

    Every failure of the database is raised as `StoreError`.
    """

    def __init__(
        self,
        path: Path,
        parts: tuple[Part, ...],
        place: StorePlace | None = None,
        what: str = PEOPLE_TITLE,
    ) -> None:
        self.path = path
        self._file = str(path)
        self._is_memory = path == MEMORY
        self.place = place or StorePlace(path.with_name(path.name.replace(".people.db", ".db")))
        self._parts = parts
        self._what = what
        self._db: PeopleConnection | None = None
        self._opened_as: tuple[int, int] | None = None
        """Which file on the disk the connection belongs to."""
        self._turn = threads.rlock()
        self._looked_up: dict[tuple[str, tuple[object, ...]], list[Any]] = {}
        self._looked_at: Marks | None = None
        """What the file looked like when these were read; None where that tells nothing."""

    def exists(self) -> bool:
        """Whether there is such a file."""
        return self.path.exists()

    @contextmanager
    def reading(self) -> Iterator[PeopleConnection]:
        """A connection to read with. The file is made if there is none."""
        with self._turn, self._guarded():
            yield self._connected()

    @contextmanager
    def writing(self) -> Iterator[PeopleConnection]:
        """One transaction: all of it is on the disk when this returns, or nothing.

        Other processes wait for its end.
        """
        with self._turn, self._guarded():
            db = self._begun()
            self._forget()  # nothing that is taken away stays in memory
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def looked_up(self, query: str, values: tuple[object, ...]) -> list[Any]:
        """Every row that a query finds now. What was read counts as long as the file looks the
        same: whatever is committed to it, by whomever, is written into it first.
        """
        with self._turn, self._guarded():
            try:
                marks = marks_of(self._file)
            except (FileNotFoundError, NotADirectoryError):
                self._forget()
                return []
            if self._looked_at != marks:
                self._forget()
            elif (rows := self._looked_up.get((query, values))) is not None:
                return rows
            counts = crossing.current is None and are_settled(marks)
            db = self._connected()
            rows = db.execute(query, values).fetchall()
            if len(self._looked_up) >= LOOKED_UP:
                self._forget()
            if counts and not db.in_transaction and (self._looked_at or _writes_in_place(db)):
                self._looked_at = marks
                self._looked_up[query, values] = rows
            return rows

    def _forget(self) -> None:
        self._looked_at = None
        self._looked_up.clear()

    def beside_others(self) -> AbstractContextManager[PeopleConnection]:
        """The same: a file has one writer at a time."""
        return self.writing()

    def sweep(self) -> None:
        """Writes the file anew: a page that was split may keep a copy of what was taken away.

        While another program reads the file, that is left to the next time.
        """
        with self._turn, self._guarded(), suppress(sqlite3.OperationalError):
            self._connected().execute("VACUUM")

    def close(self) -> None:
        """Lets go of the file. Using it again opens it again."""
        with self._turn:
            if self._db is not None:
                self._db.close()
                self._db = None
            self._forget()

    def _begun(self) -> PeopleConnection:
        """A connection with a transaction, in the file that has the name now."""
        while True:
            db = self._connected()
            db.execute("BEGIN IMMEDIATE")
            if self._opened_as == self._on_disk():
                return db
            self.close()  # it was replaced while this waited for its turn

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            why = files.hindrance(self.path) if is_closed(error) else ""
            raise StoreError(f"cannot use {self.path}: {why or error}") from error

    def _connected(self) -> PeopleConnection:
        if self._db is not None and self._opened_as != self._on_disk():
            self.close()  # somebody deleted the file, or put another one in its place
        if self._db is None:
            self._db = self._opened()
            self._opened_as = self._on_disk()
        return self._db

    def _on_disk(self) -> tuple[int, int] | None:
        if self._is_memory:
            return None
        try:
            seen = os.stat(self._file)  # noqa: PTH116 - every look asks, and a path's own way is longer
        except FileNotFoundError:
            return None
        return seen.st_dev, seen.st_ino

    def _opened(self) -> PeopleConnection:
        must_be_read(self.path, self._what)
        if not self._is_memory and not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_private(self.path)
        db = files.connect_as(
            PeopleConnection,
            self.path,
            timeout=lock_timeout(),
            isolation_level=None,
            check_same_thread=False,
        )
        db.row_factory = sqlite3.Row
        try:
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA secure_delete=ON")  # an address that is forgotten is gone
            db.execute("PRAGMA foreign_keys=ON")
            if schemas(db) != {**schemas(db), **{part.name: part.schema for part in self._parts}}:
                self._bring_up(db)
        except BaseException:
            db.close()
            raise
        return db

    def _bring_up(self, db: PeopleConnection) -> None:
        """Makes the tables of every part, or brings them to their newest schema."""
        db.execute("BEGIN IMMEDIATE")
        try:
            db.execute(f"PRAGMA user_version={FIRST}")
            db.execute("CREATE TABLE IF NOT EXISTS part (name TEXT PRIMARY KEY, schema INTEGER)")
            known = schemas(db)
            for part in self._parts:
                schema = known.get(part.name, 0)
                if schema > part.schema:
                    raise StoreError(
                        f"{self.path} was written by a newer version of the tracker "
                        f"({part.name}: schema {schema}; this one knows up to {part.schema}). "
                        "Update the tracker; nothing was changed"
                    )
                for statements in part.steps[schema:]:
                    for statement in statements:
                        db.execute(statement)
                put(db, "part", {"name": part.name}, {"schema": part.schema})
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")


# --- Opens the people of a store: the one place that knows in which databases they can be -------


def open_people(store: Where, parts: tuple[Part, ...]) -> PeopleDatabase:
    """The people of a store, with these parts; looked at when they are first used."""
    place = place_of(store)
    if place.is_database:
        from campaign.store.protocol import database

        opened: PeopleDatabase = database().people(place, parts)
        return opened
    return PeopleFile(people_path(place.file), parts, place)
