"""LiF 2: the maps cut into frames: hexes around what is there, with everything in them. Pure.

A map of the game has no coast here and no front line: the record does not know them.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec
from msgspec.structs import replace

from campaign.lif.abilities.command_range import LAST, Hex, Rows, distance, maps
from campaign.lif.picture.pieces import APART, Fight, Piece, fights, hex_of, pieces, reach
from campaign.lif.state import State

COLUMNS = 9
"""A frame is at most so many hexes wide: 32 pixels each on a phone of 360."""
ROWS = 9
"""And so many high, so that a headline has room above it."""
MARGIN = 1
"""Hexes around what is there."""
MOST = 3
"""Frames on a turn's page."""


class Window(msgspec.Struct, frozen=True):
    """A part of a map: its first and last row and column."""

    map: str
    top: int
    bottom: int
    left: int
    right: int

    def holds(self, place: Hex) -> bool:
        """Whether a hex is in it."""
        return (
            place.map == self.map
            and self.top <= place.row <= self.bottom
            and self.left <= place.column <= self.right
        )

    @property
    def width(self) -> int:
        """Its columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """Its rows."""
        return self.bottom - self.top + 1


class MapFrame(msgspec.Struct, frozen=True):
    """LiF 2: a part of a map, and what is in it."""

    window: Window
    title: str
    """The map by name."""
    rows: Rows
    """Which rows are half a hex to the right."""
    pieces: tuple[Piece, ...] = ()
    """Everything in the window, also what the frame beside it is about."""
    fights: tuple[Fight, ...] = ()
    about: frozenset[Hex] = frozenset()
    """The hexes that it is about; what is in others, another frame lists."""
    names: Mapping[str, str] = {}
    """Hexes that the club named."""
    chosen: str = ""
    """The leader whose range is shaded."""
    reach: tuple[Hex, ...] = ()
    """The hexes of it in the window."""

    @property
    def happened(self) -> int:
        """How many combats were fought in it, and how many leaders came, since the turn began."""
        came = (one for one in self.own if one.rank and (one.came or one.is_new))
        return len(self.own_fights) + len(tuple(came))

    @property
    def own(self) -> tuple[Piece, ...]:
        """The pieces that it lists."""
        return tuple(one for one in self.pieces if one.hex in self.about)

    @property
    def own_fights(self) -> tuple[Fight, ...]:
        """The combats that it lists."""
        return tuple(one for one in self.fights if hex_of(one.place) in self.about)

    @property
    def where(self) -> str:
        """What it shows: `rows 12 to 18, columns 25 to 33`."""
        window = self.window
        return f"rows {window.top} to {window.bottom}, columns {window.left} to {window.right}"


def frames(state: State, before: State | None = None, chosen: str = "") -> tuple[MapFrame, ...]:
    """LiF 2: a frame for each part of a map where something is, the most eventful first.

    `before` is the state when the turn began; `chosen` a leader whose range is shaded.
    """
    known, fought = pieces(state, before), fights(state)
    rows, reached = state.rulings.hex_rows, reach(state, chosen) if chosen else ()
    made = []
    for group in _together(_groups(known, fought, rows), rows):
        window = _around(group)
        is_his = any(one.id == chosen for one in known if one.hex in group)
        if is_his:
            window = _widened(window, reached)
        frame = in_window(state, window, known, fought)
        reach_there = tuple(one for one in reached if window.holds(one)) if is_his else ()
        made.append(replace(frame, about=group, chosen=chosen if is_his else "", reach=reach_there))
    return tuple(sorted(made, key=_weight))


def _weight(frame: MapFrame) -> tuple[int, int, str, int, int]:
    """Where most happened comes first, then where most is, then by map, row and column."""
    window = frame.window
    return (-frame.happened, -len(frame.own), window.map, window.top, window.left)


def in_window(
    state: State, window: Window, known: Iterable[Piece], fought: Iterable[Fight] = ()
) -> MapFrame:
    """LiF 2: a part of a map, with what is in it."""
    names = {
        place: named.name
        for place, named in sorted(state.play.hex_names.items())
        if (there := hex_of(place)) is not None and window.holds(there)
    }
    return MapFrame(
        window,
        maps()[window.map].name,
        state.rulings.hex_rows,
        tuple(one for one in known if one.hex is not None and window.holds(one.hex)),
        tuple(one for one in fought if (at := hex_of(one.place)) and window.holds(at)),
        names=names,
    )


def elsewhere(state: State, before: State | None = None) -> tuple[Piece, ...]:
    """LiF 2: what has no hex: pieces at sea, on off-map dots, and leaders with no place on record.

    Counters on the map without a place are only counted (`unplaced_counters`).
    """
    return tuple(
        one for one in pieces(state, before) if one.hex is None and (one.place or one.rank)
    )


def unplaced_counters(state: State) -> int:
    """LiF 5.4: how many counters are on the map in a hex that nobody recorded."""
    return sum(not one.place and not one.rank for one in pieces(state, None))


def fights_elsewhere(state: State) -> tuple[Fight, ...]:
    """LiF 3.3: this turn's combats that were fought in no hex."""
    return tuple(one for one in fights(state) if hex_of(one.place) is None)


# --- what belongs together ----------------------------------------------------------------------

Group = frozenset[Hex]


def _groups(known: Sequence[Piece], fought: Sequence[Fight], rows: Rows) -> set[Group]:
    """The hexes of each piece, with the one that it came from, and of each combat."""
    of_pieces = (frozenset({at, one.start(rows) or at}) for one in known if (at := one.hex))
    of_fights = (frozenset({at}) for one in fought if (at := hex_of(one.place)) is not None)
    return {*of_pieces, *of_fights}


def _together(groups: set[Group], rows: Rows) -> list[Group]:
    """Groups of one map joined, the nearest first, while they are near and one frame holds them."""
    links = sorted(
        (_apart(one, other, rows), _first(one), _first(other), one, other)
        for one, other in combinations(sorted(groups, key=_first), 2)
        if _map_of(one) == _map_of(other)
    )
    home = {one: one for one in groups}
    for apart, _, _, one, other in links:
        both = (home[one], home[other])
        joined = both[0] | both[1]
        window = _around(joined)
        if apart <= APART and window.width <= COLUMNS and window.height <= ROWS:
            home.update({member: joined for member in groups if home[member] in both})
    return sorted(set(home.values()), key=_first)


def _first(group: Group) -> list[str]:
    return sorted(map(str, group))


def _map_of(group: Group) -> str:
    return next(iter(group)).map


def _apart(one: Group, other: Group, rows: Rows) -> int:
    return min(distance(here, there, rows) for here in one for there in other)


def _around(group: Group) -> Window:
    """The window around some hexes, with a margin."""
    rows, columns = {place.row for place in group}, {place.column for place in group}
    return Window(
        _map_of(group),
        max(0, min(rows) - MARGIN),
        min(LAST, max(rows) + MARGIN),
        max(0, min(columns) - MARGIN),
        min(LAST, max(columns) + MARGIN),
    )


def _widened(window: Window, reached: Sequence[Hex]) -> Window:
    """A window with as much of a range as a frame has room for."""
    if not reached:
        return window
    rows, columns = {one.row for one in reached}, {one.column for one in reached}
    top, bottom = _stretched(window.top, window.bottom, rows, ROWS)
    left, right = _stretched(window.left, window.right, columns, COLUMNS)
    return Window(window.map, top, bottom, left, right)


def _stretched(first: int, last: int, wanted: Iterable[int], most: int) -> tuple[int, int]:
    """A range grown towards others by turns, on both sides, up to so many."""
    low, high = min(wanted), max(wanted)
    while last - first + 1 < most and (first > low or last < high):
        if first > low:
            first -= 1
        if last < high and last - first + 1 < most:
            last += 1
    return first, last
