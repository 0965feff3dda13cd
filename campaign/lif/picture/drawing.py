"""LiF 2: a frame as a drawing: SVG without scripts, at most 8 KB, in the colours of its page. Pure.

Every drawing has a list beside it that says the same in words.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import cos, pi, sin
from typing import Literal

import msgspec

from campaign.lif.abilities.command_range import Hex, lean
from campaign.lif.picture.frames import MapFrame
from campaign.lif.picture.pieces import Piece, hex_of
from campaign.lif.roster import code_of

Mode = Literal["now", "turn"]
"""How things are, or what changed since the turn began: arrows too."""

# --- geometry -----------------------------------------------------------------------------------
#
# A hex stands on a corner: 32 wide and 37 high, in rows 27.7 apart.

WIDTH = 32.0
ROW = 27.7
LEFT, TOP = 15.0, 13.0
"""Room for the numbers of rows and columns."""
EDGE = 1.5
_SIDES = "l16 9.2v18.5l-16 9.2-16-9.2v-18.5z"
"""The sides of a hex from its upper corner on."""
_NEXT = "m32 0" + _SIDES
"""The same hex once more, to the right."""
_UP = 18.5
"""How far that corner is above the middle."""
PIECE, SMALL = 24.0, 0.8
"""A piece alone in its hex, and how much of that one beside another is."""
CROSSED = "M5 8h14v9H5zl14 9m0-9L5 17"
"""A counter's box."""
HEAVIEST = 8_000
"""Bytes of a drawing, at most."""
MOST, CROWDS = 160, (60, 30, 15)
"""How many pieces of a frame are drawn, and of a crowd."""
SHIFT = 5.5
TWO = 2
LETTERS = 14
"""So many letters of a hex's name are drawn; the list has all."""
DOT = 3.4
"""How far apart the stars of a leader are."""
SHORT = 13.0
"""How far from the middle of a hex an arrow begins and ends."""
HEAD = 6.0

EMBLEMS = {
    "germany": "M3 13 12 4l9 9v5l-9-9-9 9zM6 20h12l-6-6z",
    "italy": "M12 2c7 5 7 15 0 20-7-5-7-15 0-20z",
    "japan": "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0z",
    "ussr": "m12 2 2.9 7.2 7.6.6-5.9 4.9 1.9 7.5-6.5-4.1-6.5 4.1 1.9-7.5L1.5 9.8l7.6-.6z",
    "commonwealth": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 4.5a5.5 5.5 0 1 1 0 11 5.5 "
    "5.5 0 0 1 0-11zm0 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "france": "M3 3h5v18H3zM10 3h4v18h-4zM16 3h5v18h-5z",
    "usa": "M3 3h18v8c0 6-4 9-9 11-5-2-9-5-9-11zm3 6v2l.1 1.5H18V9z",
    "china": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-4 6h8v8H8z",
    "minors": "M12 2 22 12 12 22 2 12z",
}
"""A shape of our own for each power, so that nobody needs to know colours; 24 by 24."""


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def _at(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


class HexGrid:
    """Where the hexes of a frame are drawn."""

    def __init__(self, frame: MapFrame) -> None:
        """The grid of a frame."""
        self.frame, self.window = frame, frame.window
        self.width = LEFT + (self.window.width + 0.5) * WIDTH + EDGE
        self.height = TOP + (self.window.height - 1) * ROW + 2 * _UP + EDGE

    def middle(self, place: Hex) -> tuple[float, float]:
        """The middle of a hex."""
        across = (lean(place, self.frame.rows) - self.window.left + 0.5) * WIDTH
        return LEFT + across, TOP + _UP + (place.row - self.window.top) * ROW

    def hexes(self) -> Iterator[Hex]:
        """Every hex of the frame, row by row."""
        window = self.window
        for row in range(window.top, window.bottom + 1):
            for column in range(window.left, window.right + 1):
                yield Hex(window.map, row, column)

    def outline(self, place: Hex) -> str:
        """The sides of a hex, as a path."""
        x, y = self.middle(place)
        return f"M{_at(x, y - _UP)}{_SIDES}"


# --- the drawing --------------------------------------------------------------------------------


def drawings(frames: Sequence[MapFrame], mode: Mode = "turn") -> tuple[str, ...]:
    """LiF 2: the frames of a page as drawings; the first has the shapes that all of them use.

    Of a crowd that would take more than 8 KB the foremost pieces are drawn.
    """
    made: tuple[str, ...] = ()
    for most in (MOST, *CROWDS):
        fewer = [msgspec.structs.replace(one, pieces=one.pieces[:most]) for one in frames]
        made = tuple(
            _drawn(frame, mode, fewer if nth == 0 else ()) for nth, frame in enumerate(fewer)
        )
        if all(len(one.encode()) <= HEAVIEST for one in made):
            break
    return made


def svg(frame: MapFrame, mode: Mode = "turn") -> str:
    """LiF 2: a frame alone as a drawing."""
    return drawings((frame,), mode)[0]


def _drawn(frame: MapFrame, mode: Mode, defined: Sequence[MapFrame]) -> str:
    grid = HexGrid(frame)
    parts = (
        _defined(defined, "m") if defined else "",
        _rows(grid),
        _shaded(grid),
        _numbers(grid),
        _moves(grid) if mode == "turn" else "",
        _pieces(grid, "m"),
        _names(grid),
    )
    return _whole(grid, f'role="img" aria-label="{escape(frame.title)}"', parts)


def choosing(
    frame: MapFrame,
    link: Callable[[Hex], tuple[str, str]],
    chosen: Hex | None = None,
) -> str:
    """LiF 2: a frame whose hexes are links; `link` gives a hex's address and what it is called."""
    grid = HexGrid(frame)
    reached, shaded = set(frame.reach), ' class="reach"'
    links = (
        f'<a href="{escape(address)}" aria-label="{escape(words)}"'
        f'{shaded if place in reached else ""}><use href="#ch" '
        f'x="{_number(x)}" y="{_number(y)}"/></a>'
        for place in grid.hexes()
        for (address, words), (x, y) in ((link(place), grid.middle(place)),)
    )
    one = f'<path id="ch" d="M0-{_number(_UP)}{_SIDES}"/>'
    parts = (
        _defined((frame,), "c", one),
        '<g class="hexes">',
        *links,
        "</g>",
        _numbers(grid),
        '<g class="over">',
        _pieces(grid, "c"),
        _outlined(grid, chosen),
        _names(grid),
        "</g>",
    )
    label = f"{frame.title}, {frame.where}: choose a hex"
    return _whole(grid, f'role="group" aria-label="{escape(label)}"', parts)


def _outlined(grid: HexGrid, chosen: Hex | None) -> str:
    if chosen is None or not grid.window.holds(chosen):
        return ""
    return f'<path class="own" d="{grid.outline(chosen)}"/>'


def _whole(grid: HexGrid, about: str, parts: Iterable[str]) -> str:
    box = f"0 0 {_number(grid.width)} {_number(grid.height)}"
    return f'<svg class="hexmap" viewBox="{box}" {about}>{"".join(parts)}</svg>'


def _defined(frames: Sequence[MapFrame], key: str, hexes: str = "") -> str:
    """What is drawn several times: rows of hexes, each kind of piece, the mark of a combat."""
    widths = sorted({one.window.width for one in frames})
    rows = hexes or "".join(_row(less, width, key) for less, width in pairwise((0, *widths)))
    fought = any(one.fights for one in frames)
    burst = f'<path id="{key}b" class="burst" d="{_burst()}"/>' if fought else ""
    pieces = [piece for one in frames for piece in one.pieces]
    return f"<defs>{rows}{burst}{_kinds(pieces, key)}</defs>"


def _kinds(pieces: Sequence[Piece], key: str) -> str:
    """The powers' shapes, and each kind of piece once."""
    shapes = (
        f'<path id="{key}{code_of(owner)}" d="{EMBLEMS[owner]}"/>'
        for owner in dict.fromkeys(one.owner for one in pieces if one.rank)
    )
    kinds = {_kind(one): _piece(one, key) for one in pieces}
    square = f'<rect id="{key}q" width="24" height="24" rx="5"/>' if kinds else ""
    return "".join((square, *shapes, *kinds.values()))


def _row(less: int, width: int, key: str) -> str:
    """A row of hexes: the one before it, and as many more."""
    shorter = f'<use href="#{key}r{less}"/>' if less else ""
    more = f'<path d="M{_number((less - 1) * WIDTH)} 0{_NEXT * (width - less)}"/>'
    return f'<g id="{key}r{width}">{shorter}{more}</g>'


def _kind(piece: Piece) -> str:
    """What pieces that look alike have in common, for an id."""
    face = "" if piece.face_up else "d"
    return f"{code_of(piece.owner)}{piece.rank}{face}{'g' if piece.is_guards else ''}"


def _rows(grid: HexGrid) -> str:
    window = grid.window
    rows = (
        f'<use href="#mr{window.width}" x="{_number(x)}" y="{_number(y - _UP)}"/>'
        for row in range(window.top, window.bottom + 1)
        for x, y in (grid.middle(Hex(window.map, row, window.left)),)
    )
    return f'<g class="hexes">{"".join(rows)}</g>'


def _shaded(grid: HexGrid) -> str:
    """The range of the leader chosen, the hexes of combats, and the leader's own hex."""
    frame = grid.frame
    fought = tuple(
        dict.fromkeys(at for one in frame.fights if (at := hex_of(one.place)) is not None)
    )
    bursts = (
        f'<use href="#mb" x="{_number(x)}" y="{_number(y)}"/>' for x, y in map(grid.middle, fought)
    )
    own = (_outlined(grid, one.hex) for one in frame.pieces if one.id == frame.chosen)
    parts = (_outlines(grid, "reach", frame.reach), _outlines(grid, "hot", fought), *bursts, *own)
    return "".join(parts)


def _outlines(grid: HexGrid, kind: str, places: Sequence[Hex]) -> str:
    path = "".join(map(grid.outline, places))
    return f'<path class="{kind}" d="{path}"/>' if path else ""


_BURST, _OUT, _IN = 16, 17.0, 13.0
"""Points of the mark of a combat, and how far each second one is from its middle."""


def _burst() -> str:
    """The mark of a combat around what is in its hex."""
    points = (
        (far * sin(turn), -far * cos(turn))
        for nth in range(_BURST)
        for far, turn in ((_IN if nth % 2 else _OUT, 2 * pi * nth / _BURST),)
    )
    return f"M{'L'.join(_at(*point) for point in points)}z"


def _numbers(grid: HexGrid) -> str:
    """Every second column's number above the first row, and every second row's to its left."""
    window = grid.window
    columns = (
        f'<text x="{_number(grid.middle(Hex(window.map, window.top, column))[0])}" y="10">'
        f"{column:02}</text>"
        for column in range(window.left + window.left % 2, window.right + 1, 2)
    )
    rows = (
        f'<text x="7" y="{_number(grid.middle(Hex(window.map, row, window.left))[1] + 3.5)}">'
        f"{row:02}</text>"
        for row in range(window.top, window.bottom + 1, 2)
    )
    return f'<g class="axis" aria-hidden="true">{"".join((*columns, *rows))}</g>'


def _moves(grid: HexGrid) -> str:
    """An arrow for each way that pieces of a power went inside the frame."""
    ways = dict.fromkeys(
        (one.owner, start, one.hex)
        for one in grid.frame.pieces
        if (start := one.start(grid.frame.rows)) and one.hex and grid.window.holds(start)
    )
    return "".join(
        f'<path class="way p-{owner}" d="{_arrow(grid.middle(start), grid.middle(end))}"/>'
        for owner, start, end in ways
    )


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A ring where it was, and an arrow to where it is."""
    (x, y), (right, down) = start, end
    length = ((right - x) ** 2 + (down - y) ** 2) ** 0.5
    across, along = (right - x) / length, (down - y) / length
    tip_x, tip_y = right - across * SHORT, down - along * SHORT
    neck_x, neck_y = tip_x - across * HEAD, tip_y - along * HEAD
    side_x, side_y = -along * HEAD * 0.6, across * HEAD * 0.6
    ring = f"M{_at(x - 7, y)}a7 7 0 1 0 14 0a7 7 0 1 0-14 0"
    shaft = f"M{_at(x + across * 7, y + along * 7)}L{_at(tip_x, tip_y)}"
    head = f"M{_at(neck_x + side_x, neck_y + side_y)}L{_at(tip_x, tip_y)}"
    return f"{ring}{shaft}{head}L{_at(neck_x - side_x, neck_y - side_y)}"


def _pieces(grid: HexGrid, key: str) -> str:
    """The pieces hex by hex; of more than two, two and how many more there are."""
    stacks: dict[Hex, list[Piece]] = {}
    for one in grid.frame.pieces:
        if one.hex is not None:
            stacks.setdefault(one.hex, []).append(one)
    places = sorted(stacks, key=str)
    return "".join(_stack(stacks[place], *grid.middle(place), key) for place in places)


def _stack(stack: Sequence[Piece], x: float, y: float, key: str) -> str:
    if len(stack) == 1:
        where = f'x="{round(x - PIECE / 2)}" y="{round(y - PIECE / 2)}"'
        return f'<use href="#{key}{_kind(stack[0])}" {where}/>'
    both = zip(stack[:TWO], (-SHIFT, SHIFT), strict=True)
    half, more = PIECE * SMALL / 2, len(stack) - TWO
    drawn = "".join(
        f'<use href="#{key}{_kind(one)}" transform="translate('
        f'{round(x + shift - half)} {round(y + shift - half)}) scale(.8)"/>'
        for one, shift in both
    )
    where = f'x="{_number(x + 11)}" y="{_number(y - 7)}"'
    return f'{drawn}<text class="more" {where}>+{more}</text>' if more else drawn


def _piece(piece: Piece, key: str) -> str:
    """A leader: a square with the power's shape and stars. A counter: a square, crossed."""
    turned = "" if piece.face_up else " turned"
    guards = " guards" if piece.is_guards else ""
    inside = f'<path d="{_stars(piece.rank) if piece.rank else CROSSED}"/>'
    shape = f'<use href="#{key}{code_of(piece.owner)}"/>' if piece.rank else ""
    return (
        f'<g id="{key}{_kind(piece)}" class="piece p-{piece.owner}{turned}{guards}">'
        f'<use href="#{key}q"/>{shape}{inside}</g>'
    )


def _stars(rank: int) -> str:
    """A dot for each star: round dashes without length on a line, as the style sheet has it."""
    return f"M{_at(12 - DOT * (rank - 1) / 2, 19.5)}h{_number(DOT * (rank - 1) + 0.1)}"


def _names(grid: HexGrid) -> str:
    """What the club calls a hex: below what is in it, in the middle of an empty one."""
    fought = (hex_of(one.place) for one in grid.frame.fights)
    taken = {*(one.hex for one in grid.frame.pieces), *fought}
    return "".join(
        _name(grid, at, name, below=at in taken)
        for place, name in grid.frame.names.items()
        if (at := hex_of(place)) is not None
    )


def _name(grid: HexGrid, at: Hex, name: str, *, below: bool) -> str:
    x, y = grid.middle(at)
    short = name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"
    side = {grid.window.left: " first", grid.window.right: " last"}.get(at.column, "")
    where = f'x="{_number(x)}" y="{_number(y + (17 if below else 3.5))}"'
    return f'<text class="name{side}" {where}>{escape(short)}</text>'
