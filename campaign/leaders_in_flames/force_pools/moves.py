"""LiF 5.1, 5.2, 5.4: counters join the campaign and go from place to place. Pure.

A counter is in exactly one place: not yet due, force pool, production circle, map, reserve pool,
scrapped, or out of the game. The last two are for good. A counter from the production circle comes
to the map without a location: its owner puts it where the base game allows.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import (
    RECORD,
    About,
    Command,
    Decision,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.abilities import command_range
from campaign.leaders_in_flames.force_pools import kit, replacements
from campaign.leaders_in_flames.force_pools.checks import judged
from campaign.leaders_in_flames.force_pools.commands import AddCounters, MoveCounter
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import (
    CounterPlacement,
    Deciders,
    Evolvers,
    State,
    aligned_with,
)
from campaign.leaders_in_flames.us_entry import militia
from campaign.text.suggest import near
from events.base import Event
from events.lif.force_pools import (
    Counter,
    CounterDescribed,
    CounterMoved,
    CounterPlace,
    CountersAdded,
    CountersArrived,
    CountersAvailable,
)

FOR_GOOD: tuple[CounterPlace, ...] = ("scrapped", "removed")
"""LiF 5.1: places that a counter never leaves."""
AWAY: tuple[CounterPlace, ...] = ("pool", "circle", "scrapped")
"""LiF 5.1: where a Guards Banner army does not go; it goes back to the reserve pool."""


def add_counters(state: State, command: AddCounters, given: Supplied) -> Decision:
    """LiF 5.4: counters join the force pools by their availability; Guards armies the reserve.

    For a counter already in play, unknown numbers can be filled in (ruling 37).
    """
    new: dict[str, Counter] = {}
    events: list[Event] = []
    seen: set[str] = set()
    replaced: set[str] = set()
    joining: list[Event] = []
    filled_in: list[Event] = []
    for row in command.counters:
        if row.id in seen:
            return bad_field("counters", f"{row.id} is listed twice")
        seen.add(row.id)
        counter = judged(state, row)
        if isinstance(counter, Refused):
            return counter
        if row.id in state.play.counters:
            events += _described(state, counter, command.source)
        else:
            new[row.id] = counter
        if counter.replaces and counter.replaces in replaced:
            return bad_field("counters", f"{counter.replaces} is replaced twice")
        replaced.add(counter.replaces)
        taking = joining if row.id in new else filled_in
        taking += replacements.changed_over(state, counter, _begins(state, counter))
    guards = sum(
        counter.guards_banner for counter in (*state.play.counters.values(), *new.values())
    )
    if any(counter.guards_banner for counter in new.values()) and guards > kit.GUARDS:
        why = f"the kit has {kit.GUARDS} Guards Banner armies, and these would be {guards}"
        return Refused("LiF 5.1", why)
    if new:
        events.insert(0, CountersAdded(counters=tuple(new.values()), source=command.source))
    return (*events, *joining, *filled_in)


def _begins(state: State, counter: Counter) -> CounterPlacement:
    """LiF 5.4: where a counter is, or where it joins."""
    held = state.play.counter_placements.get(counter.id)
    if held is not None:
        return held
    return CounterPlacement(starting_place(counter, calendar.year(state.campaign.turn)))


def _described(state: State, counter: Counter, source: str) -> list[Event]:
    """Ruling 37: the numbers; a year among them also decides where the counter goes."""
    events: list[Event] = [CounterDescribed(counter=counter, source=source)]
    place = state.play.counter_placements[counter.id].place
    year = calendar.year(state.campaign.turn)
    takes_over = bool(counter.replaces) and not state.play.counters[counter.id].replaces
    if counter.available is not None and not takes_over:
        if place == "future" and counter.available <= year:
            events.append(CountersAvailable(year=year, counters=(counter.id,)))
        if place in ("pool", "reserve") and counter.available > year:
            reason = code("available", counter.available)
            events.append(CounterMoved(counter=counter.id, to="future", reason=reason))
    return events


def move_counter(state: State, command: MoveCounter, given: Supplied) -> Decision:
    """LiF 5.1: a counter leaves its place for another; the base game says when it may."""
    counter = state.play.counters.get(command.counter)
    if counter is None:
        hint = near(command.counter, state.play.counters)
        text = f"there is no counter {command.counter!r} in this campaign{hint}"
        return bad_field("counter", text)
    if refused := (
        _may_move(state, command, counter.power)
        or _leaves(state, counter, command)
        or _fits(state, command)
        or _guards(state, counter, command)
    ):
        return refused
    return (
        CounterMoved(
            counter=command.counter,
            to=command.to,
            reason=command.reason,
            arrives=command.arrives or "",
            location=command.location or "",
            face_up=command.face_up,
        ),
    )


def _may_move(state: State, command: Command, power: str) -> Refused | None:
    """Members: the holder of the counter's power; a minor's counters follow its alignment."""
    player = power if power in POWERS else aligned_with(state, power)
    if player is None:
        return members.host_only(state.campaign, command)
    return members.holder_only(state.campaign, command, player, the_country(player))


def rule_of(counter: Counter) -> str:
    """The section of the rules that brings a counter into play."""
    row = kit.kit().get(counter.id)
    return "LiF 5.1" if counter.guards_banner else f"LiF {row.rule if row else '5.4'}"


def _leaves(state: State, counter: Counter, command: MoveCounter) -> Refused | None:
    """LiF 5.4: a counter out of the game stays out; one that is not due waits for its year."""
    place = state.play.counter_placements[counter.id].place
    rule = rule_of(counter)
    if place in FOR_GOOD:
        return Refused(rule, f"{counter.id} was {place}, and never comes back")
    if command.to == "future":
        return Refused(rule, f"{counter.id} has come into play; nothing makes it wait again")
    if place != "future" or command.to == "removed":
        return None
    if refused := militia.too_soon(state, counter.id):
        return refused
    if counter.available is None:
        if command.to in ("pool", "reserve", "map"):
            return None
        text = f"{counter.id} is not in play yet; it joins the force pool, reserve or map first"
        return Refused(rule, text)
    return Refused(rule, f"{counter.id} is not due before January/February {counter.available}")


def _fits(state: State, command: MoveCounter) -> Refused | None:
    """LiF 5.4: the circle needs a later turn; only the map has locations and a side face-down."""
    held = state.play.counter_placements[command.counter]
    if command.to == "circle":
        if command.arrives is None:
            text = "the production circle needs the turn of arrival"
            return missing_field("arrives", text, "In which turn does it arrive?")
        now = state.campaign.turn
        if calendar.ordinal(command.arrives) <= calendar.ordinal(now):
            text = f"{command.counter} must arrive after {now}; {command.arrives} is too early"
            return Refused("LiF 5.4", text, About("arrives"))
    elif command.arrives is not None:
        return bad_field("arrives", f"is for the production circle, not for {command.to}")
    if command.to != "map" and (command.location is not None or not command.face_up):
        field = "face_up" if command.location is None else "location"
        return bad_field(field, f"is for the map, not for {command.to}")
    if command.location and (refused := command_range.no_place(command.location)):
        return refused
    wanted = CounterPlacement(
        command.to, command.arrives or "", command.location or "", command.face_up
    )
    if held == wanted:
        return Refused(RECORD, f"{command.counter} is there already")
    return None


def _guards(state: State, counter: Counter, command: MoveCounter) -> Refused | None:
    """LiF 5.1: a Guards army comes by promotion and goes back to reserve (ruling 36).

    Shattered is not destroyed: a shattered army comes back through the circle. A host may put a
    Guards army on the map if a campaign begins in mid-war.
    """
    if not counter.guards_banner:
        return None
    place = state.play.counter_placements[command.counter].place
    pooled = state.rulings.replaced_guards == "force-pool"
    shattered = (place, command.to) == ("map", "circle")
    if command.to in AWAY and not shattered and not (pooled and command.to != "scrapped"):
        text = f"{command.counter} is a Guards Banner army: destroyed, it goes back to reserve"
        return Refused("LiF 5.1", text)
    if (place, command.to) == ("reserve", "map") and not state.campaign.is_host(command.by):
        text = f"{command.counter} is a Guards Banner army: a promotion brings it onto the map"
        return Refused("LiF 5.1", text)
    return None


def at_start_of(state: State, turn: str, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 5.4: January/February brings the year's counters; the circle gives up what is due."""
    events: list[Event] = []
    now = calendar.ordinal(turn)
    if calendar.starts_year(turn):
        due = tuple(
            who
            for who in _in(state, "future")
            if (year := state.play.counters[who].available) is not None
            and year <= calendar.year(turn)
        )
        if due:
            events.append(CountersAvailable(year=calendar.year(turn), counters=due))
    arrived = tuple(
        who
        for who in _in(state, "circle")
        if calendar.ordinal(state.play.counter_placements[who].arrives) <= now
    )
    if arrived:
        events.append(CountersArrived(turn=turn, counters=arrived))
    return tuple(events)


def _in(state: State, place: CounterPlace) -> list[str]:
    placed = state.play.counter_placements.items()
    return sorted(who for who, held in placed if held.place == place)


# --- fold ---------------------------------------------------------------------------------------


def starting_place(counter: Counter, year: int) -> CounterPlace:
    """LiF 5.1, 5.4: not due before its year; a Guards army in reserve; else where it starts."""
    if counter.available is not None and counter.available > year:
        return "future"
    if counter.starts == "future" and counter.available is not None:
        return joins(counter)
    return "reserve" if counter.guards_banner else counter.starts


def joins(counter: Counter) -> CounterPlace:
    """LiF 5.1, 5.4: where a counter goes in its year."""
    return "reserve" if counter.guards_banner or counter.starts == "reserve" else "pool"


def _placed(state: State, places: Iterable[tuple[str, CounterPlacement]]) -> State:
    changed = dict(places)
    if strangers := sorted(set(changed) - set(state.play.counters)):
        raise ValueError(f"there is no counter {strangers[0]!r}")
    placements = {**state.play.counter_placements, **changed}
    return replace(state, play=replace(state.play, counter_placements=placements))


def _known(state: State, counters: Iterable[Counter]) -> State:
    known = {**state.play.counters, **{counter.id: counter for counter in counters}}
    return replace(state, play=replace(state.play, counters=known))


def _added(state: State, event: CountersAdded) -> State:
    year = calendar.year(state.campaign.turn or state.campaign.first_turn)
    return _placed(
        _known(state, event.counters),
        (
            (counter.id, CounterPlacement(starting_place(counter, year)))
            for counter in event.counters
        ),
    )


def _facts(state: State, event: CounterDescribed) -> State:
    if event.counter.id not in state.play.counters:
        raise ValueError(f"there is no counter {event.counter.id!r}")
    return _known(state, (event.counter,))


def _moved(state: State, event: CounterMoved) -> State:
    place = CounterPlacement(event.to, event.arrives, event.location, event.face_up)
    return _placed(state, ((event.counter, place),))


def _available(state: State, event: CountersAvailable) -> State:
    known = state.play.counters
    return _placed(state, ((who, CounterPlacement(joins(known[who]))) for who in event.counters))


def _arrived(state: State, event: CountersArrived) -> State:
    return _placed(state, ((who, CounterPlacement("map")) for who in event.counters))


DECIDE: Deciders = {AddCounters: add_counters, MoveCounter: move_counter}
EVOLVE: Evolvers = {
    CountersAdded: _added,
    CounterDescribed: _facts,
    CounterMoved: _moved,
    CountersAvailable: _available,
    CountersArrived: _arrived,
}
