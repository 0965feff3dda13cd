"""LiF 2: a leader's range as a small picture: plain paths, which the template draws. Pure."""

import msgspec

from campaign.leaders_in_flames.abilities import hex_diagram
from campaign.leaders_in_flames.abilities.hex_diagram import Cell
from campaign.leaders_in_flames.names import counted
from campaign.leaders_in_flames.state import State
from events.lif.on_map import AbilityUsed

UNIT = 16.0
"""How wide a hex is."""
_REGULAR = "l8 4.6v9.2l-8 4.6l-8-4.6v-9.2"
"""The sides of a regular hex of that width, from its top corner on: 16 × 0.289 = 4.6."""


class RangePicture(msgspec.Struct, frozen=True):
    """LiF 2: the leader's hex, the hexes in range, and where an ability took effect."""

    leader: str
    rank: int
    text: str
    width: float
    height: float
    near: str
    beyond: str
    him: str
    target: str
    """The outlines of each kind of hex."""


def range_picture(state: State, event: AbilityUsed, location: str) -> RangePicture | None:
    """LiF 2: the picture of a use; None if one map cannot show it."""
    counter = state.sheet[event.leader]
    cells = hex_diagram.diagram(location, counter.rank, event.hex, state.rulings.hex_rows)
    aim = next((cell for cell in cells if cell.kind == "target"), None)
    if aim is None:
        return None
    away = counted(aim.hexes, "hex", "hexes")
    text = f"ability {event.ability}, from {location} to {event.hex}: {away}"
    return RangePicture(
        counter.name,
        counter.rank,
        text,
        round((max(cell.x for cell in cells) + 1) * UNIT + 2, 2),
        round((max(cell.y for cell in cells) + 1.154) * UNIT + 2, 2),
        _outlines(cells, "in-range"),
        _outlines(cells, "beyond"),
        _outlines(cells, "leader"),
        _outlines(cells, "target"),
    )


def _outlines(cells: tuple[Cell, ...], kind: str) -> str:
    return "".join(_outline(cell) for cell in cells if cell.kind == kind)


def _outline(cell: Cell) -> str:
    """A hex from its top corner, clockwise."""
    x, y = round((cell.x + 0.5) * UNIT + 1, 1), round(cell.y * UNIT + 1, 1)
    return f"M{x:g} {y:g}{_REGULAR}Z"
