"""LiF 5: counters and force pools as readers see them: by place, in JSON, in tables. Pure."""

from collections.abc import Iterator
from typing import get_args

import msgspec

from campaign.kernel import projections
from campaign.lif.force_pools.fold import is_hq
from campaign.lif.read_tables import READ_TABLES
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.text.json_values import JsonObject
from events.lif import force_pools
from events.lif.on_map import GuardsPromoted

# --- The force pools, and all counters in JSON values --------------------------------------------

PLACES: tuple[force_pools.CounterPlace, ...] = get_args(force_pools.CounterPlace)

UNKNOWN = "unknown"
"""The type of a counter whose type nobody has entered."""


class Pool(msgspec.Struct, frozen=True):
    """LiF 5: one power's counters of one type, by the place each is in."""

    power: str
    type: str
    places: dict[force_pools.CounterPlace, tuple[str, ...]]
    """Every place, with its counters in id order."""

    @property
    def counts(self) -> dict[force_pools.CounterPlace, int]:
        """How many counters each place has."""
        return {place: len(held) for place, held in self.places.items()}

    @property
    def total(self) -> int:
        """All counters of the type."""
        return sum(self.counts.values())


def pools(state: State) -> tuple[Pool, ...]:
    """LiF 5: counters per power, type and place; major powers first, then minors by name."""
    by_place: dict[tuple[str, str], dict[force_pools.CounterPlace, list[str]]] = {}
    for who, counter in sorted(state.play.counters.items()):
        of_type = by_place.setdefault((counter.power, counter.type or UNKNOWN), {})
        of_type.setdefault(state.play.counter_placements[who].place, []).append(who)
    return tuple(
        Pool(power, kind, {place: tuple(by_place[power, kind].get(place, ())) for place in PLACES})
        for power, kind in sorted(
            by_place,
            key=lambda key: (POWERS.index(key[0]) if key[0] in POWERS else len(POWERS), key),
        )
    )


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


# --- The read tables ------------------------------------------------------------------------------

COUNTERS = READ_TABLES.table("counters")
GUARDS_BANNER = READ_TABLES.table("guards_banner")
FORCE_POOLS = READ_TABLES.table("force_pools")


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 5.1: each promotion to a Guards Banner army."""
    event = step.record.event
    if isinstance(event, GuardsPromoted) and not step.record.struck_by:
        yield GUARDS_BANNER.of(step, event)


def current(state: State) -> projections.Current:
    """LiF 5: every counter where it is now, and how many are in each place."""
    known, placed = sorted(state.play.counters.items()), state.play.counter_placements
    counters = [
        COUNTERS.row(one, placed[who], counter=who, hq=one.hq or is_hq(one.type))
        for who, one in known
    ]
    yield COUNTERS, counters
    yield FORCE_POOLS, [FORCE_POOLS.row(pool, **pool.counts) for pool in pools(state)]


TABLES = projections.Projections[State](
    tables=(COUNTERS, GUARDS_BANNER, FORCE_POOLS),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.play.counters, state.play.counter_placements),
)
