"""The disk of the simulation: connections that cross, wait and fail by the seed, and what a crash
leaves of the files.
"""

import random
import re
import sqlite3
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from simulation.scheduler import Crash, Scheduler
from simulation.stock import copied

FAULTS = (
    "database or disk is full",
    "disk I/O error",
    "attempt to write a readonly database",
    "database is locked",
)
"""What a connection may fail with."""
DRAFT = re.compile(r"^(\..*)\.[a-z0-9_]{8}$")
"""A file until it is complete; the system makes up its last letters."""
COPY = 0.5
"""After how many seconds at most the copy of a database is made."""
PAUSE = 0.005
"""How many seconds lie between two tries at a locked file."""


class Disk:
    """The files of one life."""

    def __init__(
        self, scheduler: Scheduler, chance: random.Random, faults: float, flushes: float
    ) -> None:
        self._scheduler = scheduler
        self._chance = chance
        self._faults = faults
        """The share of transactions that fail."""
        self._flushes_for = flushes
        """How many seconds a commit takes at most, beside what every crossing costs."""
        self.flushed: dict[str, int] = {}
        """How long each write-ahead log was at its last commit that was flushed."""
        self.in_use: set[str] = set()
        """The databases in which a transaction began, so that a program keeps them open."""
        self.copying: Callable[[str], object] = str
        """Hears of each database that is about to be copied."""

    def connect(self, database: str, factory: type[Any], options: dict[str, Any]) -> Any:
        """A connection that crosses. SQLite itself never waits: it would with the baton."""
        patience = options.pop("timeout", 5.0)
        db = sqlite3.connect(database, timeout=0, factory=crossing_kind(factory), **options)
        path = database
        if database.startswith("file:"):
            path = unquote(database.removeprefix("file://").partition("?")[0])
        db.path, db.patience = Path(path), patience
        db.label = DRAFT.sub(r"\1", db.path.name)
        db.reads = f"reads {db.label}"
        db.disk = self
        return db

    def crosses(self, db: Any) -> None:
        """Sometimes a crossing comes before a statement."""
        self._scheduler.sometimes(db.reads, 0.05)

    def turned(self, db: Any, word: str, run: Callable[[], Any]) -> Any:
        """Begins or ends a transaction, with a crossing before it: there it matters."""
        scheduler = self._scheduler
        if scheduler.is_over:
            return run()
        scheduler.cross(f"{word.lower()} {db.label}")
        self._may_fail(db.label)
        done = self.patiently(db, run)
        self.in_use.add(db.label)
        if word == "COMMIT":
            self._flushes(db)
            if self._flushes_for:
                scheduler.sleep(self._chance.uniform(0, self._flushes_for))
            scheduler.cross(f"committed {db.label}")
        return done

    def begins_a_copy(self, db: Any) -> None:
        """A large file is not copied at once."""
        self._scheduler.sleep(self._chance.uniform(0, COPY))
        self.copying(db.label)

    def patiently(self, db: Any, run: Callable[[], Any]) -> Any:
        """Runs a statement, again and again while the file is locked."""
        until = self._scheduler.now + db.patience
        while True:
            try:
                return run()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or self._scheduler.now >= until:
                    raise
                self._scheduler.sleep(PAUSE)

    def _may_fail(self, name: str) -> None:
        if self._faults and self._chance.random() < self._faults:
            text = self._chance.choice(FAULTS)
            self._scheduler.note(f"{name}: {text}")
            raise sqlite3.OperationalError(text)

    def _flushes(self, db: Any) -> None:
        """SQLite flushes the log at a commit only where it is asked to."""
        log = log_of(db.path)
        (how,) = sqlite3.Connection.execute(db, "PRAGMA synchronous").fetchone()
        if how >= 2 and log.exists():
            self.flushed[str(log)] = log.stat().st_size

    def left(self, files: Path, copy: Path, *, power_cut: bool) -> None:
        """Copies what a crash leaves: after a power cut, of a log no more than was flushed for
        sure.
        """
        copied(files, copy)
        for log in sorted(copy.glob("*-wal")) if power_cut else ():
            if "-tables" in log.name:  # they may lose what can be read again
                continue
            length = log.stat().st_size
            kept = min(length, self.flushed.get(str(files / log.name), 0))
            with log.open("r+b") as file:
                file.truncate(self._chance.randint(kept, length))
        for shared in copy.glob("*-shm"):
            shared.unlink()


def log_of(database: Path) -> Path:
    """The write-ahead log of a database."""
    return database.with_name(f"{database.name}-wal")


@cache
def first_word(sql: str) -> str:
    """The word that a statement begins with."""
    return sql.split(None, 1)[0].upper()


@cache
def crossing_kind(factory: type[Any]) -> type[Any]:
    """A kind of connections whose statements cross."""
    real = factory.execute

    class Crossing(factory):  # type: ignore[misc]
        """A connection of the simulation."""

        disk: Disk | None = None
        path: Path
        label: str
        reads: str
        patience: float

        def execute(self, sql: str, parameters: Any = (), /) -> Any:
            """Runs a statement."""
            disk = self.disk
            if disk is None:
                return real(self, sql, parameters)
            word = first_word(sql)
            if word in ("BEGIN", "COMMIT"):
                return disk.turned(self, word, partial(real, self, sql, parameters))
            disk.crosses(self)
            try:
                return real(self, sql, parameters)
            except sqlite3.OperationalError:
                return disk.patiently(self, partial(real, self, sql, parameters))

        def commit(self) -> None:
            """Ends a transaction."""
            if self.disk is not None:
                self.disk.turned(self, "COMMIT", super().commit)

        def backup(self, target: sqlite3.Connection, **options: Any) -> None:
            """Copies a database; others play on until it has begun."""
            if self.disk is not None:
                self.disk.begins_a_copy(self)
            super().backup(target, **options)

    return Crossing


__all__ = ["Crash", "Disk", "crossing_kind", "log_of"]
