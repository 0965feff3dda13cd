"""FoW Terrain Chart: what is asked when a square is rolled for. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.interviews import line_of, on_line, thrown
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain.charts import charts
from campaign.flames_of_war.terrain.commands import RollTerrain
from campaign.flames_of_war.terrain.first_die import covers
from campaign.kernel.answers import Choice, Option, Rolled, Several
from campaign.kernel.asking import Asks, Given
from campaign.kernel.by_type import assembled
from campaign.kernel.decisions import Command
from campaign.kernel.interviews import Interview, Page


def asks_terrain(state: State, given: Given) -> Interview:
    """FoW Terrain Chart: a square, then its category where no table gives it, and the dice."""
    found = yield from on_line(state, given, "square", "side", "chart")
    line = line_of(state, found)
    chart = charts().get(found.get("chart") or (line.axis.chart if line and line.axis else ""))
    if chart is not None and not covers(state.first_die, chart.slug):
        (category,) = given.page("category").questions
        known = Choice(tuple(map(Option, chart.every_category)), is_open=True)
        found |= yield Page((replace(category, kind=known, is_optional=False),))
    if state.rulings.dice == "ledger":
        return assembled(found)
    dice = replace(given.page("dice").questions[0], kind=Several(Rolled()))
    found |= yield thrown(state, given, dice)
    return assembled(found)


ASKED: dict[type[Command], Asks] = {RollTerrain: asks_terrain}
