"""The book of a campaign: what its pages are made of, brought up to a later event, and kept. IO to
read the store.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from campaign.history.diff import differences
from campaign.history.effective import rewriting, transitions
from campaign.history.timeline import named
from campaign.kernel.members import GameState, as_called
from campaign.kernel.projections import AnyLog, Transition
from campaign.kernel.system import AnySystem
from campaign.reports.corrections import Fix
from campaign.reports.turn_log import ALL, Gathering
from campaign.store.protocol import Head, StoredTurn, StoreError
from campaign.store.reader import LogEntry, Reader, counted
from campaign.systems import SYSTEMS, lacking
from campaign.text.turns import Calendar
from campaign.world import threads
from events import chain
from events.campaign import CampaignOpened, MemberEnrolled, MemberLeft
from events.disputes import ActUndone, EventsInserted, EventsStruck, RulingGiven

# --- A campaign's log as reports read it: again and again, from any event on --------------------


class StoredLog:
    """A campaign in a store: all of it, or up to an event, as it was then."""

    def __init__(self, reader: Reader, name: str, until: int | None = None) -> None:
        self._reader = reader
        self._name = name
        self._until = until

    def head(self) -> tuple[int, str]:
        """Its last event's version and digest; 0 and nothing if it has no events."""
        if self._until is None:
            return self._reader.store.head(self._name)
        row = next(self._reader.store.rows(self._name, self._until - 1, self._until), None)
        return (row[0], chain.head(row[2])) if row else (0, "")

    def left(self) -> Mapping[str, str]:
        """What those are called now who have left, or whose names are kept apart."""
        return self._reader.called(self._name)

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        """The events after a version up to another, as they were recorded."""
        return self._reader.history(self._name, after, until)

    def corrections(self, after: int, until: int) -> Sequence[LogEntry]:
        """Those among them that correct others, in order."""
        return self._reader.corrections(self._name, after, until)

    def system(self) -> AnySystem:
        """The game that is played."""
        return self._reader.system(self._name)

    def has_plain_names(self) -> bool:
        """Whether pages call members as the record does: other names are never kept beside it."""
        return self._reader.live(self._name) is self._reader.plain(self._name)

    def kept_turns(self, label: str, place: int | None = None) -> list[StoredTurn]:
        """The turns that the store keeps under a label; or one of them, with state and total."""
        return self._reader.store.kept_turns(self._name, label, place)

    def keep_turns(
        self, label: str, after: int, turns: Sequence[StoredTurn], at: Head, behind: bytes
    ) -> None:
        """Keeps turns in place of those behind a place, as `EventStore` says."""
        self._reader.store.keep_turns(self._name, label, after, turns, at=at, behind=behind)


class ListedLog:
    """A log that is at hand, from its first event to its last."""

    def __init__(self, log: Iterable[LogEntry]) -> None:
        self._log = tuple(log)

    def head(self) -> tuple[int, str]:
        """Its last event's version and digest; 0 and nothing if it has no events."""
        return (self._log[-1].version, self._log[-1].digest) if self._log else (0, "")

    def left(self) -> Mapping[str, str]:
        """What those are called who have left, and did not come back."""
        called: dict[str, str] = {}
        for entry in self._log:
            if isinstance(entry.event, MemberLeft):
                called[entry.event.member] = entry.event.called
            elif isinstance(entry.event, MemberEnrolled):
                called.pop(entry.event.member, None)
        return called

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        """The events after a version up to another, as they were recorded."""
        return iter(self._log[after:until])

    def corrections(self, after: int, until: int) -> Sequence[LogEntry]:
        """Those among them that correct others, in order."""
        return [entry for entry in self._log[after:until] if rewriting(entry.event)]


EventLog = StoredLog | ListedLog

# --- What the pages of a campaign are made of ---------------------------------------------------
# A value: nobody changes it, and readers share it.


class Book(msgspec.Struct, frozen=True):
    """The turns of a campaign up to an event, and what corrections changed in them.

    The events of a turn whose log is not whole are read again for its own page.
    """

    system: AnySystem
    log: EventLog
    version: int
    """The last event; 0 in an empty book."""
    head: str
    """Its digest."""
    logs: tuple[AnyLog, ...] = ()
    corrections: Sequence[LogEntry] = ()
    """Every event that corrects others, also where a member took back an act."""
    touched: tuple[int, ...] = ()
    """For each of them the first event that it touches; the same for all of one command."""
    fixes: tuple[Fix, ...] = ()
    """What rulings corrected, with every figure before and after; those of one command together."""
    left: Mapping[str, str] = {}
    """What those are called who have left: in all turns, also in those before."""

    @property
    def calendar(self) -> Calendar:
        """The turns as its players call them."""
        return self.system.calendar_of(self.logs[-1].end)

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        """The events after a version up to another, with the names that pages have now."""
        return called_now(self.log.entries(after, until), self.left)

    def whole(self, place: int) -> "Book":
        """The same book with all that a turn's own page needs."""
        log = self.logs[place]
        if log.lines:
            return self
        whole = replace(self.again(place, place), version=log.version, head=log.head)
        return replace(self, logs=(*self.logs[:place], whole, *self.logs[place + 1 :]))

    def again(self, place: int, whole: int | None = None) -> AnyLog:
        """A turn read again from the record, by default without what its own page needs."""
        first = beginning(self.logs, place, self.corrections)
        after, last = self.logs[first - 1].last if first else 0, self.logs[place].last
        gathering = Gathering(self.system, self.logs[:first], whole)
        gathering.add_all(counted(behind(self.corrections, after), self.entries(after, last)))
        return gathering.logs[place]


def called_now(entries: Iterable[LogEntry], left: Mapping[str, str]) -> Iterator[LogEntry]:
    """Events as pages read them: with what those are called who have left."""
    for entry in entries:
        event = as_called(entry.event, left) if left else entry.event
        yield entry if event is entry.event else replace(entry, event=event)


def behind(corrections: Sequence[LogEntry], after: int) -> Sequence[LogEntry]:
    """The corrections that may touch events after a version: those recorded after it."""
    return corrections[bisect_right(corrections, after, key=attrgetter("version")) :]


def beginning(logs: Sequence[AnyLog], place: int, corrections: Sequence[LogEntry]) -> int:
    """The place of a turn that can be read anew from its first event in the log.

    It is an earlier turn than the one asked for where a forgotten event was put between the two.
    """
    while place:
        last = logs[place - 1].last
        events = (entry.event for entry in behind(corrections, last))
        if not any(isinstance(event, EventsInserted) and event.after == last for event in events):
            break
        place -= 1
    return place


# --- Brings a book up to a later event ----------------------------------------------------------
# Pure but for the record, which it reads.
#
# It goes on with the last turn. A correction starts anew the turn that it touches, and those after
# it; what it changed is the difference of their ends. So a long log is read once, and never held.

Run = Sequence[LogEntry]
"""The corrections of one command."""


def read(log: EventLog, most: int = 0) -> Book:
    """The book of a whole record; with whole turns, unless it has more than `most` events."""
    opening = next(log.entries(0, 1), None)
    if opening is None or not isinstance(opening.event, CampaignOpened):
        raise ValueError("a campaign begins with its opening")
    if why := lacking(opening.event):
        raise StoreError(f"{opening.event.campaign} {why}")
    book = Book(SYSTEMS[opening.event.system], log, 0, "", left=log.left())
    return brought_up(book, ALL if log.head()[0] <= most else None)


def brought_up(book: Book, whole: int | None = None) -> Book:
    """The book at the end of its record, new turns whole if `whole` says so."""
    version, head = book.log.head()
    if version == book.version:
        return book
    if (left := book.log.left()) != book.left:
        book = Book(book.system, book.log, 0, "", left=left)  # earlier turns have other names now
    new = book.log.corrections(book.version, version)
    going = _Going(book, whole)
    undone: list[LogEntry] = []
    for run in _runs(new):
        if isinstance(run[0].event, ActUndone):
            undone += run
            continue
        going.to(run[0].version - 1, undone)
        going.correct(run)
        undone = []
    going.to(version, undone)
    return replace(
        book,
        version=version,
        head=head,
        logs=tuple(going.logs),
        corrections=tuple(going.corrections) if new else book.corrections,
        touched=tuple(going.touched),
        fixes=tuple(going.fixes if not new else _marked(going.fixes, going.corrections)),
    )


def resumed(book: Book) -> Book:
    """A book that lacks its last turn, with that turn as its corrections leave it."""
    going = _Going(book, None)
    going.read_on(book.logs[-1].last)
    return replace(book, logs=tuple(going.logs))


def goes_on(book: Book) -> bool:
    """Whether its record still goes on from a book; another branch may have come in its place."""
    last = next(book.log.entries(book.version - 1, book.version), None)
    return last is not None and last.digest == book.head


def _runs(corrections: Iterable[LogEntry]) -> Iterator[Run]:
    """The corrections of each command together; an undo stands alone."""
    run: list[LogEntry] = []
    for entry in corrections:
        if run and not (entry.event.nth and entry.version == run[-1].version + 1):
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _marked(fixes: Iterable[Fix], corrections: Sequence[LogEntry]) -> list[Fix]:
    """Says of each correction whether a later one struck it."""
    struck: set[int] = set()
    for entry in reversed(corrections):
        if entry.version not in struck and isinstance(entry.event, EventsStruck | ActUndone):
            struck |= {*entry.event.versions}
    return [
        replace(fix, struck=gone) if fix.struck is not gone else fix
        for fix in fixes
        for gone in (all(version in struck for version, _ in fix.events),)
    ]


class _Going:
    """A book on its way to a later event."""

    def __init__(self, book: Book, whole: int | None) -> None:
        self.logs: list[AnyLog] = list(book.logs)
        self.corrections: Sequence[LogEntry] = book.corrections
        self.touched = list(book.touched)
        self.fixes = list(book.fixes)
        self._whole = whole
        self._system = book.system
        self._read = book.entries
        self._at = book.version

    def to(self, until: int, undone: Run = ()) -> None:
        """Goes on to a version, on the way to which acts were taken back."""
        since = [self._make((entry,)) for entry in undone]
        self._go(until, min(since, default=until))

    def read_on(self, after: int) -> None:
        """Reads the events behind the turns at hand, up to the version that was reached."""
        until, self._at = self._at, after
        self._go(until, until)

    def correct(self, run: Run) -> None:
        """Goes on over the corrections of one command."""
        before, ruling = self.logs, self._ruling(getattr(run[0].event, "dispute", ""))
        since = self._make(run)
        self._go(run[-1].version, since)
        place = min(_place(before, since), len(before) - 1)
        show = self._system.view.show
        then = {log.turn: show(log.end) for log in before[place:]}
        place = min(place, len(self.logs) - 1)  # if play went back, its turn may be gone
        now = {log.turn: show(log.end) for log in self.logs[place:]}
        changes = differences(then[before[-1].turn], now[self.logs[-1].turn])
        ends = {
            turn: tuple(differences(then[turn], shown))
            for turn, shown in now.items()
            if turn in then
        }
        events = tuple((entry.version, entry.event) for entry in run)
        self.fixes.append(
            Fix(events, since, ruling, struck=False, changes=tuple(changes), ends=ends)
        )

    def _ruling(self, dispute: str) -> int:
        """The event of a dispute's last ruling so far; 0 if there is none."""
        rows = (row for log in reversed(self.logs) for row in reversed(log.record))
        versions = (
            row.version
            for row in rows
            if isinstance(row.event, RulingGiven) and row.event.dispute == dispute
        )
        return next(versions, 0)

    def _make(self, run: Run) -> int:
        """Makes the corrections of one command; the first event that they touch."""
        first = run[0].version
        about = [number for entry in run for number in named(entry.event) if number < first]
        since = min((first, *map(self._first, about)))
        if not isinstance(self.corrections, list):
            self.corrections = [*self.corrections]
        self.corrections.extend(run)
        self.touched += [since] * len(run)
        return since

    def _first(self, number: int) -> int:
        """The first event whose effect changes with that of an event."""
        place = bisect_left(self.corrections, number, key=attrgetter("version"))
        known = place < len(self.corrections) and self.corrections[place].version == number
        return self.touched[place] if known else number

    def _go(self, until: int, since: int) -> None:
        """Reads on to a version; anew from the turn of an event before that was touched."""
        if since <= self._at:
            self._back_to(since)
        first = max(len(self.logs) - 1, 0)
        gathering = Gathering(self._system, self.logs, self._whole)
        entries = self._read(self._at, until)
        gathering.add_all(counted(behind(self.corrections, self._at), entries))
        self.logs, self._at = gathering.logs, until
        for log in self.logs[first:]:
            self._date(log)

    def _back_to(self, since: int) -> None:
        """Drops the turn of an event, and those after it."""
        place = _place(self.logs, since)
        while place and since <= self.logs[place - 1].last + 1:
            place -= 1  # its first event is touched, which may have begun it
        place = beginning(self.logs, place, self.corrections)
        self.logs = self.logs[:place]
        self._at = self.logs[-1].last if self.logs else 0

    def _date(self, log: AnyLog) -> None:
        """Gives a turn the digest of the last correction that it is written from."""
        for place in range(len(self.touched) - 1, -1, -1):
            made = self.corrections[place]
            if made.version <= log.version:
                return
            if self.touched[place] <= log.last:
                log.version, log.head = made.version, made.digest
                return


def _place(logs: Sequence[AnyLog], version: int) -> int:
    """The place of the turn that has an event."""
    return bisect_left(logs, version, key=attrgetter("last"))


# --- Books that are kept, and go on from where they stopped -------------------------------------
# IO to read the store.
#
# A service keeps them behind its answers, as a follower of the log. Books are values: whoever
# reads one keeps it, whatever is recorded meanwhile.


class CachedBook:
    """The newest book of one campaign."""

    def __init__(self, log: StoredLog, first: Callable[[StoredLog], Book]) -> None:
        self._log = log
        self._first = first
        self._book: Book | None = None
        self._reading = threads.lock()

    def book(self) -> Book:
        """The book at the end of the record. Callers at the same time read only once."""
        if (book := self._current()) is not None:
            return book
        with self._reading:
            if (book := self._current()) is None:
                book = self._book = self._newer(self._book)
            return book

    def _current(self) -> Book | None:
        """The book that is kept, if nothing was recorded since."""
        book = self._book
        current = book is not None and (book.version, book.head) == self._log.head()
        return book if current else None

    def _newer(self, old: Book | None) -> Book:
        """The book at the end of the record, with its last turn whole to go on from."""
        new = brought_up(old) if old is not None and goes_on(old) else self._first(self._log)
        return new.whole(len(new.logs) - 1)


class CachedBooks:
    """The books of a store's campaigns. Several threads may use them at once."""

    def __init__(self, reader: Reader, first: Callable[[StoredLog], Book] = read) -> None:
        """`first` reads a book of which nothing is at hand."""
        self._reader = reader
        self._first = first
        self._kept: dict[str, CachedBook] = {}
        self._turn = threads.lock()

    def book(self, name: str) -> Book:
        """A campaign's book as of its last event. Raises `StoreError` if there is none."""
        self._reader.live(name)
        with self._turn:
            log = StoredLog(self._reader, name)
            cached = self._kept.setdefault(name, CachedBook(log, self._first))
        return cached.book()

    def update(self, name: str) -> Book:
        """Reads what a campaign's log has gained."""
        return self.book(name)

    def forget(self, name: str) -> None:
        """Drops the book of a campaign."""
        with self._turn:
            self._kept.pop(name, None)

    def close(self) -> None:
        """Drops all books; the store is the reader's to close."""
        with self._turn:
            self._kept.clear()


# --- The events of one turn, each with the states around it -------------------------------------
# Pure but for the record that it reads.


def steps(book: Book, place: int) -> Iterator[Transition[GameState]]:
    """A turn's events as they count now, struck ones too; earlier turns are not read again."""
    first = beginning(book.logs, place, book.corrections)
    after = book.logs[first - 1].last if first else 0
    state = book.logs[first - 1].end if first else None
    log = book.logs[place]
    history = counted(behind(book.corrections, after), book.entries(after, log.last))
    for step in transitions(book.system, history, state):
        if step.turn == log.turn:
            yield step


# --- When what a turn's page says last changed --------------------------------------------------


class LastChange(msgspec.Struct, frozen=True, order=True):
    """The last event that a turn is told from."""

    version: int
    at: str
    corrected: str = ""
    """The turn in which it corrected this one, if this one was over by then."""


def last_change(book: Book, place: int) -> LastChange:
    """A turn's last event, or the last correction of it that was made later."""
    log = book.logs[place]
    before = book.logs[place - 1].last if place else 0
    changed = {version for fix in book.fixes if fix.ends.get(log.turn) for version, _ in fix.events}
    for entry, since in zip(reversed(book.corrections), reversed(book.touched), strict=True):
        if entry.version <= log.last:
            break
        touched = (since, *named(entry.event))
        if entry.version in changed or any(before < one <= log.last for one in touched):
            then = book.logs[bisect_left(book.logs, entry.version, key=attrgetter("last"))]
            return LastChange(entry.version, entry.event.at, then.turn)
    return LastChange(log.last, log.latest)
