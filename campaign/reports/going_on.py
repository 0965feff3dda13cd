"""Brings a book up to a later event. Pure but for the record, which it reads.

It goes on with the last turn. A correction starts anew the turn that it touches, and those after
it; what it changed is the difference of their ends. So a long log is read once, and never held.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from msgspec.structs import replace

from campaign.history.diff import differences
from campaign.history.timeline import named
from campaign.kernel.system import not_known
from campaign.kernel.turn_log import AnyLog
from campaign.reports.book import Book, beginning, behind
from campaign.reports.corrections import Fix
from campaign.reports.event_log import EventLog
from campaign.reports.turn_log import ALL, Gathering
from campaign.store.entries import LogEntry, counted
from campaign.store.protocol import StoreError
from campaign.systems import SYSTEMS
from events.campaign import CampaignOpened
from events.disputes import ActUndone, EventsStruck, RulingGiven

Run = Sequence[LogEntry]
"""The corrections of one command."""


def read(log: EventLog, most: int = 0) -> Book:
    """The book of a whole record; with whole turns, unless it has more than `most` events."""
    opening = next(log.entries(0, 1), None)
    if opening is None or not isinstance(opening.event, CampaignOpened):
        raise ValueError("a campaign begins with its opening")
    if opening.event.system not in SYSTEMS:
        raise StoreError(f"{opening.event.campaign} {not_known(opening.event.system)}")
    book = Book(SYSTEMS[opening.event.system], log, 0, "")
    return brought_up(book, ALL if log.head()[0] <= most else None)


def brought_up(book: Book, whole: int | None = None) -> Book:
    """The book at the end of its record, new turns whole if `whole` says so."""
    version, head = book.log.head()
    if version == book.version:
        return book
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
        corrections=tuple(going.corrections),
        touched=tuple(going.touched),
        fixes=tuple(going.fixes if not new else _marked(going.fixes, going.corrections)),
    )


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
        self.corrections = list(book.corrections)
        self.touched = list(book.touched)
        self.fixes = list(book.fixes)
        self._whole = whole
        self._system = book.system
        self._log = book.log
        self._at = book.version

    def to(self, until: int, undone: Run = ()) -> None:
        """Goes on to a version, on the way to which acts were taken back."""
        since = [self._make((entry,)) for entry in undone]
        self._go(until, min(since, default=until))

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
        found = (
            row.version
            for row in rows
            if isinstance(row.event, RulingGiven) and row.event.dispute == dispute
        )
        return next(found, 0)

    def _make(self, run: Run) -> int:
        """Makes the corrections of one command; the first event that they touch."""
        first = run[0].version
        about = [number for entry in run for number in named(entry.event) if number < first]
        since = min((first, *map(self._first, about)))
        self.corrections += run
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
        entries = self._log.entries(self._at, until)
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
