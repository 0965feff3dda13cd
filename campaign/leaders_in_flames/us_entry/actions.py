"""LiF 5.3.3: a power takes a US entry action. Pure.

The chart has a number for each theatre. Each full ten is a chit, and the remainder is the chance in
ten of one more; a negative number removes as many. Chits come into or leave the entry pools, and
then the action takes effect. Every refusal comes before the first die is rolled.
"""

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import (
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry import chart, chit_secret, preconditions
from campaign.leaders_in_flames.us_entry.action_rules import (
    RULE,
    effects,
    may_not,
    own_units,
    target_of,
)
from campaign.leaders_in_flames.us_entry.actions_kit import GAS, KIT, OCCUPATION, questions
from campaign.leaders_in_flames.us_entry.commands import TakeEntryAction
from campaign.leaders_in_flames.us_entry.dice import seed_needs
from campaign.leaders_in_flames.us_entry.questions import MapQuestion, unanswered
from campaign.leaders_in_flames.us_entry.state import ENTRY, THEATRES, EntryChoice, taken
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.base import Event
from events.lif.us_entry import ChartRow, EntryActionTaken, Outcome, Theatre

Numbers = dict[Theatre, int]


def take(state: State, command: TakeEntryAction, given: Supplied) -> Decision:
    """LiF 5.3.3: an action is rolled for in each theatre that the chart has a number for."""
    number = command.action
    row = chart.row(state.entry, "action", number)
    if isinstance(row, Refused):
        return row
    power = _whose(state, command, row)
    if isinstance(power, Refused):
        return power
    found = judged(state, command, row)
    if isinstance(found, Refused):
        return found
    numbers, target, follows = found
    course = Course(state, given)
    outcomes = course.outcomes(numbers, command.rolls)
    if isinstance(outcomes, Refused):
        return outcomes
    course.tell(
        EntryActionTaken(
            action=number, power=power, target=target, outcomes=outcomes, stated=command.stated
        )
    )
    for theatre, outcome in outcomes.items():
        if refused := _chits(course, command, theatre, outcome):
            return refused
    course.tell(*follows)
    return course.done()


def judged(
    state: State, command: TakeEntryAction, row: ChartRow
) -> tuple[Numbers, str, tuple[Event, ...]] | Refused:
    """LiF 5.3.3: an action's numbers, target and effects, if the record does not forbid it."""
    number, numbers = command.action, _numbers(row)
    if isinstance(numbers, Refused):
        return numbers
    target = target_of(number, command.target)
    if isinstance(target, Refused):
        return target
    refused = (
        _too_often(state, row, target)
        or may_not(state, number, target)
        or unanswered(_questions(state, command, target), command.stated, RULE)
    )
    if refused:
        return refused
    follows = effects(state, number, target, command.units)
    if isinstance(follows, Refused):
        return follows
    return _beforehand(state, command, numbers) or (numbers, target, follows)


def _questions(state: State, command: TakeEntryAction, target: str) -> tuple[MapQuestion, ...]:
    own = own_units(state, command.action, command.units)
    return (*questions(command.action, target), *own)


def _whose(state: State, command: TakeEntryAction, row: ChartRow) -> str | Refused:
    """LiF 5.3.3: the holder of its power takes an action; if nobody says whose it is, a host."""
    if row.power and command.power not in (None, row.power):
        text = f"action {row.number} is {the_country(row.power)}'s, not {command.power}'s"
        return Refused(RULE, text)
    power = row.power or command.power or ""
    if power:
        return members.holder_only(state.campaign, command, power, the_country(power)) or power
    if not state.campaign.is_host(command.by):
        text = f"your chart does not say whose action {row.number} is; name the power"
        return missing_field("power", text)
    return power


def _numbers(row: ChartRow) -> Numbers | Refused:
    """Ruling 38: an action needs a number for at least one theatre; the other may have none."""
    fields = {theatre: chart.number(row, theatre) for theatre in THEATRES}
    known = {
        theatre: number for theatre, number in fields.items() if not isinstance(number, Refused)
    }
    if known:
        return known
    where = "our sources do not have it"
    if chart.key("action", row.number) not in chart.kit():
        where = "your chart leaves it empty"
    text = f"action {row.number}: its number is unknown for both entry pools ({where})"
    return Refused("Ruling 38", f"{text}; import it from your own chart")


def _too_often(state: State, row: ChartRow, target: str) -> Refused | None:
    """LiF 5.3.3: gas any number of times, action 3 once a country, other kit actions once."""
    number = row.number
    if number == GAS or not (number in KIT or row.once):
        return None
    of_target = target if number == OCCUPATION else None
    if not taken(state.entry.actions, number, of_target):
        return None
    text = f" against {the_country(target)}" if of_target else ""
    return Refused(RULE, f"action {number} has been taken{text}, and comes once")


def _beforehand(state: State, command: TakeEntryAction, numbers: Numbers) -> Refused | None:
    """LiF 5.3.3: dice are named only for theatres rolled for, chits only for those removed."""
    for theatre in command.rolls:
        if theatre not in numbers:
            text = f"action {command.action} has no number for {theatre}"
            return bad_field("rolls", f"{text}, and no roll")
    pools = {ENTRY[theatre]: number for theatre, number in numbers.items()}
    for pool in command.chits:
        if pools.get(pool, 0) >= 0:
            return bad_field("chits", f"action {command.action} removes none from {pool}")
    for theatre, number in numbers.items():
        pool = ENTRY[theatre]
        named = command.chits.get(pool)
        rolled = command.rolls.get(theatre)
        if number < 0 and (
            refused := preconditions.named(state, pool, number, named, rolled=rolled)
        ):
            return refused
    lacking = sum(
        preconditions.lacking(state, pool, number) for pool, number in pools.items() if number < 0
    )
    brought = sum(preconditions.most(number) for number in pools.values() if number > 0)
    if not lacking:
        return preconditions.begun(state) if brought else None
    return preconditions.stocked(state, lacking + brought)


def _chits(
    course: Course, command: TakeEntryAction, theatre: Theatre, outcome: Outcome
) -> Refused | None:
    """LiF 5.3.3: chits join an entry pool from the common pool, or go back to it."""
    pool, reason = ENTRY[theatre], code("entry-action", command.action)
    named = command.chits.get(pool)
    if outcome.chits > 0:
        return course.arrive(pool, outcome.chits, "action", reason)
    if outcome.chits < 0:
        going = preconditions.leaving(course.state, pool, -outcome.chits, named)
        return course.leave(pool, -outcome.chits, going, reason)
    return preconditions.none_leaves(course.state, pool, named)


def needs(state: State, command: TakeEntryAction) -> Needs:
    """LiF 5.3.3: the ledger's chits need the secret, its dice and picks the seed of the turn."""
    return chit_secret.secret_needs(state, seed=seed_needs(state).seed)


# --- fold ---------------------------------------------------------------------------------------


def _taken(state: State, event: EntryActionTaken) -> State:
    entry = state.entry
    new = EntryChoice(event.action, event.target, state.campaign.turn, event.stated)
    rolls = (outcome.roll.draw for outcome in event.outcomes.values() if outcome.roll is not None)
    draw = max((entry.draw, *rolls))
    return replace(state, entry=replace(entry, actions=(*entry.actions, new), draw=draw, fresh={}))


DECIDE: Deciders = {TakeEntryAction: take}
NEEDS: Needing = {TakeEntryAction: needs}
EVOLVE: Evolvers = {EntryActionTaken: _taken}
