"""LiF 2: a small diagram of a leader's range: the leader's hex and all hexes in range. Pure."""

from typing import Literal

import msgspec

from campaign.leaders_in_flames.abilities.command_range import (
    Hex,
    Rows,
    distance,
    hexes_in_range,
    parse,
)

Kind = Literal["leader", "target", "both", "in-range", "beyond"]

MARGIN = 2
"""How many hexes out of range a target may be and still be drawn."""
LAST = 99
"""The highest row and column that two digits can say."""

_ROW_HEIGHT = 0.866
"""The distance between rows of regular hexes one unit wide: half the root of three."""
_SIGNS: dict[Kind, str] = {
    "leader": "L",
    "target": "T",
    "both": "L",
    "in-range": "o",
    "beyond": "·",
}


class Cell(msgspec.Struct, frozen=True):
    """One hex of the diagram; `x` and `y` are its centre, hexes being one unit wide."""

    place: str
    x: float
    y: float
    kind: Kind
    hexes: int
    """How far it is from the leader."""


def diagram(start: str, stars: int, target: str = "", rows: Rows = "odd") -> tuple[Cell, ...]:
    """LiF 2: the leader's hex, every hex in range, and the target if it is near.

    Row by row, top left first. Empty if the leader is not in a hex.
    """
    centre = parse(start)
    if not isinstance(centre, Hex):
        return ()
    reach = hexes_in_range(stars, centre)
    aim = parse(target) if target else None
    away = distance(centre, aim, rows) if isinstance(aim, Hex) and aim.map == centre.map else None
    wide = reach if away is None or away > reach + MARGIN else max(reach, away)
    around = (
        Hex(centre.map, row, column)
        for row in _near(centre.row, wide)
        for column in _near(centre.column, wide + 1)
    )
    near = [(place, distance(centre, place, rows)) for place in around]
    shown = [(place, hexes) for place, hexes in near if hexes <= wide]
    left = min(_lean(place, rows) for place, _ in shown)
    top = min(place.row for place, _ in shown)
    return tuple(
        Cell(
            str(place),
            _lean(place, rows) - left,
            round((place.row - top) * _ROW_HEIGHT, 3),
            _kind(place, hexes, reach, centre, aim),
            hexes,
        )
        for place, hexes in shown
    )


def _lean(place: Hex, rows: Rows) -> float:
    """How far a hex is from the left."""
    return place.column + (0.5 if (place.row % 2 == 1) == (rows == "odd") else 0.0)


def text_rows(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    """The diagram for a terminal: L the leader, T the target, o in range; rows by number."""
    lines: dict[str, list[str]] = {}
    for cell in cells:
        line = lines.setdefault(cell.place[:3], [])
        column = round(cell.x * 2)
        line.extend(" " * (column - len(line)))
        line.append(_SIGNS[cell.kind])
    return tuple(f"{row}  {''.join(line)}" for row, line in lines.items())


def _near(centre: int, wide: int) -> range:
    return range(max(0, centre - wide), min(LAST, centre + wide) + 1)


def _kind(place: Hex, hexes: int, reach: int, centre: Hex, aim: object) -> Kind:
    if place == centre:
        return "both" if place == aim else "leader"
    if place == aim:
        return "target"
    return "in-range" if hexes <= reach else "beyond"
