"""Rows of the read tables of US entry, from the steps of a history. Pure; no hidden value."""

from collections.abc import Iterator, Mapping
from typing import Any

from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.state import POOLS, THEATRES, Entry, lying
from campaign.leaders_in_flames.us_entry.view import name_of
from campaign.tables import tables_us_entry as tables
from campaign.tables.columns import Table
from events.lif import us_entry as facts

Row = dict[str, Any]


def of(step: Transition[State]) -> Iterator[tuple[Table, Row]]:
    """What one step adds, each row with its table."""
    event, base = step.record.event, {"version": step.record.version, "turn": step.turn}
    entry = step.after.entry
    match event:
        case facts.EntryOptionPicked():
            yield tables.US_ENTRY_OPTIONS, {
                **base,
                "option": event.option,
                "name": name_of(entry, "option", event.option),
                "target": event.target,
                "level": event.level,
                **_rolls(event.outcomes),
            }  # fmt: skip
        case facts.EntryActionTaken():
            yield tables.US_ENTRY_ACTIONS, {
                **base,
                "action": event.action,
                "name": name_of(entry, "action", event.action),
                "power": event.power or None,
                "target": event.target,
                **_rolls(event.outcomes),
            }  # fmt: skip
        case facts.EntryChitsShown():
            for who, chit in event.chits.items():
                yield tables.US_ENTRY_SHOWN, {
                    **base,
                    "chit": who,
                    "value": chit.value,
                    "pool": entry.chits[who].pool,
                    "to": " ".join(event.to),
                    "reason": words(event.reason),
                }  # fmt: skip
    if step.before is not None and step.before.entry is not entry:
        yield from _pools(step.before.entry, entry, base)


def _rolls(outcomes: Mapping[facts.Theatre, facts.Outcome]) -> Row:
    row: Row = {}
    for theatre in THEATRES:
        one, column = outcomes.get(theatre), theatre.replace("-", "_")
        row[f"{column}_number"] = one.number if one else None
        row[f"{column}_roll"] = one.roll.value if one and one.roll else None
        row[f"{column}_chits"] = one.chits if one else None
    return row


def _pools(before: Entry, after: Entry, base: Row) -> Iterator[tuple[Table, Row]]:
    now = _counts(after)
    if now != _counts(before):
        for row in now:
            yield tables.US_ENTRY_POOLS, {**base, **row}


def _counts(entry: Entry) -> list[Row]:
    return [
        {
            "pool": pool,
            "count": len(lying(entry, pool)),
            "aside": len(lying(entry, pool, aside=True)),
            "due": sum(due.count for due in entry.due if due.pool == pool),
            "common_pool": entry.common if entry.mode == "ledger" else None,
        }
        for pool in POOLS
    ]


def standing(state: State) -> dict[str, list[Row]]:
    """LiF 5.3: what was taken before the campaign, partisans and supply, written whole."""
    entry = state.entry
    taken = (("option", entry.options), ("action", entry.actions))
    return {
        "us_entry_before": [
            {
                "kind": kind,
                "number": one.number,
                "target": one.target,
                "name": name_of(entry, kind, one.number),
            }
            for kind, told_before in taken
            for one in told_before
            if not one.turn
        ],
        "partisans": [
            {"country": country, "number": number}
            for country, number in sorted(entry.partisans.items())
        ],
        "supply_sources": [
            {"place": place, "power": power, "rank": rank}
            for place, (power, rank) in sorted(entry.supply.items())
        ],
    }
