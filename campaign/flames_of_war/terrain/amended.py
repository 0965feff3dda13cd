"""Corrections of the battlefield: an amended roll says what its dice bring. Pure."""

from campaign.flames_of_war import rolling
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain.charts import charts
from campaign.flames_of_war.terrain.first_die import covers
from campaign.flames_of_war.terrain.rolling import SquareRolled, rolled
from campaign.flames_of_war.terrain.squares import LARGEST_FEET, is_square
from campaign.kernel.decisions import Refused, bad_field
from events.base import Event
from events.fow.ground import BattlefieldDescribed, TerrainRolled

RULE = "FoW Terrain Chart"


def refused(state: State, now: Event) -> Refused | None:
    """Why an amended event of the battlefield is impossible; None if it is not."""
    if isinstance(now, TerrainRolled):
        return _square(state, now)
    if isinstance(now, BattlefieldDescribed):
        return _size(now)
    return None


def _square(state: State, now: TerrainRolled) -> Refused | None:
    """FoW Terrain Chart: dice, category and feature agree; all of them are put right at once."""
    chart = charts().get(now.chart)
    if chart is None:
        return bad_field("chart", f"expected one of {', '.join(charts())}, got {now.chart!r}")
    if now.category not in chart.every_category:
        right = ", ".join(chart.every_category)
        return bad_field("category", f"expected one of {right}, got {now.category!r}")
    if not is_square(now.square):
        return bad_field("square", f"expected a column and a row such as a1, got {now.square!r}")
    if now.side not in state.sides:
        return bad_field("side", f"expected one of {', '.join(state.sides)}, got {now.side!r}")
    if wrong := rolling.impossible(now.dice):
        return wrong
    named = "" if covers(state.first_die, now.chart) else now.category
    left = iter(now.dice)
    try:
        found = rolled(chart, left, category=named, first_die=state.first_die)
    except StopIteration:
        return bad_field("dice", "there is one more to be thrown")
    if list(left):
        return bad_field("dice", f"expected {len(found.dice)}, got {len(now.dice)}")
    fields = (name for name in SquareRolled.__struct_fields__ if name != "dice")
    for name in fields:
        if getattr(found, name) != getattr(now, name):
            right = str(getattr(found, name)).lower() or "nothing"
            return Refused(RULE, f"these dice bring {right} as {name}: amend both at once")
    return None


def _size(now: BattlefieldDescribed) -> Refused | None:
    both = bool(now.width_feet) == bool(now.depth_feet)
    if both and all(0 <= feet <= LARGEST_FEET for feet in (now.width_feet, now.depth_feet)):
        return None
    text = f"a table has a width and a depth of 1 to {LARGEST_FEET} feet, or none is told"
    return bad_field("width_feet", text)
