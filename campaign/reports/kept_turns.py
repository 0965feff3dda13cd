"""Turns that are over, kept in the store: the first page in a process reads their sums, and none of
their events. IO to read and write them.

What is kept belongs to one record up to an event, by its digest; to the names that pages had; and
to the program, by a digest of its sources. Where the record has gone on, the book is brought up
like any other, so that a correction drops the turns that it touches. It holds nothing that the
pages of those turns do not say, or a snapshot of their ends.
"""

import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from operator import itemgetter
from typing import Any, overload

import msgspec

from campaign.history.diff import Difference
from campaign.kernel.pages import keep_total, of_all, of_each
from campaign.kernel.projections import (
    AnyLog,
    CorrectedEvents,
    KeptLog,
    KeptSums,
    RecordEvent,
    Worked,
)
from campaign.kernel.system import AnySystem
from campaign.reports.book import Book, StoredLog, brought_up, goes_on, read, resumed
from campaign.reports.corrections import Fix, has_struck_draws
from campaign.store import snapshots
from campaign.store.protocol import StoredTurn
from campaign.store.reader import LogEntry
from campaign.systems import SYSTEMS
from events import codec

LEAST = 500
"""How many events of turns that are over are read before anything new is kept."""

DAMAGED = (msgspec.MsgspecError, codec.UnreadableEventError, zlib.error, KeyError)
"""What reading a row raises that says nothing: the record is read instead."""
PACKING = 1
"""How hard states and totals are packed: so a state takes an eighth, and next to no time."""


class _Turn(msgspec.Struct, frozen=True, array_like=True):
    """A turn as it is kept; its place, state and total stand beside it."""

    turn: str
    version: int
    head: str
    last: int
    began: str
    latest: str
    record: tuple[tuple[int, msgspec.Raw, str], ...]
    corrected: dict[int, CorrectedEvents]
    has_struck_draws: bool
    sums: msgspec.Raw


class _Fix(msgspec.Struct, frozen=True, array_like=True):
    """A correction as it is kept, its events by their versions."""

    versions: tuple[int, ...]
    since: int
    ruling: int
    struck: bool
    changes: "_Changes"
    ends: "dict[str, _Changes]"


_Changes = tuple[tuple[tuple[str, ...], Any, Any], ...]
"""Figures before and after, each with its path."""


class _Campaign(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of the whole campaign: the record as far as the turns were read from it."""

    version: int
    head: str
    left: dict[str, str]
    turns: tuple[tuple[int, str], ...]
    """For each kept turn the last event that it is written from, and its digest."""
    corrections: tuple[tuple[int, str, msgspec.Raw], ...]
    touched: tuple[int, ...]
    fixes: tuple[_Fix, ...]


def newest(log: StoredLog) -> Book:
    """The book at the end of a record, from what is kept of it; what is new is kept."""
    sums = log.system().pages.sums
    if sums is None or not log.has_plain_names():
        return read(log)
    kept = _Kept(log, sums)
    known = kept.book()
    book = read(log) if known is None else brought_up(known)
    kept.keep(book)
    return book


@cache
def label(system: str) -> str:
    """A digest of the program's sources that turns are made with."""
    game = SYSTEMS[system]
    pages, view = game.pages, game.view
    assert pages.sums is not None
    made_by = (
        *(pages.notes.begin, pages.notes.note, pages.notes.copied, pages.notes.closed),
        *(pages.sums.turn, pages.sums.total, pages.sums.before),
        *(pages.stories.phrase, view.sentence, view.show, view.names, game.audit.drew),
    )
    modules = {__name__, *snapshots.fold_modules(game), *(made.__module__ for made in made_by)}
    return f"turns-{system}-{snapshots.source_label(modules, snapshots.ALONE, system)}"


class _Kept:
    """What a store keeps of one campaign's turns."""

    def __init__(self, log: StoredLog, sums: KeptSums[Any, Any]) -> None:
        self._log = log
        self._sums = sums
        self._system: AnySystem = log.system()
        self._label = label(self._system.name)
        self._turns: tuple[KeptLog[Any, Any], ...] = ()
        self._behind = b""
        """What is kept of the campaign itself, where it is gone on from."""

    def book(self) -> Book | None:
        """The book that is kept, with the turn that was played then; None without one that fits."""
        rows = self._log.kept_turns(self._label)
        try:
            book = self._read(rows)
        except DAMAGED:
            return None
        if book is None or not goes_on(book) or book.left != self._log.left():
            self._turns = ()
            return None
        self._behind = rows[0].body
        for place, log in enumerate(self._turns):
            rest = _Rest(self._log, self._label, rows[place + 1], book, place)
            log.read = rest.part
            log.before = _Before(self._sums, log)
            keep_total(book.logs[: place + 1], self._sums.total, _Total(rest, self._sums))
        return resumed(book)

    def _read(self, rows: Sequence[StoredTurn]) -> Book | None:
        """What rows say; None where they are not of one moment. Raises where one says nothing."""
        if len(rows) < 2 or rows[0].place:
            return None
        about = msgspec.json.decode(rows[0].body, type=_Campaign)
        turns = [msgspec.json.decode(row.body, type=_Turn) for row in rows[1:]]
        if about.turns != tuple((one.version, one.head) for one in turns):
            return None
        self._turns = tuple(map(self._of_turn, turns))
        return msgspec.structs.replace(self._of_campaign(about), logs=self._turns)

    def _of_campaign(self, about: _Campaign) -> Book:
        made = _Corrections(about.corrections)
        fixes = tuple(
            Fix(
                tuple((version, made.of(version).event) for version in fix.versions),
                *(fix.since, fix.ruling, fix.struck, _differences(fix.changes)),
                {turn: _differences(changes) for turn, changes in fix.ends.items()},
            )
            for fix in about.fixes
        )
        return Book(
            self._system, self._log, about.version, about.head,
            corrections=made, touched=about.touched, fixes=fixes, left=about.left,
        )  # fmt: skip

    def _of_turn(self, one: _Turn) -> KeptLog[Any, Any]:
        record = [
            RecordEvent(version, SYSTEMS.codec.decode(bytes(raw)), sentence)
            for version, raw, sentence in one.record
        ]
        sums = msgspec.json.decode(one.sums, type=self._sums.turn_type)
        worked = Worked({self._sums.turn: sums, has_struck_draws: one.has_struck_draws})
        return KeptLog(
            one.turn, None, one.version, one.head, one.last, None, one.began, one.latest,
            record=record, corrected=one.corrected, worked=worked,
        )  # fmt: skip

    def keep(self, book: Book) -> None:
        """Keeps the turns of a book that are over, if there is enough that is not kept yet."""
        over = book.logs[:-1]
        same = self._kept_of(over)
        if not self._is_enough(over, same):
            return
        if not self._log.has_plain_names() or book.left != self._log.left():
            return  # since it was read; other names are never kept beside the record
        rows = [self._row(over[: place + 1]) for place in range(same, len(over))]
        about = StoredTurn(0, msgspec.json.encode(_written(book)))
        at = book.version, book.head
        self._log.keep_turns(self._label, same, [about, *rows], at, self._behind)

    def _kept_of(self, over: Sequence[AnyLog]) -> int:
        """How many of some turns are kept already."""
        pairs = zip(over, self._turns, strict=False)
        changed = (at for at, (one, kept) in enumerate(pairs) if one is not kept)
        return next(changed, min(len(over), len(self._turns)))

    def _is_enough(self, over: Sequence[AnyLog], same: int) -> bool:
        """Whether what is not kept yet is worth it: a turn that was dropped always is."""
        known = len(self._turns)
        if not over or same == len(over) == known:
            return False
        since = over[same - 1].last if same else 0
        return same != known or over[-1].last - since >= LEAST

    def _row(self, logs: Sequence[AnyLog]) -> StoredTurn:
        log = logs[-1]
        record = tuple(
            (row.version, msgspec.Raw(codec.encode(row.event)), row.sentence) for row in log.record
        )
        (sums,) = of_each((log,), self._sums.turn)
        (is_struck,) = of_each((log,), has_struck_draws)
        body = _Turn(
            *(log.turn, log.version, log.head, log.last, log.began, log.latest),
            record, log.corrected, is_struck, msgspec.Raw(msgspec.json.encode(sums)),
        )  # fmt: skip
        state = msgspec.json.encode(log.end)
        total = msgspec.msgpack.encode(of_all(logs, self._sums.total))
        packed = (zlib.compress(part, PACKING) for part in (state, total))
        return StoredTurn(len(logs), msgspec.json.encode(body), *packed)


def _written(book: Book) -> _Campaign:
    return _Campaign(
        book.version,
        book.head,
        dict(book.left),
        tuple((log.version, log.head) for log in book.logs[:-1]),
        tuple(
            (entry.version, entry.digest, msgspec.Raw(codec.encode(entry.event)))
            for entry in book.corrections
        ),
        book.touched,
        tuple(
            _Fix(
                tuple(version for version, _ in fix.events),
                *(fix.since, fix.ruling, fix.struck, _changes(fix.changes)),
                {turn: _changes(changes) for turn, changes in fix.ends.items()},
            )
            for fix in book.fixes
        ),
    )


class _Corrections(Sequence[LogEntry]):
    """The corrections that are kept, each read when somebody asks for it."""

    def __init__(self, stored: Sequence[tuple[int, str, msgspec.Raw]]) -> None:
        self._stored = stored
        self._read: dict[int, LogEntry] = {}

    def __len__(self) -> int:
        return len(self._stored)

    @overload
    def __getitem__(self, place: int) -> LogEntry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[LogEntry]: ...
    def __getitem__(self, place: int | slice) -> LogEntry | Sequence[LogEntry]:
        """The correction at a place, or several."""
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        at = range(len(self))[place]
        if at not in self._read:
            version, head, raw = self._stored[at]
            self._read[at] = LogEntry(version, SYSTEMS.codec.decode(bytes(raw)), head)
        return self._read[at]

    def of(self, version: int) -> LogEntry:
        """That of a version. Raises `KeyError` if there is none."""
        at = bisect_left(self._stored, version, key=itemgetter(0))
        if at == len(self) or self._stored[at][0] != version:
            raise KeyError(version)
        return self[at]


def _changes(differences: Iterable[Difference]) -> _Changes:
    return tuple((one.path, one.before, one.after) for one in differences)


def _differences(changes: _Changes) -> tuple[Difference, ...]:
    return tuple(Difference(*one) for one in changes)


class _Rest:
    """What is read of a kept turn only when it is asked for.

    Its end is kept; its notes and draws are read from the record again. So is its end, where the
    row has given way to another since.
    """

    def __init__(self, log: StoredLog, label: str, row: StoredTurn, book: Book, place: int) -> None:
        self._log = log
        self._label = label
        self._row = row
        self._book = book
        self._place = place
        self._again: AnyLog | None = None

    def _stored(self) -> StoredTurn:
        """The row with state and total, unless another has taken its place."""
        rows = self._log.kept_turns(self._label, self._row.place)
        return rows[0] if rows and rows[0].body == self._row.body else self._row

    def part(self, name: str) -> Any:
        """The turn's end, its notes or its draws."""
        if name == "end" and (stored := self._stored().state):
            with suppress(*DAMAGED):
                state_type = self._book.system.snapshots.state_type
                return msgspec.json.decode(zlib.decompress(stored), type=state_type)
        if self._again is None:
            self._again = self._book.again(self._place)
        return getattr(self._again, name)

    def total(self, sums: KeptSums[Any, Any]) -> Any:
        """What the turns up to this one add up to."""
        if stored := self._stored().total:
            with suppress(*DAMAGED):
                return msgspec.msgpack.decode(zlib.decompress(stored), type=sums.total_type)
        total = None
        for log in self._book.logs[: self._place + 1]:
            total = sums.total(total, log)
        return total


class _Total:
    """The total of a kept turn and those before it, read once."""

    def __init__(self, rest: _Rest, sums: KeptSums[Any, Any]) -> None:
        self._rest, self._sums = rest, sums
        self._known: Any = None

    def __call__(self) -> Any:
        if self._known is None:
            self._known = self._rest.total(self._sums)
        return self._known


class _Before:
    """Notes that the turn after a kept one may begin from."""

    def __init__(self, sums: KeptSums[Any, Any], log: AnyLog) -> None:
        self._sums, self._log = sums, log

    def __call__(self) -> Any:
        (sums,) = of_each((self._log,), self._sums.turn)
        return self._sums.before(sums, self._log.end)
