"""LiF 2, 3.1: a hex chosen on a picture: eight columns of links around where it may be. Pure.

Whatever is chosen, the rules judge; a text field takes every other place.
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from campaign.kernel.interview.answers import folded
from campaign.kernel.terminal.screens import HexChoice, HexRequest
from campaign.lif.abilities.command_range import LAST, Hex, hexes_in_range, maps, within
from campaign.lif.names import leader as named
from campaign.lif.on_map.commands import MoveLeader, NameHex, PlaceLeader
from campaign.lif.picture.drawing import choosing
from campaign.lif.picture.frames import Window, in_window
from campaign.lif.picture.pieces import Piece, called, hex_of, pieces
from campaign.lif.state import State
from campaign.text.english import counted, listed

COLUMNS, ROWS = 8, 7
"""36 pixels each on a phone of 360."""
FIELDS = {
    PlaceLeader.__name__: "location",
    MoveLeader.__name__: "location",
    NameHex.__name__: "hex",
}
"""Commands whose place is chosen on the picture, and the field that it goes to."""
MIDDLE = (15, 20)
"""Where a map begins on which nothing is."""


def hexes(state: State, request: HexRequest, link: Callable[[str], str]) -> HexChoice | None:
    """LiF 2: the picture for a question, a link for each hex; None where it is about no hex."""
    if FIELDS.get(request.command) != request.field:
        return None
    known = pieces(state, None)
    leader = _leader(state, request.answers)
    chosen = hex_of(request.answers.get(request.field, "").strip().upper())
    window = _window(hex_of(request.around.upper()) or chosen or _beginning(known, state, leader))
    shaded, text = _shaded(state, known, leader, chosen)
    frame = replace(
        in_window(state, window, known), reach=tuple(one for one in shaded if window.holds(one))
    )
    return HexChoice(
        choosing(frame, lambda place: (link(str(place)), _words(state, place, known)), chosen),
        str(chosen) if chosen is not None else "",
        text if frame.reach else "",
        tuple(_ways(window)),
        tuple((sheet.name, str(_start(letter, known))) for letter, sheet in maps().items()),
    )


def _shaded(
    state: State, known: tuple[Piece, ...], leader: str, chosen: Hex | None
) -> tuple[tuple[Hex, ...], str]:
    """LiF 2: the leader's range from the hex that is chosen, or from where he is; and in words."""
    centre = chosen or next((one.hex for one in known if one.id == leader), None)
    if not leader or centre is None:
        return (), ""
    reach = hexes_in_range(state.sheet[leader].rank, centre)
    far = counted(reach, "hex", "hexes")
    text = f"Shaded: {named(leader, state.sheet)}’s range from {centre}, {far}."
    shaded = (place for place, _ in within(centre, reach, state.rulings.hex_rows) if reach)
    return tuple(shaded), text


def _leader(state: State, answers: Mapping[str, str]) -> str:
    """The leader who is placed or moved, by id; empty where nobody is named."""
    who = folded(answers.get("leader", ""))
    return who if who in state.sheet else ""


def _words(state: State, place: Hex, known: tuple[Piece, ...]) -> str:
    """What a hex is called: `W2321, Tripoli, empty`."""
    here = [one.name for one in known if one.hex == place]
    name = called(str(place), state).partition(" ")[2]
    return ", ".join(filter(None, (str(place), name, listed(here) or "empty")))


def _beginning(known: tuple[Piece, ...], state: State, leader: str) -> Hex:
    """Where the leader is; or else the leader's fellows, or anything is."""
    owner = state.sheet[leader].power if leader else ""
    placed = [one for one in known if one.hex is not None]
    nearest = sorted(placed, key=lambda one: (one.id != leader, one.owner != owner))
    first = nearest[0].hex if nearest else None
    return first or _start(next(iter(maps())), known)


def _start(letter: str, known: tuple[Piece, ...]) -> Hex:
    """Where a map is opened: at what is on it."""
    there = (one.hex for one in known if one.hex is not None and one.hex.map == letter)
    return next(there, None) or Hex(letter, *MIDDLE)


def _window(centre: Hex) -> Window:
    """The window around a hex, moved to where two digits can write its hexes."""
    top = min(max(0, centre.row - ROWS // 2), LAST - ROWS + 1)
    left = min(max(0, centre.column - COLUMNS // 2 + 1), LAST - COLUMNS + 1)
    return Window(centre.map, top, top + ROWS - 1, left, left + COLUMNS - 1)


def _ways(window: Window) -> Iterator[tuple[str, str]]:
    """Half a window on in each direction, and the hex in its middle then."""
    row, column = window.top + ROWS // 2, window.left + COLUMNS // 2 - 1
    steps = {"North": (-ROWS // 2, 0), "South": (ROWS // 2, 0),
             "West": (0, -COLUMNS // 2), "East": (0, COLUMNS // 2)}  # fmt: skip
    for way, (down, across) in steps.items():
        place = Hex(window.map, min(max(0, row + down), LAST), min(max(0, column + across), LAST))
        yield way, str(place)
