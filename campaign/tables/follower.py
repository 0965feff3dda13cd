"""Keeps the read tables (`STORE-tables.db`) up to date with the log. IO.

They hold nothing that the log does not, and may be deleted at any time. Each campaign's row records
how far its log has been read; later events are read in one transaction, so that a crash leaves the
tables as they were.
"""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Self

from campaign.kernel.system import AnySystem
from campaign.store import labels, snapshots
from campaign.store.reader import Live, Reader
from campaign.systems import SYSTEMS
from campaign.tables import database, writing
from campaign.tables.updating import CampaignUpdate, Progress, ReadUpTo
from events import chain

WRITING = ("bases", "database", "follower", "reading", "rereading", "schema", "updating", "writing")
SQL = (snapshots.READER, *(f"campaign/tables/{name}.py" for name in WRITING))
"""The files that write rows; their imports make none."""


class TablesFollower:
    """The read tables of one store, kept up to date with its log.

    Only one thread may use it at a time; another may write to the store meanwhile. Then it needs a
    reader whose live states nobody changes, or one that only the store is read through.
    """

    def __init__(self, reader: Reader, file: Path | None = None) -> None:
        """The tables lie beside the store, if no other file is named."""
        self._reader = reader
        self._database = database.ReadDatabase(file or database.path(reader.store.path))
        self._places: dict[str, ReadUpTo] = {}
        """Where each campaign's last update ended, so that the next need not fold again."""
        self._writers: dict[str, writing.RowWriter] = {}
        """What writes the rows of each game."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file of the tables."""
        self._database.close()

    def update(self, name: str, known: Live | None = None) -> int:
        """Reads the events that the tables do not have yet; returns how many were read.

        A correction has those behind the first event that it touches read again. Rows of another
        campaign of that name, another history or a changed program are rebuilt.
        `known` is a state at hand, which is used if the tables have been read up to there.
        """
        with self._database.transaction() as db:
            return self._read(db, name, known, None)

    def rebuild(self, name: str, progress: Progress | None = None) -> int:
        """Rebuilds a campaign's rows from its first event; returns the number of events read."""
        with self._database.transaction() as db:
            writing.forget(db, name)
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
            writing.forget(db, name)
            self._places.pop(name, None)

    def _read(
        self, db: sqlite3.Connection, name: str, known: Live | None, progress: Progress | None
    ) -> int:
        update = CampaignUpdate(self._reader, db, self._writes, name)
        fold = fingerprint(update.system.name)
        place = self._place(db, name, fold, update.version)
        if place.version == update.version:
            return 0
        self._places.pop(name, None)  # its memory moves on from there
        count, self._places[name] = update.run(place, fold, known, progress)
        return count

    def _place(self, db: sqlite3.Connection, name: str, fold: str, now: int) -> ReadUpTo:
        """Where to read on: at the start if the rows belong to another log or another program.

        `now` is the version to reach.
        """
        found = db.execute(
            "SELECT version, head, fold FROM campaigns WHERE campaign=?", (name,)
        ).fetchone()
        if found is None or found[2] != fold or found[0] > now:
            return ReadUpTo()
        version, head, _ = found
        if not self._is_of_log(name, version, head):
            return ReadUpTo()
        kept = self._places.get(name)
        is_there = kept is not None and (kept.version, kept.head) == (version, head)
        return kept if kept and is_there else ReadUpTo(version, head)

    def _is_of_log(self, name: str, version: int, head: str) -> bool:
        """Whether a campaign's log has this event, so that everything before it is the same too."""
        last = next(self._reader.store.rows(name, version - 1, version), None)
        return last is not None and chain.head(last[2]) == head

    def _writes(self, system: AnySystem) -> writing.RowWriter:
        found = self._writers.get(system.name)
        if found is None:
            found = self._writers[system.name] = writing.RowWriter(system)
        return found


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
        {"campaign.tables.rows", "campaign.history.timeline", "campaign.history.transitions"},
        system.tables.modules,
        (function.__module__ for function in functions),
    )
