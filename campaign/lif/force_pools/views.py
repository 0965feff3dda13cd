"""LiF 5.4: where the counters are, as the report of a turn shows it. Pure."""

from collections.abc import Sequence

from campaign.kernel.pages import Shown
from campaign.lif.force_pools.projections import PLACES, Pool, pools
from campaign.lif.names import country
from campaign.lif.roster import POWERS
from campaign.lif.story.turn_notes import Context, GameSection
from events.lif.force_pools import CounterPlace


def moves_view(context: Context) -> tuple[tuple[str, str], ...] | None:
    """LiF 5.4: what moved in a turn, by power; None if nothing did."""
    view = pools_view(context)
    moves = []
    for table in view.tables if view else ():
        if changes := "; ".join(f"{row.type}: {row.changed}" for row in table.rows if row.changed):
            moves.append((table.power, changes))
    return tuple(moves) or None


def pools_view(context: Context) -> Shown | None:
    """LiF 5.4: the counters at the end of a turn, a table a major power and one of all minor
    countries; None where there are none.
    """
    log = context.log
    now = pools(log.end)
    before = {(pool.power, pool.type): pool for pool in pools(log.notes.start)}
    used = [place for place in PLACES if any(pool.counts[place] for pool in now)]
    by_owner: dict[str, list[Shown]] = {}
    for pool in now:
        row = _row(pool, before.get((pool.power, pool.type)), used)
        by_owner.setdefault(pool.power if pool.power in POWERS else "minors", []).append(row)
    tables = tuple(Shown(power=power, rows=tuple(rows)) for power, rows in by_owner.items())
    return Shown(columns=tuple(used), tables=tables) if tables else None


def _row(pool: Pool, before: Pool | None, places: Sequence[CounterPlace]) -> Shown:
    """A row of a major power's table, or with its country's name in that of the minors."""
    kind = pool.type if pool.power in POWERS else f"{country(pool.power)} {pool.type}"
    counts = tuple(pool.counts[place] for place in places)
    return Shown(type=kind, counts=counts, total=pool.total, changed=_changed(before, pool))


def _changed(before: Pool | None, now: Pool) -> str:
    """What moved to another place in the turn: `2 map → pool`."""
    if before is None:
        return f"{now.total} new"
    held = {who: place for place, counters in before.places.items() for who in counters}
    tally: dict[str, int] = {}
    for place, counters in now.places.items():
        for who in counters:
            came = held.get(who, "new")
            if came != place:
                move = f"{came} → {place}"
                tally[move] = tally.get(move, 0) + 1
    return "; ".join(f"{number} {move}" for move, number in tally.items())


COUNTERS = GameSection(
    "counters", "Counters moved", "force_pools/templates/counters.html", moves_view, part="rest"
)


POOLS = GameSection(
    "pools", "Force pools", "force_pools/templates/pools.html", pools_view, part="record"
)
