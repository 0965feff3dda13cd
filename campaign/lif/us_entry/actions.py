"""LiF 5.3.3: a power takes a US entry action: when it may, and what it brings. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from campaign.kernel import members
from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field, missing_field
from campaign.lif.abilities import command_range
from campaign.lif.force_pools import kit
from campaign.lif.names import code, the_country
from campaign.lif.on_map import battles
from campaign.lif.state import ENTRY, State, aligned_with, at_war, taken
from campaign.lif.us_entry import chart, fold
from campaign.lif.us_entry.chits import transaction
from campaign.text.english import listed, near
from events.base import Event
from events.lif.aftermath import PartisanNumberSet, SupplySourceGained
from events.lif.force_pools import CounterMoved, CountersAdded
from events.lif.politics import Minor, MinorChanged, MinorStatus, Vichy
from events.lif.us_entry import ChartRow, EntryActionTaken, Theatre

if TYPE_CHECKING:
    from campaign.lif.us_entry.commands import TakeEntryAction

# --- LiF 5.3.3: when the kit's seven actions may be taken, and what each brings -----------------
#
# Conditions use the record where possible; only players can answer for the map (`questions`).

RULE = "LiF 5.3.3"
INDO_CHINA = "french-indo-china"
OWN_UNITS = "own-units"
"""The question whether action 3 takes units of Japan's own."""

_HEX = r"[A-Za-z][0-9]{4}"
_A_HEX = "action 12 is for a hex, such as A1234"


# --- targets ------------------------------------------------------------------------------------


def target_of(number: int, target: str | None) -> str | Refused:
    """LiF 5.3.3: what an action is for: action 3 a country, action 12 a hex, the kit's others none.

    An action that only the club's chart knows may be for anything.
    """
    if number == chart.OCCUPATION:
        whom = listed(map(the_country, chart.TARGETS), "or")
        if target is None:
            return missing_field("target", f"action 3 is for {whom}; name it")
        text = f"action 3 is for {whom}, not for {the_country(target)}"
        return target if target in chart.TARGETS else Refused(RULE, text)
    if number == chart.GAS:
        return _hex(target)
    if target is not None and (
        number in chart.GOVERNMENTS or number in (chart.FRANCO, chart.PETAIN)
    ):
        return bad_field("target", f"action {number} has none")
    return target or ""


def _hex(target: str | None) -> str | Refused:
    if target is None:
        return missing_field("target", _A_HEX)
    if not re.fullmatch(_HEX, target):
        return bad_field("target", _A_HEX)
    return command_range.no_place(target.upper(), "target") or target.upper()


# --- conditions ---------------------------------------------------------------------------------


def may_not(state: State, number: int, target: str) -> Refused | None:
    """LiF 5.3.3: why the record forbids an action; None where it does not."""
    judge = _CONDITIONS.get(number)
    return judge(state, target) if judge else None


def in_record(minor: str, held: Minor) -> str:
    """LiF 4.1: who holds a minor country by the record, in words."""
    how = "conquered by" if held.status == "conquered" else "aligned with"
    return f"the record has {the_country(minor)} {how} {held.power}"


def not_neutral(state: State, minor: str) -> Refused | None:
    """LiF 5.3: a minor country is neutral unless the record has it aligned or at war."""
    held = state.minors.get(minor)
    if held is not None and held.status != "neutral":
        return Refused(RECORD, in_record(minor, held))
    if any(minor in sides for sides in state.at_war):
        return Refused(RECORD, f"the record has {the_country(minor)} at war")
    return None


def _no_occupation(state: State, target: str) -> Refused | None:
    """LiF 5.3.3: no guaranteed country; New Caledonia needs Vichy and French Indo-China."""
    held = state.minors.get(target)
    if held is not None and held.power == "japan":
        return Refused(RECORD, in_record(target, held))
    if taken(state.entry.options, chart.GUARANTEE, target):
        return Refused(RULE, f"the USA has guaranteed {the_country(target)}")
    if target != chart.NEW_CALEDONIA:
        return None
    if state.vichy != "installed":
        return Refused(RULE, "there is no Vichy France to hold New Caledonia")
    if aligned_with(state, INDO_CHINA) != "japan":
        return Refused(RULE, "French Indo-China is not aligned with Japan")
    return None


def _no_gas(state: State, target: str) -> Refused | None:
    """LiF 5.3.3, ruling 56: against China alone, and never again after the wars that end it."""
    enemies = [enemy for enemy in fold.GAS_ENEMIES if at_war(state, "japan", enemy)]
    if enemies:
        return Refused(RULE, f"Japan is at war with {the_country(enemies[0])}, and uses no gas")
    if state.entry.gas_ended:
        return Refused(RULE, "Japan has been at war with a power for which it gave up gas")
    if not at_war(state, "japan", "china"):
        return Refused("Ruling 56", "Japan is not at war with China, and uses gas only there")
    return None


def _no_croatia(state: State, target: str) -> Refused | None:
    held = state.minors.get("yugoslavia")
    conqueror = held.power if held is not None and held.status == "conquered" else None
    if conqueror is not None and state.rulings.sides.get(conqueror) == "axis":
        return None
    return Refused(RULE, "Yugoslavia has not been conquered by the Axis")


def _no_franco(state: State, target: str) -> Refused | None:
    """LiF 5.3.3: the record names no conqueror, so a conquered France counts as Germany's."""
    if at_war(state, "usa", "germany"):
        return Refused(RULE, "the USA is at war with Germany")
    status = state.conquest.get("france", "free")
    if status == "complete" or state.vichy == "collapsed":
        return None
    if status == "incomplete" and state.vichy == "none":
        return None
    text = "Germany has neither conquered France nor both installed and collapsed Vichy France"
    return Refused(RULE, text)


_CONDITIONS: dict[int, Callable[[State, str], Refused | None]] = {
    chart.OCCUPATION: _no_occupation,
    chart.GAS: _no_gas,
    chart.CROATIA: _no_croatia,
    chart.FRANCO: _no_franco,
    chart.PETAIN: lambda state, target: (
        None if state.vichy == "installed" else Refused(RULE, "there is no Vichy France")
    ),
}


# --- effects ------------------------------------------------------------------------------------


def effects(
    state: State, number: int, target: str, units: Sequence[str]
) -> tuple[Event, ...] | Refused:
    """LiF 5.3.3: an action's effects besides its chits; `units` are only for action 3."""
    if number == chart.OCCUPATION:
        return _occupied(state, target, units)
    if units:
        return bad_field("units", f"action {number} moves none")
    if number in chart.GOVERNMENTS:
        government = chart.GOVERNMENTS[number]
        return (*_militia(state, government), *_stands(government))
    if number == chart.PETAIN:
        return (_aided(),)
    return ()


def _reason(number: int) -> str:
    return code("entry-action", number)


def _occupied(state: State, target: str, units: Sequence[str]) -> tuple[Event, ...] | Refused:
    """LiF 5.3.3: the NEI is aligned with Japan; New Caledonia, no country, counts as conquered.

    Land and air units there go to their force pools. Vichy's ships go to a port of theirs by hand.
    """
    moved: list[Event] = []
    for who in units:
        if refused := _not_there(state, who, moved):
            return refused
        moved.append(CounterMoved(counter=who, to="pool", reason=_reason(chart.OCCUPATION)))
    status: MinorStatus = "conquered" if target == chart.NEW_CALEDONIA else "aligned"
    return (MinorChanged(minor=target, status=status, power="japan"), *moved)


def own_units(state: State, number: int, units: Sequence[str]) -> tuple[chart.MapQuestion, ...]:
    """LiF 5.3.3: whether Japan's own units that stand there go to the force pools as well."""
    known = state.play.counters
    own = [who for who in units if who in known and known[who].power == "japan"]
    if number != chart.OCCUPATION or not own:
        return ()
    be = "is Japan's own; does it" if len(own) == 1 else "are Japan's own; do they"
    return (chart.MapQuestion(OWN_UNITS, f"{listed(own)} {be} go to the force pool?"),)


def _not_there(state: State, who: str, moved: Sequence[Event]) -> Refused | None:
    counter = state.play.counters.get(who)
    if counter is None:
        hint = near(who, state.play.counters)
        return bad_field("units", f"there is no counter {who!r} in this campaign{hint}")
    if any(isinstance(event, CounterMoved) and event.counter == who for event in moved):
        return bad_field("units", f"{who} is listed twice")
    if state.play.counter_placements[who].place != "map":
        return Refused(RULE, f"{who} is not on the map")
    if battles.branch(counter.type) == "sea":
        return Refused(RULE, f"{who} is a ship; it goes to the nearest port instead")
    return None


def _stands(government: chart.Government) -> tuple[Event, ...]:
    """LiF 5.3.3: its city as a secondary supply source, and its partisans."""
    return (
        SupplySourceGained(place=government.city, power=government.power),
        PartisanNumberSet(
            country=government.country,
            number=government.partisans,
            reason=_reason(government.action),
        ),
    )


def _aided() -> Event:
    return PartisanNumberSet(
        country=fold.VICHY, number=chart.VICHY_PARTISANS, reason=_reason(chart.PETAIN)
    )


def taken_before(actions: Collection[int], vichy: Vichy) -> tuple[Event, ...]:
    """LiF 5.3.1, 5.3.3, 6: what stands from the first turn of actions taken before the campaign.

    A government's militia lies in its force pool; where it is by then, its club says.
    """
    governments = [
        event
        for number in chart.GOVERNMENTS
        if number in actions
        for event in (*_received(chart.GOVERNMENTS[number]), *_stands(chart.GOVERNMENTS[number]))
    ]
    aided = chart.PETAIN in actions and vichy == "installed"
    return (*governments, *((_aided(),) if aided else ()))


def _militia(state: State, government: chart.Government) -> tuple[Event, ...]:
    """LiF 5.3.1: the militia joins the force pool, unless the record has it in play already."""
    placed = state.play.counter_placements.get(government.militia)
    if placed is None:
        return _received(government)
    return (_joins(government),) if placed.place in ("future", "reserve") else ()


def _joins(government: chart.Government) -> CounterMoved:
    reason = _reason(government.action)
    return CounterMoved(counter=government.militia, to="pool", reason=reason)


def _received(government: chart.Government) -> tuple[Event, ...]:
    """LiF 5.3.1: the kit's militia comes into the campaign, and into its power's force pool."""
    counter = kit.kit()[government.militia].counter()
    assert counter is not None
    return (CountersAdded(counters=(counter,), source="kit"), _joins(government))


# --- LiF 5.3.3: a power takes a US entry action -------------------------------------------------
#
# The chart has a number for each theatre. Each full ten is a chit, and the remainder is the chance
# in ten of one more; a negative number removes as many. Chits come into or leave the entry pools,
# and then the action takes effect. Every refusal comes before the first die is rolled.

Numbers = dict[Theatre, int]


def take(state: State, command: TakeEntryAction, supplied: Supplied) -> Decision:
    """LiF 5.3.3: an action is rolled for in each theatre that the chart has a number for."""
    number = command.action
    row = chart.row(state.entry, "action", number)
    if isinstance(row, Refused):
        return row
    power = _whose(state, command, row)
    if isinstance(power, Refused):
        return power
    result = judged(state, command)
    if isinstance(result, Refused):
        return result
    numbers, target, follows = result
    course, reason = transaction.ChitTransaction(state, supplied), _reason(number)
    outcomes = course.outcomes(numbers, command.rolls)
    if isinstance(outcomes, Refused):
        return outcomes
    course.tell(
        EntryActionTaken(
            action=number, power=power, target=target, outcomes=outcomes, stated=command.stated
        )
    )
    for theatre, outcome in outcomes.items():
        pool, count = ENTRY[theatre], outcome.chits
        refused = (
            course.arrive(pool, count, "action", reason)
            if count > 0
            else course.leave_by_roll(pool, -count, command.chits.get(pool), reason)
        )
        if refused:
            return refused
    course.tell(*follows)
    return course.done()


def judged(
    state: State, command: TakeEntryAction
) -> tuple[Numbers, str, tuple[Event, ...]] | Refused:
    """LiF 5.3.3: an action's numbers, target and effects, if the record does not forbid it."""
    number = command.action
    row = chart.row(state.entry, "action", number)
    if isinstance(row, Refused):
        return row
    numbers = _numbers(row)
    if isinstance(numbers, Refused):
        return numbers
    target = target_of(number, command.target)
    if isinstance(target, Refused):
        return target
    own = own_units(state, number, command.units)
    questions = (*chart.action_questions(number, target), *own)
    refused = (
        too_often(state, row, target)
        or may_not(state, number, target)
        or chart.unanswered(questions, command.stated, RULE)
    )
    if refused:
        return refused
    follows = effects(state, number, target, command.units)
    if isinstance(follows, Refused):
        return follows
    return _beforehand(state, command, numbers) or (numbers, target, follows)


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
    if known := chart.numbers(row):
        return known
    where = "our sources do not have it"
    if fold.key("action", row.number) not in chart.kit():
        where = "your chart leaves it empty"
    text = f"action {row.number}: its number is unknown for both entry pools ({where})"
    return Refused("Ruling 38", f"{text}; import it from your own chart")


def too_often(state: State, row: ChartRow, target: str) -> Refused | None:
    """LiF 5.3.3: gas any number of times, action 3 once a country, other kit actions once."""
    number = row.number
    if number == chart.GAS or not (number in chart.KIT_ACTIONS or row.once):
        return None
    of_target = target if number == chart.OCCUPATION else None
    if not taken(state.entry.actions, number, of_target):
        return None
    text = f" against {the_country(target)}" if of_target else ""
    return Refused(RULE, f"action {number} has been taken{text}, and comes once")


def _beforehand(state: State, command: TakeEntryAction, numbers: Numbers) -> Refused | None:
    """LiF 5.3.3: dice and chits as they must be; what may be drawn lies in the common pool."""
    leaving = {theatre: number for theatre, number in numbers.items() if number < 0}
    if refused := transaction.unfit(state, f"action {command.action}", numbers, leaving, command):
        return refused
    lacking = transaction.lacking(state, leaving)
    brought = sum(transaction.most(number) for number in numbers.values() if number > 0)
    if not lacking:
        return transaction.begun(state) if brought else None
    return transaction.stocked(state, lacking + brought)
