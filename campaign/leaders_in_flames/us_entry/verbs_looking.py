"""The verbs that show US entry: for everybody, and for the USA's player only. Pure."""

from collections.abc import Iterator, Mapping

import msgspec

from campaign.kernel.courses import Call, Course, json_line, private, private_page, say, state_of
from campaign.kernel.decisions import Refused
from campaign.kernel.screen import Grid
from campaign.kernel.verbs import FilePath, OneOf, Verb, VerbOption
from campaign.kernel.views import Facts, Lines, View, looking, looking_at_own, shows
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import counted, country, listed, the_country
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chart as entry_chart
from campaign.leaders_in_flames.us_entry.actions_kit import THROUGH_VICHY
from campaign.leaders_in_flames.us_entry.available import Move, missing
from campaign.leaders_in_flames.us_entry.sentences import place
from campaign.leaders_in_flames.us_entry.state import (
    MODULE,
    POOLS,
    THEATRE_NAMES,
    EntryChoice,
    UsEntry,
    chits_in,
)
from campaign.leaders_in_flames.us_entry.takeable import takeable, unknown
from campaign.leaders_in_flames.us_entry.view import (
    aided,
    guarantees,
    may_declare_war,
    name_of,
    shown,
)
from campaign.leaders_in_flames.us_entry.waiting import us_entry as rights_of
from campaign.text.json_values import JsonObject
from events.lif.us_entry import ChartRow, Pool, Theatre

Labelled = Iterator[tuple[str, str]]
"""Labels with their texts."""


def unplayed(state: State) -> Refused | None:
    """Refuses where the campaign has no US entry."""
    if MODULE in state.campaign.modules:
        return None
    return Refused(f"Module {MODULE}", "this campaign is played without the US entry expansion")


# --- for everybody ------------------------------------------------------------------------------


def look(state: State) -> View | Refused:
    """Shows how US entry stands: the pools and their chits, what is put aside and due, options
    and actions taken, partisans and supply. It tells no value; see mine.
    """
    if refused := unplayed(state):
        return refused
    entry = state.entry
    rows = tuple(_pool_row(entry, pool) for pool in POOLS)
    facts = (*_common(entry), *_rights(state), *_choices(state), *_effects(state))
    grid = Grid(("pool", "chits", "which", "aside", "due"), rows, "chits")
    return View(shown(state)["us_entry"], (grid, Facts(facts)))


def _pool_row(entry: UsEntry, pool: Pool) -> tuple[object, ...]:
    chits, aside = chits_in(entry, pool), chits_in(entry, pool, aside=True)
    due = sum(each.count for each in entry.due if each.pool == pool and not each.aside)
    due_aside = sum(each.count for each in entry.due if each.pool == pool and each.aside)
    owed = [str(due)] * bool(due) + [f"{due_aside} aside"] * bool(due_aside)
    return (pool, len(chits), ids(chits), ids(aside), ", ".join(owed))


def ids(chits: tuple[str, ...]) -> str:
    """Chits by their ids, those in a row by the first and the last: `c1-c6 c9`."""
    runs: list[list[int]] = []
    for number in sorted(int(chit[1:]) for chit in chits):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"c{first}" if first == last else f"c{first}-c{last}" for first, last in runs)


def _common(entry: UsEntry) -> Labelled:
    if not entry.secret_commitment:
        yield "common", "not stocked yet"
    elif entry.mode == "table":
        yield "common", "in a cup at the table"
    else:
        yield "common", f"{entry.common} chits"


_RIGHTS = {
    "free": "may {}",
    "aside": "may {} again once the chits put aside have waited and were shown",
    "enters": "may not {} before the chits put aside are entered",
}


def _rights(state: State) -> Labelled:
    """LiF 5.3.3: whether the USA may draw and choose."""
    rights = rights_of(state)
    if rights is not None and state.entry.secret_commitment:
        draw = _RIGHTS[rights.draw].format("draw entry chits")
        choose = _RIGHTS[rights.choose].format("pick options")
        yield "the USA", f"{draw}; {choose}"


def _choices(state: State) -> Labelled:
    entry = state.entry
    for label, kind, choices in (
        ("options", "option", entry.options),
        ("actions", "action", entry.actions),
    ):
        texts = "; ".join(_choice(state, kind, choice) for choice in choices)
        yield label, texts or "none taken"


def _choice(state: State, kind: str, choice: EntryChoice) -> str:
    name = name_of(state.entry, kind, choice.number)
    what = f"{choice.number}{f' {name}' if name else ''}"
    what += f" for {place(choice.target)}" if choice.target else ""
    return f"{what} ({calendar.in_words(choice.turn)})" if choice.turn else what


def _effects(state: State) -> Labelled:
    entry = state.entry
    if entry.partisans:
        yield "partisans", "; ".join(f"{country(who)} {n}" for who, n in entry.partisans.items())
    if entry.supply:
        sources = (
            f"{place(where)}: {rank} for {the_country(power)}"
            for where, (power, rank) in entry.supply.items()
        )
        yield "supply", "; ".join(sources)
    if guaranteed := guarantees(entry):
        countries = listed(map(the_country, guaranteed))
        effect = "a Japanese attack there lets the USA declare war on Japan"
        yield "guarantee", f"{countries}; {effect}"
    if attacked := may_declare_war(state):
        countries = listed(map(the_country, attacked))
        yield "war", f"Japan is at war with {countries}; the USA may now declare war on Japan"
    if aided(state):
        yield "Vichy", THROUGH_VICHY
    if entry.gas_ended:
        yield "gas", "Japan uses poison gas no more"
    if entry.spain_joined:
        yield "Spain", "aligned by Germany; Italy co-operates with Germany no more"


STATE = Verb(
    words="us-entry state",
    line="The pools, options and actions.",
    example="campaign us-entry state club",
    course=looking(State, look),
)

# --- the chart ----------------------------------------------------------------------------------


def chart(state: State, kind: str | None) -> View:
    """Lists the options and actions that the kit or your chart has, and which of their numbers
    nobody has entered yet. An option takes its entry level; the numbers are the tension of an
    option and the entry of an action.
    """
    every = (*entry_chart.rows(state.entry, "option"), *entry_chart.rows(state.entry, "action"))
    rows = [row for row in every if kind in (None, row.kind)]
    heads = ("", "no", "name", "aim", "level", "Ge/It", "Japan", "missing")
    return View(
        [{**msgspec.to_builtins(row), "missing": missing(row)} for row in rows],
        (Grid(heads, tuple(map(_chart_row, rows)), "no level Ge/It Japan"),),
    )


def _chart_row(row: ChartRow) -> tuple[object, ...]:
    aim = row.colour or row.power
    numbers = (row.level, row.germany_italy, row.japan)
    return (row.kind, row.number, row.name, aim, *numbers, ", ".join(missing(row)))


CHART = Verb(
    words="us-entry chart",
    line="Options and actions, and what is missing of each.",
    example="""
    campaign us-entry chart club
    campaign us-entry chart club --kind action
    """,
    parameters=(
        VerbOption("--kind", "Only these.", OneOf("kind of row", lambda: ("option", "action"))),
    ),
    course=looking(State, chart),
)

# --- what may be taken next ---------------------------------------------------------------------


def next_(call: Call) -> Course[None]:
    """Lists the options and actions that would not be refused now: for whom they may be, and what
    you will be asked. Only the USA's player also sees, with --as, which options the chits reach:
    look at it where nobody looks over your shoulder.
    """
    state = yield from state_of(State)
    levels: Mapping[Theatre, int] = {}
    is_own = call.member == state.campaign.powers.get("usa")
    if is_own and state.entry.secret_commitment and not unplayed(state):
        levels = msgspec.convert((yield from private())["levels"], dict[Theatre, int])
    yield from shows(call, unplayed(state) or comes(state, levels))


def comes(state: State, levels: Mapping[Theatre, int]) -> View:
    """LiF 5.3: what may be taken next; with the entry levels, which options they reach."""
    moves, name = takeable(state), state.campaign.name
    rows = [
        (
            move.kind,
            move.number,
            move.name,
            ", ".join(move.targets),
            move.level,
            *((_reach(move, levels),) if levels else ()),
            " ".join(move.asks),
        )
        for move in (*moves.options, *moves.actions)
    ]
    lines = []
    if moves.spain:
        lines.append(f"Germany may align Spain: campaign us-entry spain {name}")
    if count := len(unknown(state)):
        what = counted(count, "more option or action", "more options or actions")
        lines.append(f"Your chart does not say enough of {what}: campaign us-entry chart {name}")
    reach = ("your chits",) if levels else ()
    return View(
        {**msgspec.to_builtins(moves), **({"levels": levels} if levels else {})},
        (
            Grid(("", "no", "name", "for", "level", *reach, "asks"), tuple(rows), "no level"),
            Lines(lines),
        ),
    )


def _reach(move: Move, levels: Mapping[Theatre, int]) -> str:
    """LiF 5.3.2: whether the chits prove an option's level; if not, how much they lack."""
    if move.kind == "action":
        return ""
    level = move.level or 0
    lacks = [
        f"{level - levels[theatre]} short against {THEATRE_NAMES[theatre]}"
        for theatre in move.aimed
        if levels[theatre] < level
    ]
    return ", ".join(lacks) or "enough"


NEXT = Verb(
    words="us-entry next",
    line="What may be taken next.",
    example="campaign us-entry next club",
    course=next_,
)

# --- for the USA's player alone -----------------------------------------------------------------


def mine(secrets: JsonObject) -> View:
    """Shows the values of the USA's chits to its player alone; to the host where nobody plays the
    USA. Nothing of it is recorded. Look where nobody looks over your shoulder.
    """
    rows = [
        (pool, len(secret["chits"]), secret["total"], "  ".join(map(_worth, secret["chits"])))
        for pool, secret in secrets["pools"].items()
    ]
    grid = Grid(("pool", "chits", "worth", "chit=value (* shown)"), tuple(rows), "chits worth")
    return View(secrets, (grid, Facts(tuple(_waits(secrets)))))


def _waits(secrets: JsonObject) -> Labelled:
    for chit in secrets["aside"]:
        since, until = (calendar.in_words(chit[name]) for name in ("since", "until"))
        what = f"{_worth(chit)}, put aside for {chit['pool']} in {since}"
        yield "aside", f"{what}; its turns are over in {until}"
    for kind, turn in secrets["waits"].items():
        if turn is not None:
            what = {"entry": "draw entry chits", "tension": "pick options"}[kind]
            yield "waits", f"you may show them, and {what}, from {calendar.in_words(turn)}"


def _worth(chit: Mapping[str, object]) -> str:
    return f"{chit['chit']}={chit['value']}{'*' if chit['shown'] else ''}"


MINE = Verb(
    words="us-entry mine",
    line="The USA's own values, for its player.",
    example="campaign us-entry mine club",
    course=looking_at_own(mine),
)


def page(call: Call, out: str) -> Course[None]:
    """Writes a page with the values of the USA's chits, for its player alone, into a file that
    only its owner can read.
    """
    yield from private()
    written = yield from private_page(out)
    if call.as_json:
        yield from json_line({"files": [written]})
        return
    yield from say(written)


PAGE = Verb(
    words="us-entry page",
    line="The USA's own page, for its player.",
    example="campaign us-entry page club --out private",
    parameters=(
        VerbOption(
            "--out",
            "Where to write it; keep it apart from the reports.",
            FilePath(),
            metavar="FOLDER",
            required=True,
        ),
    ),
    course=page,
)

VERBS = (STATE, CHART, NEXT, MINE, PAGE)
