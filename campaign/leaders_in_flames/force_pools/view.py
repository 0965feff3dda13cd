"""LiF 5: the force pools as readers see them; whether each counter is where it can be. Pure."""

from collections.abc import Iterator
from typing import get_args

import msgspec

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.force_pools.moves import AWAY
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import CounterPlacement, State
from campaign.text.json_values import JsonObject
from events.lif.force_pools import (
    Counter,
    CounterPlace,
)

PLACES: tuple[CounterPlace, ...] = get_args(CounterPlace)
UNKNOWN = "unknown"
"""The type of a counter whose type nobody has entered."""
_NEVER = 9999
"""After the last year of any campaign."""


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


def shown(state: State) -> JsonObject:
    """The counters as everybody may see them, in JSON values: a part of the state shown."""
    fields: dict[str, JsonObject] = {power: {} for power in POWERS}
    for pool in pools(state):
        places = {place: list(held) for place, held in pool.places.items()}
        fields.setdefault(pool.power, {})[pool.type] = places
    return {
        "force_pools": fields,
        "guards_banner": {
            who: {
                "place": state.play.counter_placements[who].place,
                "location": state.play.counter_placements[who].location or None,
            }
            for who, counter in sorted(state.play.counters.items())
            if counter.guards_banner
        },
    }


# --- for the audit ------------------------------------------------------------------------------


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


def _out_of_place(state: State, counter: Counter, held: CounterPlacement) -> Iterator[str]:
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
