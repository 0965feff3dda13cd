"""LiF 5.3.2: the USA picks an option: its level, the roll, the chits, what it brings. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.kernel.decisions import About, Decision, Refused, Supplied, bad_field, missing_field
from campaign.kernel.draws import Dice
from campaign.lif import calendar
from campaign.lif import state as game
from campaign.lif.force_pools import kit
from campaign.lif.names import code, the_country
from campaign.lif.on_map.battles import branch
from campaign.lif.state import ENTRY, TENSION, THEATRE_NAMES, State, chits_in
from campaign.lif.us_entry import chart
from campaign.lif.us_entry.chart import CANADA, LICENCES, OPTIONS_RULE, REFLAGGED, MapQuestion
from campaign.lif.us_entry.chits import entry_chits, transaction
from campaign.lif.us_entry.chits.pools import OTHERS, usa_alone
from campaign.lif.us_entry.chits.transaction import ChitTransaction
from campaign.text.english import near
from events.base import Event
from events.lif.aftermath import SupplySourceGained
from events.lif.force_pools import CounterMoved
from events.lif.us_entry import ChartRow, CountersTransferred, EntryOptionPicked, Theatre

if TYPE_CHECKING:
    from campaign.lif.us_entry.commands import PickEntryOption

# --- LiF 5.3.2: what an option brings with it: licences, convoys, militia, Canadian cities ------

MOBILIZED = 2
"""LiF 5.3.2: militia that option 44 mobilizes."""
_MILITIA = r"MIL(?:ITIA)?\b"


def may(state: State, command: PickEntryOption) -> Refused | None:
    """LiF 5.3.2: option 12's counters and option 34's convoy points; no other option has any."""
    return _licences(state, command) or _convoys(state, command)


def _licences(state: State, command: PickEntryOption) -> Refused | None:
    """LiF 5.3.2: aircraft of the USA's force pools, future ones too, for other countries."""
    if command.counters and command.option != LICENCES:
        return bad_field("counters", f"are for option {LICENCES} only")
    for who, country in command.counters.items():
        counter = state.play.counters.get(who)
        if counter is None:
            hint = near(who, state.play.counters)
            return bad_field("counters", f"there is no counter {who!r} in this campaign{hint}")
        if country == "usa":
            return bad_field("counters", f"{who} goes to another country, not to the USA")
        if counter.power != "usa":
            return Refused(OPTIONS_RULE, f"{who} is {the_country(counter.power)}'s, not the USA's")
        if refused := kit.unknown(counter, "type"):
            return refused
        if branch(counter.type) != "air":
            return Refused(OPTIONS_RULE, f"{who} is no aircraft, and licences are for aircraft")
        if state.play.counter_placements[who].place not in ("pool", "future"):
            return Refused(OPTIONS_RULE, f"{who} is in no force pool, now or in future")
    return None


def _convoys(state: State, command: PickEntryOption) -> Refused | None:
    """LiF 5.3.2: convoy points for active Allied powers, no more than were taken off the map."""
    if command.option != REFLAGGED:
        for field in ("gives", "removed"):
            if getattr(command, field):
                return bad_field(field, f"is for option {REFLAGGED} only")
        return None
    if not command.removed:
        return missing_field("removed", "name the convoy points taken off the map, 1 to 15")
    for power in command.gives:
        active = any(power in pair for pair in state.at_war)
        if power not in (*chart.allies(state), "usa") or not active:
            text = f"option {REFLAGGED} gives to active Allied powers, not to {the_country(power)}"
            return Refused(OPTIONS_RULE, text)
    if (points := sum(command.gives.values())) > command.removed:
        text = f"{points} convoy points are given, and {command.removed} were taken off the map"
        return Refused(OPTIONS_RULE, text)
    return None


def militia_questions(state: State, option: int) -> tuple[MapQuestion, ...]:
    """LiF 5.3.2: which militia the table's draw mobilized, if there are more than two."""
    militia = militia_in_pool(state)
    if option != chart.NATIONAL_GUARD or entry_chits.by_ledger(state) or len(militia) <= MOBILIZED:
        return ()
    return tuple(
        MapQuestion(f"militia-{number}", f"Which militia was drawn as number {number}?", militia)
        for number in range(1, MOBILIZED + 1)
    )


def named_twice(questions: Sequence[MapQuestion], stated: Mapping[str, str]) -> Refused | None:
    """LiF 5.3.2: the two militia drawn at the table must differ."""
    drawn = [stated[question.key] for question in questions if question.key in stated]
    if len(set(drawn)) < len(drawn):
        again = questions[-1]
        return Refused(
            None,
            f"stated: militia-2: {drawn[0]} is militia-1 already",
            About("stated", again.key, again.text, again.answers, missing=True),
        )
    return None


# --- with the option ----------------------------------------------------------------------------


def militia_in_pool(state: State) -> tuple[str, ...]:
    """LiF 5.3.2: the USA's militia in its force pool; those in reserve are left out."""
    return tuple(
        who
        for who, counter in sorted(state.play.counters.items())
        if counter.power == "usa"
        and re.match(_MILITIA, counter.type.upper())
        and state.play.counter_placements[who].place == "pool"
    )


def mobilized(
    state: State, option: int, stated: Mapping[str, str], dice: Dice
) -> tuple[tuple[str, ...], int]:
    """LiF 5.3.2: option 44's two militia at random, and the number of the first draw; none if the
    record has fewer.

    A record with fewer does not have all counters, so the table settles it.
    """
    militia = militia_in_pool(state)
    if option != chart.NATIONAL_GUARD or len(militia) < MOBILIZED:
        return (), 0
    if len(militia) == MOBILIZED:
        return militia, 0
    if not entry_chits.by_ledger(state):
        return (stated["militia-1"], stated["militia-2"]), 0
    first = dice.last + 1
    return tuple(entry_chits.drawn(dice.choose, militia, MOBILIZED)), first


def effects(state: State, picked: EntryOptionPicked, command: PickEntryOption) -> tuple[Event, ...]:
    """LiF 5.3.2: what happens at once when an option is picked; ruling 40: 12 is one choice."""
    reason = code("entry-option", picked.option)
    if picked.option == LICENCES and command.counters:
        return (
            CountersTransferred(counters=dict(sorted(command.counters.items())), reason=reason),
        )
    if picked.option == CANADA:
        return taken_before((CANADA,))
    return tuple(
        CounterMoved(
            counter=who,
            to="circle",
            reason=reason,
            arrives=calendar.following(state.campaign.turn),
        )
        for who in picked.militia
    )


def taken_before(options: Collection[int]) -> tuple[Event, ...]:
    """LiF 5.3.2, 6: the effects, from turn one, of options taken before the campaign."""
    canada = SupplySourceGained(place="canadian-cities", power="usa", rank="primary")
    return (canada,) if CANADA in options else ()


# --- LiF 5.3.2: the USA's entry level against a theatre, and the chits that it is made of -------


def level_chits(state: State, theatre: Theatre) -> tuple[str, ...]:
    """Ruling 52: the chits of the entry pool, or of both pools where the club counts both."""
    chits = chits_in(state.entry, ENTRY[theatre])
    if state.rulings.entry_level == "entry":
        return chits
    return (*chits, *chits_in(state.entry, TENSION[theatre]))


def level_of(state: State, theatre: Theatre, values: Mapping[str, int]) -> int:
    """LiF 5.3.2: the USA's entry level against a theatre, given the values of its chits."""
    return sum(values[chit] for chit in level_chits(state, theatre))


def where_level_lies(state: State, theatre: Theatre) -> str:
    """Ruling 52: the pools that are counted, in words."""
    if state.rulings.entry_level == "entry":
        return game.POOL_NAMES[ENTRY[theatre]]
    return f"the {THEATRE_NAMES[theatre]} pools"


# --- LiF 5.3.2: the USA picks an entry option: it shows its level, rolls, and chits move --------


def pick_option(state: State, command: PickEntryOption, supplied: Supplied) -> Decision:
    """LiF 5.3.2: the USA picks an option: chits prove its level, and tension rises by the rolls.

    Only the USA's player learns what depends on hidden values, and no refusal reveals a die rolled
    by the ledger.
    """
    if refused := usa_alone(state, command) or entry_chits.forbids(state, "tension", supplied):
        return refused
    result = judged(state, command)
    if isinstance(result, Refused):
        return result
    numbers, level = result
    return _picked(state, command, supplied, numbers, level)


def judged(state: State, command: PickEntryOption) -> tuple[dict[Theatre, int], int] | Refused:
    """LiF 5.3.2: an option's tension numbers and its level, if the record does not forbid it.

    No value of a chit is looked at, and no die is rolled.
    """
    row = chart.row(state.entry, "option", command.option)
    if isinstance(row, Refused):
        return row
    if refused := _forbidden(state, command, row):
        return refused
    numbers, level = _numbers(row), chart.level(row)
    if isinstance(numbers, Refused):
        return numbers
    if isinstance(level, Refused):
        return level
    refused = (
        transaction.unfit(state, f"option {command.option}", numbers, numbers, command)
        or transaction.stocked(state, transaction.lacking(state, numbers))
        or _cannot_show(state, command, tuple(numbers), level)
        or _nothing_to_show(state, command, tuple(numbers), level)
    )
    return refused or (numbers, level)


def _forbidden(state: State, command: PickEntryOption, row: ChartRow) -> Refused | None:
    """LiF 5.3.2: what the chart, the record and the map's answers say against an option."""
    militia = militia_questions(state, command.option)
    questions = (*chart.option_questions(command.option), *militia)
    return (
        chart.allowed(state, row, command)
        or may(state, command)
        or chart.unanswered(questions, command.stated, OPTIONS_RULE)
        or named_twice(militia, command.stated)
    )


def _picked(
    state: State,
    command: PickEntryOption,
    supplied: Supplied,
    numbers: dict[Theatre, int],
    level: int,
) -> Decision:
    """The option's course: chits shown, the option with its rolls, chits moved, effects."""
    course, reason = ChitTransaction(state, supplied), code("entry-option", command.option)
    values = course.values() if level else {}
    shown = proof(state, command, tuple(numbers), level, values)
    if isinstance(shown, Refused):
        return shown
    if shown:
        course.show(shown, OTHERS, reason)
    outcomes = course.outcomes(numbers, command.rolls)
    if isinstance(outcomes, Refused):
        return outcomes
    militia, draw = mobilized(state, command.option, command.stated, course.dice)
    picked = EntryOptionPicked(
        option=command.option,
        target=command.target or "",
        level=level,
        outcomes=outcomes,
        stated=command.stated,
        gives={str(power): points for power, points in command.gives.items()},
        removed=command.removed,
        militia=militia,
        draw=draw,
    )
    course.tell(picked)
    for theatre, outcome in outcomes.items():
        pool, named = ENTRY[theatre], command.chits.get(ENTRY[theatre])
        to = TENSION[theatre]
        if refused := course.leave_by_roll(pool, outcome.chits, named, reason, to):
            return refused
    course.tell(*effects(state, picked, command))
    return course.done()


# --- conditions and numbers ---------------------------------------------------------------------


def _numbers(row: ChartRow) -> dict[Theatre, int] | Refused:
    """LiF 5.3.2: the tension number of each theatre, found by colour, or else by numbers."""
    if not chart.aimed(row):
        return chart.unknown(row, "its colour")
    numbers: dict[Theatre, int] = {}
    for theatre in chart.aimed(row):
        number = chart.number(row, theatre)
        if isinstance(number, Refused):
            return number
        if number < 0:
            text = "our sources do not say what a number below 0 does to tension"
            return Refused(
                chart.CHART_RULE,
                f"option {row.number}: it has {number} for {THEATRE_NAMES[theatre]}; {text}",
            )
        numbers[theatre] = number
    return numbers


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
            chosen = _few(chits, seen, values, level)
        else:
            chosen = [chit for chit in chits if chit in command.show]
        if sum(values[chit] for chit in chosen) < level:
            return _too_low(state, command, theatre, level)
        shown += chosen
    return tuple(shown)


def _too_low(state: State, command: PickEntryOption, theatre: Theatre, level: int) -> Refused:
    """LiF 5.3.2: the chits of a theatre do not come to the level."""
    what = "the chits in" if command.show is None else "the chits named in"
    why = f"{what} {where_level_lies(state, theatre)} do not come to it"
    return Refused(OPTIONS_RULE, f"option {command.option} takes an entry level of {level}; {why}")


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
