"""One update of a campaign's rows, in one transaction: what is read, and from where on. IO.

New events are read on. A correction has its events read twice from the first one that it touches:
as they counted before it and as they count now; rows that differ are written.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from campaign.history.timeline import START, Base, Checkpoints
from campaign.kernel.system import AnySystem
from campaign.kernel.tables import RowMaker
from campaign.store.entries import LogEntry, counted
from campaign.store.reader import Live, Reader
from campaign.tables import database, rows
from campaign.tables.bases import Bases, first_touched
from campaign.tables.reading import RowReading
from campaign.tables.rereading import reread
from campaign.tables.writing import CurrentTables, RowWriter, forget

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
    kept: Checkpoints | None = None
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
        self._writes.current(self._db, reading.state, current)
        shared = reading.state.campaign
        self._writes.campaign(self._db, rows.campaign(shared, reading.version, reading.head, fold))
        if progress:
            progress(reading.count, reading.count)
        return reading.count, ReadUpTo(
            reading.version, reading.head, reading.state, reading.of_game, reading.kept, current
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
            reading = self._reading(base, (), place.kept, place.of_game)
            return self._on(reading, progress), current
        elif place.version and (found := self._resumed(place, known)):
            reading = self._reading(found, self._corrections(found[0], place.version))
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
        kept: Checkpoints | None = None,
        of_game: RowMaker[Any] | None = None,
    ) -> RowReading:
        """A reading of what follows a state, as corrections leave it."""
        log = self._reader.history(self._name, base[0], self.version)
        entries = counted(made, log)
        kept = kept or Checkpoints(base)
        return RowReading(self._name, self.system, entries, base, of_game, kept)

    # --- where to begin ---------------------------------------------------------------------------

    def _resumed(self, place: ReadUpTo, known: Live | None) -> Base | None:
        """Where a fresh row maker reads on from; None if it has to read everything."""
        if known is None or (known.version, known.head) != (place.version, place.head):
            known = self._reader.live(self._name, place.version)
        return self._fresh((place.version, known.state), self._bases(place))

    def _bases(self, place: ReadUpTo) -> Bases:
        return Bases(self._reader, self._name, self.system, place.version, place.kept)

    def _fresh(self, base: Base, bases: Bases) -> Base | None:
        """A state at or before another at which a fresh row maker may begin; None if none is known.

        A game that remembers something names the table whose newest row says where it began.
        """
        while base[0] and (table := self.system.tables.since(base[1])):
            found = self._db.execute(
                f'SELECT max(version) FROM "{table}" WHERE campaign=? AND version<=?',
                (self._name, base[0]),
            ).fetchone()[0]
            if found is None:
                return None
            base = bases.before(found)
        return base

    # --- corrections ------------------------------------------------------------------------------

    def _corrected(self, place: ReadUpTo, made: Sequence[LogEntry]) -> RowReading | None:
        """Reads again what new corrections touch; None if everything has to be read again."""
        bases = self._bases(place)
        first = first_touched(self._reader, self._name, made)
        base = bases.before(min(first, place.version + 1))
        found = self._again(place, bases, base, is_last=False)
        if found is None and (turn := self._turn_begins(base)):
            found = self._again(place, bases, bases.before(turn), is_last=True)
        return found

    def _turn_begins(self, base: Base) -> int:
        """The event with which the turn of a state began; 0 if its row does not say."""
        if not base[0]:
            return 0
        shared = base[1].campaign
        found = self._db.execute(
            "SELECT first_version FROM turns WHERE campaign=? AND turn=? AND first_version<=?",
            (self._name, shared.turn or shared.first_turn, base[0]),
        ).fetchone()
        return int(found[0]) if found else 0

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
