"""LiF 5.3: the road to war as a turn's report and the index show it. Pure; values once shown only.

It reads counts of the pools, never a value: the journal's sentences give values that were shown.
"""

from collections.abc import Sequence

import msgspec

from campaign.kernel.page_links import page_name
from campaign.leaders_in_flames.names import counted, listed
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log, chart_span
from campaign.leaders_in_flames.us_entry.report.chart import EntryChart, entry_charts
from campaign.leaders_in_flames.us_entry.report.deeds import Deeds, deeds
from campaign.leaders_in_flames.us_entry.report.next_moves import ComesNext, comes_next
from campaign.leaders_in_flames.us_entry.report.pools import (
    EntryPoolRow,
    common_pool,
    pool_row,
    waits,
)
from campaign.leaders_in_flames.us_entry.report.taken import TakenRow, holds, taken_rows
from campaign.leaders_in_flames.us_entry.state import (
    ENTRY,
    MODULE,
    TENSION,
    THEATRES,
    chits_in,
)
from events.lif import us_entry as facts
from events.lif.us_entry import Pool

AGAINST = {"germany-italy": "Germany and Italy", "japan": "Japan"}


_POOLS = tuple(pool for theatre in THEATRES for pool in (ENTRY[theatre], TENSION[theatre]))


class RoadTurn(msgspec.Struct, frozen=True):
    """LiF 5.3: what a turn did to US entry."""

    lede: str
    waits: tuple[str, ...]
    turn: Deeds


class RoadView(msgspec.Struct, frozen=True):
    """LiF 5.3: the whole road to war, as it is at the end of a turn."""

    pools: tuple[EntryPoolRow, ...]
    common: str
    charts: tuple[EntryChart, ...]
    options: tuple[TakenRow, ...]
    actions: tuple[TakenRow, ...]
    holds: tuple[tuple[str, str], ...]
    """Lasting effects: heading and text."""
    next: ComesNext | None
    """None once the turn is over."""


def road_turn(context: Context) -> RoadTurn | None:
    """LiF 5.3: what happened on the road in a turn; None if nothing did and nothing is awaited."""
    log = context.log
    if not has_begun(log.end):
        return None
    done, awaited = deeds(log.notes.entry, log.end.entry), tuple(waits(log.end))
    if not (done.deeds or done.rest or awaited):
        return None
    return RoadTurn(how_far(log.end), awaited, done)


def road_view(context: Context) -> RoadView | None:
    """LiF 5.3: the road in one turn; None if US entry is not played or has not begun."""
    log = context.log
    state, entry = log.end, log.end.entry
    if not has_begun(state):
        return None
    is_open = context.place + 1 == len(context.logs) and not state.campaign.closed
    return RoadView(
        tuple(pool_row(log, pool) for pool in _POOLS),
        common_pool(entry),
        charts(context.past),
        taken_rows(entry, "option", entry.options, log.turn),
        taken_rows(entry, "action", entry.actions, log.turn),
        tuple(holds(state)),
        comes_next(state) if is_open else None,
    )


class RoadInShort(msgspec.Struct, frozen=True):
    """LiF 5.3: how far the USA has come, over the campaign."""

    lede: str
    charts: tuple[EntryChart, ...]
    page: str
    """The page of the latest turn."""


def road_in_short(context: Context) -> RoadInShort | None:
    """LiF 5.3: the whole road; None if US entry is not played or has not begun."""
    log = context.log
    if not has_begun(log.end):
        return None
    return RoadInShort(how_far(log.end), charts(context.logs), page_name(log.turn))


def has_begun(state: State) -> bool:
    """LiF 5.3: whether US entry is played and has begun."""
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
        return [len(chits_in(state.entry, pool)) for state in states]

    series = {theatre: (counts(ENTRY[theatre]), counts(TENSION[theatre])) for theatre in THEATRES}
    return entry_charts(series, chart_span(shared.first_turn, shared.last_turn))


def how_far(state: State) -> str:
    """LiF 5.3: how far the USA has come, in a sentence."""
    entry = state.entry
    chits = listed(
        f"{_no(len(chits_in(entry, ENTRY[theatre])), 'entry chit')} against {AGAINST[theatre]}"
        for theatre in THEATRES
    )
    tension = sum(len(chits_in(entry, pool)) for pool in TENSION.values())
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


ROAD = GameSection(
    "road",
    "Road to war",
    "us_entry/templates/road.html",
    road_turn,
)


ROAD_IN_FULL = GameSection(
    "entry",
    "US entry in full",
    "us_entry/templates/road_in_full.html",
    road_view,
    part="record",
)


ROAD_IN_SHORT = GameSection(
    "road",
    "The road to war",
    "us_entry/templates/road_in_short.html",
    road_in_short,
)
