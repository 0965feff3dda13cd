"""FoW Terrain Chart: the table of a battle as a drawing, and its section of the page. Pure."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

import msgspec

from campaign.fow.names import names_of
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
from campaign.fow.turn_notes import Context, GameSection
from campaign.text.english import capital, counted

# --- FoW Terrain Chart: a small sign for each feature, drawn in lines and solid shapes ----------
#
# A sign is drawn around its centre, 26 to either side and 15 up and down.


class Glyph(msgspec.Struct, frozen=True):
    """A sign: what is drawn in lines, and what is filled; each the data of a path."""

    lines: str = ""
    solid: str = ""


def _ring(x: float, y: float, across: float, up: float) -> str:
    """An ellipse by its centre and its two radii."""
    return f"M{x - across:g} {y:g}a{across:g} {up:g} 0 1 0 {2 * across:g} 0" + (
        f"a{across:g} {up:g} 0 1 0 {-2 * across:g} 0"
    )


def _box(x: float, y: float, width: float, height: float) -> str:
    """A rectangle by its upper left corner."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _strokes(places: Sequence[tuple[float, float]], step: str) -> str:
    """The same short stroke in several places."""
    return "".join(f"M{x:g} {y:g}{step}" for x, y in places)


def _wave(y: float) -> str:
    return f"M-26 {y:g}c8 -8 10 8 18 0s10 -8 18 0s10 8 16 0"


def _trees(places: Sequence[tuple[float, float]], radius: float) -> str:
    return "".join(_ring(x, y, radius, radius) for x, y in places)


_ROWS = tuple((x, y) for y in (-10, -2, 6) for x in (-22, -12, -2, 8, 18))
_RIDGE = _ring(0, 0, 25, 7)
_BELOW = _strokes([(x, 8) for x in range(-18, 19, 6)], "v6")
_WOOD = _trees([(-16, -6), (-4, -9), (9, -7), (-10, 5), (3, 3), (16, 5)], 5)
_GROVE = _trees([(x, y) for x in (-18, -6, 6, 18) for y in (-8, 6)], 3)
_GULLY = "M-26 -6l10 3l12 -5l14 5l16 -4M-26 6l10 3l12 -5l14 5l16 -4"
_TICKS = _strokes([(-20, -4), (-8, -6), (6, -4), (18, -5)], "v4")
_TRACKS = "M-26 -4h52M-26 4h52" + _strokes([(x, -7) for x in range(-22, 23, 7)], "v14")

GLYPHS: Mapping[str, Glyph] = {
    "ridge": Glyph(_RIDGE + _BELOW),
    "hill": Glyph(_ring(0, 0, 22, 13) + _ring(0, -1, 13, 7)),
    "steep": Glyph(_ring(0, 0, 22, 13) + _ring(0, 0, 13, 7) + _ring(0, 0, 5, 2.5)),
    "rise": Glyph("M-24 8q10 -12 20 0M-2 2q10 -12 20 0"),
    "dry": Glyph(
        "M-20 4q8 -14 20 -12M6 -8q14 2 14 12M14 8q-14 6 -28 2",
    ),
    "mountain": Glyph("M-26 12l14 -24l8 13l8 -11l18 22z"),
    "depression": Glyph(_ring(0, 0, 22, 12) + _strokes([(-14, 0), (-5, 0), (5, 0), (14, 0)], "v5")),
    "wood": Glyph(_WOOD),
    "grove": Glyph(_GROVE),
    "crops": Glyph(_strokes(_ROWS, "v6")),
    "hedges": Glyph("M-26 -8h52M-26 8h52M-10 -15v30M12 -15v30", _trees([(-10, -8), (12, 8)], 2.5)),
    "river": Glyph(_wave(-6) + _wave(6) + _wave(0)),
    "stream": Glyph(_wave(-2) + _wave(3)),
    "gully": Glyph(_GULLY + _TICKS),
    "ditch": Glyph("M-26 -2h52M-26 3h52"),
    "lined-ditch": Glyph(
        "M-26 -2h52M-26 3h52" + _trees([(x, y) for x in (-20, -7, 7, 20) for y in (-8, 9)], 3)
    ),
    "pond": Glyph(_ring(0, 0, 18, 10) + "M-9 -2q4 -4 8 0t8 0M-7 4q4 -4 8 0t8 0"),
    "marsh": Glyph(_strokes([(-18, 6), (0, -2), (18, 6)], "h-6h12M0 0")
                   + _strokes([(-18, 6), (0, -2), (18, 6)], "v-9m-4 4l4 5l4 -5")),
    "house": Glyph("M-26 12q12 -8 21 -6", _box(-5, -6, 12, 10)),
    "farm": Glyph("M-26 12q12 -8 18 -6", _box(-8, -8, 12, 9) + _box(8, 0, 9, 7)),
    "walled": Glyph(_box(-18, -12, 36, 24), _box(-12, -7, 12, 8) + _box(5, 0, 8, 7)),
    "village": Glyph(
        "M-26 10h52",
        _box(-22, -8, 9, 7) + _box(-8, -10, 10, 8) + _box(7, -7, 8, 7) + _box(-16, 2, 8, 6)
        + _box(2, 2, 11, 6),
    ),
    "ruins": Glyph("M-18 10h36M-20 -8h13M-16 -8v18M-10 -8v18M4 10v-12l3 -4M13 10v-7l4 -3"),
    "tracks": Glyph(_TRACKS),
    "rocks": Glyph("M-20 6l4 -8l8 1l3 7zM-2 -2l5 -8l8 2l1 7zM6 11l4 -6l8 1l2 5z"),
    "sand": Glyph("", _trees([(x + (y % 4), y) for x in (-20, -10, 0, 10, 20) for y in (-8, 0, 8)],
                             1.2)),
    "wrecks": Glyph(
        _strokes([(-18, -8), (2, -4), (-8, 4), (14, 3)], "l8 8m0 -8l-8 8"),
    ),
    "rain": Glyph(
        "M-14 -2a6 6 0 0 1 2 -11a9 9 0 0 1 16 -1a6 6 0 0 1 8 12z"
        + _strokes([(-10, 3), (-2, 3), (6, 3)], "l-4 9")
    ),
    "plain": Glyph("M-20 8h10M-4 8h10M12 8h8"),
}  # fmt: skip
"""The signs by name."""

_OF: Mapping[str, str] = {
    "low-ridge": "ridge", "ridge": "ridge", "hill": "hill", "rocky-hill": "hill",
    "steep-hill": "steep", "rise": "rise", "dry-ground": "dry", "mountain": "mountain",
    "depression": "depression", "copse": "wood", "woods": "wood", "olive-grove": "grove",
    "orchard": "grove", "open-woods": "grove", "standing-crops": "crops",
    "scrub-or-vineyard": "crops", "scrub": "crops", "hedgerows": "hedges", "river": "river",
    "stream": "stream", "creek": "stream", "watercourse": "stream", "river-plain": "stream",
    "wadi": "gully", "balka": "gully", "fosso": "ditch", "pond": "pond", "marsh": "marsh",
    "farm": "farm", "isolated-farm": "farm", "isolated-house": "house",
    "villa-or-manor": "walled", "fortified-farm": "walled", "kolkhoz": "walled",
    "village": "village", "village-airfield-or-dump": "village", "ancient-ruins": "ruins",
    "sidi-or-bir": "ruins", "embankment": "tracks", "railway-embankment": "tracks",
    "rocks": "rocks", "salt-marsh-or-soft-sand": "sand", "wreckage": "wrecks", "plain": "plain",
}  # fmt: skip


def glyph_of(feature: str, *, lined: bool = False) -> Glyph:
    """FoW Terrain Chart: the sign of a feature; a cloud for a square that gave the weather."""
    if not feature:
        return GLYPHS["rain"]
    return GLYPHS["lined-ditch" if lined else _OF[feature]]


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


class DrawnSquare(msgspec.Struct, frozen=True):
    """A square of the drawing: its corner, its sign, and its label in lines."""

    name: str
    x: int
    y: int
    glyph: Glyph | None
    label: tuple[tuple[int, str], ...]
    """Each line with its height."""
    sign_x: int
    sign_y: int
    hill: Glyph | None = None
    """The rocky hill that lies there too."""


class ListedSquare(msgspec.Struct, frozen=True):
    """A square in words: what lies there, its going today, and what to know of it."""

    name: str
    what: str
    going: str
    notes: str
    changed: bool = False
    """Whether the weather changes its going."""


class TableDrawing(msgspec.Struct, frozen=True):
    """The battlefield of a battle: the drawing, the list, the weather, and the players' words."""

    chart: str = ""
    basic: str = ""
    """What lies where nothing else does, with its going."""
    width: int = 0
    height: int = 0
    squares: tuple[DrawnSquare, ...] = ()
    listed: tuple[ListedSquare, ...] = ()
    weather: str = ""
    effects: tuple[str, ...] = ()
    of: str = ""
    size: str = ""
    text: str = ""
    words: str = ""
    """The drawing in words, for whoever cannot see it."""


def table_drawing(ground: Battlefield) -> TableDrawing | None:
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
    return TableDrawing(
        chart=chart.name if chart else "",
        basic=f"{chart.basic}: {GOING[going]}" if chart and chart.basic_going else "",
        width=columns * WIDTH,
        height=rows * HEIGHT,
        squares=drawn if ground.squares else (),
        listed=tuple(
            _listed(ground, name, lies) for name, lies in sorted(ground.squares.items(), key=_order)
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


def _order(item: tuple[str, Square]) -> tuple[int, int]:
    """By rows from the far end, as in the drawing."""
    column, row = column_and_row(item[0])
    return -row, column


def _drawn(name: str, lies: Square | None, rows: int, column: int, row: int) -> DrawnSquare:
    x, y = column * WIDTH, (rows - row) * HEIGHT
    label: tuple[tuple[int, str], ...] = ()
    if lies:
        lines = wrap(in_words(lies.feature or lies.category), _LETTERS)[:_LINES]
        first = y + _LABEL_AT - (_NEXT_LINE // 2 if len(lines) > 1 else 0)
        label = tuple((first + number * _NEXT_LINE, line) for number, line in enumerate(lines))
    return DrawnSquare(
        name,
        x,
        y,
        glyph_of(lies.feature, lined=bool(lies.lined)) if lies else None,
        label,
        x + _SIGN_AT[0],
        y + _SIGN_AT[1],
        glyph_of(HILL) if lies and lies.hill else None,
    )


def _listed(ground: Battlefield, name: str, lies: Square) -> ListedSquare:
    """What lies in a square: one feature, a rocky hill perhaps, or what gave the weather."""
    known = feature(ground.chart, lies.feature)
    if known is None:
        what = in_words(lies.feature or lies.category)
        return ListedSquare(name, _with_hill(what, lies), "", "" if lies.feature else "no feature")
    now = terrain_charts.going_now(known.slug, known.going, ground.weather)
    notes = [f"number: {known.count}"] if known.count not in ("", "0", "1") else []
    notes += ["lined with trees"] if lies.lined else []
    notes += [note for note in known.notes if not note.startswith(_OF_A_DIE)]
    going = GOING.get(now, "")
    what = _with_hill(known.name, lies)
    return ListedSquare(name, what, going, "; ".join(notes), now != known.going)


def _with_hill(what: str, lies: Square) -> str:
    return f"{what}, {in_words(HILL).lower()}" if lies.hill else what


# --- FoW Set Up the Battlefield: the section on the tables of a round's battles -----------------


class DrawnField(msgspec.Struct, frozen=True):
    """The table of a line's battle."""

    line: str
    title: str
    drawing: TableDrawing
    same_as: str
    """The battle whose ground it is, by name."""


class BattlefieldsView(msgspec.Struct, frozen=True):
    """The section."""

    fields: tuple[DrawnField, ...]
    is_own_table: bool
    """Whether the club's own table gave the categories (ruling 48)."""


def battlefields(context: Context) -> BattlefieldsView | None:
    """FoW Set Up the Battlefield: each line's table in this round, as it was set up."""
    state = context.log.end
    names = names_of(state)
    fields = tuple(
        DrawnField(line.id, names.battle(line.battle), drawing, names.battle(drawing.of))
        for line in state.lines.values()
        if (drawing := table_drawing(line.battlefield))
    )
    return BattlefieldsView(fields, bool(state.first_die)) if fields else None


BATTLEFIELDS = GameSection(
    "battlefields", "The table", "terrain/templates/battlefields.html", battlefields
)
