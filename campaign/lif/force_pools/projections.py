"""LiF 5: read tables of unit counters, Guards Banner armies and force pools. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.force_pools.moves import pools
from campaign.lif.on_map.battles import is_hq
from campaign.lif.state import State
from campaign.lif.tables import READ_TABLES
from events.lif.on_map import GuardsPromoted

COUNTERS = READ_TABLES.table("counters")
GUARDS_BANNER = READ_TABLES.table("guards_banner")
FORCE_POOLS = READ_TABLES.table("force_pools")


# --- Rows of the read tables of unit counters and force pools -----------------------------------


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
