"""FoW Terrain Chart: what is asked when a square is rolled for. Pure."""

from msgspec.structs import replace

from campaign.fow.interviews import line_of, on_line, thrown
from campaign.fow.state import State
from campaign.fow.terrain.charts import charts, covers
from campaign.fow.terrain.commands import RollTerrain
from campaign.kernel.interview.answers import Choice, Option, Rolled, Several
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview, Page


def asks_terrain(state: State, form: Given) -> Interview:
    """FoW Terrain Chart: a square, then its category where no table gives it, and the dice."""
    answers = yield from on_line(state, form, "square", "side", "chart")
    line = line_of(state, answers)
    chart = charts().get(answers.get("chart") or (line.axis.chart if line and line.axis else ""))
    if chart is not None and not covers(state.first_die, chart.slug):
        (category,) = form.page("category").questions
        known = Choice(tuple(map(Option, chart.every_category)), is_open=True)
        answers |= yield Page((replace(category, kind=known, is_optional=False),))
    if state.rulings.dice == "ledger":
        return assembled(answers)
    dice = replace(form.page("dice").questions[0], kind=Several(Rolled()))
    answers |= yield thrown(state, form, dice)
    return assembled(answers)


INTERVIEWS = Interviews[State](
    asked={RollTerrain: asks_terrain},
)
