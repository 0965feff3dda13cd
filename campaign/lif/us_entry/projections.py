"""LiF 5.3: read tables of US entry; a hidden chit has no value before it is shown. Pure."""

from collections.abc import Iterator, Mapping

from campaign.kernel import projections
from campaign.lif.names import words
from campaign.lif.read_tables import READ_TABLES
from campaign.lif.state import POOLS, THEATRES, State, UsEntry, chits_in
from events.lif import us_entry

US_ENTRY_POOLS = READ_TABLES.table("us_entry_pools")
US_ENTRY_OPTIONS = READ_TABLES.table("us_entry_options")
US_ENTRY_ACTIONS = READ_TABLES.table("us_entry_actions")
US_ENTRY_BEFORE = READ_TABLES.table("us_entry_before")
US_ENTRY_SHOWN = READ_TABLES.table("us_entry_shown")
PARTISANS = READ_TABLES.table("partisans")
SUPPLY_SOURCES = READ_TABLES.table("supply_sources")


# --- LiF 5.3: what people ask about the rolls of US entry ---------------------------------------

_ROLLED = " UNION ALL ".join(
    f"SELECT turn_id, '{what} ' || {number} AS act, '{theatre}' AS against,"
    f" {column}_number AS number, {column}_roll AS roll, {column}_chits AS chits"
    f" FROM us_entry_{what}s WHERE campaign = :campaign"
    for what, number in (("option", '"option"'), ("action", '"action"'))
    for theatre, column in (("Germany and Italy", "germany_italy"), ("Japan", "japan"))
)
QUERIES = (READ_TABLES.query("rolls-and-luck", rolled=_ROLLED),)


def _name(entry: UsEntry, kind: str, number: int) -> str:
    """What an option or action is called."""
    from campaign.lif.us_entry.chart import name_of  # a campaign without US entry does without

    return name_of(entry, kind, number)


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 5.3: each option, action and chit shown, and the pools after each change."""
    if step.record.struck_by:
        return
    entry = step.after.entry
    match step.record.event:
        case us_entry.EntryOptionPicked() as picked:
            name = _name(entry, "option", picked.option)
            yield US_ENTRY_OPTIONS.of(step, picked, name=name, **_rolls(picked.outcomes))
        case us_entry.EntryActionTaken() as taken:
            name = _name(entry, "action", taken.action)
            yield US_ENTRY_ACTIONS.of(step, taken, name=name, **_rolls(taken.outcomes))
        case us_entry.EntryChitsShown() as shown:
            for who, chit in shown.chits.items():
                pool, reason = entry.chits[who].pool, words(shown.reason)
                yield US_ENTRY_SHOWN.of(step, chit, shown, chit=who, pool=pool, reason=reason)
    if step.before is not None and step.before.entry is not entry:
        now = _counts(entry)
        if now != _counts(step.before.entry):
            for row in now:
                yield US_ENTRY_POOLS.of(step, **row)


def _rolls(outcomes: Mapping[us_entry.Theatre, us_entry.Outcome]) -> projections.Row:
    row: projections.Row = {}
    for theatre in THEATRES:
        outcome, column = outcomes.get(theatre), theatre.replace("-", "_")
        row[f"{column}_number"] = outcome.number if outcome else None
        row[f"{column}_roll"] = outcome.roll.value if outcome and outcome.roll else None
        row[f"{column}_chits"] = outcome.chits if outcome else None
    return row


def _counts(entry: UsEntry) -> list[projections.Row]:
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


def current(state: State) -> projections.Current:
    """LiF 5.3: what was taken before the campaign, partisans and supply sources."""
    entry = state.entry
    choices = (("option", entry.options), ("action", entry.actions))
    yield (
        US_ENTRY_BEFORE,
        [
            US_ENTRY_BEFORE.row(choice, kind=kind, name=_name(entry, kind, choice.number))
            for kind, taken in choices
            for choice in taken
            if not choice.turn
        ],
    )
    partisans = sorted(entry.partisans.items())
    yield PARTISANS, [{"country": country, "number": number} for country, number in partisans]
    yield (
        SUPPLY_SOURCES,
        [
            {"place": place, "power": power, "rank": rank}
            for place, (power, rank) in sorted(entry.supply.items())
        ],
    )


TABLES = projections.Projections[State](
    tables=(
        US_ENTRY_POOLS,
        US_ENTRY_OPTIONS,
        US_ENTRY_ACTIONS,
        US_ENTRY_BEFORE,
        US_ENTRY_SHOWN,
        PARTISANS,
        SUPPLY_SOURCES,
    ),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.entry,),
    queries=QUERIES,
)
