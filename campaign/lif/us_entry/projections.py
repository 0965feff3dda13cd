"""LiF 5.3: read tables of US entry; a hidden chit has no value before it is shown. Pure."""

from collections.abc import Iterator, Mapping

from campaign.kernel import projections
from campaign.lif.names import words
from campaign.lif.state import POOLS, THEATRES, State, UsEntry, chits_in
from campaign.lif.tables import POWER
from events.lif import us_entry

_CHIT = (str, "Chit, by id")
_POOL = (str, "entry-germany-italy, entry-japan, tension-germany-italy or tension-japan")
_NAME = (str, "Its name, if the chart has one")
_TARGET = (str, "Whom or what it was for; empty where nobody by name")
_ROLLS = {
    f"{theatre}_{column}": (int, f"{meaning} {name}")
    for theatre, name in (("germany_italy", "Germany and Italy"), ("japan", "Japan"))
    for column, meaning in (
        ("number", "Number of the chart against"),
        ("roll", "Ten-sided die against"),
        ("chits", "Chits that it came to, below zero where removed, against"),
    )
}

US_ENTRY_POOLS = projections.projection(
    "us_entry_pools",
    "How many chits each pool held after every event that changed one",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "pool": _POOL,
        "count": (int, "Chits in the pool"),
        "aside": (int, "Chits put aside for what it lacked"),
        "due": (int, "Chits drawn at the table and still to be entered, for the pool or aside"),
        "common_pool": (int, "Chits left in the common pool; empty for a cup at the table"),
    },
    ("version", "pool"),
    optional=("common_pool",),
    indexes=(("turn",),),
)
US_ENTRY_OPTIONS = projections.projection(
    "us_entry_options",
    "Every option that the USA picked in the campaign, with its rolls",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "option": (int, "Number of the option"),
        "name": _NAME,
        "target": _TARGET,
        "level": (int, "Entry level that it took"),
        **_ROLLS,
    },
    ("version",),
    optional=tuple(_ROLLS),
    indexes=(("option",),),
)
US_ENTRY_ACTIONS = projections.projection(
    "us_entry_actions",
    "Every US entry action taken in the campaign, with its rolls",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "action": (int, "Number of the action"),
        "name": _NAME,
        "power": projections.Column(
            str, "Who took it; empty where the record does not say", "powers"
        ),
        "target": _TARGET,
        **_ROLLS,
    },
    ("version",),
    optional=("power", *_ROLLS),
    indexes=(("action",),),
)
US_ENTRY_BEFORE = projections.projection(
    "us_entry_before",
    "Options and actions taken before the campaign, as the scenario and its answers have them",
    {
        "kind": (str, "option or action"),
        "number": (int, "Its number"),
        "target": _TARGET,
        "name": _NAME,
    },
    ("kind", "number", "target"),
)
US_ENTRY_SHOWN = projections.projection(
    "us_entry_shown",
    "Every chit that was turned face-up, with its value; never before",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "chit": _CHIT,
        "value": (int, "What it is worth"),
        "pool": _POOL,
        "to": (str, "Powers to whom it was shown"),
        "reason": (str, "What for"),
    },
    ("version", "chit"),
    indexes=(("chit",),),
)
PARTISANS = projections.projection(
    "partisans",
    "Partisan numbers that US entry has set for the rest of the game",
    {
        "country": (str, "Where partisans rise, by id"),
        "number": (int, "Its partisan number"),
    },
    ("country",),
)
SUPPLY_SOURCES = projections.projection(
    "supply_sources",
    "Places that have become supply sources and still are",
    {
        "place": (str, "The place, by id"),
        "power": POWER,
        "rank": (str, "primary or secondary"),
    },
    ("place",),
)


# --- LiF 5.3: what people ask about the rolls of US entry ---------------------------------------

_ROLLED = " UNION ALL ".join(
    f"SELECT turn_id, '{what} ' || {number} AS act, '{theatre}' AS against,"
    f" {column}_number AS number, {column}_roll AS roll, {column}_chits AS chits"
    f" FROM us_entry_{what}s WHERE campaign = :campaign"
    for what, number in (("option", '"option"'), ("action", '"action"'))
    for theatre, column in (("Germany and Italy", "germany_italy"), ("Japan", "japan"))
)
QUERIES = (
    projections.SavedQuery(
        "rolls-and-luck",
        "Rolls and luck",
        "The ten-sided dice of US entry by turn, and how far their average is from 5.5. Each ten "
        "of a number on the chart is a chit; a low roll makes a chit of what is left over.",
        f"""
SELECT turns.name AS turn, against, count(roll) AS rolls, group_concat(roll, ' ') AS dice,
  round(avg(roll) - 5.5, 2) AS above_average,
  sum(chits) AS chits, round(sum(rolled.number) / 10.0, 1) AS expected_chits
FROM ({_ROLLED}) AS rolled JOIN turns ON turns.id = turn_id
WHERE roll IS NOT NULL GROUP BY turns.id, against ORDER BY turns.number, against
""",
    ),
)


# --- LiF 5.3: rows of the read tables of US entry, without values still hidden ------------------


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
