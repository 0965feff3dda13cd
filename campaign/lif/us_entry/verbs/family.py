"""LiF 5.3: the verb `us-entry`, and those of its verbs that show something. Pure."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview.answers import words_of
from campaign.kernel.interview.derived import PIPED, answered, asked, derived, interview
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.views import Facts, Lines, View
from campaign.lif import calendar
from campaign.lif.state import MODULE, POOLS, THEATRE_NAMES, EntryChoice, State, UsEntry, chits_in
from campaign.lif.us_entry import available, chart, commands, waiting
from campaign.lif.us_entry.sentences import place
from campaign.lif.us_entry.turn_views import holds
from campaign.lif.us_entry.verbs import sheets
from campaign.lif.us_entry.verbs.interviews import may_enter, none_due
from campaign.text.english import counted
from campaign.text.json_values import JsonObject
from events.lif.us_entry import ChartRow, Pool, Theatre

Labelled = Iterator[tuple[str, str]]
"""Labels with their texts."""


# --- for everybody ------------------------------------------------------------------------------


def look(state: State) -> View | Refused:
    """Shows how US entry stands: the pools and their chits, what is put aside and due, options
    and actions taken, partisans and supply. It tells no value; see mine.
    """
    if refused := available.unplayed(state):
        return refused
    entry = state.entry
    rows = tuple(_pool_row(entry, pool) for pool in POOLS)
    facts = (*_common(entry), *_rights(state), *_choices(state))
    lasting = Lines([f"{label}: {text}" for label, text in holds(state)])
    grid = Grid(("pool", "chits", "which", "aside", "due"), rows, "chits")
    return View(available.shown(state)["us_entry"], (grid, Facts(facts), lasting))


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
    rights = waiting.us_entry(state)
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
    name = chart.name_of(state.entry, kind, choice.number)
    what = f"{choice.number}{f' {name}' if name else ''}"
    what += f" for {place(choice.target)}" if choice.target else ""
    return f"{what} ({calendar.in_words(choice.turn)})" if choice.turn else what


STATE = verbs.Verb(
    words="us-entry state",
    line="The pools, options and actions.",
    example="campaign us-entry state club",
    title="US entry",
    module=MODULE,
    shows=verbs.looking(State, look),
)

# --- the chart ----------------------------------------------------------------------------------


def show_chart(state: State, kind: str | None) -> View:
    """Lists the options and actions that the kit or your chart has, and which of their numbers
    nobody has entered yet. An option takes its entry level; the numbers are the tension of an
    option and the entry of an action.
    """
    every = (*chart.rows(state.entry, "option"), *chart.rows(state.entry, "action"))
    rows = [row for row in every if kind in (None, row.kind)]
    heads = ("", "no", "name", "aim", "level", "Ge/It", "Japan", "missing")
    return View(
        [{**msgspec.to_builtins(row), "missing": available.missing(row)} for row in rows],
        (Grid(heads, tuple(map(_chart_row, rows)), "no level Ge/It Japan"),),
    )


def _chart_row(row: ChartRow) -> tuple[object, ...]:
    aim = row.colour or row.power
    numbers = (row.level, row.germany_italy, row.japan)
    return (row.kind, row.number, row.name, aim, *numbers, ", ".join(available.missing(row)))


CHART = verbs.Verb(
    words="us-entry chart",
    line="Options and actions, and what is missing of each.",
    example="""
    campaign us-entry chart club
    campaign us-entry chart club --kind action
    """,
    parameters=(
        verbs.VerbOption(
            "--kind", "Only these.", verbs.OneOf("kind of row", lambda: ("option", "action"))
        ),
    ),
    title="The chart of US entry",
    module=MODULE,
    shows=verbs.looking(State, show_chart),
)

# --- what may be taken next ---------------------------------------------------------------------


def next_(call: verbs.Call) -> verbs.Look:
    """Lists the options and actions that would not be refused now: for whom they may be, and what
    you will be asked. Only the USA's player also sees, with --as, which options the chits reach:
    look at it where nobody looks over your shoulder.
    """
    state = yield from verbs.state_of(State)
    levels: Mapping[Theatre, int] = {}
    is_own = call.member == state.campaign.powers.get("usa")
    if is_own and state.entry.secret_commitment and not available.unplayed(state):
        levels = msgspec.convert((yield from verbs.private())["levels"], dict[Theatre, int])
    return available.unplayed(state) or comes(state, levels)


def comes(state: State, levels: Mapping[Theatre, int]) -> View:
    """LiF 5.3: what may be taken next; with the entry levels, which options they reach."""
    moves, name = available.takeable(state), state.campaign.name
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
    if count := len(available.unknown(state)):
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


def _reach(move: available.Move, levels: Mapping[Theatre, int]) -> str:
    """LiF 5.3.2: whether the chits prove an option's level; if not, how much they lack."""
    if move.kind == "action":
        return ""
    lacks = move.lacks(levels).items()
    return ", ".join(f"{n} short against {THEATRE_NAMES[one]}" for one, n in lacks) or "enough"


NEXT = verbs.Verb(
    words="us-entry next",
    line="What may be taken next.",
    example="campaign us-entry next club",
    title="What the USA may take next",
    module=MODULE,
    shows=next_,
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


MINE = verbs.Verb(
    words="us-entry mine",
    line="The USA's own values, for its player.",
    example="campaign us-entry mine club",
    is_own=True,
    title="What the USA’s chits are worth",
    module=MODULE,
    shows=verbs.looking_at_own(mine),
)


def page(call: verbs.Call, out: str) -> verbs.Course[None]:
    """Writes a page with the values of the USA's chits, for its player alone, into a file that
    only its owner can read.
    """
    yield from verbs.private()
    written = yield from verbs.private_page(out)
    if call.as_json:
        yield from verbs.json_line({"files": [written]})
        return
    yield from verbs.say(written)


PAGE = verbs.Verb(
    words="us-entry page",
    line="The USA's own page, for its player.",
    example="campaign us-entry page club --out private",
    parameters=(
        verbs.VerbOption(
            "--out",
            "Where to write it; keep it apart from the reports.",
            verbs.FilePath(),
            metavar="FOLDER",
            required=True,
        ),
    ),
    course=page,
)

LOOKING_VERBS = (STATE, CHART, NEXT, MINE, PAGE)


# --- chits --------------------------------------------------------------------------------------
#
# Most verbs are made from their commands; here stand those that send several or only list.

UNSEEN = (
    "Values on the command line are seen in the list of processes and in the shell's history; "
    "leave them out to type them unseen, or give - to have them read from standard input."
)


def draw(call: verbs.Call, pool: tuple[str, ...], **typed: object) -> verbs.Course[None]:
    """Draws chits from the common pool into an entry pool, face-down: the US entry step. With both
    pools as many come into each, and each is recorded by itself.
    """
    kind = commands.DrawEntryChits
    if len(pool) > 1 and typed.get("values") not in (None, PIPED):
        yield from verbs.fail(
            "--values is for one pool; leave it out, or give - and a line for each"
        )
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    batches = []
    for where in pool or ("",):
        one_pool = {**answers, **({"pool": where} if where else {})}
        batches.append((yield from asked(kind, call, one_pool)))
    if len({fields["pool"] for fields in batches}) < len(batches):
        yield from verbs.fail("give each pool once")
    for fields in batches:
        yield from verbs.act(kind, **fields)


def enter(call: verbs.Call, pool: str | None, **typed: object) -> verbs.Course[None]:
    """Enters the values of chits that are due from the cup at the table; they are sealed at once.
    Without POOL, all that are due, pool by pool: entry before tension, Germany/Italy before Japan,
    those put aside last; standard input has a line for each. Fewer than are due will do; the rest
    stay due.
    """
    kind = commands.EnterEntryChits
    answers = yield from answered(kind, {"pool": pool, **typed})
    if answers is None:
        return
    state = yield from verbs.state_of(State)
    is_aside = bool(typed.get("aside"))
    refused = may_enter(state, call.member) or none_due(state, aside=is_aside)
    refused = None if pool else refused
    if refused is not None:
        yield from verbs.refuse(refused.reason, refused.rule or "")
    every = yield from _all_due(state, answers)
    batches = []
    for each in every:
        batches.append((yield from asked(kind, call, each)))
    for fields in batches:
        yield from verbs.act(kind, **fields)


def _all_due(state: State, answers: Mapping[str, str]) -> verbs.Course[list[dict[str, str]]]:
    """What is entered: the pool that was given, or else each with chits due."""
    if "pool" in answers:
        return [dict(answers)]
    pools = _pools_due(state, only_aside=bool(answers.get("aside")))
    if len(pools) > 1 and answers.get("values", PIPED) != PIPED:
        names = ", ".join(pool + (" --aside" if aside else "") for pool, aside in pools)
        return (yield from verbs.fail(f"give the pool; chits are due for {names}"))
    return [{**answers, "pool": pool, "aside": "yes" if aside else "no"} for pool, aside in pools]


def _pools_due(state: State, *, only_aside: bool) -> list[tuple[Pool, bool]]:
    """The pools with chits due, those put aside last, and whether they were."""
    due = {(one.pool, one.aside) for one in state.entry.due if one.aside or not only_aside}
    return sorted(due, key=lambda one: (one[1], POOLS.index(one[0])))


def going(kind: type[Command], call: verbs.Call, /, **typed: object) -> verbs.Course[None]:
    """Chits that leave a pool: those that are named count themselves."""
    answers = yield from answered(kind, typed)
    if answers is not None:
        named = len(words_of(answers.get("chits", "")))
        count = answers.get("count", "1")
        if count.isdecimal() and int(count) < named:
            answers["count"] = str(named)
        yield from interview(kind, call, answers)


# --- what the scenario leaves open --------------------------------------------------------------


def answer(call: verbs.Call, question: str | None, **typed: object) -> verbs.Course[None]:
    """Answers a question that the scenario leaves open. Without QUESTION it lists them all."""
    kind = commands.AnswerScenario
    answers = yield from answered(kind, {"question": question, **typed})
    if answers is None:
        return
    if "question" in answers:
        yield from interview(kind, call, answers)
        return
    yield from verbs.shows(call, _questions((yield from verbs.state_of(State))))


def _questions(state: State) -> View:
    asks, answers = state.entry.asks, state.entry.answers
    rows = [{"question": key, "text": text, "answer": answers.get(key)} for key, text in asks]
    if not asks:
        return View(rows, (Lines(("the scenario leaves no question open",)),))
    facts = [(f"{key}: ", f"{text} {answers.get(key, 'Not answered.')}") for key, text in asks]
    return View(rows, (Facts(facts, 0),))


# --- the family ---------------------------------------------------------------------------------

COURSES: dict[type[Command], Callable[..., verbs.Course[None]]] = {
    commands.DrawEntryChits: draw,
    commands.EnterEntryChits: enter,
    commands.ReturnEntryChits: partial(going, commands.ReturnEntryChits),
    commands.MoveEntryChits: partial(going, commands.MoveEntryChits),
    commands.AnswerScenario: answer,
}
"""Of the commands that are not sent once, as they are asked."""
ACTS = tuple(kind for kind in vars(commands).values() if getattr(kind, "in_short", ""))
"""In the order in which `commands` has them: those about chits first."""
CHOOSES = ACTS.index(commands.PickEntryOption)


def made(kind: type[Command]) -> verbs.Verb:
    """A command's verb."""
    course = COURSES.get(kind)
    told_unseen = f"{course.__doc__} {UNSEEN}" if course in (draw, enter) else ""
    return derived(kind, course, help=told_unseen)


STORY = (
    "template", "import", "stock", "draw", "state", "show-chits", "pick", "act", "give-back",
    "ready", "shift", "enter", "take-back", "place", "answer", "chart", "next", "mine", "page",
    "retake", "spain", "enter-minor",
)  # fmt: skip
"""The verbs in an order in which their examples can run."""
US_ENTRY = verbs.VerbFamily(
    words="us-entry",
    help="Keeps US entry: the chart, the hidden chits, options and actions. No verb but mine and "
    "page tells a chit's value before it is shown.",
    sections={
        "Setting up": sheets.VERBS,
        "Chits": tuple(map(made, ACTS[:CHOOSES])),
        "Options and actions": tuple(map(made, ACTS[CHOOSES:])),
        "Looking": LOOKING_VERBS,
    },
    story=tuple(dict.fromkeys((*STORY, *(kind.verb.split()[-1] for kind in ACTS)))),
    first_example="""
    campaign us-entry template chart.csv
    campaign us-entry import club chart.csv
    campaign us-entry stock club chits.csv
    campaign us-entry draw club entry-japan
    campaign us-entry pick club 70
    """,
)

VERBS = {US_ENTRY.words: US_ENTRY}
