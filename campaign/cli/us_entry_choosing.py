"""Verbs about US entry options and actions."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from campaign.cli import us_entry_asking as asking
from campaign.cli.params import POWER, argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.us_entry_asking import Missing, submit
from campaign.cli.us_entry_words import (
    CHITS,
    COUNTRY,
    Dice,
    Gift,
    Pair,
    by_pool,
    flat,
    interactive,
    paired,
    plain_number,
)
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.leaders_in_flames.state import State
    from campaign.leaders_in_flames.us_entry.questions import Question

say_option = click.option(
    "--say", multiple=True, type=Pair("nanking=yes"), metavar="KEY=ANSWER",
    help="Answers a question about the map. Repeatable. At a terminal you are asked.",
)  # fmt: skip
roll_option = click.option(
    "--roll", multiple=True, type=Dice("japan=7"), metavar="THEATRE=N",
    help="Where you roll your own dice: the die for germany-italy or japan. Repeatable.",
)  # fmt: skip
chit_option = click.option(
    "--chit", multiple=True, type=CHITS, metavar="c3,c7",
    help="Where your chits lie at the table: those that leave, in their order. Repeatable.",
)  # fmt: skip


SHORT = 3
"""Words of a name that are no longer are not guessed at."""

# --- one by number or name ----------------------------------------------------------------------


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def the_number(state: "State", kind: str, typed: str) -> int:
    """An option or action by its number, or by words of its name."""
    from campaign.leaders_in_flames.us_entry import chart

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
    told = f"; give its number or a word of its name, see {where}"
    raise WrongUsage(f"there is no {kind} {typed!r}{hint or told}")


def _rolled_for(state: "State", kind: str, number: int) -> tuple[str, ...]:
    """The theatres for which an option or action leaves something to roll for."""
    from campaign.kernel.decisions import Refused
    from campaign.leaders_in_flames.us_entry import chart
    from campaign.leaders_in_flames.us_entry.state import THEATRES

    row = chart.row(state.entry, "option" if kind == "option" else "action", number)
    if isinstance(row, Refused):
        return ()
    told = {theatre: chart.number(row, theatre) for theatre in THEATRES}
    return tuple(where for where, one in told.items() if isinstance(one, int) and one % 10)


# --- options ------------------------------------------------------------------------------------


@verb(
    "pick",
    "campaign us-entry pick club 70",
    short_help="Pick an entry option for the USA.",
)
@the_campaign
@argument("option", "OPTION")
@argument("target", "[TARGET]", COUNTRY, required=False)
@click.option("--show", multiple=True, type=CHITS, metavar="c1,c4",
              help="Chits that prove the level. Else as few as do, highest first.")  # fmt: skip
@say_option
@roll_option
@chit_option
@click.option("--counter", "counters", multiple=True, type=Gift(asking.LICENCE, first=False),
              metavar="ID=COUNTRY",
              help="Option 12: an aircraft and the country that adds it. Repeatable.")  # fmt: skip
@click.option("--gives", multiple=True, type=Gift(asking.GIVES, first=True), metavar="POWER=N",
              help="Option 34: convoy points for a power. Repeatable.")  # fmt: skip
@click.option("--removed", type=click.IntRange(0, 15), help="Option 34: points off the map.")
@as_json
def pick(
    session: Session,
    name: str,
    option: str,
    target: str | None,
    show: tuple[tuple[str, ...], ...],
    say: tuple[tuple[str, str], ...],
    roll: tuple[tuple[str, int], ...],
    chit: tuple[tuple[str, ...], ...],
    counters: tuple[tuple[str, str], ...],
    gives: tuple[tuple[str, int], ...],
    removed: int | None,
    as_json: bool,
) -> None:
    """Picks an entry option, by its number or a word of its name. Chits that prove the level are
    shown, the tension is rolled for, and what follows is recorded. At a terminal you are asked
    what only the map tells; elsewhere say it with --say.
    """
    from campaign.leaders_in_flames.us_entry import options_effects, options_kit

    session.must_play(name)
    state = session.live(name).state
    number = the_number(state, "option", option)

    def questions(target: str) -> "tuple[Question, ...]":
        effects = options_effects.questions(state, number)
        return (*options_kit.questions(number), *effects)

    known = options_kit.KIT.get(number)
    whom = {"ally": options_kit.allies(state), "guaranteed": options_kit.GUARANTEED}
    targets = whom.get(known.targets, ()) if known else ()
    missing = Missing(questions, targets, lambda: _rolled_for(state, "option", number))
    fields = {
        "option": number,
        "target": target,
        "show": flat(show),
        "stated": _said(say, questions(target or "")),
        "rolls": paired("--roll", roll),
        "chits": by_pool(state, chit),
        "counters": paired("--counter", counters) or _licences(state, number, as_json),
        "gives": paired("--gives", gives),
        "removed": removed,
    }
    submit(session, name, "PickEntryOption", fields, missing, as_json=as_json)


def _licences(state: "State", option: int, as_json: bool) -> dict[str, str]:
    """Option 12 is one choice for all aircraft, so that none is passed over unasked."""
    from campaign.leaders_in_flames.us_entry.options_kit import LICENCES

    ours = any(counter.power == "usa" for counter in state.play.counters.values())
    if option != LICENCES or not ours or not interactive(as_json):
        return {}
    return asking.pairs("Aircraft for other countries", Gift(asking.LICENCE, first=False))


def _said(pairs: Sequence[tuple[str, str]], questions: "Sequence[Question]") -> dict[str, str]:
    """Answers by their questions' keys; a mistyped key is told its neighbour."""
    known = [one.key for one in questions]
    for key, _ in pairs:
        if key not in known and (hint := near(key, known)):
            raise WrongUsage(f"--say: there is no question {key!r}{hint}")
    answers = {one.key: one.answers for one in questions}
    told = paired("--say", pairs)
    return {
        key: answer.lower() if answer.lower() in answers.get(key, ()) else answer
        for key, answer in told.items()
    }


# --- actions ------------------------------------------------------------------------------------


@verb(
    "act",
    """
    campaign us-entry act club 71
    echo kind,number,name,colour,power,level,germany_italy,japan,once > actions.csv
    echo action,10,,,japan,,,10, >> actions.csv
    echo action,17,,,germany,,10,, >> actions.csv
    campaign us-entry import club actions.csv
    campaign us-entry act club 10 --say nanking=yes
    """,
    short_help="Take a US entry action for a power.",
)
@the_campaign
@argument("action", "ACTION")
@argument("target", "[TARGET]", COUNTRY, required=False)
@click.option("--power", type=POWER, help="Who takes it, where the chart does not say.")
@say_option
@roll_option
@chit_option
@click.option("--unit", "units", multiple=True, metavar="COUNTER",
              help="Action 3: a land or air counter that stands there. Repeatable.")  # fmt: skip
@as_json
def act(
    session: Session,
    name: str,
    action: str,
    target: str | None,
    power: str | None,
    say: tuple[tuple[str, str], ...],
    roll: tuple[tuple[str, int], ...],
    chit: tuple[tuple[str, ...], ...],
    units: tuple[str, ...],
    as_json: bool,
) -> None:
    """Takes a US entry action, by its number or a word of its name. It is rolled for, and chits
    come or go. TARGET is a country, or a hex for action 12. At a terminal you are asked what only
    the map tells; elsewhere say it with --say.
    """
    from campaign.leaders_in_flames.us_entry import actions_kit

    session.must_play(name)
    state = session.live(name).state
    number = the_number(state, "action", action)
    targets = actions_kit.TARGETS if number == actions_kit.OCCUPATION else ()

    def questions(target: str) -> "tuple[Question, ...]":
        return actions_kit.questions(number, target or None)

    if strangers := [who for who in units if who not in state.play.counters]:
        hint = near(strangers[0], state.play.counters)
        raise WrongUsage(f"--unit: there is no counter {strangers[0]!r}{hint}")
    missing = Missing(questions, targets, lambda: _rolled_for(state, "action", number))
    fields = {
        "action": number,
        "power": power,
        "target": target,
        "stated": _said(say, questions(target or "")),
        "rolls": paired("--roll", roll),
        "chits": by_pool(state, chit),
        "units": list(units) or _stand_there(session, state, number, as_json),
    }
    submit(session, name, "TakeEntryAction", fields, missing, as_json=as_json)


def _stand_there(session: Session, state: "State", action: int, as_json: bool) -> list[str]:
    """Action 3 sends land and air units away, so that none is passed over unasked."""
    from campaign.leaders_in_flames.us_entry.actions_kit import OCCUPATION

    on_map = any(one.place == "map" for one in state.play.counter_placements.values())
    if action != OCCUPATION or not on_map or not interactive(as_json):
        return []
    return asking.counters(session, state.campaign.name, "Land and air counters that stand there")


VERBS = (pick, act)
