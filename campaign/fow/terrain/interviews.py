"""FoW Terrain Chart: what is asked when a square is rolled for. Pure."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from campaign.fow.interviews import asks_line, line_of, on_line, question, thrown
from campaign.fow.members.permissions import sides_of
from campaign.fow.state import LineState, Square, State
from campaign.fow.terrain import battlefields
from campaign.fow.terrain.charts import TerrainChart, charts, covers, in_words, squares
from campaign.fow.terrain.commands import DescribeBattlefield, KeepBattlefield, RollTerrain
from campaign.kernel.interview import asking, by_type, pages, tapped
from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.terminal.steps import Unfit as Invalid

USUAL_FEET = (6, 4)
"""How large a table is, where nobody said it."""


def asks_terrain(state: State, form: asking.Given) -> pages.Interview:
    """FoW Terrain Chart: a square, then its category where no table gives it, and the dice."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    answers |= yield pages.Page(_square(state, form, line), title="Which square?")
    chart = charts().get(answers.get("chart") or (line.chart if line else ""))
    if chart is not None and not covers(state.first_die, chart.slug):
        answers |= yield _category(form, chart)
    if state.rulings.dice == "ledger":
        return by_type.assembled(answers)
    pad = tapped.Pad(is_all=state.rulings.dice == "table")
    dice = replace(form.page("dice").questions[0], label="The dice", kind=pad)
    if not form.is_script and chart is not None:
        dice = replace(dice, check=_enough(state, chart, str(answers.get("category") or "")))
    answers |= yield thrown(state, form, dice, title="Roll for the square")
    return by_type.assembled(answers)


def _category(form: asking.Given, chart: TerrainChart) -> pages.Page:
    """What the first die gives, where the club has no table of it."""
    options = tuple(Option(one, in_words(one)) for one in chart.every_category)
    title, tip = "What does the first die give?", f"By your own {chart.name} chart"
    kind = Choice(options, is_open=not form.is_screen)
    asked = question(form, "category", title, kind=kind, is_optional=False, tip=tip)
    return pages.Page((asked,), title=title)


def _square(state: State, form: asking.Given, line: LineState | None) -> tuple[pages.Question, ...]:
    """The square on a drawn table; who picks it and on which chart, where that is not clear."""
    kind = {"kind": _table(line)} if line is not None else {}
    asked = [question(form, "square", "Which square?", tip="A1 is nearest, left", **kind)]
    either = line is not None and battlefields.due(state, line) == ""
    if "side" in form.answers or (either and line and len(sides_of(state, form.by, line.id)) != 1):
        asked.append(question(form, "side", "Who picks it?"))
    is_needed = line is not None and not line.chart
    if "chart" in form.answers or is_needed:
        asked.append(question(form, "chart", "Which chart?", is_optional=not is_needed))
    return tuple(asked)


def _table(line: LineState) -> tapped.Squares:
    """FoW ruling 49: the squares of a table; those rolled for say what lies there."""
    ground = line.battlefield
    width, depth = (ground.width_feet or USUAL_FEET[0], ground.depth_feet or USUAL_FEET[1])
    names = dict.fromkeys((*squares(width, depth), *ground.squares))
    rows = sorted({name[1:] for name in names}, key=int, reverse=True)
    columns = sorted({name[0] for name in names})
    options = (
        Option(
            f"{column}{row}",
            f"{column.upper()}{row}",
            _what(ground.squares.get(f"{column}{row}")),
            refused="rolled for already" if f"{column}{row}" in ground.squares else "",
        )
        for row in rows
        for column in columns
    )
    return tapped.Squares(tuple(options), is_open=True, columns=len(columns))


def _what(rolled: Square | None) -> str:
    return in_words(rolled.feature or rolled.category) if rolled else ""


def _enough(state: State, chart: TerrainChart, category: str) -> Callable[[Any], object | Invalid]:
    """Whether these are all the dice that a square takes."""

    def check(dice: tuple[int, ...]) -> tuple[int, ...] | Invalid:
        try:
            battlefields.rolled(chart, iter(dice), category=category, first_die=state.first_die)
        except StopIteration:
            return Invalid("one die more: that result calls for it")
        return dice

    return check


def asks_battlefield(state: State, form: asking.Given) -> pages.Interview:
    """FoW Set Up the Battlefield: how the table looks, and its size."""
    answers = yield from on_line(state, form)
    asked = (
        question(form, "text", "How does the table look?", tip="A farm on a ridge"),
        question(form, "width_feet", "Width in feet", kind=tapped.Count(1, 24)),
        question(form, "depth_feet", "Depth in feet", kind=tapped.Count(1, 24)),
    )
    answers |= yield pages.Page(asked, title="The battlefield", button="Record", is_last=True)
    return by_type.assembled(answers)


INTERVIEWS = asking.Interviews[State](
    asked={
        RollTerrain: asks_terrain,
        KeepBattlefield: asks_line,
        DescribeBattlefield: asks_battlefield,
    },
)
