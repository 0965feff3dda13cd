"""LiF 5.3: rows of the read tables of US entry, without values still hidden. Pure."""

from collections.abc import Iterator, Mapping

from campaign.kernel.tables import Current, Row, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import read_tables, table_views
from campaign.leaders_in_flames.us_entry.state import POOLS, THEATRES, UsEntry, chits_in
from campaign.leaders_in_flames.us_entry.view import name_of
from events.lif.us_entry import (
    EntryActionTaken,
    EntryChitsShown,
    EntryOptionPicked,
    Outcome,
    Theatre,
)


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """LiF 5.3: each option, action and chit shown, and the pools after each change."""
    if step.record.struck_by:
        return
    entry = step.after.entry
    base: Row = {"version": step.record.version, "turn": step.turn}
    match step.record.event:
        case EntryOptionPicked() as picked:
            yield read_tables.US_ENTRY_OPTIONS, {**base, **_option(entry, picked)}
        case EntryActionTaken() as taken:
            yield read_tables.US_ENTRY_ACTIONS, {**base, **_action(entry, taken)}
        case EntryChitsShown() as shown:
            for row in _shown(entry, shown):
                yield read_tables.US_ENTRY_SHOWN, {**base, **row}
    if step.before is not None and step.before.entry is not entry:
        now = _counts(entry)
        if now != _counts(step.before.entry):
            for row in now:
                yield read_tables.US_ENTRY_POOLS, {**base, **row}


def _option(entry: UsEntry, event: EntryOptionPicked) -> Row:
    return {
        "option": event.option,
        "name": name_of(entry, "option", event.option),
        "target": event.target,
        "level": event.level,
        **_rolls(event.outcomes),
    }


def _action(entry: UsEntry, event: EntryActionTaken) -> Row:
    return {
        "action": event.action,
        "name": name_of(entry, "action", event.action),
        "power": event.power or None,
        "target": event.target,
        **_rolls(event.outcomes),
    }


def _shown(entry: UsEntry, event: EntryChitsShown) -> Iterator[Row]:
    for who, chit in event.chits.items():
        yield {
            "chit": who,
            "value": chit.value,
            "pool": entry.chits[who].pool,
            "to": " ".join(event.to),
            "reason": words(event.reason),
        }


def _rolls(outcomes: Mapping[Theatre, Outcome]) -> Row:
    row: Row = {}
    for theatre in THEATRES:
        outcome, column = outcomes.get(theatre), theatre.replace("-", "_")
        row[f"{column}_number"] = outcome.number if outcome else None
        row[f"{column}_roll"] = outcome.roll.value if outcome and outcome.roll else None
        row[f"{column}_chits"] = outcome.chits if outcome else None
    return row


def _counts(entry: UsEntry) -> list[Row]:
    return [
        {
            "pool": pool,
            "count": len(chits_in(entry, pool)),
            "aside": len(chits_in(entry, pool, aside=True)),
            "due": sum(due.count for due in entry.due if due.pool == pool),
            "common_pool": entry.common if entry.mode == "ledger" else None,
        }
        for pool in POOLS
    ]


def current(state: State) -> Current:
    """LiF 5.3: what was taken before the campaign, partisans and supply sources."""
    entry = state.entry
    choices = (("option", entry.options), ("action", entry.actions))
    yield (
        read_tables.US_ENTRY_BEFORE,
        [
            {
                "kind": kind,
                "number": choice.number,
                "target": choice.target,
                "name": name_of(entry, kind, choice.number),
            }
            for kind, taken in choices
            for choice in taken
            if not choice.turn
        ],
    )
    yield (
        read_tables.PARTISANS,
        [
            {"country": country, "number": number}
            for country, number in sorted(entry.partisans.items())
        ],
    )
    yield (
        read_tables.SUPPLY_SOURCES,
        [
            {"place": place, "power": power, "rank": rank}
            for place, (power, rank) in sorted(entry.supply.items())
        ],
    )


TABLES = Tables[State](
    tables=(
        read_tables.US_ENTRY_POOLS,
        read_tables.US_ENTRY_OPTIONS,
        read_tables.US_ENTRY_ACTIONS,
        read_tables.US_ENTRY_BEFORE,
        read_tables.US_ENTRY_SHOWN,
        read_tables.PARTISANS,
        read_tables.SUPPLY_SOURCES,
    ),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.entry,),
    queries=table_views.QUERIES,
)
