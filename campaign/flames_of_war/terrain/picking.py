"""FoW Terrain Chart: who picks which square, on which chart, in which category. Pure."""

from campaign.flames_of_war.state import LineState, State
from campaign.flames_of_war.terrain.charts import TerrainChart, charts
from campaign.flames_of_war.terrain.commands import RollTerrain
from campaign.flames_of_war.terrain.first_die import covers
from campaign.flames_of_war.terrain.squares import is_square, squares
from campaign.flames_of_war.who_may import sides_of, the_side
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.text.english import listed
from campaign.text.suggest import near

RULE = "FoW Terrain Chart"


def no_square(line: LineState, square: str) -> Refused | None:
    """FoW Terrain Chart: a square of the table that nobody has rolled for (ruling 49)."""
    ground = line.battlefield
    if not is_square(square):
        return bad_field("square", f"expected a column and a row such as a1, got {square!r}")
    if square in ground.squares:
        return Refused(RULE, f"{square} is rolled for already")
    known = squares(ground.width_feet, ground.depth_feet) if ground.width_feet else ()
    if known and square not in known:
        size = f"{ground.width_feet} by {ground.depth_feet} feet"
        return bad_field("square", f"{square} is outside the table of {size}: a1 to {known[-1]}")
    return None


def due(state: State, line: LineState) -> str | Refused:
    """FoW Terrain Chart: whose turn it is to pick a square; empty where either side may begin.

    They take turns (p. 234); who begins is ruling 50.
    """
    picked = tuple(line.battlefield.squares.values())
    if picked:
        return state.other(picked[-1].side)
    first = state.rulings.first_square
    if first == "roll":
        return ""
    if not line.attacker:
        text = f"the {first} picks the first square, and who attacks is not decided yet"
        return Refused("FoW ruling 50", text)
    return line.attacker if first == "attacker" else state.other(line.attacker)


def who_picks(state: State, line: LineState, command: RollTerrain) -> str | Refused:
    """FoW Terrain Chart: the side that picks this square."""
    turn = due(state, line)
    if isinstance(turn, Refused):
        return turn
    if command.side is None:
        if turn:
            return turn
        own = sides_of(state, command.by, line.id)
        text = f"say which side picks the first square: {listed(state.sides, 'or')}"
        return own[0] if len(own) == 1 else missing_field("side", text, "Which side begins?")
    side = the_side(state, command.side)
    if isinstance(side, Refused) or turn in ("", side):
        return side
    return Refused(RULE, f"squares are picked in turn; this one is for {state.sides[turn]}")


def the_chart(line: LineState, command: RollTerrain) -> TerrainChart | Refused:
    """FoW Terrain Chart: the campaign's chart, or the one that the players name.

    A battlefield has one chart; another may only lend it a season (ruling 68).
    """
    own = (line.axis.chart if line.axis else "") or line.battlefield.chart
    named = command.chart or own
    if not named:
        return missing_field("chart", f"say which: {listed(charts(), 'or')}", "Which chart?")
    chart = charts().get(named)
    if chart is None:
        hint = near(named, charts()) or f"; it is one of {', '.join(charts())}"
        return bad_field("chart", f"{named!r} is no terrain chart{hint}")
    if own and named != own and command.category != chart.weather:
        right = charts()[own].name
        return Refused(
            RULE, f"this battlefield is rolled on the {right} chart; others lend it seasons alone"
        )
    return chart


def no_category(state: State, chart: TerrainChart, category: str | None) -> Refused | None:
    """FoW ruling 48: the category comes from the players, or from the club's own table."""
    known = chart.every_category
    if category is None:
        if covers(state.first_die, chart.slug):
            return None
        return missing_field(
            "category",
            f"say what your chart's first die gives: {listed(known, 'or')}",
            "Which category?",
        )
    if category not in known:
        hint = near(category, known) or f"; there is {', '.join(known)}"
        return bad_field("category", f"{category!r} is not on the {chart.name} chart{hint}")
    if covers(state.first_die, chart.slug):
        return bad_field("category", "leave it out: the club's table gives it for the first die")
    return None
