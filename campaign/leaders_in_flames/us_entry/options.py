"""LiF 5.3.2: the USA picks an entry option: it shows its level, rolls, and chits move. Pure."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry import (
    chart,
    options_effects,
    options_kit,
    preconditions,
    shortfall,
)
from campaign.leaders_in_flames.us_entry.commands import PickEntryOption
from campaign.leaders_in_flames.us_entry.levels import level_chits, where_level_lies
from campaign.leaders_in_flames.us_entry.options_kit import RULE
from campaign.leaders_in_flames.us_entry.pools import OTHERS, usa_alone, with_seed
from campaign.leaders_in_flames.us_entry.questions import unanswered
from campaign.leaders_in_flames.us_entry.state import (
    ENTRY,
    POOL_NAMES,
    TENSION,
    THEATRE_NAMES,
    THEATRES,
    EntryChoice,
)
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.lif.us_entry import ChartRow, EntryOptionPicked, Theatre

AIMED: dict[str, tuple[Theatre, ...]] = {
    "red": ("japan",),
    "gray": ("germany-italy",),
    "green": THEATRES,
}
"""LiF 5.3.2: whom a colour is aimed at."""


def pick_option(state: State, command: PickEntryOption, given: Supplied) -> Decision:
    """LiF 5.3.2: the USA picks an option: chits prove its level, and tension rises by the rolls.

    Only the USA's player learns what depends on hidden values, and no refusal reveals a die rolled
    by the ledger.
    """
    if refused := usa_alone(state, command) or shortfall.forbids(state, "tension", given):
        return refused
    found = judged(state, command)
    if isinstance(found, Refused):
        return found
    numbers, level = found
    return _picked(state, command, given, numbers, level)


def judged(state: State, command: PickEntryOption) -> tuple[dict[Theatre, int], int] | Refused:
    """LiF 5.3.2: an option's tension numbers and its level, if the record does not forbid it.

    No value of a chit is looked at, and no die is rolled.
    """
    row = chart.row(state.entry, "option", command.option)
    if isinstance(row, Refused):
        return row
    stated = command.stated
    militia = options_effects.questions(state, command.option)
    questions = (*options_kit.questions(command.option), *militia)
    if refused := (
        options_kit.allowed(state, row, command)
        or options_effects.may(state, command)
        or unanswered(questions, stated, RULE)
        or options_effects.named_twice(militia, stated)
    ):
        return refused
    numbers, level = _numbers(row), chart.level(row)
    if isinstance(numbers, Refused):
        return numbers
    if isinstance(level, Refused):
        return level
    refused = (
        _unfit_rolls(state, command, numbers)
        or _cannot_show(state, command, tuple(numbers), level)
        or _nothing_to_show(state, command, tuple(numbers), level)
    )
    return refused or (numbers, level)


def _picked(
    state: State, command: PickEntryOption, given: Supplied, numbers: dict[Theatre, int], level: int
) -> Decision:
    """The option's course: chits shown, the option with its rolls, chits moved, effects."""
    course, reason = Course(state, given), code("entry-option", command.option)
    lie = any(level_chits(state, theatre) for theatre in numbers)
    values = course.values() if level and lie else {}
    shown = proof(state, command, tuple(numbers), level, values)
    if isinstance(shown, Refused):
        return shown
    if shown:
        course.show(shown, OTHERS, reason)
    outcomes = course.outcomes(numbers, command.rolls)
    if isinstance(outcomes, Refused):
        return outcomes
    militia = options_effects.mobilized(state, command.option, command.stated, course.dice)
    picked = EntryOptionPicked(
        option=command.option,
        target=command.target or "",
        level=level,
        outcomes=outcomes,
        stated=command.stated,
        gives={str(power): points for power, points in command.gives.items()},
        removed=command.removed,
        militia=militia.counters,
        draw=militia.draw,
    )
    course.tell(picked)
    for theatre, outcome in outcomes.items():
        pool = ENTRY[theatre]
        named = preconditions.leaving(state, pool, outcome.chits, command.chits.get(pool))
        if outcome.chits:
            refused = course.move(pool, TENSION[theatre], outcome.chits, named, reason)
        else:
            refused = preconditions.none_leaves(state, pool, named)
        if refused:
            return refused
    course.tell(*options_effects.effects(state, picked, command))
    return course.done()


# --- conditions and numbers ---------------------------------------------------------------------


def _numbers(row: ChartRow) -> dict[Theatre, int] | Refused:
    """LiF 5.3.2: the tension number of each theatre, found by colour, or else by numbers."""
    theatres = AIMED.get(row.colour) or tuple(
        theatre for theatre in THEATRES if not isinstance(chart.number(row, theatre), Refused)
    )
    if not theatres:
        return chart.colour_unknown(row)
    numbers: dict[Theatre, int] = {}
    for theatre in theatres:
        number = chart.number(row, theatre)
        if isinstance(number, Refused):
            return number
        if number < 0:
            text = "our sources do not say what a number below 0 does to tension"
            return Refused(
                chart.RULE,
                f"option {row.number}: it has {number} for {THEATRE_NAMES[theatre]}; {text}",
            )
        numbers[theatre] = number
    return numbers


def _unfit_rolls(
    state: State, command: PickEntryOption, numbers: dict[Theatre, int]
) -> Refused | None:
    """LiF 5.3.3: the chits and dice given fit the option, whatever the dice will show."""
    for theatre in command.rolls:
        if theatre not in numbers:
            text = f"option {command.option} is not aimed at {THEATRE_NAMES[theatre]}"
            return bad_field("rolls", text)
    pools = [ENTRY[theatre] for theatre in numbers]
    for pool in command.chits:
        if pool not in pools:
            text = f"option {command.option} takes none from {POOL_NAMES[pool]}"
            return bad_field("chits", text)
    chosen = state.rulings.tension_chits == "chosen"
    for theatre, number in numbers.items():
        pool = ENTRY[theatre]
        named = command.chits.get(pool)
        if refused := preconditions.named(
            state, pool, number, named, rolled=command.rolls.get(theatre), chosen=chosen
        ):
            return refused
    lacking = (
        preconditions.lacking(state, ENTRY[theatre], number) for theatre, number in numbers.items()
    )
    return preconditions.stocked(state, sum(lacking))


# --- the level ----------------------------------------------------------------------------------


def proof(
    state: State,
    command: PickEntryOption,
    theatres: Sequence[Theatre],
    level: int,
    values: Mapping[str, int],
) -> tuple[str, ...] | Refused:
    """LiF 5.3.2: the chits that prove the level for each theatre: those named, or the fewest."""
    shown: list[str] = []
    for theatre in theatres:
        chits = level_chits(state, theatre)
        if command.show is None:
            seen = [chit for chit in chits if state.entry.chits[chit].shown is not None]
            found = _few(chits, seen, values, level)
        else:
            found = [chit for chit in chits if chit in command.show]
        if sum(values[chit] for chit in found) < level:
            return _too_low(state, command, theatre, level)
        shown += found
    return tuple(shown)


def _too_low(state: State, command: PickEntryOption, theatre: Theatre, level: int) -> Refused:
    """LiF 5.3.2: the chits of a theatre do not come to the level."""
    what = "the chits in" if command.show is None else "the chits named in"
    why = f"{what} {where_level_lies(state, theatre)} do not come to it"
    return Refused(RULE, f"option {command.option} takes an entry level of {level}; {why}")


def _nothing_to_show(
    state: State, command: PickEntryOption, theatres: Sequence[Theatre], level: int
) -> Refused | None:
    """LiF 5.3.2: no chit proves no level, as everybody can see."""
    bare = [theatre for theatre in theatres if not level_chits(state, theatre)]
    return _too_low(state, command, bare[0], level) if level and bare else None


def _cannot_show(
    state: State, command: PickEntryOption, theatres: Sequence[Theatre], level: int
) -> Refused | None:
    """LiF 5.3.2: chits are named only to prove a level, each once and from the right pools."""
    if command.show is None:
        return None
    if not level:
        return bad_field("show", f"option {command.option} takes no level, so nothing is shown")
    chits = [chit for theatre in theatres for chit in level_chits(state, theatre)]
    if strangers := [chit for chit in command.show if chit not in chits]:
        where = " or ".join(where_level_lies(state, theatre) for theatre in theatres)
        return bad_field("show", f"{strangers[0]} is not in {where}")
    if len(set(command.show)) < len(command.show):
        return bad_field("show", "name each chit once")
    return None


def _few(
    chits: Sequence[str], seen: Sequence[str], values: Mapping[str, int], level: int
) -> list[str]:
    """LiF 5.3.2: first chits that were shown before, then as few others as possible."""
    proof: list[str] = []
    unseen = [chit for chit in chits if chit not in seen]
    for group in (seen, unseen):
        for chit in sorted(group, key=lambda item: -values.get(item, 0)):
            if sum(values[name] for name in proof) < level:
                proof.append(chit)
    return proof


# --- fold ---------------------------------------------------------------------------------------


def _picks(state: State, event: EntryOptionPicked) -> State:
    """LiF 5.3.2: the option is taken, and the numbers of its dice and draws are used up."""
    entry = state.entry
    rolls = (outcome.roll.draw for outcome in event.outcomes.values() if outcome.roll)
    drawn = event.draw + len(event.militia) - 1 if event.draw else 0
    taken = EntryChoice(event.option, event.target, state.campaign.turn, event.stated)
    last = max(entry.draw, drawn, *rolls)
    return replace(
        state, entry=replace(entry, options=(*entry.options, taken), draw=last, fresh={})
    )


DECIDE: Deciders = {PickEntryOption: pick_option}
NEEDS: Needing = {PickEntryOption: with_seed}
EVOLVE: Evolvers = {EntryOptionPicked: _picks, **options_effects.EVOLVE}
