"""LiF 5.3.3: chits that came into the pools, left them or wait, in a turn. Pure.

It reads counts of the pools, never a value.
"""

from collections.abc import Iterable

import msgspec

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import capital, counted
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import Log
from campaign.leaders_in_flames.us_entry.state import (
    POOL_NAMES,
    POOLS,
    THEATRES,
    UsEntry,
    chits_in,
    kind_of,
)
from campaign.leaders_in_flames.us_entry.waiting import us_entry as waiting
from events.lif import us_entry as facts
from events.lif.us_entry import Pool


class EntryPoolRow(msgspec.Struct, frozen=True):
    """LiF 5.3: one pool in a turn."""

    theatre: str
    kind: str
    start: int
    came: int
    went: int
    end: int
    causes: tuple[str, ...]
    remark: str
    """Chits aside for the pool, and chits due in it."""


def pool_row(log: Log, pool: Pool) -> EntryPoolRow:
    """One pool in a turn."""
    changes = list(_changes(log, pool))
    theatre = next(name for name in THEATRES if pool.endswith(name))
    remark = [
        f"{counted(len(chits_in(log.end.entry, pool, aside=True)), 'chit')} aside"
        if chits_in(log.end.entry, pool, aside=True)
        else "",
        *(
            f"{due.count} still to be entered{' aside' if due.aside else ''}"
            for due in log.end.entry.due
            if due.pool == pool
        ),
    ]
    return EntryPoolRow(
        theatre,
        capital(kind_of(pool)),
        len(chits_in(log.notes.start.entry, pool)),
        sum(count for count, _ in changes if count > 0),
        -sum(count for count, _ in changes if count < 0),
        len(chits_in(log.end.entry, pool)),
        tuple(f"{count:+d} {cause}".replace("-", "−", 1) for count, cause in _summed(changes)),
        ", ".join(part for part in remark if part),
    )


def _changes(log: Log, pool: Pool) -> Iterable[tuple[int, str]]:
    """What came into a pool and left it, with the cause of each."""
    in_pool = set(chits_in(log.notes.start.entry, pool))
    for row in log.notes.entry:
        match row.event:
            case facts.EntryChitsDrawn() if row.event.pool == pool:
                in_pool |= {chit.id for chit in row.event.chits}
                yield len(row.event.chits), _CAUSES.get(row.event.cause) or _cause(row.event)
            case facts.EntryChitsReturned() if row.event.pool == pool:
                yield -len(row.event.chits), words(row.event.reason) or "to the common pool"
            case facts.EntryChitsMoved() | facts.EntryChitsPlaced():
                count, why = len(row.event.chits), words(getattr(row.event, "reason", ""))
                if row.event.pool == pool:
                    in_pool -= {*row.event.chits}
                    yield -count, why or f"to {POOL_NAMES[row.event.to]}"
                if row.event.to == pool:
                    in_pool |= {*row.event.chits}
                    yield count, why or f"from {POOL_NAMES[row.event.pool]}"
            case facts.EntryChitsDealtAnew() if gone := in_pool.intersection(row.event.due):
                yield -len(gone), "to be entered anew"


_CAUSES = {"set-up": "to begin with", "step": "US entry step"}


def _cause(event: facts.EntryChitsDrawn) -> str:
    return words(event.reason) or "from the common pool"


def _summed(changes: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Changes added up by cause and direction."""
    tally: dict[tuple[bool, str], int] = {}
    for count, cause in changes:
        tally[count > 0, cause] = tally.get((count > 0, cause), 0) + count
    return [(count, cause) for (_, cause), count in tally.items()]


def common_pool(entry: UsEntry) -> str:
    """Where the chits come from, in a sentence."""
    if not entry.secret_commitment:
        return "The common pool has not been stocked yet."
    if entry.mode == "table":
        return "The common pool lies in a cup at the table."
    return f"The common pool holds {counted(entry.common, 'chit')}."


_AGAIN = {"entry": "draw no entry chit in the US entry step", "tension": "pick no option"}


def waits(state: State) -> Iterable[str]:
    """LiF 5.3.3: chits put aside for a shortfall, and what the USA may not do meanwhile."""
    entry = state.entry
    for pool in POOLS:
        when = [entry.chits[who].since for who in chits_in(entry, pool, aside=True)]
        owed = (due for due in entry.due if due.pool == pool and due.aside)
        when += [due.since for due in owed for _ in range(due.count)]
        for since in dict.fromkeys(when):
            count = when.count(since)
            lie = "lies" if count == 1 else "lie"
            yield (
                f"{capital(POOL_NAMES[pool])} went below zero in {calendar.in_words(since)}: "
                f"{counted(count, 'chit')} {lie} aside for it, face-down."
            )
    waits = waiting(state)
    if waits is None:
        return
    for kind, right in (("entry", waits.draw), ("tension", waits.choose)):
        if right == "aside":
            yield (
                f"Until their turns have passed and they were shown, the USA may {_AGAIN[kind]}."
            )
        elif right == "enters":
            yield f"Before their values are entered, the USA may {_AGAIN[kind]}."
