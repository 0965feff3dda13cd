"""Corrections as news: in the turn they were made, and in the turn that they corrected. Pure."""

from collections.abc import Callable, Iterable, Sequence

from campaign.kernel.page_links import turn_of
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.transition import HistoryEntry
from campaign.kernel.turn_log import CorrectedEvents, GameLog
from campaign.text.english import counted, listed
from events import disputes as facts
from events.base import Event

FEW = 3
"""So many events of a correction are named at most."""
NOTHING = CorrectedEvents(0, ())
_OF_THEIR_OWN = (facts.FigureAdjusted, facts.Rewound)
"""Corrections whose own sentences are the news."""
_DID = {
    facts.EventsStruck: "took back",
    facts.EventAmended: "corrected",
    facts.EventsInserted: "added",
}


def correction_of(record: HistoryEntry) -> int:
    """The correction that made an event count as it does; 0 if there is none."""
    by = record.struck_by or record.amended_by
    if not by and (record.inserted or isinstance(record.event, _OF_THEIR_OWN)):
        return record.version
    return by


def with_event(
    known: CorrectedEvents,
    record: HistoryEntry,
    sentence: Callable[[Event], str],
    phrase: Callable[[Event], str],
) -> CorrectedEvents:
    """What one correction changed in a turn, and an event more."""
    if isinstance(record.event, _OF_THEIR_OWN) and not record.struck_by:
        return known
    texts = known.texts
    if len(texts) < FEW:
        text = phrase(record.event) or _quoted(sentence(record.event))
        if record.was is not None and not record.struck_by:
            text = f"{phrase(record.was) or _quoted(sentence(record.was))} to {text}"
        texts = (*texts, text)
    return CorrectedEvents(known.count + 1, texts)


def _quoted(sentence: str) -> str:
    return f"“{sentence.removesuffix('.')}”"


def corrected_here(logs: Sequence[GameLog[S]], place: int) -> Iterable[str]:
    """What rulings changed in the course of a turn, in this turn or one before it."""
    log = logs[place]
    told: dict[tuple[type[Event], str], CorrectedEvents] = {}
    for row in log.record:
        kind = type(row.event)
        if kind in _OF_THEIR_OWN and row.version in log.corrected:
            yield row.sentence
        elif kind in _DID:
            key = (kind, getattr(row.event, "dispute", ""))
            for past in logs[: place + 1]:
                more = past.corrected.get(row.version, NOTHING)
                known = told.get(key, NOTHING)
                texts = (*known.texts, *more.texts)[:FEW]
                told[key] = CorrectedEvents(known.count + more.count, texts)
    for (kind, dispute), found in told.items():
        if found.count:
            rest = found.count - len(found.texts)
            others = (counted(rest, "more event", "more events"),) if rest else ()
            yield f"A ruling {_DID[kind]} {listed((*found.texts, *others))} ({dispute})."


def corrected_later(system: System[S], logs: Sequence[GameLog[S]], place: int) -> Iterable[str]:
    """That rulings in later turns changed this one: when, and under which disputes."""
    log = logs[place]
    found: dict[str, dict[str, None]] = {}
    for version in sorted(log.corrected):
        turn = turn_of(logs, version)
        if turn == log.turn:
            continue
        made = next(later for later in logs if later.turn == turn)
        for row in made.record:
            if row.version == version:
                found.setdefault(turn, {})[getattr(row.event, "dispute", "")] = None
    for turn, disputes in found.items():
        yield f"Corrected in {system.calendar.in_words(turn)} under {listed(disputes)}."
