"""Rows of the read tables of the major powers. Pure."""

from campaign.kernel.tables import Current, Row, Tables
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.politics import read_tables
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, has_marker


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


TABLES = Tables[State](tables=(read_tables.POWERS,), current=current, made_from=_made_from)
