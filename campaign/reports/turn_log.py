"""Sorts a history into turns: the journal, the news, and the game's notes on each. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Generic

from msgspec.structs import replace

from campaign.history import effective
from campaign.history.transitions import transitions
from campaign.kernel.names import Naming
from campaign.kernel.redraws import ledger_draw
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.transition import HistoryEntry, Transition
from campaign.kernel.turn_log import GameLog, JournalLine, RecordEvent, TurnLog
from events.base import Event
from events.campaign import (
    CampaignClosed,
    CampaignOpened,
    PowerAssigned,
    PowerReleased,
    SeedsRenewed,
)
from events.disputes import CampaignReopened, RulesAdopted

NEWS: tuple[type[Event], ...] = (
    CampaignOpened,
    PowerReleased,
    CampaignClosed,
    RulesAdopted,
    CampaignReopened,
    SeedsRenewed,
)
"""Events that are news in any game."""

OF_THE_RECORD = frozenset(effective.OWN)


class Gathering(Generic[S]):
    """Adds events to the logs of their turns, going on from logs that were made before."""

    def __init__(
        self, system: System[S], logs: Sequence[GameLog[S]] = (), *, whole: int = -1
    ) -> None:
        """`whole` is the place of a turn whose log stays whole when the next one begins.

        Lines are made for that turn alone, or for all from now on if the last log has lines.
        """
        self.logs = list(logs)
        self._system = system
        self._whole = whole
        self._news = frozenset((*NEWS, *system.pages.notes.news))
        self._tells_all = self._is_telling = bool(logs and logs[-1].lines)
        self._record: HistoryEntry | None = None
        if logs:
            self.logs[-1] = _continued(system, logs[-1])

    def add_all(self, history: Iterable[HistoryEntry]) -> None:
        """Adds events, which follow those of the logs."""
        state = self.logs[-1].end if self.logs else None
        for step in transitions(self._system, history, state):
            if not self.logs or self.logs[-1].turn != step.turn:
                self._begin(step)
            self._add(self.logs[-1], step)
        self._seal()

    def _seal(self) -> None:
        """Gives the last log the digest of its last event."""
        if self._record is not None:
            self.logs[-1].head = self._record.digest

    def _begin(self, step: Transition[S]) -> None:
        """The log of a turn that begins with a step; the one before it is over."""
        self._seal()
        before = self.logs[-1].notes if self.logs else None
        if self.logs and len(self.logs) - 1 != self._whole:
            self.logs[-1] = closed(self._system, self.logs[-1])
        version, at = step.record.version, step.record.event.at
        notes = self._system.pages.notes.begin(before, step.before or step.after)
        self.logs.append(TurnLog(step.turn, step.after, version, "", version, notes, at, at))
        self._is_telling = self._tells_all or len(self.logs) - 1 == self._whole

    def _add(self, log: GameLog[S], step: Transition[S]) -> None:
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
        if self._is_telling:
            log.lines.append(_line(self._system, record, sentence))
        if kind in OF_THE_RECORD:
            log.record.append(RecordEvent(record.version, event, sentence()))
        if (draw := ledger_draw(record, self._system.audit.drew)) is not None:
            log.drawn.append(draw)
        if record.struck_by:
            return
        if kind in self._news:
            log.news.append(sentence())
        if isinstance(event, PowerAssigned):
            log.assigned.append((event.power, sentence.names.member(event.member)))
        self._system.pages.notes.note(log.notes, step, sentence)


class _Sentence(Generic[S]):
    """An event's sentence, with the names as they were then; made when somebody asks for it."""

    __slots__ = ("_made", "_step", "_system")

    def __init__(self, system: System[S], step: Transition[S]) -> None:
        self._system = system
        self._step = step
        self._made = ""

    @property
    def names(self) -> Naming:
        """Names after the event."""
        return self._system.view.names(self._step.after)

    def __call__(self) -> str:
        """The sentence."""
        if not self._made:
            self._made = self._system.view.sentence(self._step.record.event, self.names)
        return self._made


def _continued(system: System[S], log: GameLog[S]) -> GameLog[S]:
    """A copy of a log, to be gone on from."""
    return replace(
        log,
        notes=system.pages.notes.copied(log.notes),
        lines=list(log.lines),
        news=list(log.news),
        assigned=list(log.assigned),
        record=list(log.record),
        drawn=list(log.drawn),
    )


def closed(system: System[S], log: GameLog[S]) -> GameLog[S]:
    """What other pages need of a turn that is over."""
    return replace(log, notes=system.pages.notes.closed(log.notes), lines=[], news=[], assigned=[])


def _line(system: System[S], record: HistoryEntry, sentence: _Sentence[S]) -> JournalLine:
    event, names, text = record.event, sentence.names, sentence()
    was = system.view.sentence(record.was, names) if record.was is not None else ""
    return JournalLine(
        record.version,
        text,
        event.at,
        when(event.at),
        names.member(event.by),
        record.struck_by,
        record.amended_by,
        was if was != text else "",
        record.inserted,
    )


def when(at: str) -> str:
    """A time stamp for a reader: `5 Sep 2025, 19:07`; unchanged if it is not a time."""
    try:
        time = datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return at
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}, {time:%H:%M}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
