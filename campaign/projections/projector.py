"""The projector: keeps the projections (`STORE-tables.db`) up to date with the log. IO."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Self

import msgspec

from campaign.history.effective import rewriting, step
from campaign.history.timeline import START, Base, BaseError, Checkpoints, named
from campaign.kernel.projections import RowMaker
from campaign.kernel.system import AnySystem
from campaign.projections import database, rows, writing
from campaign.projections.rows import RowReading
from campaign.projections.writing import CurrentTables, RowWriter, forget, reread
from campaign.store import snapshots
from campaign.store.outlines import Outline, Outlined
from campaign.store.reader import Live, LogEntry, Reader, counted
from campaign.systems import SYSTEMS, package_of
from campaign.world import files
from events import chain

# --- States of a campaign to read its rows on from, and its history as it counts from there -----
#
# The whole log is never held: what was struck, amended or forgotten is worked out event by event.


def first_touched(reader: Reader, name: str, made: Iterable[LogEntry]) -> int:
    """The first event whose effect corrections change, directly or through one another."""
    waiting, seen = list(made), set()
    while waiting:
        entry = waiting.pop()
        if entry.version in seen:
            continue
        seen.add(entry.version)
        for version in named(entry.event):
            if version > 0 and version not in seen:
                entries = reader.history(name, version - 1, version)
                rewrites = [one for one in entries if rewriting(one.event)]
                waiting += rewrites
                if not rewrites:
                    seen.add(version)
    return min(seen)


class Bases:
    """The states of one campaign before its events, as the corrections up to a version leave it."""

    def __init__(
        self, reader: Reader, name: str, system: AnySystem, until: int, states: Checkpoints | None
    ) -> None:
        self._reader = reader
        self._name = name
        self._system = system
        self._until = until
        self._kept = states

    def before(self, version: int) -> Base:
        """The version just before an event, and the state there."""
        base, state = self._nearest(version)
        if base < version - 1:
            made = self._reader.corrections(self._name, base, self._until)
            log = self._reader.history(self._name, base, version - 1)
            for entry in counted(made, log):
                state = step(self._system, state, entry)
        return version - 1, state

    def kept_up_to(self, base: Base) -> Checkpoints:
        """The states that are kept up to one of them, and it; later ones are dropped."""
        try:
            if self._kept is not None:
                self._kept.back_to(base[0] + 1)
                return self._kept
        except BaseError:
            pass
        return Checkpoints(base)

    def _nearest(self, version: int) -> Base:
        """A kept state from which few events have to be folded."""
        if self._kept is not None:
            try:
                return self._kept.before(version)
            except BaseError:
                pass
        older = self._reader.older(self._name, version)
        after = older.version if older else 0
        if version > 1 and not self._reader.corrections(self._name, after, self._until):
            return version - 1, self._reader.plain(self._name, version - 1).state
        return self._reader.timeline(self._name, older, self._until).before(version)


# --- One update of a campaign's rows, in one transaction: what is read, and from where on -------
#
# New events are read on. A correction has its events read twice from the first one that it
# touches: as they counted before it and as they count now; rows that differ are written.

BATCH = 5_000
"""How many events are read between two batches of rows."""

Progress = Callable[[int, int], None]
"""Called with events read and events in all."""


class ReadUpTo(msgspec.Struct, frozen=True):
    """How far a campaign has been read, and what the next update need not find again."""

    version: int = 0
    head: str = ""
    state: Any = None
    of_game: RowMaker[Any] | None = None
    """The game's row maker, with what it remembers; None if nothing is remembered."""
    checkpoints: Checkpoints | None = None
    """States along the history, as it counts."""
    current: CurrentTables | None = None
    """The current tables as they were written; None if that is not known."""


class CampaignUpdate:
    """Brings one campaign's rows up to the version that its log has when this is made.

    What is recorded meanwhile is read the next time.
    """

    def __init__(
        self,
        reader: Reader,
        db: sqlite3.Connection,
        writes: Callable[[AnySystem], RowWriter],
        name: str,
    ) -> None:
        """`writes` gives what writes the rows of a game."""
        self.system = reader.system(name)
        self.version = reader.store.version(name)
        self._reader = reader
        self._db = db
        self._writes = writes(self.system)
        self._name = name

    def run(
        self, place: ReadUpTo, fold: str, known: Live | None, progress: Progress | None
    ) -> tuple[int, ReadUpTo]:
        """Reads on from a place; the number of events read, and the place reached.

        `fold` is the fingerprint of the program, and `known` a state at hand.
        """
        try:
            reading, current = self._read(place, known, progress)
        except (KeyError, AttributeError, ValueError, TypeError) as error:
            message = f"an event after event {place.version} does not follow from those before"
            raise database.ReadModelError(
                f"{self._name}: {message}; `campaign verify {self._name}` shows what is wrong"
            ) from error
        version, head, state = reading.version, reading.head, reading.state
        self._writes.current(self._db, state, current)
        self._writes.campaign(self._db, rows.campaign(state.campaign, version, head, fold))
        if progress:
            progress(reading.count, reading.count)
        return reading.count, ReadUpTo(
            version, head, state, reading.of_game, reading.checkpoints, current
        )

    def _read(
        self, place: ReadUpTo, known: Live | None, progress: Progress | None
    ) -> tuple[RowReading, CurrentTables]:
        """Writes the rows of events; the reading, and the current tables as they still stand."""
        current = place.current or CurrentTables(self.system)
        made = self._corrections(place.version, self.version)
        if place.version and made:
            if reading := self._corrected(place, made):
                return reading, current
        elif place.of_game is not None:
            base = place.version, place.state
            reading = self._reading(base, (), place.checkpoints, place.of_game)
            return self._on(reading, progress), current
        elif place.version and (resumed := self._resumed(place, known)):
            reading = self._reading(resumed, self._corrections(resumed[0], place.version))
            reading.through(place.version)
            reading.rows.clear()  # they are there
            return self._on(reading, progress), current
        forget(self._db, self._name)
        reading = self._reading(START, self._corrections(0, self.version))
        return self._on(reading, progress), CurrentTables(self.system)

    def _on(self, reading: RowReading, progress: Progress | None) -> RowReading:
        """Reads and writes what is left, in batches."""
        more = True
        while more:
            more = reading.through(reading.version + BATCH)
            self._writes.upsert(self._db, self._name, reading.rows.taken())
            if progress and more:
                progress(reading.count, reading.count + self.version - reading.version)
        self._writes.reveal(self._db, self._name, {}, reading.rows.seeds)
        return reading

    def _corrections(self, after: int, until: int) -> tuple[LogEntry, ...]:
        return self._reader.corrections(self._name, after, until)

    def _reading(
        self,
        base: Base,
        made: Sequence[LogEntry],
        checkpoints: Checkpoints | None = None,
        of_game: RowMaker[Any] | None = None,
    ) -> RowReading:
        """A reading of what follows a state, as corrections leave it."""
        log = self._reader.history(self._name, base[0], self.version)
        entries = counted(made, log)
        checkpoints = checkpoints or Checkpoints(base)
        return RowReading(self._name, self.system, entries, base, of_game, checkpoints)

    # --- where to begin ---------------------------------------------------------------------------

    def _resumed(self, place: ReadUpTo, known: Live | None) -> Base | None:
        """Where a fresh row maker reads on from; None if it has to read everything."""
        if known is None or (known.version, known.head) != (place.version, place.head):
            known = self._reader.plain(self._name, place.version)
        return self._fresh((place.version, known.state), self._bases(place))

    def _bases(self, place: ReadUpTo) -> Bases:
        return Bases(self._reader, self._name, self.system, place.version, place.checkpoints)

    def _fresh(self, base: Base, bases: Bases) -> Base | None:
        """A state at or before another at which a fresh row maker may begin; None if none is known.

        A game that remembers something names the table whose newest row says where it began.
        """
        while base[0] and (table := self.system.tables.since(base[1])):
            began = self._db.execute(
                f'SELECT max(version) FROM "{table}" WHERE campaign=? AND version<=?',
                (self._name, base[0]),
            ).fetchone()[0]
            if began is None:
                return None
            base = bases.before(began)
        return base

    # --- corrections ------------------------------------------------------------------------------

    def _corrected(self, place: ReadUpTo, made: Sequence[LogEntry]) -> RowReading | None:
        """Reads again what new corrections touch; None if everything has to be read again."""
        bases = self._bases(place)
        first = first_touched(self._reader, self._name, made)
        base = bases.before(min(first, place.version + 1))
        reading = self._again(place, bases, base, is_last=False)
        if reading is None and (turn := self._turn_begins(base)):
            reading = self._again(place, bases, bases.before(turn), is_last=True)
        return reading

    def _turn_begins(self, base: Base) -> int:
        """The event with which the turn of a state began; 0 if its row does not say."""
        if not base[0]:
            return 0
        shared = base[1].campaign
        row = self._db.execute(
            "SELECT first_version FROM turns WHERE campaign=? AND turn=? AND first_version<=?",
            (self._name, shared.turn or shared.first_turn, base[0]),
        ).fetchone()
        return int(row[0]) if row else 0

    def _again(
        self, place: ReadUpTo, bases: Bases, base: Base, *, is_last: bool
    ) -> RowReading | None:
        """Reads from a state on what counted and what counts, and writes the rows that differ.

        None if a row may have come from before it that a struck event wrote again.
        """
        fresh = self._fresh(base, bases)
        if fresh is None:
            return None
        old, new = (self._corrections(fresh[0], to) for to in (place.version, self.version))
        log = self._reader.history(self._name, fresh[0], place.version)
        was = RowReading(self._name, self.system, counted(old, log), fresh)
        now = self._reading(fresh, new, bases.kept_up_to(fresh))
        if reread(self._db, self._writes, self._name, was, now, is_last=is_last):
            return now
        return None


# --- Keeps the read tables (`STORE-tables.db`) up to date with the log --------------------------
#
# They hold nothing that the log does not, and may be deleted at any time. Each campaign's row
# records how far its log has been read; later events are read in one transaction, so that a crash
# leaves the tables as they were.

WRITING = ("database", "projector", "writing")
SQL = (snapshots.READER, *(f"campaign/projections/{name}.py" for name in WRITING))
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
            with closing(files.connect(file, timeout=database.LOCK_TIMEOUT / 1000)) as db:
                row = db.execute(
                    "SELECT version, head, fold FROM campaigns WHERE campaign=?", (name,)
                ).fetchone()
        except sqlite3.Error:
            return None
        if row is None or row[2] != fingerprint(self._reader.system(name).name):
            return None
        if not self._is_of_log(name, row[0], row[1]):
            return None
        return self._reader.store.version(name) - int(row[0])

    def lags(self, every: Iterable[Outlined]) -> dict[str, int | None]:
        """The same of several campaigns, which are read only where the tables are not at their end.

        Raises `StoreError` where one of these cannot be read.
        """
        read = self._ends()
        found: dict[str, int | None] = {}
        for one in every:
            end = read.get(one.name)
            if isinstance(one.outline, Outline) and end == (
                one.version,
                one.head,
                fingerprint(one.outline.system),
            ):
                found[one.name] = 0
            else:
                found[one.name] = self.lag(one.name) if end else None
        return found

    def _ends(self) -> dict[str, tuple[int, str, str]]:
        """How far each campaign has been read, with that event's digest, and by which program."""
        file = self._database.file
        if not file.exists():
            return {}
        query = "SELECT campaign, version, head, fold FROM campaigns"
        try:
            with closing(files.connect(file, timeout=database.LOCK_TIMEOUT / 1000)) as db:
                return {
                    name: (version, head, fold) for name, version, head, fold in db.execute(query)
                }
        except sqlite3.Error:
            return {}

    def forget(self, name: str) -> None:
        """Deletes a campaign's rows from the tables."""
        with self._database.transaction() as db:
            writing.forget(db, name)
            self._places.pop(name, None)

    def _read(
        self, db: sqlite3.Connection, name: str, known: Live | None, progress: Progress | None
    ) -> int:
        update = CampaignUpdate(self._reader, db, self._writes, name)
        if package_of(update.system.name):
            database.bring(db, update.system)
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
        row = db.execute(
            "SELECT version, head, fold FROM campaigns WHERE campaign=?", (name,)
        ).fetchone()
        if row is None or row[2] != fold or row[0] > now:
            return ReadUpTo()
        version, head, _ = row
        if not self._is_of_log(name, version, head):
            return ReadUpTo()
        place = self._places.get(name)
        is_there = place is not None and (place.version, place.head) == (version, head)
        return place if place and is_there else ReadUpTo(version, head)

    def _is_of_log(self, name: str, version: int, head: str) -> bool:
        """Whether a campaign's log has this event, so that everything before it is the same too."""
        last = next(self._reader.store.rows(name, version - 1, version), None)
        return last is not None and chain.head(last[2]) == head

    def _writes(self, system: AnySystem) -> writing.RowWriter:
        writer = self._writers.get(system.name)
        if writer is None:
            writer = self._writers[system.name] = writing.RowWriter(system)
        return writer


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
    return snapshots.source_label(row_modules(SYSTEMS[system]), SQL, system)


def row_modules(system: AnySystem) -> frozenset[str]:
    """The modules whose functions make rows or fold the states that rows are made from."""
    view = system.view
    functions = (view.sentence, view.names, system.audit.drew, system.calendar.in_words)
    return snapshots.fold_modules(system).union(
        {"campaign.projections.rows", "campaign.history.timeline", "campaign.history.explain"},
        system.tables.modules,
        (function.__module__ for function in functions),
    )
