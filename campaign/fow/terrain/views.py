"""FoW Terrain Chart: the table of a battle as a drawing, and its section of the page. Pure."""

from functools import cache
from textwrap import wrap

import msgspec

from campaign.fow.csv_tables import read
from campaign.fow.names import names_of
from campaign.fow.report.turn_notes import Context, GameSection, Shown
from campaign.fow.state import Battlefield, Square
from campaign.fow.terrain import charts as terrain_charts
from campaign.fow.terrain.charts import (
    GOING,
    HILL,
    charts,
    column_and_row,
    count_along,
    feature,
    in_words,
)
from campaign.text.english import capital, counted

# --- FoW Terrain Chart: a small sign for each feature, drawn in lines and solid shapes ----------
#
# A sign is drawn around its centre, 26 to either side and 15 up and down.


class Glyph(msgspec.Struct, frozen=True, rename={"lines": "outline"}):
    """A sign: what is drawn in lines, and what is filled; each the data of a path."""

    sign: str
    features: tuple[str, ...] = ()
    lines: str = ""
    solid: str = ""


@cache
def glyphs() -> dict[str, Glyph]:
    """The signs by name."""
    return {glyph.sign: glyph for glyph in read("terrain_signs", Glyph)}


def glyph_of(feature: str, *, lined: bool = False) -> Glyph:
    """FoW Terrain Chart: the sign of a feature; a cloud for a square that gave the weather."""
    if not feature:
        return glyphs()["rain"]
    if lined:
        return glyphs()["lined-ditch"]
    return next(glyph for glyph in glyphs().values() if feature in glyph.features)


# --- FoW Terrain Chart: the table of a battle as a drawing, with what lies in each square -------

WIDTH, HEIGHT = 72, 60
"""Of a square of the drawing."""
_LETTERS = 15
"""How many letters of a label stand on a line."""
_LINES = 2
_OF_A_DIE = "extra d6"
"""What begins a note on a die that was thrown already."""
_SIGN_AT = (36, 24)
_LABEL_AT = 50
_NEXT_LINE = 8


def table_drawing(ground: Battlefield) -> Shown | None:
    """FoW Set Up the Battlefield: a battlefield as it is shown; None where nothing is known."""
    if not (ground.squares or ground.text or ground.of):
        return None
    columns, rows = _extent(ground)
    drawn = tuple(
        _drawn(name, ground.squares.get(name), rows, column, row)
        for row in range(rows, 0, -1)
        for column in range(columns)
        for name in (f"{chr(ord('a') + column)}{row}",)
    )
    chart = charts().get(ground.chart)
    today = ground.weather if terrain_charts.changes(ground.weather) else ""
    going = terrain_charts.going_now("", chart.basic_going, today) if chart else ""
    squares = counted(len(ground.squares), "square")
    return Shown(
        chart=chart.name if chart else "",
        basic=f"{chart.basic}: {GOING[going]}" if chart and chart.basic_going else "",
        width=columns * WIDTH,
        height=rows * HEIGHT,
        squares=drawn if ground.squares else (),
        listed=tuple(
            _listed(ground, name, ground.squares[name])
            for name in sorted(ground.squares, key=lambda name: (-int(name[1:]), name[0]))
        ),
        weather=capital(terrain_charts.name(today)) if today else "",
        effects=terrain_charts.effects(today),
        of=ground.of,
        size=f"{ground.width_feet} by {ground.depth_feet} feet" if ground.width_feet else "",
        text=ground.text,
        words=f"The table from above, {squares} rolled for; the list beneath says what lies where.",
    )


def _extent(ground: Battlefield) -> tuple[int, int]:
    """How many columns and rows are drawn: the whole table, or as far as squares were picked."""
    if ground.width_feet:
        return count_along(ground.width_feet), count_along(ground.depth_feet)
    places = [column_and_row(name) for name in ground.squares]
    return (
        max((column for column, _ in places), default=0),
        max((row for _, row in places), default=0),
    )


def _drawn(name: str, lies: Square | None, rows: int, column: int, row: int) -> Shown:
    x, y = column * WIDTH, (rows - row) * HEIGHT
    label: tuple[tuple[int, str], ...] = ()
    if lies:
        lines = wrap(in_words(lies.feature or lies.category), _LETTERS)[:_LINES]
        first = y + _LABEL_AT - (_NEXT_LINE // 2 if len(lines) > 1 else 0)
        label = tuple((first + number * _NEXT_LINE, line) for number, line in enumerate(lines))
    return Shown(
        name=name,
        x=x,
        y=y,
        glyph=glyph_of(lies.feature, lined=bool(lies.lined)) if lies else None,
        label=label,
        sign_x=x + _SIGN_AT[0],
        sign_y=y + _SIGN_AT[1],
        hill=glyph_of(HILL) if lies and lies.hill else None,
    )


def _listed(ground: Battlefield, name: str, lies: Square) -> Shown:
    """What lies in a square: one feature, a rocky hill perhaps, or what gave the weather."""
    hill = f", {in_words(HILL).lower()}" if lies.hill else ""
    known = feature(ground.chart, lies.feature)
    if known is None:
        what, notes = (
            in_words(lies.feature or lies.category),
            [] if lies.feature else ["no feature"],
        )
        now = was = ""
    else:
        what, was = known.name, known.going
        now = terrain_charts.going_now(known.slug, was, ground.weather)
        notes = [f"number: {known.count}"] if known.count not in ("", "0", "1") else []
        notes += ["lined with trees"] if lies.lined else []
        notes += [note for note in known.notes if not note.startswith(_OF_A_DIE)]
    going, said = GOING.get(now, ""), "; ".join(notes)
    return Shown(name=name, what=f"{what}{hill}", going=going, notes=said, changed=now != was)


# --- FoW Set Up the Battlefield: the section on the tables of a round's battles -----------------


def battlefields(context: Context) -> Shown | None:
    """FoW Set Up the Battlefield: each line's table in this round, as it was set up."""
    state = context.log.end
    names = names_of(state)
    fields = tuple(
        Shown(
            line=line.id,
            title=names.battle(line.battle),
            drawing=drawing,
            same_as=names.battle(drawing.of),
        )
        for line in state.lines.values()
        if (drawing := table_drawing(line.battlefield))
    )
    return Shown(fields=fields, is_own_table=bool(state.first_die)) if fields else None


BATTLEFIELDS = GameSection(
    "battlefields", "The table", "terrain/templates/battlefields.html", battlefields, part="rest"
)
