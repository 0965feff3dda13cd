"""FoW Set Up the Battlefield: the verbs about terrain. Pure."""

from campaign.flames_of_war.at_the_keyboard import (
    LINE,
    WITNESS,
    Words,
    ask_dice,
    at,
    dice,
    nothing_more,
    of_the_table,
    on_line,
    only_line,
    the_words,
)
from campaign.flames_of_war.state import LineState
from campaign.flames_of_war.terrain.charts import charts, in_words
from campaign.flames_of_war.terrain.commands import (
    DescribeBattlefield,
    KeepBattlefield,
    RollTerrain,
)
from campaign.flames_of_war.terrain.first_die import covers
from campaign.kernel.courses import (
    Call,
    Course,
    act,
    ask,
    ask_word,
    entry,
    fail,
    heading,
    interactive,
    json_page,
    say,
    table,
)
from campaign.kernel.verbs import Number, ReadBy, Verb, VerbFamily, VerbOption
from campaign.text.english import capital


def _roll(
    call: Call,
    words: Words,
    *,
    side: str | None,
    chart: str | None,
    dice: tuple[int, ...] | None,
    witness: str | None,
) -> Course[None]:
    """Picks a square of the table, such as a1, and rolls for what lies there; both sides pick in
    turn. CATEGORY is what the first die gives on your chart; leave it out where your club has told
    the tracker its table of first dice.
    """
    state, line, rest = yield from on_line(words)
    asks = (yield from interactive()) and len(rest) < 2
    square = rest[0] if rest else ""
    if not square and asks:
        square = yield from ask("Which square?")
    if not square:
        yield from fail("say which square, such as a1")
    category = rest[1].lower() if len(rest) > 1 else None
    yield from nothing_more(state, rest[2:])
    here = at(state, line)
    known = charts().get(chart or (here.axis.chart if here and here.axis else ""))
    if category is None and asks and known is not None and not covers(state.first_die, known.slug):
        category = yield from ask_word("Which category?", known.every_category)
    if dice is None and asks and (yield from of_the_table(state)):
        dice = yield from ask_dice("The")
    yield from act(
        RollTerrain,
        line=line,
        square=square.lower(),
        side=side,
        chart=chart,
        category=category,
        dice=dice,
        witness=witness,
    )


ROLL = Verb(
    words="field roll",
    line="Roll for what lies in a square.",
    example="campaign field roll winter a1 high-ground --dice 3",
    parameters=(
        the_words("[LINE] SQUARE [CATEGORY]"),
        VerbOption("--side", "Who picks it; by default whose turn it is.", metavar="SIDE"),
        VerbOption("--chart", "The terrain chart, where the line has none.", metavar="CHART"),
        VerbOption("--dice", "The dice in their order.", ReadBy("dice", dice), metavar="DICE"),
        WITNESS,
    ),
    course=_roll,
)


def _keep(call: Call, line: str | None) -> Course[None]:
    """Fights over the same ground as in the last battle there; the attacker says so."""
    _, found = yield from only_line(line)
    yield from act(KeepBattlefield, line=found)


KEEP = Verb(
    words="field keep",
    line="Fight over the same ground again.",
    example="campaign field keep winter",
    parameters=(LINE,),
    course=_keep,
)


def _describe(
    call: Call, words: Words, *, width: int | None, depth: int | None, photo: str | None
) -> Course[None]:
    """Says how the table looks, in your own words, and how large it is."""
    _, line, rest = yield from on_line(words)
    text = " ".join(rest)
    if not text and (yield from interactive()):
        text = yield from ask("What stands where?")
    if not text:
        yield from fail("say what stands where, in quotes")
    yield from act(
        DescribeBattlefield,
        line=line,
        text=text,
        width_feet=width,
        depth_feet=depth,
        photo=photo,
    )


DESCRIBE = Verb(
    words="field describe",
    line="Say how the table looks.",
    example='campaign field describe winter "A farm on the ridge." --width 6 --depth 4',
    parameters=(
        the_words("[LINE] TEXT"),
        VerbOption("--width", "The table's width in feet.", Number(1, 99), metavar="FEET"),
        VerbOption("--depth", "The table's depth in feet.", Number(1, 99), metavar="FEET"),
        VerbOption("--photo", "SHA-256 of a picture that the club keeps.", metavar="DIGEST"),
    ),
    course=_describe,
)


def _show(call: Call, line: str | None) -> Course[None]:
    """Shows what lies in each square, and the categories of the line's terrain chart."""
    state, found = yield from only_line(line)
    lines = [state.lines[found]] if found else list(state.lines.values())
    if call.as_json:
        yield from json_page({one.id: _json(one) for one in lines})
        return
    for one in lines:
        yield from heading(one.name)
        chart = charts().get(one.battlefield.chart or (one.axis.chart if one.axis else ""))
        if chart is not None:
            yield from entry("Chart      ", chart.name)
            yield from entry("Categories ", ", ".join(chart.every_category))
        if one.battlefield.text:
            yield from entry("Table      ", one.battlefield.text)
        if not one.battlefield.squares:
            yield from say("No square is rolled for yet.")
            continue
        rows = [
            (
                square,
                capital(in_words(lies.feature or lies.category)),
                state.sides.get(lies.side, ""),
            )
            for square, lies in one.battlefield.squares.items()
        ]
        yield from table(("square", "what lies there", "picked by"), rows)


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


SHOW = Verb(
    words="field show",
    line="Show what lies in each square.",
    example="campaign field show winter",
    parameters=(LINE,),
    course=_show,
)
FIELD = VerbFamily(
    words="field",
    help="The battlefield: what lies in each square, or the same ground again.",
    sections={"": (ROLL, KEEP, DESCRIBE, SHOW)},
    story=("roll", "describe", "show"),
)
VERBS = {FIELD.words: FIELD}
