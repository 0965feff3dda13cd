"""Keeps the read tables (`STORE.read.db`) up to date with the log. IO.

They hold nothing that the log does not, and may be deleted at any time. Each campaign's row records
how far its log has been read; later events are read in one transaction, so that a crash leaves the
tables as they were.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache, cached_property
from typing import Any, Self

import msgspec
import sqlite_utils

from campaign.history.transitions import transitions
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.kernel.tables import RowMaker
from campaign.store import labels, snapshots
from campaign.store.reader import Live, Reader
from campaign.systems import SYSTEMS
from campaign.tables import database, rows, writing
from events import chain

BATCH = 5_000
"""How many events are read between two batches of rows."""
SQL = tuple(f"campaign/tables/{name}.py" for name in ("database", "follower", "schema", "writing"))
"""The files that write rows; their imports make none."""

Progress = Callable[[int, int], None]
"""Called with events read and events in all."""


class ReadUpTo(msgspec.Struct, frozen=True):
    """How far a campaign has been read, and what the next update need not find again."""

    version: int
    head: str
    state: GameState | None
    of_game: RowMaker[Any] | None = None
    """The game's row maker, with what it remembers; None for a fresh one."""
    current: writing.Written = {}
    """The current tables as they were written."""


_START = ReadUpTo(0, "", None)


class TablesFollower:
    """The read tables of one store, kept up to date with its log.

    Only one thread may use it at a time; another may write to the store meanwhile. Then it needs a
    reader whose live states nobody changes, or one that only the store is read through.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._database = database.ReadDatabase(database.path(reader.store.path))
        self._places: dict[str, ReadUpTo] = {}
        """Where each campaign's last update ended, so that the next need not fold again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file of the tables."""
        self._database.close()

    def update(self, name: str, known: Live | None = None) -> int:
        """Reads the events that the tables do not have yet; returns their number.

        Rows of another campaign of that name, another history or a changed program are rebuilt.
        `known` is a state at hand, which is used if the tables have been read up to there.
        """
        with self._database.transaction() as db:
            return self._read(db, name, known, None)

    def rebuild(self, name: str, progress: Progress | None = None) -> int:
        """Rebuilds a campaign's rows from its first event; returns the number of events read."""
        with self._database.transaction() as db:
            self._writes.forget(db, name)
            self._places.pop(name, None)
            return self._read(db, name, None, progress)

    def lag(self, name: str) -> int | None:
        """How many events the tables have not read; None if they must be rebuilt."""
        file = self._database.file
        if not file.exists():
            return None
        try:
            with closing(sqlite3.connect(file, timeout=database.LOCK_TIMEOUT / 1000)) as db:
                found = db.execute(
                    "SELECT version, head, fold FROM campaigns WHERE campaign=?", (name,)
                ).fetchone()
        except sqlite3.Error:
            return None
        if found is None or found[2] != fingerprint(self._reader.system(name).name):
            return None
        if not self._is_of_log(name, found[0], found[1]):
            return None
        return self._reader.store.version(name) - int(found[0])

    def forget(self, name: str) -> None:
        """Deletes a campaign's rows from the tables."""
        with self._database.transaction() as db:
            self._writes.forget(db, name)
            self._places.pop(name, None)

    # --- reading the log ------------------------------------------------------------------------

    def _read(
        self, db: sqlite_utils.Database, name: str, known: Live | None, progress: Progress | None
    ) -> int:
        reader = self._reader
        system = reader.system(name)
        now = reader.store.version(name)
        place = self._resumed(db, name, system, now, known)
        if place is None or reader.corrected(name, place.version):
            self._writes.forget(db, name)
            place = _START
        if place.version and place.version == now:
            return 0
        of_game = place.of_game or system.tables.rows()
        waiting = rows.Rows(name, system, of_game)
        start, state = place.version, place.state
        self._places.pop(name, None)  # its memory moves on from there
        version, head = start, place.head
        try:
            fresh = reader.history(name, start) if start else reader.counted(name)
            for step in transitions(system, fresh, state):
                waiting.add(step)
                if step.record.version > version:
                    version, head = step.record.version, step.record.digest
                state = step.after
                if (version - start) % BATCH == 0:
                    self._flush(db, waiting)
                    if progress:
                        progress(version - start, max(now, version) - start)
        except (KeyError, AttributeError, ValueError, TypeError) as error:
            message = f"{name}: what follows version {version} does not fit it; run verify"
            raise database.ReadModelError(message) from error
        assert state is not None
        self._flush(db, waiting)
        current = self._writes.current(db, name, rows.current(system, state), place.current)
        row = rows.campaign(state.campaign, version, head, fingerprint(system.name))
        self._writes.campaign(db, row)
        if progress:
            progress(version - start, version - start)
        self._places[name] = ReadUpTo(version, head, state, of_game, current)
        return version - start

    def _resumed(
        self,
        db: sqlite_utils.Database,
        name: str,
        system: AnySystem,
        now: int,
        known: Live | None,
    ) -> ReadUpTo | None:
        """Where to read on; None if the rows belong to another log or another program.

        `now` is the version to reach: events recorded meanwhile are read the next time.
        """
        found = db.execute(
            "SELECT version, head, fold, id FROM campaigns WHERE campaign=?", (name,)
        ).fetchone()
        if found is None:
            return None
        version, head, fold, identity = found
        if fold != fingerprint(system.name) or version > now:
            return None
        if not self._is_of_log(name, version, head):
            return None
        kept = self._places.get(name)
        if kept and (kept.version, kept.head) == (version, head):
            return kept
        if version == now:
            return ReadUpTo(version, head, None)
        if known is None or (known.version, known.head) != (version, head):
            known = self._reader.live(name, version)
        if known.state.campaign.id != identity:
            return None
        since = system.tables.since(known.state)
        if since:
            return self._before_newest(db, name, since)
        return ReadUpTo(version, head, known.state)

    def _is_of_log(self, name: str, version: int, head: str) -> bool:
        """Whether a campaign's log has this event, so that everything before it is the same too."""
        last = next(self._reader.store.rows(name, version - 1, version), None)
        return last is not None and chain.head(last[2]) == head

    def _before_newest(self, db: sqlite_utils.Database, name: str, table: str) -> ReadUpTo | None:
        """The version just before the event of a table's newest row; None if it has no row."""
        version = db.execute(
            f'SELECT max(version) FROM "{table}" WHERE campaign=?', (name,)
        ).fetchone()[0]
        if version is None:
            return None
        live = self._reader.live(name, version - 1)
        return ReadUpTo(live.version, live.head, live.state)

    def _flush(self, db: sqlite_utils.Database, waiting: rows.Rows) -> None:
        self._writes.upsert(db, waiting.campaign, waiting.taken())
        self._writes.seeds(db, waiting.campaign, waiting.seeds)
        waiting.seeds.clear()

    @cached_property
    def _writes(self) -> writing.RowWriter:
        return writing.RowWriter()


def update(reader: Reader, name: str) -> int:
    """Reads the events that a store's tables do not have yet, once; returns their number."""
    with TablesFollower(reader) as follower:
        return follower.update(name)


def rebuild(reader: Reader, name: str, progress: Progress | None = None) -> int:
    """Rebuilds a campaign's rows from its first event, once; returns the number of events read."""
    with TablesFollower(reader) as follower:
        return follower.rebuild(name, progress)


@cache
def fingerprint(system: str) -> str:
    """A digest of the source of all that makes the rows of a rule system's campaigns."""
    return labels.label(row_modules(SYSTEMS[system]), SQL)


def row_modules(system: AnySystem) -> frozenset[str]:
    """The modules whose functions make rows or fold the states that rows are made from."""
    view = system.view
    functions = (view.sentence, view.names, system.audit.drew, system.calendar.in_words)
    return snapshots.fold_modules(system).union(
        {"campaign.tables.rows"},
        system.tables.modules,
        (function.__module__ for function in functions),
    )
