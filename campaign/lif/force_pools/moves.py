"""LiF 5.1, 5.2, 5.4: counters join the campaign and go from place to place. Pure."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated

import msgspec

from campaign.kernel import decisions, members
from campaign.kernel.chapters import Corrected
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field, missing_field
from campaign.kernel.members import about
from campaign.lif import calendar
from campaign.lif.abilities import command_range
from campaign.lif.force_pools import fold, kit
from campaign.lif.names import code, the_country
from campaign.lif.roster import POWERS, TurnField
from campaign.lif.state import CounterPlacement, Deciders, State, aligned_with
from campaign.lif.us_entry import chart
from campaign.text.english import near
from campaign.text.moments import is_seen
from events.base import Event, Slug
from events.lif import force_pools
from events.lif.cup import LeadersReachedYear
from events.lif.on_map import Place

# --- What a host or player may ask for about counters -------------------------------------------


class AddCounters(Command, frozen=True, kw_only=True):
    """LiF 5.4: brings counters into the campaign, from the kit or from a club's counter sheet."""

    verb = "counters import"
    counters: Annotated[
        tuple[force_pools.Counter, ...], msgspec.Meta(min_length=1, description="the counters")
    ]
    source: Annotated[str, msgspec.Meta(max_length=80, description="where they come from")] = "kit"


class MoveCounter(Command, frozen=True, kw_only=True):
    """LiF 5.1: moves a counter between pool, circle, map, reserve, scrap and out of the game."""

    verb = "counters move COUNTER TO"
    in_short = "Move a counter to another place."
    example = """
    campaign counters move club guards-7th map --location E1429 --reason "begins on the map"
    campaign counters move club guards-7th reserve --reason destroyed
    """
    options = {"face_up": "--face-down"}  # noqa: RUF012
    who = "holder"
    counter: Annotated[Slug, about("the counter", "counter")]
    to: Annotated[force_pools.CounterPlace, about("where it goes")]
    reason: Annotated[
        str, msgspec.Meta(min_length=1, max_length=120, description="why, for the journal")
    ] = "in play"
    arrives: Annotated[
        TurnField | None, about("on the circle: the turn of its arrival", "later_turn")
    ] = None
    location: Annotated[Place | None, about("on the map: where, such as E1429", "place")] = None
    face_up: Annotated[bool, about("on the map: face-up, or else face-down")] = True


# --- LiF 5.1, 5.2, 5.4: counters join the campaign and go from place to place -------------------
#
# A counter is in exactly one place: not yet due, force pool, production circle, map, reserve pool,
# scrapped, or out of the game. The last two are for good. A counter from the production circle
# comes to the map without a location: its owner puts it where the base game allows.

FOR_GOOD: tuple[force_pools.CounterPlace, ...] = ("scrapped", "removed")
"""LiF 5.1: places that a counter never leaves."""
AWAY: tuple[force_pools.CounterPlace, ...] = ("pool", "circle", "scrapped")
"""LiF 5.1: where a Guards Banner army does not go; it goes back to the reserve pool."""


def add_counters(state: State, command: AddCounters, supplied: Supplied) -> Decision:
    """LiF 5.4: counters join the force pools by their availability; Guards armies the reserve.

    For a counter already in play, unknown numbers can be filled in (ruling 37).
    """
    from campaign.lif.force_pools import checks

    new: dict[str, force_pools.Counter] = {}
    events: list[Event] = []
    seen: set[str] = set()
    replaced: set[str] = set()
    joining: list[Event] = []
    filled_in: list[Event] = []
    for row in command.counters:
        if row.id in seen:
            return bad_field("counters", f"{row.id} is listed twice")
        seen.add(row.id)
        counter = checks.judged(state, row)
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
        year = calendar.year(state.campaign.turn)
        joins_at = CounterPlacement(fold.starting_place(counter, year))
        begins = state.play.counter_placements.get(counter.id, joins_at)
        taking += checks.changed_over(state, counter, begins)
    if refused := _too_many_guards(state, new.values()):
        return refused
    if new:
        added = force_pools.CountersAdded(counters=tuple(new.values()), source=command.source)
        events.insert(0, added)
    return (*events, *joining, *filled_in)


def _too_many_guards(state: State, new: Collection[force_pools.Counter]) -> Refused | None:
    """LiF 5.1: the kit has a fixed number of Guards Banner armies."""
    joining = sum(counter.guards_banner for counter in new)
    guards = joining + sum(counter.guards_banner for counter in state.play.counters.values())
    if not joining or guards <= kit.GUARDS:
        return None
    why = f"the kit has {kit.GUARDS} Guards Banner armies, and these would be {guards}"
    return Refused("LiF 5.1", why)


def _described(state: State, counter: force_pools.Counter, source: str) -> list[Event]:
    """Ruling 37: the numbers; a year among them also decides where the counter goes."""
    events: list[Event] = [force_pools.CounterDescribed(counter=counter, source=source)]
    place = state.play.counter_placements[counter.id].place
    year = calendar.year(state.campaign.turn)
    takes_over = bool(counter.replaces) and not state.play.counters[counter.id].replaces
    if counter.available is not None and not takes_over:
        if place == "future" and counter.available <= year:
            events.append(force_pools.CountersAvailable(year=year, counters=(counter.id,)))
        if place in ("pool", "reserve") and counter.available > year:
            reason = code("available", counter.available)
            events.append(force_pools.CounterMoved(counter=counter.id, to="future", reason=reason))
    return events


def move_counter(state: State, command: MoveCounter, supplied: Supplied) -> Decision:
    """LiF 5.1: a counter leaves its place for another; the base game says when it may."""
    if not is_seen(command.reason):
        return bad_field("reason", "expected one line of text that can be seen")
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
        force_pools.CounterMoved(
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


def rule_of(counter: force_pools.Counter) -> str:
    """The section of the rules that brings a counter into play."""
    row = kit.kit().get(counter.id)
    return "LiF 5.1" if counter.guards_banner else f"LiF {row.rule if row else '5.4'}"


def _leaves(state: State, counter: force_pools.Counter, command: MoveCounter) -> Refused | None:
    """LiF 5.4: a counter out of the game stays out; one that is not due waits for its year."""
    place = state.play.counter_placements[counter.id].place
    rule = rule_of(counter)
    if place in FOR_GOOD:
        return Refused(rule, f"{counter.id} was {place}, and never comes back")
    if command.to == "future":
        return Refused(rule, f"{counter.id} has come into play; nothing makes it wait again")
    if place != "future" or command.to == "removed":
        return None
    if refused := chart.too_soon(state, counter.id):
        return refused
    if counter.available is None:
        if command.to in ("pool", "reserve", "map"):
            return None
        text = f"{counter.id} is not in play yet; it joins the force pool, reserve or map first"
        return Refused(rule, text)
    return Refused(rule, f"{counter.id} is not due before January/February {counter.available}")


def _no_such_arrival(state: State, command: MoveCounter) -> Refused | None:
    """LiF 5.4: the production circle, and nothing else, needs a later turn."""
    if command.to != "circle":
        if command.arrives is None:
            return None
        return bad_field("arrives", f"is for the production circle, not for {command.to}")
    if command.arrives is None:
        text = "the production circle needs the turn of arrival"
        return missing_field("arrives", text, "In which turn does it arrive?")
    now = state.campaign.turn
    if calendar.ordinal(command.arrives) <= calendar.ordinal(now):
        text = f"{command.counter} must arrive after {now}; {command.arrives} is too early"
        return Refused("LiF 5.4", text, decisions.About("arrives"))
    return None


def _for_the_map(command: MoveCounter) -> Refused | None:
    """LiF 5.4: off the map nothing has a location or lies face-down."""
    if command.to == "map" or (command.location is None and command.face_up):
        return None
    field = "face_up" if command.location is None else "location"
    return bad_field(field, f"is for the map, not for {command.to}")


def _fits(state: State, command: MoveCounter) -> Refused | None:
    """LiF 5.4: the circle needs a later turn; only the map has locations and a side face-down."""
    held = state.play.counter_placements[command.counter]
    if refused := _no_such_arrival(state, command) or _for_the_map(command):
        return refused
    if command.location and (refused := command_range.no_place(command.location)):
        return refused
    wanted = CounterPlacement(
        command.to, command.arrives or "", command.location or "", command.face_up
    )
    if held == wanted:
        return Refused(decisions.RECORD, f"{command.counter} is there already")
    return None


def _guards(state: State, counter: force_pools.Counter, command: MoveCounter) -> Refused | None:
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
            events.append(force_pools.CountersAvailable(year=calendar.year(turn), counters=due))
    arrived = tuple(
        who
        for who in _in(state, "circle")
        if calendar.ordinal(state.play.counter_placements[who].arrives) <= now
    )
    if arrived:
        events.append(force_pools.CountersArrived(turn=turn, counters=arrived))
    return tuple(events)


def _in(state: State, place: force_pools.CounterPlace) -> list[str]:
    placed = state.play.counter_placements.items()
    return sorted(who for who, held in placed if held.place == place)


DECIDE: Deciders = {AddCounters: add_counters, MoveCounter: move_counter}


# --- LiF 5: whether each counter is where it can be ---------------------------------------------

_NEVER = 9999
"""After the last year of any campaign."""


def misplaced(state: State) -> list[str]:
    """LiF 5: counters without a place, or in an impossible one; a sound campaign has none."""
    play = state.play
    if not play.counters and not play.counter_placements:
        return []
    nowhere = sorted({*play.counters} - {*play.counter_placements})
    unknown = sorted({*play.counter_placements} - {*play.counters})
    faults = [f"{who} is in no place" for who in nowhere]
    faults += [f"{who} is no counter" for who in unknown]
    for who, held in sorted(play.counter_placements.items()):
        faults += _out_of_time(state, who, held)
        if held.location and held.place != "map":
            faults.append(f"{who} is at {held.place} and in {held.location} as well")
        if counter := play.counters.get(who):
            faults += _out_of_place(state, counter, held)
    return faults


def _out_of_time(state: State, who: str, held: CounterPlacement) -> Iterator[str]:
    """LiF 5.4: a counter on the production circle has a turn of arrival in the future."""
    now = state.campaign.turn
    if (held.place == "circle") != bool(held.arrives):
        yield f"{who} is at {held.place} with the arrival {held.arrives or 'missing'}"
    elif now and held.arrives and calendar.ordinal(held.arrives) <= calendar.ordinal(now):
        yield f"{who} should have arrived in {held.arrives}, and it is {now}"


def _out_of_place(
    state: State, counter: force_pools.Counter, held: CounterPlacement
) -> Iterator[str]:
    """LiF 5: a counter joins in its year; a Guards Banner army is only where it is allowed.

    What a set-up lays is there before the first turn, when nothing can be overdue.
    """
    now = state.campaign.turn
    due = bool(now) and (counter.available or _NEVER) <= calendar.year(now)
    if held.place == "future" and due:
        yield f"{counter.id} has been due since {counter.available}"
    pooled = held.place == "pool" and state.rulings.replaced_guards == "force-pool"
    elsewhere = held.place in AWAY and held.place != "circle"
    if counter.guards_banner and elsewhere and not pooled:
        yield f"{counter.id} is a Guards Banner army, and {held.place} is no place for it"


# --- LiF 5: corrections of counters -------------------------------------------------------------


def faults(state: State) -> Iterator[Refused]:
    """LiF 5: each counter is in exactly one place, and the place exists."""
    for text in misplaced(state):
        yield Refused("LiF 5", text)


def _this_year(state: State, event: Event) -> Mapping[str, object]:
    """LiF 4, 5.4: who joins in a year joins in that of the turn."""
    return {"year": calendar.year(state.campaign.turn)}


CORRECTED = Corrected[State](
    restated={force_pools.CountersAvailable: _this_year, LeadersReachedYear: _this_year},
    faults=faults,
)
