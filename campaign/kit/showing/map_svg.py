"""The map as a picture: links as lines, places as circles in their owner's colour. Pure."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin

import msgspec

from campaign.kernel.pages import Shown
from campaign.kit.language.kinds import Map
from campaign.kit.state import State

STEP, EDGE = 90, 60
"""The distance of two places on a grid and the margin, in its own units."""
PATTERNS = 8
"""How many owners can be told apart; further ones begin again."""


class Place(msgspec.Struct, frozen=True):
    """A place on the picture."""

    name: str
    x: int
    y: int
    owner: str
    """By name; empty where nobody owns it."""
    mark: int
    """The number of the owner's colour and pattern; 0 without one."""
    near: str
    """Its neighbours by name."""


def drawn(state: State) -> Shown | None:
    """The map of a campaign, with each link once; None where it has none, or no place yet."""
    known = state.rules.map if state.text else None
    if known is None or not state.tables[known.table]:
        return None
    owners = _owners(state, known)
    marks = {row: place % PATTERNS + 1 for place, row in enumerate(owners)}
    places = _places(state, known, owners, marks)
    return Shown(
        width=max(place.x for place in places.values()) + EDGE,
        height=max(place.y for place in places.values()) + EDGE,
        places=tuple(places.values()),
        links=tuple(_links(known, places)),
        owner=known.owner.replace("_", " "),
        owners=tuple((name, marks[row]) for row, name in owners.items()),
    )


def _places(
    state: State, known: Map, owners: Mapping[str, str], marks: Mapping[str, int]
) -> dict[str, Place]:
    rows = state.tables[known.table]
    spots = _spots(known, tuple(rows))
    column = state.rules.tables[known.table].places.get(known.owner, 0)
    places = {}
    for row, values in rows.items():
        owner = str(values[column] or "") if known.owner else ""
        near = ", ".join(str(rows[other][0]) for other in known.links.get(row, ()))
        owned = owners.get(owner, ""), marks.get(owner, 0)
        places[row] = Place(str(values[0]), *spots[row], *owned, near)
    return places


def _links(known: Map, places: Mapping[str, Place]) -> Iterator[tuple[Place, Place]]:
    for one, near in known.links.items():
        yield from ((places[one], places[other]) for other in near if one < other)


def _owners(state: State, known: Map) -> dict[str, str]:
    """The rows that may own a place, by name."""
    if not known.owner:
        return {}
    kind = state.rules.tables[known.table].columns[known.owner].kind
    return {row: str(values[0]) for row, values in state.tables[getattr(kind, "table", "")].items()}


def _spots(known: Map, rows: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Where each place lies: on its grid, else on a circle in the file's order."""
    if known.at and all(row in known.at for row in rows):
        left = min(x for x, _ in known.at.values())
        top = min(y for _, y in known.at.values())
        return {
            row: (EDGE + (known.at[row][0] - left) * STEP, EDGE + (known.at[row][1] - top) * STEP)
            for row in rows
        }
    radius = max(STEP, round(STEP * len(rows) / (2 * pi)))
    middle = EDGE + radius
    return {
        row: (
            round(middle + radius * sin(2 * pi * place / len(rows))),
            round(middle - radius * cos(2 * pi * place / len(rows))),
        )
        for place, row in enumerate(rows)
    }
