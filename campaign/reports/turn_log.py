"""Sorts a history into turns: the journal, the news with the corrections among it, and the game's
notes on each. Pure.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Generic

from msgspec.structs import replace

from campaign.history import effective
from campaign.history.effective import transitions
from campaign.kernel import projections
from campaign.kernel.members import Naming, S
from campaign.kernel.pages import turn_of
from campaign.kernel.system import System
from campaign.text.english import counted, listed
from events import disputes as facts
from events.base import Event
from events.campaign import (
    CampaignClosed,
    CampaignOpened,
    MemberLeft,
    PowerAssigned,
    PowerReleased,
    SeedsRenewed,
)
from events.disputes import ActUndone, CampaignReopened

# --- Corrections as news: in the turn they were made, and in the turn that they corrected -------

FEW = 3
"""So many events of a correction are named at most."""
NOTHING = projections.CorrectedEvents(0, ())
_OF_THEIR_OWN = (facts.FigureAdjusted, facts.Rewound)
"""Corrections whose own sentences are the news."""
_DID = {
    facts.EventsStruck: "took back",
    facts.EventAmended: "corrected",
    facts.EventsInserted: "added",
}


def correction_of(record: projections.HistoryEntry) -> int:
    """The correction that made an event count as it does; 0 if there is none."""
    by = record.struck_by or record.amended_by
    if not by and (record.inserted or isinstance(record.event, _OF_THEIR_OWN)):
        return record.version
    return by


def with_event(
    known: projections.CorrectedEvents,
    record: projections.HistoryEntry,
    sentence: Callable[[Event], str],
    phrase: Callable[[Event], str],
) -> projections.CorrectedEvents:
    """What one correction changed in a turn, and an event more."""
    if isinstance(record.event, _OF_THEIR_OWN) and not record.struck_by:
        return known
    texts = known.texts
    if len(texts) < FEW:
        text = phrase(record.event) or _quoted(sentence(record.event))
        if record.was is not None and not record.struck_by:
            text = f"{phrase(record.was) or _quoted(sentence(record.was))} to {text}"
        texts = (*texts, text)
    return projections.CorrectedEvents(known.count + 1, texts)


def _quoted(sentence: str) -> str:
    return f"“{sentence.removesuffix('.')}”"


def corrected_here(logs: Sequence[projections.GameLog[S]], place: int) -> Iterable[str]:
    """What rulings changed in the course of a turn, in this turn or one before it."""
    log = logs[place]
    by_ruling: dict[tuple[type[Event], str], projections.CorrectedEvents] = {}
    for row in log.record:
        kind = type(row.event)
        if kind in _OF_THEIR_OWN and row.version in log.corrected:
            yield row.sentence
        elif kind in _DID:
            key = (kind, getattr(row.event, "dispute", ""))
            for past in logs[: place + 1]:
                more = past.corrected.get(row.version, NOTHING)
                known = by_ruling.get(key, NOTHING)
                texts = (*known.texts, *more.texts)[:FEW]
                by_ruling[key] = projections.CorrectedEvents(known.count + more.count, texts)
    for (kind, dispute), events in by_ruling.items():
        if events.count:
            rest = events.count - len(events.texts)
            others = (counted(rest, "more event", "more events"),) if rest else ()
            yield f"A ruling {_DID[kind]} {listed((*events.texts, *others))} ({dispute})."


def corrected_later(
    system: System[S], logs: Sequence[projections.GameLog[S]], place: int
) -> Iterable[str]:
    """That rulings in later turns changed this one: when, and under which disputes."""
    log = logs[place]
    by_turn: dict[str, dict[str, None]] = {}
    for version in sorted(log.corrected):
        turn = turn_of(logs, version)
        if turn == log.turn:
            continue
        made = next(later for later in logs if later.turn == turn)
        for row in made.record:
            if row.version == version:
                by_turn.setdefault(turn, {})[getattr(row.event, "dispute", "")] = None
    in_words = system.calendar_of(logs[-1].end).in_words
    for turn, disputes in by_turn.items():
        yield f"Corrected in {in_words(turn)} under {listed(disputes)}."


# --- Sorts a history into turns: the journal, the news, and the game's notes on each ------------

NEWS: tuple[type[Event], ...] = (
    MemberLeft,
    PowerReleased,
    CampaignClosed,
    CampaignReopened,
    SeedsRenewed,
)
"""Events whose sentences are news in any game. Of the opening `telling` has words of its own."""

ALL = -1
"""The place that stands for all turns, where a log's whole ones are asked for."""
OF_THE_RECORD = frozenset(effective.OWN) - {ActUndone}
"""Disputes, rulings and corrections. What a member took back stands in the journal alone."""


class Gathering(Generic[S]):
    """Adds events to the logs of their turns, going on from logs that were made before."""

    def __init__(
        self,
        system: System[S],
        logs: Sequence[projections.GameLog[S]] = (),
        whole: int | None = None,
    ) -> None:
        """`whole` is the place of a turn whose log is made whole, and stays so; -1 stands for all.

        By default no turn's is, but whoever goes on from a whole log gets whole ones, each until
        the next turn begins.
        """
        self.logs = list(logs)
        self._system = system
        self._note = system.pages.notes.note
        self._drew = system.audit.drew
        self._whole = whole
        self._news = frozenset((*NEWS, *system.pages.notes.news))
        self._is_whole = bool(logs and logs[-1].lines)
        self._goes_on_whole = self._is_whole or whole == ALL
        self._record: projections.HistoryEntry | None = None
        self._opening: CampaignOpened | None = None
        """The event before, where the campaign was opened by it."""
        if logs and not isinstance(logs[-1], projections.KeptLog):
            self.logs[-1] = _continued(system, logs[-1])

    def add_all(self, history: Iterable[projections.HistoryEntry]) -> None:
        """Adds events, which follow those of the logs."""
        state = self.logs[-1].end if self.logs else None
        for step in transitions(self._system, history, state):
            if not self.logs or self.logs[-1].turn != step.turn:
                self._begin(step)
            elif isinstance(kept := self.logs[-1], projections.KeptLog):
                self.logs[-1] = _continued(self._system, kept.whole())
            self._add(self.logs[-1], step)
        self._seal()

    def _seal(self) -> None:
        """Gives the last log the digest of its last event."""
        if self._record is not None:
            self.logs[-1].head = self._record.digest

    def _begin(self, step: projections.Transition[S]) -> None:
        """The log of a turn that begins with a step; the one before it is over."""
        self._seal()
        before = self.logs[-1].before_next() if self.logs else None
        if self._is_whole and self._whole not in (ALL, len(self.logs) - 1):
            self.logs[-1] = closed(self._system, self.logs[-1])
        self._is_whole = self._goes_on_whole or len(self.logs) == self._whole
        version, at = step.record.version, step.record.event.at
        state = step.before or step.after
        notes = self._system.pages.notes.begin(before, state, self._is_whole)
        self.logs.append(
            projections.TurnLog(step.turn, step.after, version, "", version, notes, at, at)
        )

    def _add(self, log: projections.GameLog[S], step: projections.Transition[S]) -> None:
        """Adds an event to the log of its turn; one that was struck stays in the journal alone."""
        record, event = step.record, step.record.event
        kind = type(event)
        sentence = _Sentence(self._system, step)
        log.end = step.after
        log.latest = event.at
        if record.version >= log.version:
            log.version, self._record = record.version, record
        if not record.inserted:
            log.last = record.version
        if self._is_whole:
            self._tell(log, record, sentence)
        if kind in OF_THE_RECORD:
            log.record.append(projections.RecordEvent(record.version, event, sentence()))
        if by := correction_of(record):
            phrase = self._system.pages.stories.phrase
            known = log.corrected.get(by, NOTHING)
            log.corrected[by] = with_event(known, record, sentence.of, phrase)
        if (draw := projections.ledger_draw(record, self._drew)) is not None:
            log.drawn.append(draw)
        if record.struck_by:
            return
        self._note(log.notes, step, sentence)

    def _tell(
        self,
        log: projections.GameLog[S],
        record: projections.HistoryEntry,
        sentence: "_Sentence[S]",
    ) -> None:
        """Adds an event to the journal, and to the news if it is news and counts."""
        event = record.event
        log.lines.append(_line(self._system, record, sentence))
        if self._opening is not None:  # a club's own rules, and their words, come right behind it
            log.lines[0] = replace(log.lines[0], sentence=sentence.of(self._opening))
        self._opening = event if isinstance(event, CampaignOpened) else None
        if record.struck_by:
            return
        if type(event) in self._news:
            log.news.append(sentence())
        if isinstance(event, PowerAssigned):
            log.assigned.append((event.power, sentence.names.member(event.member)))


class _Sentence(Generic[S]):
    """An event's sentence, with the names as they were then; made when somebody asks for it."""

    __slots__ = ("_made", "_names", "_step", "_system")

    def __init__(self, system: System[S], step: projections.Transition[S]) -> None:
        self._system = system
        self._step = step
        self._made = ""
        self._names: Naming | None = None

    @property
    def names(self) -> Naming:
        """Names after the event."""
        if self._names is None:
            self._names = self._system.view.names(self._step.after)
        return self._names

    def __call__(self) -> str:
        """The sentence."""
        if not self._made:
            self._made = self.of(self._step.record.event)
        return self._made

    def of(self, event: Event) -> str:
        """The sentence of another form of the event."""
        return self._system.view.sentence(event, self.names)


def _continued(system: System[S], log: projections.GameLog[S]) -> projections.GameLog[S]:
    """A copy of a log, to be gone on from."""
    return replace(
        log,
        notes=system.pages.notes.copied(log.notes),
        lines=list(log.lines),
        news=list(log.news),
        assigned=list(log.assigned),
        record=list(log.record),
        drawn=list(log.drawn),
        corrected=dict(log.corrected),
        worked=projections.Worked(),
    )


def closed(system: System[S], log: projections.GameLog[S]) -> projections.GameLog[S]:
    """What other pages need of a turn that is over."""
    return replace(log, notes=system.pages.notes.closed(log.notes), lines=[], news=[], assigned=[])


def _line(
    system: System[S], record: projections.HistoryEntry, sentence: _Sentence[S]
) -> projections.JournalLine:
    event, names, text = record.event, sentence.names, sentence()
    was = system.view.sentence(record.was, names) if record.was is not None else ""
    return projections.JournalLine(
        record.version,
        text,
        event.at,
        when(event.at),
        names.member(event.by),
        record.struck_by,
        record.amended_by,
        was if was != text else "",
        record.inserted,
        system.pages.notes.sealed.get(type(event), ""),
    )


@lru_cache(maxsize=1024)
def when(at: str) -> str:
    """A time stamp for a reader: `5 Sep 2025, 19:07`; unchanged if it is not a time."""
    try:
        time = datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return at
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}, {time.hour:02}:{time.minute:02}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


# --- The journal of a turn in short: what was sealed one after the other is one line ------------


def in_short(lines: Iterable[projections.JournalLine]) -> tuple[projections.JournalLine, ...]:
    """The lines, those of several sealed things of a kind in a row as one: `Orders: 8 sealed.`

    A line that a correction touched stays by itself.
    """
    return tuple(
        short
        for _, group in groupby(enumerate(lines), _together)
        for short in _one([line for _, line in group])
    )


def _together(placed: tuple[int, projections.JournalLine]) -> str | int:
    """What lines of one group share; the place of a line that stays by itself."""
    place, line = placed
    touched = line.struck_by or line.amended_by or line.inserted
    return line.sealed if line.sealed and not touched else place


def _one(lines: Sequence[projections.JournalLine]) -> Sequence[projections.JournalLine]:
    if len(lines) == 1:
        return lines
    first, *rest = lines
    text = f"{first.sealed}: {len(lines)} sealed."
    return (replace(first, sentence=text, by="", also=tuple(line.version for line in rest)),)
