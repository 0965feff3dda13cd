"""Sorts a history into turns: the journal, the news, and the game's notes on each. Pure."""

from collections.abc import Iterable
from datetime import datetime

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

OF_THE_RECORD = effective.OWN


def collect(system: System[S], history: Iterable[HistoryEntry]) -> list[GameLog[S]]:
    """The turns of a history, in order."""
    logs: list[GameLog[S]] = []
    for step in transitions(system, history):
        if not logs or logs[-1].turn != step.turn:
            logs.append(_begun(system, logs, step))
        _add(system, logs[-1], step)
    return logs


def _begun(system: System[S], logs: list[GameLog[S]], step: Transition[S]) -> GameLog[S]:
    """The log of a turn that begins with a step."""
    version, digest = step.record.version, step.record.digest
    before = logs[-1].notes if logs else None
    notes = system.pages.notes.begin(before, step.before or step.after)
    return TurnLog(step.turn, step.after, version, digest, version, notes)


def _add(system: System[S], log: GameLog[S], step: Transition[S]) -> None:
    """Adds an event to the log of its turn; one that was struck stays in the journal alone."""
    record, event = step.record, step.record.event
    names = system.view.names(step.after)
    sentence = system.view.sentence(event, names)
    log.lines.append(_line(system, record, sentence, names))
    log.end = step.after
    if record.version >= log.version:
        log.version, log.head = record.version, record.digest
    if not record.inserted:
        log.last = record.version
    if type(event) in OF_THE_RECORD:
        log.record.append(RecordEvent(record.version, event, sentence))
    if (draw := ledger_draw(record, system.audit.drew)) is not None:
        log.drawn.append(draw)
    if record.struck_by:
        return
    if isinstance(event, (*NEWS, *system.pages.notes.news)):
        log.news.append(sentence)
    if isinstance(event, PowerAssigned):
        log.assigned.append((event.power, names.member(event.member)))
    system.pages.notes.note(log.notes, step, sentence)


def _line(system: System[S], record: HistoryEntry, sentence: str, names: Naming) -> JournalLine:
    event = record.event
    was = system.view.sentence(record.was, names) if record.was is not None else ""
    return JournalLine(
        record.version,
        sentence,
        event.at,
        when(event.at),
        names.member(event.by),
        record.struck_by,
        record.amended_by,
        was if was != sentence else "",
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
