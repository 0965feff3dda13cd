"""LiF 5.3: what the acts of US entry ask beyond their fields, and what they offer. Pure.

What only the map tells is asked before anything is rolled or shown, and what the record forbids is
said before it is asked. Targets, dice and chits that leave are asked for by the rules themselves.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.kernel.interview import answers
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.lif.choices import countries_named
from campaign.lif.state import POOL_NAMES, POOLS, THEATRE_NAMES, THEATRES, State
from campaign.lif.us_entry import actions, chart, commands, options
from campaign.lif.us_entry.chits import pools
from campaign.lif.us_entry.chits.transaction import CHIT
from campaign.text.english import capital, counted, listed, near
from events.lif.us_entry import ChartRow, Theatre

VALUE = answers.Number(0, 99)
"""What a chit may be worth."""
THEATRE_WORDS = {
    "germany-italy": ("germany-italy", "germany/italy", "ge/it", "ge-it", "gi", "ge", "it"),
    "japan": ("japan", "ja", "japanese"),
}

# --- what is offered ----------------------------------------------------------------------------


def the_pools(state: State) -> answers.Choice:
    """LiF 5.3: the four pools, however people put their two words."""
    return answers.Choice(tuple(map(_pool, POOLS)))


def _pool(pool: str) -> answers.Option:
    kind, _, theatre = pool.partition("-")
    words = THEATRE_WORDS[theatre]
    pairs = (pair for word in words for pair in ((kind, word), (word, kind)))
    also = (f"{one}{sign}{two}" for one, two in pairs for sign in "-/")
    return answers.Option(pool, capital(POOL_NAMES[pool].removeprefix("the ")), also=tuple(also))  # type: ignore[index]


def theatres(state: State) -> answers.Choice:
    """LiF 5.3: Germany/Italy and Japan."""
    return answers.Choice(
        tuple(answers.Option(one, THEATRE_NAMES[one], also=THEATRE_WORDS[one]) for one in THEATRES)
    )


def chits(state: State) -> answers.Choice:
    """LiF 5.3: the chits on the table; nothing of their values."""
    return answers.Choice(
        tuple(
            answers.Option(who, about=POOL_NAMES[chit.pool])
            for who, chit in state.entry.chits.items()
        ),
        is_open=True,
        is_exact=True,
    )


def pool_of(state: State, chit: str) -> str | Invalid:
    """LiF 5.3: the pool of a chit that was named without one."""
    held = state.entry.chits.get(chit.lower())
    if held is not None:
        return held.pool
    if not chit.lower().startswith("c") or not chit[1:].isdecimal():
        return Invalid(f"{chit!r} is no chit; they are called c1, c2 and so on")
    return Invalid(f"there is no chit {chit} on the table{near(chit, state.entry.chits)}")


def cities(state: State) -> answers.Choice:
    """LiF 5.3.3: the cities of the puppet governments."""
    return answers.Choice(tuple(answers.Option(city, capital(city)) for city in chart.CITIES))


def scenario_questions(state: State) -> answers.Choice:
    """LiF 6: what the scenario leaves open."""
    return answers.Choice(tuple(answers.Option(key, about=text) for key, text in state.entry.asks))


def of_chart(kind: Literal["option", "action"]) -> Callable[[State], answers.Choice]:
    """LiF 5.3.2, 5.3.3: the options or actions of the kit and the club's chart."""

    def offered(state: State) -> answers.Choice:
        rows = chart.rows(state.entry, kind)
        return answers.Choice(tuple(_of_row(state, row) for row in rows), is_open=True)

    return offered


def _of_row(state: State, row: ChartRow) -> answers.Option:
    judged = (
        options.judged(state, commands.PickEntryOption(option=row.number))
        if row.kind == "option"
        else actions.judged(state, commands.TakeEntryAction(action=row.number))
    )
    why = judged.reason if isinstance(judged, Refused) and not judged.about.missing else ""
    level = f"level {row.level}" if row.level else ""
    name = row.name or f"{capital(row.kind)} {row.number}"
    return answers.Option(
        str(row.number), name, level, refused=why, also=(f"{row.kind} {row.number}",)
    )


CHOICES = {
    "entry_pool": the_pools,
    "entry_theatre": theatres,
    "entry_chit": chits,
    "chits": chits,
    "chits=": chits,
    "show": chits,
    "entry_option": of_chart("option"),
    "entry_action": of_chart("action"),
    "puppet_city": cities,
    "scenario_question": scenario_questions,
}

# --- options and actions ------------------------------------------------------------------------


def _number(page: Page, word: str, state: State) -> Page:
    """Asks for an option or action; another word than a number or name gets a suggestion."""
    (question,) = page.questions
    assert isinstance(question.kind, answers.Choice)
    names = [option.title for option in question.kind.options]
    words = {part.lower() for name in names for part in name.split()}

    def check(value: str) -> int | Invalid:
        if value.isdecimal() and int(value) in chart.ROWS:
            return int(value)
        see = f"see `campaign us-entry chart {state.campaign.name}`"
        hint = near(value.lower(), words) or f"; give its number or a word of its name, {see}"
        return Invalid(f"there is no {word} {value!r}{hint}")

    return Page((replace(question, label=f"Which {word}?", check=check),))


def asks_option(state: State, form: Given) -> Interview:
    """LiF 5.3.2: which option, for whom, and what only the map tells of it."""
    chosen = yield _number(form.page("option"), "option", state)
    number: int = chosen["option"]
    if refused := form.forbids({"option": number}):
        return refused
    if whom := chart.targets(state, number):
        chosen |= yield _for_whom(whom)
    asks = (*chart.option_questions(number), *options.militia_questions(state, number))
    if asks:
        chosen |= yield _of_the_map(asks)
    fields = assembled(chosen)
    ours = any(counter.power == "usa" for counter in state.play.counters.values())
    if number == chart.LICENCES and ours:
        fields |= yield from _pairs(form, "counters", "Aircraft", "Country that adds it")
    fields |= assembled((yield from _dice(state, number)))
    if number == chart.REFLAGGED:
        (removed,) = form.page("removed").questions
        label, points = "Convoy points off the map?", answers.Number(1, 15)
        needed = replace(removed, label=label, is_optional=False, kind=points)
        fields |= assembled((yield Page((needed,))))
        fields |= yield from _pairs(form, "gives", "Power", "Convoy points for it")
    return fields


def asks_action(state: State, form: Given) -> Interview:
    """LiF 5.3.3: which action, against whom, and what only the map tells of it."""
    chosen = yield _number(form.page("action"), "action", state)
    number: int = chosen["action"]
    if refused := form.forbids({"action": number}):
        return refused
    if number == chart.OCCUPATION:
        chosen |= yield _for_whom(chart.TARGETS)
        on_map = any(placed.place == "map" for placed in state.play.counter_placements.values())
        units = form.page("units").questions[0]
        counters = answers.Several(
            answers.Choice(tuple(answers.Option(who) for who in state.play.counters))
        )
        label = "Land and air counters that stand there"
        chosen |= yield Page((replace(units, label=label, kind=counters),), is_asked=on_map)
    elif number == chart.GAS:
        chosen |= yield Page((replace(form.page("target").questions[0], label="Which hex?",
                                     kind=answers.MapPlace(), is_optional=False),))  # fmt: skip
    target, units_there = chosen.get("target"), chosen.get("units") or ()
    own = actions.own_units(state, number, units_there)
    if asks := (*chart.action_questions(number, target), *own):
        chosen |= yield _of_the_map(asks)
    return assembled(chosen)


def _dice(state: State, option: int) -> Generator[Page | Confirm, Any, Fields]:
    """LiF 5.3.3: the dice of the table, for the theatres that leave something to roll for."""
    row = chart.row(state.entry, "option", option)
    if state.rulings.draws != "table" or isinstance(row, Refused):
        return {}
    rolled = [one for one in chart.aimed(row) if chart.numbers(row).get(one, 0) % CHIT]
    if not rolled:
        return {}
    values: Fields = yield Page(
        tuple(
            Question(f"rolls/{one}", f"Die for {THEATRE_NAMES[one]}", answers.Rolled(highest=10))
            for one in rolled
        )
    )
    return values


def _for_whom(targets: Sequence[str]) -> Page:
    named = tuple(option for option in countries_named() if option.value in targets)
    return Page((Question("target", "For whom?", answers.Choice(named)),))


def _of_the_map(asks: Sequence[chart.MapQuestion]) -> Page:
    """Questions about the map, each with its possible answers; any other answer is judged."""
    return Page(
        tuple(
            Question(
                f"stated/{one.key}",
                one.text,
                answers.Choice(tuple(map(answers.Option, one.answers)))
                if one.answers
                else answers.Text(),
            )
            for one in asks
        )
    )


def _pairs(form: Given, field: str, key: str, value: str) -> Generator[Page | Confirm, Any, Fields]:
    """Rows of a key and a value, which may be none."""
    page = form.page(field)
    first, second = page.questions
    cells = (replace(first, label=key), replace(second, label=value))
    rows = yield replace(page, questions=cells, is_asked=True)
    return {field: {str(row["key"]): row["value"] for row in rows}} if rows else {}


# --- what follows -------------------------------------------------------------------------------


def shows_option(state: State, fields: Fields, private: Callable[[], Fields]) -> Confirm | None:
    """LiF 5.3.2: which chits everybody will see, whose values only their owner is told before; and
    how many go to the tension pools.
    """
    command = msgspec.convert(fields, commands.PickEntryOption)
    judged = options.judged(state, command)
    lines = _shown_chits(state, command, private)
    if not isinstance(judged, Refused):
        where = "from its entry pool to its tension pool"
        lines += _moved(state, judged[0], command.rolls, (f"goes {where}", f"go {where}"))
    return Confirm(tuple(lines), "Go on?", is_advice=True) if lines else None


def shows_action(state: State, fields: Fields, private: Callable[[], Fields]) -> Confirm | None:
    """LiF 5.3.3: how many chits join or leave the entry pools; never what they are worth."""
    command = msgspec.convert(fields, commands.TakeEntryAction)
    judged = actions.judged(state, command)
    if isinstance(judged, Refused):
        return None
    joins = {theatre: number for theatre, number in judged[0].items() if number > 0}
    leaves = {theatre: number for theatre, number in judged[0].items() if number < 0}
    lines = _moved(state, joins, command.rolls, ("joins its entry pool", "join its entry pool"))
    lines += _moved(state, leaves, command.rolls, ("leaves its entry pool", "leave its entry pool"))
    return Confirm(tuple(lines) or ("No chit moves.",), "Take this action?", is_advice=True)


def _shown_chits(
    state: State, command: commands.PickEntryOption, private: Callable[[], Fields]
) -> list[str]:
    row = chart.row(state.entry, "option", command.option)
    if isinstance(row, Refused) or not row.level or not state.entry.secret_commitment:
        return []
    level, secret = row.level, private().get("pools", {}).values()
    values = {chit["chit"]: chit["value"] for pool in secret for chit in pool["chits"]}
    shown = options.proof(state, command, chart.aimed(row), level, values) if values else ()
    if isinstance(shown, Refused) or not shown:
        return []
    worth = listed(f"{chit} ({values[chit]})" for chit in shown)
    return [f"Everybody will see {counted(len(shown), 'chit')} for a level of {level}: {worth}."]


def _moved(
    state: State,
    numbers: Mapping[Theatre, int],
    rolls: Mapping[Theatre, int],
    moves: tuple[str, str],
) -> list[str]:
    """LiF 5.3.3: a full ten is a chit, the remainder is rolled for; a line for each theatre."""
    one, many = moves
    lines = []
    for theatre, number in numbers.items():
        sure, remainder = divmod(abs(number), CHIT)
        fell = rolls.get(theatre) if remainder else None
        count = sure + (fell is not None and fell <= remainder)
        text = f"{counted(count, 'chit') if count else 'no chit'} {one if count < 2 else many}"
        if remainder and fell is None:
            who = "the ledger rolls" if state.rulings.draws == "ledger" else "a die is rolled"
            text += f"; {who}, and {remainder} or less is one more"
        if number:
            lines.append(f"{THEATRE_NAMES[theatre]} ({number}): {text}.")
    return lines


# --- chits --------------------------------------------------------------------------------------


def asks_draw(state: State, form: Given) -> Interview:
    """LiF 5.3.3: the pool of the entry step; the values of chits drawn at the table, unseen."""
    chosen = yield form.page("pool", "count", "reason")
    fields = assembled(chosen)
    if refused := form.forbids(fields, before_secret=True):
        return refused
    if state.entry.mode != "table" and "values" not in form.answers:
        return fields
    count = chosen["count"] or (None if "values" in form.answers else 1)
    where = f"for {POOL_NAMES[chosen['pool']]}"
    values = (yield _values(count or commands.MOST, where, exactly=count is not None))["values"]
    return fields | {"values": values, "count": len(values)}


def asks_enter(state: State, form: Given) -> Interview:
    """Ruling 38: the pool with chits that are due, and their values, unseen; fewer will do."""
    chosen = yield form.page("pool", "aside")
    fields = assembled(chosen)
    if refused := may_enter(state, form.by) or none_due(
        state, chosen["pool"], aside=bool(chosen["aside"])
    ):
        return refused
    due = (chosen["pool"], bool(chosen["aside"]))
    count = sum(one.count for one in state.entry.due if (one.pool, one.aside) == due)
    where = f"{'put aside ' if chosen['aside'] else ''}for {POOL_NAMES[chosen['pool']]}"
    fields |= yield _values(count, where, exactly=False)
    return fields


def _values(count: int, where: str, *, exactly: bool) -> Page:
    def check(values: tuple[int, ...]) -> tuple[int, ...] | Invalid:
        if len(values) == count or (not exactly and 0 < len(values) < count):
            return values
        most = "" if exactly else "at most "
        return Invalid(f"write {most}{counted(count, 'whole number')} from 0 to 99, such as 2 0 3")

    label = f"{'Values' if count > 1 else 'Value'} of {counted(count, 'chit')} {where}"
    return Page((Question("values", label, answers.Several(VALUE), is_secret=True, check=check),))


def may_enter(state: State, by: str) -> Refused | None:
    """Members: nobody else is asked for values that they must not know."""
    command = commands.EnterEntryChits(pool="entry-japan", values=(0,), by=by)
    if refused := pools.usa_alone(state, command):
        return refused
    if state.entry.mode == "table":
        return None
    text = "the ledger draws this campaign's chits, and nobody enters their values"
    return Refused(pools.STEP, text)


def none_due(state: State, pool: str | None = None, *, aside: bool = False) -> Refused | None:
    """LiF 5.3.3: which pools have chits due, if this one has none; without a pool, if any has."""
    either = pool is None and not aside
    due_here = (one for one in state.entry.due if either or one.aside is aside)
    if any(pool in (None, one.pool) for one in due_here):
        return None
    due = [
        f"{each.count} {'put aside for' if each.aside else 'for'} {POOL_NAMES[each.pool]}"
        for each in state.entry.due
    ]
    text = f"no chits are due there, but {listed(due)}" if due else "no chits are due"
    return Refused(pools.STEP, text)


# --- the scenario -------------------------------------------------------------------------------


def asks_answer(state: State, form: Given) -> Interview:
    """LiF 6: the answer to a question of the scenario, in its own words."""
    if form.is_screen and not state.entry.asks:
        return Refused(None, "the scenario leaves nothing open")
    chosen = yield form.page("question")
    text = dict(state.entry.asks).get(chosen["question"], "The answer")
    (question,) = form.page("answer").questions
    chosen |= yield Page((replace(question, label=text, is_optional=False),))
    return assembled(chosen)


INTERVIEWS = Interviews[State](
    choices=CHOICES,
    keyed={"chits": pool_of},
    asked={
        commands.PickEntryOption: asks_option,
        commands.TakeEntryAction: asks_action,
        commands.DrawEntryChits: asks_draw,
        commands.EnterEntryChits: asks_enter,
        commands.AnswerScenario: asks_answer,
    },
    consequences={commands.PickEntryOption: shows_option, commands.TakeEntryAction: shows_action},
)
