"""Rows of the read tables of unit counters and force pools. Pure."""

from collections.abc import Iterator

from campaign.kernel.tables import Current, Row, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.force_pools.read_tables import COUNTERS, FORCE_POOLS, GUARDS_BANNER
from campaign.leaders_in_flames.force_pools.view import Pool, pools
from campaign.leaders_in_flames.on_map.losses import is_hq
from campaign.leaders_in_flames.state import State
from events.lif.on_map import GuardsPromoted


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """LiF 5.1: each promotion to a Guards Banner army."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, GuardsPromoted):
        return
    row: Row = {
        "version": step.record.version,
        "turn": step.turn,
        "combat": event.combat,
        "unit": event.unit,
        "army": event.army,
        "score": event.score,
        "factors": event.factors,
        "needed": event.needed,
    }
    yield GUARDS_BANNER, row


def current(state: State) -> Current:
    """LiF 5: every counter where it is now, and how many are in each place."""
    yield COUNTERS, [_counter(state, who) for who in sorted(state.play.counters)]
    yield FORCE_POOLS, [_pool(pool) for pool in pools(state)]


def _pool(pool: Pool) -> Row:
    counts: Row = {str(place): count for place, count in pool.counts.items()}
    return {"power": pool.power, "type": pool.type, **counts, "total": pool.total}


def _counter(state: State, who: str) -> Row:
    counter, held = state.play.counters[who], state.play.counter_placements[who]
    return {
        "counter": who,
        "power": counter.power,
        "type": counter.type,
        "name": counter.name,
        "combat": counter.combat,
        "movement": counter.movement,
        "cost": counter.cost,
        "size": counter.size,
        "available": counter.available,
        "guards_banner": int(counter.guards_banner),
        "hq": int(counter.hq or is_hq(counter.type)),
        "replaces": counter.replaces or None,
        "place": held.place,
        "location": held.location or None,
        "face_up": int(held.face_up),
        "arrives": held.arrives or None,
    }


TABLES = Tables[State](
    tables=(COUNTERS, GUARDS_BANNER, FORCE_POOLS),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.play.counters, state.play.counter_placements),
)
