"""LiF 5.1, 5.2, 5.4: what each event of counters does to a state: where each counter is. Pure."""

from collections.abc import Iterable

from msgspec.structs import replace

from campaign.lif import calendar
from campaign.lif.state import CounterPlacement, Evolvers, State
from events.lif import force_pools


def starting_place(counter: force_pools.Counter, year: int) -> force_pools.CounterPlace:
    """LiF 5.1, 5.4: not due before its year; a Guards army in reserve; else where it starts."""
    if counter.available is not None and counter.available > year:
        return "future"
    if counter.starts == "future" and counter.available is not None:
        return joins(counter)
    return "reserve" if counter.guards_banner else counter.starts


def joins(counter: force_pools.Counter) -> force_pools.CounterPlace:
    """LiF 5.1, 5.4: where a counter goes in its year."""
    return "reserve" if counter.guards_banner or counter.starts == "reserve" else "pool"


def is_hq(kind: str) -> bool:
    """Ruling 51: an HQ is known by its type, as `HQ-I`."""
    return kind.casefold().startswith("hq")


def _placed(state: State, places: Iterable[tuple[str, CounterPlacement]]) -> State:
    changed = dict(places)
    if strangers := sorted(set(changed) - set(state.play.counters)):
        raise ValueError(f"there is no counter {strangers[0]!r}")
    placements = {**state.play.counter_placements, **changed}
    return replace(state, play=replace(state.play, counter_placements=placements))


def _known(state: State, counters: Iterable[force_pools.Counter]) -> State:
    known = {**state.play.counters, **{counter.id: counter for counter in counters}}
    return replace(state, play=replace(state.play, counters=known))


def _added(state: State, event: force_pools.CountersAdded) -> State:
    year = calendar.year(state.campaign.turn or state.campaign.first_turn)
    starts = {counter.id: starting_place(counter, year) for counter in event.counters}
    places = ((who, CounterPlacement(place)) for who, place in starts.items())
    return _placed(_known(state, event.counters), places)


def _facts(state: State, event: force_pools.CounterDescribed) -> State:
    if event.counter.id not in state.play.counters:
        raise ValueError(f"there is no counter {event.counter.id!r}")
    return _known(state, (event.counter,))


def _moved(state: State, event: force_pools.CounterMoved) -> State:
    place = CounterPlacement(event.to, event.arrives, event.location, event.face_up)
    return _placed(state, ((event.counter, place),))


def _available(state: State, event: force_pools.CountersAvailable) -> State:
    known = state.play.counters
    return _placed(state, ((who, CounterPlacement(joins(known[who]))) for who in event.counters))


def _arrived(state: State, event: force_pools.CountersArrived) -> State:
    return _placed(state, ((who, CounterPlacement("map")) for who in event.counters))


EVOLVE: Evolvers = {
    force_pools.CountersAdded: _added,
    force_pools.CounterDescribed: _facts,
    force_pools.CounterMoved: _moved,
    force_pools.CountersAvailable: _available,
    force_pools.CountersArrived: _arrived,
}
