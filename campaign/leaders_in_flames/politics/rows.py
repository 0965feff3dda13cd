"""Rows of the read tables of the major powers, who plays them, and their wars. Pure."""

from collections.abc import Iterator

from campaign.kernel.tables import Current, Row, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.names import POWER_NAMES, country
from campaign.leaders_in_flames.politics import read_tables, table_views
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, has_marker, pair
from events.lif.politics import WarDeclared


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """LiF 4: each war that began or ended, and each power that got another player."""
    if step.before is None:
        return
    was, now = step.before.at_war, step.after.at_war
    if was is not now:
        for sides in sorted(now - was):
            yield read_tables.WAR_CHANGES, _war(step, sides, "began")
        for sides in sorted(was - now):
            yield read_tables.WAR_CHANGES, _war(step, sides, "ended")
    held, holds = step.before.campaign.powers, step.after.campaign.powers
    if held is not holds:
        for power in POWERS:
            if held.get(power) != holds.get(power):
                yield read_tables.POWER_CHANGES, _holder(step, power, holds.get(power))


def _war(step: Transition[State], sides: tuple[str, str], change: str) -> Row:
    """LiF 4: the attacker first, where the record knows one."""
    event = step.record.event
    declared = isinstance(event, WarDeclared) and pair(event.attacker, event.target) == sides
    if isinstance(event, WarDeclared) and declared:
        sides = event.attacker, event.target
    attacker, target = sides
    return {
        "version": step.record.version,
        "turn": step.turn,
        "change": change,
        "attacker": attacker,
        "target": target,
        "attacker_name": country(attacker),
        "target_name": country(target),
        "declared": int(declared),
    }


def _holder(step: Transition[State], power: str, member: str | None) -> Row:
    version = step.record.version
    return {"version": version, "turn": step.turn, "power": power, "member": member}


def current(state: State) -> Current:
    """The eight powers today."""
    yield read_tables.POWERS, [_power(state, power) for power in POWERS]


def _power(state: State, power: str) -> Row:
    return {
        "power": power,
        "name": POWER_NAMES[power],
        "side": state.rulings.sides[power],
        "member": state.campaign.powers.get(power),
        "veto_points": state.veto_points.get(power, 0),
        "conquest": state.conquest.get(power, "free"),
        "has_marker": int(bool(state.conquest) and has_marker(state, power)),
    }


def _made_from(state: State) -> tuple[object, ...]:
    return state.rulings.sides, state.campaign.powers, state.veto_points, state.conquest


TABLES = Tables[State](
    tables=(read_tables.POWERS, read_tables.WAR_CHANGES, read_tables.POWER_CHANGES),
    rows=lambda: rows,
    current=current,
    made_from=_made_from,
    views=table_views.VIEWS,
    queries=table_views.QUERIES,
)
