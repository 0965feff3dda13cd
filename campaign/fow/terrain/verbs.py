"""FoW Set Up the Battlefield: the verbs about terrain. Pure."""

from collections.abc import Iterator, Sequence

from campaign.fow.state import LineState, State
from campaign.fow.terminal import LINE, looking_at_lines
from campaign.fow.terrain.charts import charts, in_words
from campaign.fow.terrain.commands import DescribeBattlefield, KeepBattlefield, RollTerrain
from campaign.kernel.interview.derived import derived
from campaign.kernel.terminal import screens, verbs, views
from campaign.text.english import capital


def _show(state: State, lines: Sequence[LineState]) -> views.View:
    """Shows what lies in each square, and the categories of the line's terrain chart."""
    blocks = (block for one in lines for block in _field(state, one))
    return views.View({one.id: _json(one) for one in lines}, tuple(blocks))


def _field(state: State, line: LineState) -> Iterator[views.Block]:
    field = line.battlefield
    yield views.Heading(line.name)
    chart = charts().get(field.chart or (line.axis.chart if line.axis else ""))
    facts = []
    if chart is not None:
        facts = [("Chart", chart.name), ("Categories", ", ".join(chart.every_category))]
    if field.text:
        facts.append(("Table", field.text))
    yield views.Facts(facts, len("Categories "))
    if not field.squares:
        yield views.Lines(("No square is rolled for yet.",))
        return
    rows = tuple(
        (square, capital(in_words(lies.feature or lies.category)), state.sides.get(lies.side, ""))
        for square, lies in field.squares.items()
    )
    yield screens.Grid(("square", "what lies there", "picked by"), rows)


def _json(line: LineState) -> dict[str, object]:
    return {
        "chart": line.battlefield.chart,
        "squares": {
            square: lies.feature or lies.category
            for square, lies in line.battlefield.squares.items()
        },
        "weather": line.battlefield.weather,
        "of": line.battlefield.of,
    }


SHOW = verbs.Verb(
    words="field show",
    line="Show what lies in each square.",
    example="campaign field show winter",
    parameters=(LINE,),
    title="The battlefield",
    shows=looking_at_lines(_show),
)
FIELD = verbs.VerbFamily(
    words="field",
    help="The battlefield: what lies in each square, or the same ground again.",
    sections={
        "": (
            derived(RollTerrain),
            derived(KeepBattlefield),
            derived(DescribeBattlefield),
            SHOW,
        )
    },
    story=("roll", "describe", "show"),
)
VERBS = {FIELD.words: FIELD}
