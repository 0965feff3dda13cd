"""LiF 5: the force pools as readers see them; whether each counter is where it can be. Pure."""

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from campaign.kernel.members import POWERS
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.force_pools.moves import AWAY, FOR_GOOD
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.militia import awaited
from events.base import Event
from events.campaign import CampaignClosed, TurnBegan
from events.lif.force_pools import (
    CounterDescribed,
    CounterMoved,
    CounterPlace,
    CountersAdded,
    CountersArrived,
    CountersAvailable,
)

PLACES: tuple[CounterPlace, ...] = get_args(CounterPlace)
UNKNOWN = "unknown"
"""The type of a counter whose type nobody has entered."""


class Pool(msgspec.Struct, frozen=True):
    """LiF 5: one power's counters of one type, by the place each is in."""

    power: str
    type: str
    places: dict[CounterPlace, tuple[str, ...]]
    """Every place, with its counters in id order."""

    @property
    def counts(self) -> dict[CounterPlace, int]:
        """How many counters each place has."""
        return {place: len(held) for place, held in self.places.items()}

    @property
    def total(self) -> int:
        """All counters of the type."""
        return sum(self.counts.values())


def pools(state: State) -> tuple[Pool, ...]:
    """LiF 5: counters per power, type and place; major powers first, then minors by name."""
    found: dict[tuple[str, str], dict[CounterPlace, list[str]]] = {}
    for who, counter in sorted(state.play.counters.items()):
        of_type = found.setdefault((counter.power, counter.type or UNKNOWN), {})
        of_type.setdefault(state.play.counter_placements[who].place, []).append(who)
    return tuple(
        Pool(power, kind, {place: tuple(found[power, kind].get(place, ())) for place in PLACES})
        for power, kind in sorted(found, key=_in_order)
    )


def _in_order(key: tuple[str, str]) -> tuple[int, str, str]:
    power, kind = key
    return (POWERS.index(power) if power in POWERS else len(POWERS), power, kind)


def shown(state: State) -> dict[str, Any]:
    """The counters as everybody may see them, in JSON values: a part of the state shown."""
    told: dict[str, dict[str, Any]] = {power: {} for power in POWERS}
    for pool in pools(state):
        places = {place: list(held) for place, held in pool.places.items()}
        told.setdefault(pool.power, {})[pool.type] = places
    return {
        "force_pools": told,
        "guards_banner": {
            who: {
                "place": state.play.counter_placements[who].place,
                "location": state.play.counter_placements[who].location or None,
            }
            for who, counter in sorted(state.play.counters.items())
            if counter.guards_banner
        },
    }


# --- what an auditor asks -----------------------------------------------------------------------


def misplaced(state: State) -> list[str]:
    """LiF 5: counters that are nowhere, or where they cannot be; none in a sound campaign."""
    play = state.play
    if not play.counters and not play.counter_placements:
        return []
    told = [
        f"{who} is in no place" for who in sorted(set(play.counters) - {*play.counter_placements})
    ]
    told += [
        f"{who} is no counter" for who in sorted({*play.counter_placements} - set(play.counters))
    ]
    now = state.campaign.turn
    pooled = state.rulings.replaced_guards == "force-pool"
    for who, held in sorted(play.counter_placements.items()):
        counter = play.counters.get(who)
        if (held.place == "circle") != bool(held.arrives):
            told.append(f"{who} is at {held.place} with the arrival {held.arrives or 'missing'}")
        elif held.arrives and calendar.ordinal(held.arrives) <= calendar.ordinal(now):
            told.append(f"{who} should have arrived in {held.arrives}, and it is {now}")
        if held.location and held.place != "map":
            told.append(f"{who} is at {held.place} and in {held.location} as well")
        if counter is None:
            continue
        due = counter.available is not None and counter.available <= calendar.year(now)
        if held.place == "future" and due:
            told.append(f"{who} has been due since {counter.available}")
        elsewhere = held.place in AWAY and held.place != "circle"
        if counter.guards_banner and elsewhere and not (pooled and held.place == "pool"):
            told.append(f"{who} is a Guards Banner army, and {held.place} is no place for it")
    return told


def unfounded(state: State, event: Event) -> Iterator[str]:
    """LiF 5: what an event says of counters that cannot be, given the state before it."""
    held = state.play.counter_placements
    match event:
        case TurnBegan() | CampaignClosed():
            yield from misplaced(state)
        case CountersAdded():
            tally = Tally(counter.id for counter in event.counters)
            for who, times in tally.items():
                if times > 1 or who in held:
                    yield f"{who} is added a second time"
            for one in event.counters:
                early = one.starts != "future" or one.available is not None
                if early and (action := awaited(state, one.id)):
                    yield f"{one.id} comes before US entry action {action}"
        case CounterDescribed() if event.counter.id not in held:
            yield f"{event.counter.id} is described and was never added"
        case CounterMoved():
            yield from _moved(state, event)
        case CountersArrived():
            for who in event.counters:
                if who not in held or held[who].arrives != event.turn:
                    yield f"{who} arrives in {event.turn} and was not on its way"
        case CountersAvailable():
            for who in event.counters:
                known = state.play.counters.get(who)
                year = known.available if known else None
                if who not in held or held[who].place != "future" or (year or 9999) > event.year:
                    yield f"{who} joins in {event.year} and was not due"


def _moved(state: State, event: CounterMoved) -> Iterator[str]:
    held = state.play.counter_placements.get(event.counter)
    if held is None:
        yield f"{event.counter} moves and was never added"
    elif held.place in FOR_GOOD:
        yield f"{event.counter} moves, and was {held.place} for good"
    elif event.to != "removed" and (action := awaited(state, event.counter)):
        yield f"{event.counter} moves before US entry action {action}"
    now = state.campaign.turn
    if event.to == "circle" and (
        not calendar.is_turn(event.arrives)
        or calendar.ordinal(event.arrives) <= calendar.ordinal(now)
    ):
        yield f"{event.counter} goes onto the circle to arrive in {event.arrives or 'no turn'}"
