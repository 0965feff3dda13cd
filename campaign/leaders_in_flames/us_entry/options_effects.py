"""LiF 5.3.2: what an option brings with it: licences, convoys, militia, Canadian cities. Pure."""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import About, Refused, bad_field, missing_field
from campaign.kernel.dice import Dice
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.force_pools import kit
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.on_map.battles import branch
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Evolvers, State
from campaign.leaders_in_flames.us_entry.commands import PickEntryOption
from campaign.leaders_in_flames.us_entry.dice import by_ledger
from campaign.leaders_in_flames.us_entry.options_kit import (
    CANADA,
    LICENCES,
    NATIONAL_GUARD,
    REFLAGGED,
    RULE,
    allies,
)
from campaign.leaders_in_flames.us_entry.questions import MapQuestion
from campaign.text.suggest import near
from events.base import Event
from events.lif.aftermath import SupplySourceGained
from events.lif.force_pools import CounterMoved
from events.lif.us_entry import CountersTransferred, EntryOptionPicked

MOBILIZED = 2
"""LiF 5.3.2: militia that option 44 mobilizes."""
_MILITIA = re.compile(r"MIL(?:ITIA)?\b")


class Mobilized(msgspec.Struct, frozen=True):
    """LiF 5.3.2: the militia of option 44, and the number of the first draw."""

    counters: tuple[str, ...] = ()
    draw: int = 0


# --- before the option is picked ----------------------------------------------------------------


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
            return Refused(RULE, f"{who} is {the_country(counter.power)}'s, not the USA's")
        if refused := kit.unknown(counter, "type"):
            return refused
        if branch(counter.type) != "air":
            return Refused(RULE, f"{who} is no aircraft, and licences are for aircraft")
        if state.play.counter_placements[who].place not in ("pool", "future"):
            return Refused(RULE, f"{who} is in no force pool, now or in future")
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
        if power not in (*allies(state), "usa") or not active:
            text = f"option {REFLAGGED} gives to active Allied powers, not to {the_country(power)}"
            return Refused(RULE, text)
    if (given := sum(command.gives.values())) > command.removed:
        text = f"{given} convoy points are given, and {command.removed} were taken off the map"
        return Refused(RULE, text)
    return None


def questions(state: State, option: int) -> tuple[MapQuestion, ...]:
    """LiF 5.3.2: which militia the table's draw mobilized, if there are more than two."""
    militia = militia_in_pool(state)
    if option != NATIONAL_GUARD or by_ledger(state) or len(militia) <= MOBILIZED:
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
        and _MILITIA.match(counter.type.upper())
        and state.play.counter_placements[who].place == "pool"
    )


def mobilized(state: State, option: int, stated: Mapping[str, str], dice: Dice) -> Mobilized:
    """LiF 5.3.2: option 44's two militia at random; none if the record has fewer.

    A record with fewer does not have all counters, so the table settles it.
    """
    militia = list(militia_in_pool(state))
    if option != NATIONAL_GUARD or len(militia) < MOBILIZED:
        return Mobilized()
    if len(militia) == MOBILIZED:
        return Mobilized(tuple(militia))
    if not by_ledger(state):
        return Mobilized((stated["militia-1"], stated["militia-2"]))
    first, drawn = dice.last + 1, []
    for _ in range(MOBILIZED):
        drawn.append(dice.choose(militia))
        militia.remove(drawn[-1])
    return Mobilized(tuple(drawn), first)


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


def _transferred(state: State, event: CountersTransferred) -> State:
    """LiF 5.3.2: the USA gives them away for good. Each stays in its pool, present or future."""
    known = dict(state.play.counters)
    for who, country in event.counters.items():
        known[who] = replace(known[who], power=country)
    return replace(state, play=replace(state.play, counters=known))


EVOLVE: Evolvers = {CountersTransferred: _transferred}
