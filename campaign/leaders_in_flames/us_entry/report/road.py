"""LiF 5.3: the road to war as a turn's report and the index show it. Pure; values once shown only.

It reads counts of the pools, never a value: those that were shown stand in the journal's sentences.
"""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.kernel.page_links import page_name
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import capital, counted, country, listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log, chart_span
from campaign.leaders_in_flames.us_entry.actions_kit import GOVERNMENTS
from campaign.leaders_in_flames.us_entry.report.chart import EntryChart, entry_charts
from campaign.leaders_in_flames.us_entry.report.deeds import Deeds, deeds
from campaign.leaders_in_flames.us_entry.report.next_moves import ComesNext, comes_next
from campaign.leaders_in_flames.us_entry.sentences import place
from campaign.leaders_in_flames.us_entry.state import (
    ENTRY,
    MODULE,
    POOL_NAMES,
    POOLS,
    TENSION,
    THEATRES,
    Choice,
    UsEntry,
    kind_of,
    lying,
)
from campaign.leaders_in_flames.us_entry.view import guarantees, name_of
from campaign.leaders_in_flames.us_entry.waiting import us_entry as waiting
from events.lif import us_entry as facts
from events.lif.us_entry import Pool

AGAINST = {"germany-italy": "Germany and Italy", "japan": "Japan"}


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
    """What lies aside for it, and what is due in it."""


class TakenRow(msgspec.Struct, frozen=True):
    """LiF 5.3: an option or action that has been taken, however often."""

    number: int
    name: str
    times: tuple[tuple[str, str], ...]
    """For whom, and when in words."""
    new: bool
    """Whether it was taken in this turn."""


class RoadView(msgspec.Struct, frozen=True):
    """LiF 5.3: the road to war, in one turn."""

    lede: str
    pools: tuple[EntryPoolRow, ...]
    common: str
    waits: tuple[str, ...]
    charts: tuple[EntryChart, ...]
    turn: Deeds
    options: tuple[TakenRow, ...]
    actions: tuple[TakenRow, ...]
    holds: tuple[tuple[str, str], ...]
    """What has followed and stands: heading and text."""
    next: ComesNext | None
    """None once the campaign is over."""


def road_view(context: Context) -> RoadView | None:
    """LiF 5.3: a turn; None where it is not played, or nothing of it has begun."""
    log = context.log
    state, entry = log.end, log.end.entry
    if not has_begun(state):
        return None
    return RoadView(
        how_far(state),
        tuple(
            _pool(log, pool) for theatre in THEATRES for pool in (ENTRY[theatre], TENSION[theatre])
        ),
        _common(entry),
        tuple(_waits(state)),
        charts(context.past),
        deeds(log.notes.entry, entry),
        _taken(entry, "option", entry.options, log.turn),
        _taken(entry, "action", entry.actions, log.turn),
        tuple(_holds(entry)),
        None if state.campaign.closed else comes_next(state),
    )


class RoadInShort(msgspec.Struct, frozen=True):
    """LiF 5.3: how far the USA has come, over the campaign."""

    lede: str
    charts: tuple[EntryChart, ...]
    page: str
    """The page of the latest turn."""


def road_in_short(context: Context) -> RoadInShort | None:
    """LiF 5.3: the whole campaign; None where it is not played, or nothing of it has begun."""
    log = context.log
    if not has_begun(log.end):
        return None
    return RoadInShort(how_far(log.end), charts(context.logs), page_name(log.turn))


def has_begun(state: State) -> bool:
    """LiF 5.3: whether US entry is played, and anything of it is on the table."""
    entry = state.entry
    return MODULE in state.campaign.modules and bool(
        entry.secret_commitment
        or entry.chits
        or entry.due
        or entry.options
        or entry.actions
        or entry.chart
    )


def charts(logs: Sequence[Log]) -> tuple[EntryChart, ...]:
    """LiF 5.3: chit counts up to the last of these turns."""
    shared = logs[0].end.campaign
    states = [logs[0].notes.start, *(log.end for log in logs)]

    def counts(pool: Pool) -> list[int]:
        return [len(lying(state.entry, pool)) for state in states]

    series = {theatre: (counts(ENTRY[theatre]), counts(TENSION[theatre])) for theatre in THEATRES}
    return entry_charts(series, chart_span(shared.first_turn, shared.last_turn))


def how_far(state: State) -> str:
    """LiF 5.3: how far the USA has come, in a sentence."""
    entry = state.entry
    chits = listed(
        f"{_no(len(lying(entry, ENTRY[theatre])), 'entry chit')} against {AGAINST[theatre]}"
        for theatre in THEATRES
    )
    tension = sum(len(lying(entry, pool)) for pool in TENSION.values())
    taken = f"{_no(len(entry.options), 'option')} and {_no(len(entry.actions), 'action')}"
    return f"The USA has {chits}, and {_no(tension, 'tension chit')}; {taken} have been taken."


def _no(number: int, noun: str) -> str:
    return counted(number, noun) if number else f"no {noun}s"


def in_short(log: Log) -> tuple[str, ...]:
    """LiF 5.3: a turn's options and actions by number, each once."""
    found: dict[str, None] = {}
    for row in log.notes.entry:
        match row.event:
            case facts.EntryOptionPicked(option=number):
                found[f"option {number}"] = None
            case facts.EntryActionTaken(action=number):
                found[f"action {number}"] = None
    return tuple(found)


# --- pools --------------------------------------------------------------------------------------


def _pool(log: Log, pool: Pool) -> EntryPoolRow:
    changes = list(_changes(log, pool))
    theatre = next(name for name in THEATRES if pool.endswith(name))
    remark = [
        f"{counted(len(lying(log.end.entry, pool, aside=True)), 'chit')} aside"
        if lying(log.end.entry, pool, aside=True)
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
        len(lying(log.notes.start.entry, pool)),
        sum(count for count, _ in changes if count > 0),
        -sum(count for count, _ in changes if count < 0),
        len(lying(log.end.entry, pool)),
        tuple(f"{count:+d} {cause}".replace("-", "−", 1) for count, cause in _summed(changes)),
        ", ".join(part for part in remark if part),
    )


def _changes(log: Log, pool: Pool) -> Iterable[tuple[int, str]]:
    """What came into a pool and left it, with the cause of each."""
    there = set(lying(log.notes.start.entry, pool))
    for row in log.notes.entry:
        match row.event:
            case facts.EntryChitsDrawn() if row.event.pool == pool:
                there |= {chit.id for chit in row.event.chits}
                yield len(row.event.chits), _CAUSES.get(row.event.cause) or _cause(row.event)
            case facts.EntryChitsReturned() if row.event.pool == pool:
                yield -len(row.event.chits), words(row.event.reason) or "to the common pool"
            case facts.EntryChitsMoved():
                count, why = len(row.event.chits), words(row.event.reason)
                if row.event.pool == pool:
                    there -= {*row.event.chits}
                    yield -count, why or f"to {POOL_NAMES[row.event.to]}"
                if row.event.to == pool:
                    there |= {*row.event.chits}
                    yield count, why or f"from {POOL_NAMES[row.event.pool]}"
            case facts.EntryChitsDealtAnew() if gone := there.intersection(row.event.due):
                yield -len(gone), "to be entered anew"


_CAUSES = {"set-up": "to begin with", "step": "US entry step"}


def _cause(event: facts.EntryChitsDrawn) -> str:
    return words(event.reason) or "from the common pool"


def _summed(changes: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Changes of one cause and direction as one."""
    tally: dict[tuple[bool, str], int] = {}
    for count, cause in changes:
        tally[count > 0, cause] = tally.get((count > 0, cause), 0) + count
    return [(count, cause) for (_, cause), count in tally.items()]


def _common(entry: UsEntry) -> str:
    if not entry.secret_commitment:
        return "The common pool has not been stocked yet."
    if entry.mode == "table":
        return "The common pool lies in a cup at the table."
    return f"The common pool holds {counted(entry.common, 'chit')}."


# --- below zero ---------------------------------------------------------------------------------

_AGAIN = {"entry": "draw no entry chit in the US entry step", "tension": "pick no option"}
_THEN = {"entry": "draws entry chits", "tension": "picks options"}


def _waits(state: State) -> Iterable[str]:
    """LiF 5.3.3: what lies aside for a shortfall, and what it keeps the USA from."""
    entry = state.entry
    for pool in POOLS:
        when = [entry.chits[who].since for who in lying(entry, pool, aside=True)]
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
        if right == "waits":
            yield f"Until their turns have passed, the USA may {_AGAIN[kind]}."
        elif right == "shows":
            yield f"Their turns have passed: once it has shown them, the USA {_THEN[kind]} again."
        elif right == "enters":
            yield f"Before their values are entered, the USA may {_AGAIN[kind]}."


# --- taken so far -------------------------------------------------------------------------------


def _taken(entry: UsEntry, kind: str, taken: Sequence[Choice], turn: str) -> tuple[TakenRow, ...]:
    found: dict[int, list[Choice]] = {}
    for choice in taken:
        found.setdefault(choice.number, []).append(choice)
    return tuple(
        TakenRow(
            number,
            name_of(entry, kind, number),
            tuple(
                (place(choice.target) if choice.target else "", _when(choice))
                for choice in found[number]
            ),
            any(choice.turn == turn for choice in found[number]),
        )
        for number in sorted(found)
    )


def _when(choice: Choice) -> str:
    return calendar.in_words(choice.turn) if choice.turn else "before the campaign"


def _holds(entry: UsEntry) -> Iterable[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: what options and actions have left behind."""
    if entry.partisans:
        numbers = (f"{country(who)} {number}" for who, number in sorted(entry.partisans.items()))
        yield "Partisan numbers", ", ".join(numbers)
    for power in POWERS:
        places = [
            f"{place(where)} ({rank})"
            for where, (owner, rank) in sorted(entry.supply.items())
            if owner == power
        ]
        if places:
            yield f"Supply for {the_country(power)}", listed(places)
    if guaranteed := guarantees(entry):
        whom = listed(map(the_country, guaranteed))
        yield "Guaranteed", f"{whom}; a Japanese attack there lets the USA declare war on Japan"
    if entry.dissolved:
        cities = (country(GOVERNMENTS[number].city) for number in sorted(entry.dissolved))
        yield "Governments dissolved", listed(cities)
    if entry.gas_ended:
        yield "Poison gas", "Japan uses it no more"
    if entry.spain_joined:
        yield "Spain", "aligned by Germany, with which Italy co-operates no more"


ROAD = GameSection(
    "road",
    "Road to war",
    "us_entry/templates/road.html",
    road_view,
)


ROAD_IN_SHORT = GameSection(
    "road",
    "The road to war",
    "us_entry/templates/road_in_short.html",
    road_in_short,
)
