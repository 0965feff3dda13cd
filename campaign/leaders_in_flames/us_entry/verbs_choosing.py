"""LiF 5.3.2, 5.3.3: the verbs about US entry options and actions. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    confirm,
    fail,
    interactive,
    private,
    state_of,
)
from campaign.kernel.decisions import Refused
from campaign.kernel.verbs import Argument, Number, ReadBy, Verb, VerbOption
from campaign.leaders_in_flames.names import counted, listed
from campaign.leaders_in_flames.parameters import POWER
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import (
    action_rules,
    actions_kit,
    chart,
    options,
    options_effects,
    options_kit,
)
from campaign.leaders_in_flames.us_entry.available import aimed
from campaign.leaders_in_flames.us_entry.commands import PickEntryOption, TakeEntryAction
from campaign.leaders_in_flames.us_entry.pools import usa_alone
from campaign.leaders_in_flames.us_entry.questions import Question
from campaign.leaders_in_flames.us_entry.state import THEATRES
from campaign.leaders_in_flames.us_entry.verb_parameters import (
    CHIT,
    CHITS,
    LICENCE,
    ROLL,
    SAY,
    TARGET,
    ask_counters,
    ask_pairs,
    by_pool,
    flat,
    paired,
    plain_number,
    read_gift,
    read_licence,
)
from campaign.leaders_in_flames.us_entry.verbs_asking import MOST_CONVOYS, Lacking, submit
from campaign.text.suggest import near
from events.lif.us_entry import ChartRow

SHORT = 3
"""Words of a name that are no longer are not guessed at."""
Groups = tuple[tuple[str, ...], ...]
"""Chits as they stand behind several options."""

# --- an option or action by number or name ------------------------------------------------------


def slug(name: str) -> str:
    """A name in lower case with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def the_number(state: State, kind: str, typed: str) -> Course[int]:
    """An option or action by its number, or by words of its name."""
    digits = plain_number(typed.lower().removeprefix(kind).strip(" -#"))
    if digits is not None and digits in chart.ROWS:
        return digits
    rows = (*chart.kit().values(), *state.entry.chart.values())
    names = {slug(row.name): row.number for row in rows if row.kind == kind and row.name}
    wanted = slug(typed)
    found = {name for name in names if wanted and f"-{wanted}" in f"-{name}"}
    if wanted in names or len(found) == 1:
        return names[wanted if wanted in names else min(found)]
    known = {*names, *(word for name in names for word in name.split("-") if len(word) > SHORT)}
    hint = f"; did you mean {' or '.join(sorted(found))}?" if found else near(wanted, known)
    where = f"`campaign us-entry chart {state.campaign.name}`"
    advice = f"; give its number or a word of its name, see {where}"
    return (yield from fail(f"there is no {kind} {typed!r}{hint or advice}"))


def _rolled_for(state: State, kind: Literal["option", "action"], number: int) -> tuple[str, ...]:
    """The theatres for which an option or action leaves something to roll for."""
    row = chart.row(state.entry, kind, number)
    if isinstance(row, Refused):
        return ()
    numbers = {theatre: chart.number(row, theatre) for theatre in THEATRES}
    return tuple(where for where, found in numbers.items() if isinstance(found, int) and found % 10)


def _answers(
    pairs: Sequence[tuple[str, str]], questions: Sequence[Question]
) -> Course[dict[str, str]]:
    """Answers by their questions' keys; for a mistyped key a similar one is suggested."""
    known = [question.key for question in questions]
    for key, _ in pairs:
        if key not in known and (hint := near(key, known)):
            return (yield from fail(f"--say: there is no question {key!r}{hint}"))
    allowed = {question.key: question.answers for question in questions}
    said = yield from paired("--say", pairs)
    return {
        key: answer.lower() if answer.lower() in allowed.get(key, ()) else answer
        for key, answer in said.items()
    }


# --- options ------------------------------------------------------------------------------------


def pick(
    call: Call,
    option: str,
    target: str | None,
    show: Groups,
    say: tuple[tuple[str, str], ...],
    roll: tuple[tuple[str, int], ...],
    chit: Groups,
    counters: tuple[tuple[str, str], ...],
    gives: tuple[tuple[str, int], ...],
    removed: int | None,
) -> Course[None]:
    """Picks an entry option, by its number or a word of its name. Chits that prove the level are
    shown, the tension is rolled for, and what follows is recorded. At a terminal you are asked
    what only the map tells, and before any chit is turned up; elsewhere say it with --say.
    """
    state = yield from state_of(State)
    number = yield from the_number(state, "option", option)
    questions = (*options_kit.questions(number), *options_effects.questions(state, number))
    known = options_kit.KIT.get(number)
    whom = {"ally": options_kit.allies(state), "guaranteed": options_kit.GUARANTEED}
    targets = whom.get(known.targets, ()) if known else ()
    fields = {
        "option": number,
        "target": target,
        "show": flat(show),
        "stated": (yield from _answers(say, questions)),
        "rolls": (yield from paired("--roll", roll)),
        "chits": (yield from by_pool(state, chit)),
        "counters": (yield from paired("--counter", counters))
        or (yield from _licences(state, number)),
        "gives": (yield from paired("--gives", gives)),
        "removed": removed,
    }
    if not (yield from _may_turn_up(call, state, fields)):
        yield from fail("nothing was shown, and nothing recorded")
    lacking = Lacking(targets, lambda: _rolled_for(state, "option", number))
    yield from submit(call, PickEntryOption, lacking, fields)


def _may_turn_up(call: Call, state: State, fields: Mapping[str, object]) -> Course[bool]:
    """LiF 5.3.2: at a terminal the USA's player hears which chits will be seen, and agrees to it.

    Nothing is asked of anybody else, nor where the record or the level forbids the option.
    """
    given = {name: value for name, value in fields.items() if value not in (None, {}, [], ())}
    try:
        command = msgspec.convert({**given, "by": call.member}, PickEntryOption)
    except msgspec.ValidationError:
        return True
    found = options.judged(state, command)
    if isinstance(found, Refused) and not found.about.missing:
        return True
    row = chart.row(state.entry, "option", command.option)
    level = row.level if isinstance(row, ChartRow) else None
    if not level or isinstance(row, Refused) or usa_alone(state, command) is not None:
        return True
    if not state.entry.secret_commitment or not (yield from interactive()):
        return True
    secrets = yield from private()
    values = {
        chit["chit"]: chit["value"] for pool in secrets["pools"].values() for chit in pool["chits"]
    }
    shown = options.proof(state, command, aimed(row), level, values)
    if isinstance(shown, Refused) or not shown:
        return True
    worth = listed(f"{chit} ({values[chit]})" for chit in shown)
    what = counted(len(shown), "chit")
    question = f"Everybody will see {what} for a level of {level}: {worth}. Go on?"
    return (yield from confirm(question))


def _licences(state: State, option: int) -> Course[dict[str, str]]:
    """Option 12 is one choice for all aircraft, so it asks for any that were not named."""
    ours = any(counter.power == "usa" for counter in state.play.counters.values())
    if option != options_kit.LICENCES or not ours or not (yield from interactive()):
        return {}
    return (yield from ask_pairs("Aircraft for other countries", LICENCE, read_licence))


PICK = Verb(
    words="us-entry pick",
    line="Pick an entry option for the USA.",
    example="campaign us-entry pick club 70",
    parameters=(
        Argument("option", "OPTION"),
        Argument("target", "[TARGET]", TARGET, required=False),
        VerbOption(
            "--show",
            "Chits that prove the level. Else as few as do: those shown before, then the highest.",
            CHITS,
            metavar="c1,c4",
            many=True,
        ),
        SAY,
        ROLL,
        CHIT,
        VerbOption(
            "--counter",
            "Option 12: an aircraft and the country that adds it. Repeatable.",
            ReadBy("pair", read_licence),
            metavar="ID=COUNTRY",
            many=True,
            called="counters",
        ),
        VerbOption(
            "--gives",
            "Option 34: convoy points for a power. Repeatable.",
            ReadBy("pair", read_gift),
            metavar="POWER=N",
            many=True,
        ),
        VerbOption("--removed", "Option 34: points off the map.", Number(0, MOST_CONVOYS)),
    ),
    course=pick,
)

# --- actions ------------------------------------------------------------------------------------


def act(
    call: Call,
    action: str,
    target: str | None,
    power: str | None,
    say: tuple[tuple[str, str], ...],
    roll: tuple[tuple[str, int], ...],
    chit: Groups,
    units: tuple[str, ...],
) -> Course[None]:
    """Takes a US entry action, by its number or a word of its name. It is rolled for, and chits
    come or go. TARGET is a country, or a hex for action 12. At a terminal you are asked what only
    the map tells; elsewhere say it with --say.
    """
    state = yield from state_of(State)
    number = yield from the_number(state, "action", action)
    if strangers := [who for who in units if who not in state.play.counters]:
        hint = near(strangers[0], state.play.counters)
        yield from fail(f"--unit: there is no counter {strangers[0]!r}{hint}")
    stand_there = list(units) or (yield from _stand_there(state, number))
    own = action_rules.own_units(state, number, stand_there)
    questions = (*actions_kit.questions(number, target), *own)
    fields = {
        "action": number,
        "power": power,
        "target": target,
        "stated": (yield from _answers(say, questions)),
        "rolls": (yield from paired("--roll", roll)),
        "chits": (yield from by_pool(state, chit)),
        "units": stand_there,
    }
    targets = actions_kit.TARGETS if number == actions_kit.OCCUPATION else ()
    lacking = Lacking(targets, lambda: _rolled_for(state, "action", number))
    yield from submit(call, TakeEntryAction, lacking, fields)


def _stand_there(state: State, action: int) -> Course[list[str]]:
    """Action 3 sends land and air units away, so it asks for any that were not named."""
    on_map = any(placed.place == "map" for placed in state.play.counter_placements.values())
    if action != actions_kit.OCCUPATION or not on_map or not (yield from interactive()):
        return []
    return (yield from ask_counters(state.play.counters, "Land and air counters that stand there"))


ACT = Verb(
    words="us-entry act",
    line="Take a US entry action for a power.",
    example="""
    campaign us-entry act club 71
    echo kind,number,name,colour,power,level,germany_italy,japan,once > actions.csv
    echo action,10,,,japan,,,10, >> actions.csv
    echo action,17,,,germany,,10,, >> actions.csv
    campaign us-entry import club actions.csv
    campaign us-entry act club 10 --say nanking=yes
    """,
    parameters=(
        Argument("action", "ACTION"),
        Argument("target", "[TARGET]", TARGET, required=False),
        VerbOption("--power", "Who takes it, where the chart does not say.", POWER),
        SAY,
        ROLL,
        CHIT,
        VerbOption(
            "--unit",
            "Action 3: a land or air counter that stands there. Repeatable.",
            metavar="COUNTER",
            many=True,
            called="units",
        ),
    ),
    course=act,
)

VERBS = (PICK, ACT)
