"""FoW Set Up the Battlefield: the verbs about terrain. Pure."""

from campaign.fow.state import LineState
from campaign.fow.terminal import LINE, only_line
from campaign.fow.terrain.charts import charts, in_words
from campaign.fow.terrain.commands import DescribeBattlefield, KeepBattlefield, RollTerrain
from campaign.kernel.interview.derived import derived
from campaign.kernel.terminal import verbs
from campaign.text.english import capital


def _show(call: verbs.Call, line: str | None) -> verbs.Course[None]:
    """Shows what lies in each square, and the categories of the line's terrain chart."""
    state, name = yield from only_line(line)
    lines = [state.lines[name]] if name else list(state.lines.values())
    if call.as_json:
        yield from verbs.json_page({one.id: _json(one) for one in lines})
        return
    for one in lines:
        yield from verbs.heading(one.name)
        chart = charts().get(one.battlefield.chart or (one.axis.chart if one.axis else ""))
        if chart is not None:
            yield from verbs.entry("Chart      ", chart.name)
            yield from verbs.entry("Categories ", ", ".join(chart.every_category))
        if one.battlefield.text:
            yield from verbs.entry("Table      ", one.battlefield.text)
        if not one.battlefield.squares:
            yield from verbs.say("No square is rolled for yet.")
            continue
        rows = [
            (
                square,
                capital(in_words(lies.feature or lies.category)),
                state.sides.get(lies.side, ""),
            )
            for square, lies in one.battlefield.squares.items()
        ]
        yield from verbs.table(("square", "what lies there", "picked by"), rows)


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
    course=_show,
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
