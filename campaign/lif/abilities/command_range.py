"""LiF 2, 3.2: a leader's range, drawn too, and whose units in it abilities serve.

Pure, except that it reads its table.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal

import msgspec

from campaign.kernel.decisions import About, Refused, bad_field
from campaign.lif.abilities import catalogue
from campaign.lif.names import the_country
from campaign.lif.roster import POWERS, is_minor, rows
from campaign.lif.state import State, aligned_with, cooperating
from campaign.text.english import counted

# --- LiF 2: a leader's range: one European hex for each star ------------------------------------
#
# A hex is map letter, row (two digits) and column (two digits). Rows run across. We assume that
# every odd row is half a hex to the right of its neighbours; the switch `hex_rows` can change
# that. Our sources do not say where two maps join. So the club counts a way across, and enters how
# many hexes of each map it passes through.

RULE = "LiF 2"
ACROSS = "Ruling 28"

OFF_MAP = "dot"
"""Stands for the off-map dots where hexes are counted by map."""
OFF_MAP_COST = 6

Scale = Literal["european", "asian-pacific", "american"]
Rows = Literal["odd", "even"]


class MapSheet(msgspec.Struct, frozen=True):
    """LiF 2: one map by its letter, and how many European hexes each of its hexes counts."""

    letter: str
    name: str
    scale: Scale
    hex_cost: int
    rule: str


class Hex(msgspec.Struct, frozen=True):
    """A hex of a map: `E1429` is row 14, column 29."""

    map: str
    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.map}{self.row:02}{self.column:02}"


class SeaBox(msgspec.Struct, frozen=True):
    """A section of a sea area's box: `sea:north-sea/3`."""

    area: str
    section: int

    def __str__(self) -> str:
        return f"sea:{self.area}/{self.section}"


class Dot(msgspec.Struct, frozen=True):
    """An off-map dot: `dot:canada`."""

    name: str

    def __str__(self) -> str:
        return f"dot:{self.name}"


Location = Hex | SeaBox | Dot


class Reach(msgspec.Struct, frozen=True):
    """LiF 2: whether a place is in a leader's range, with the sum that shows it."""

    within: bool
    stars: int
    cost: int | None
    """European hexes counted; None where no count was needed."""
    text: str


@cache
def maps() -> dict[str, MapSheet]:
    """LiF 2: the maps by letter."""
    sheets = (msgspec.convert(row, MapSheet, strict=False) for row in rows("maps"))
    return {sheet.letter: sheet for sheet in sheets}


@lru_cache(maxsize=1024)  # a record has few places, and many moves between them
def parse(place: str) -> Location | Refused:
    """The place named by a text of the right pattern. Refuses a letter that no map has."""
    if place.startswith("sea:"):
        area, _, section = place.removeprefix("sea:").partition("/")
        return SeaBox(area, int(section))
    if place.startswith("dot:"):
        return Dot(place.removeprefix("dot:"))
    if place[0] not in maps():
        known = ", ".join(f"{sheet.letter} ({sheet.name})" for sheet in maps().values())
        return Refused(None, f"{place}: there is no map {place[0]}; there is {known}")
    return Hex(place[0], int(place[1:3]), int(place[3:5]))


def no_place(place: str, field: str = "location") -> Refused | None:
    """Why a text does not name a place of this game; None if it does."""
    location = parse(place)
    return bad_field(field, location.reason) if isinstance(location, Refused) else None


def distance(place: Hex, other: Hex, rows: Rows) -> int:
    """LiF 2: hexes from one hex to another of the same map; units in between do not matter."""
    if place.map != other.map:
        raise ValueError(f"{place} and {other} are on two maps")
    across = _slant(place, rows) - _slant(other, rows)
    down = place.row - other.row
    return max(abs(across), abs(down), abs(across + down))


def _slant(place: Hex, rows: Rows) -> int:
    """The column counted along a slanting axis, so that hexes subtract."""
    odd = place.row % 2
    return place.column - (place.row - odd if rows == "odd" else place.row + odd) // 2


def hex_cost(place: Location) -> int | None:
    """LiF 2: European hexes that a place counts: 1, 2 or 6; None for a sea-box section."""
    match place:
        case Hex():
            return maps()[place.map].hex_cost
        case Dot():
            return OFF_MAP_COST
    return None


def hexes_in_range(stars: int, place: Location) -> int:
    """LiF 2, ruling 28: three stars reach 3 European, 1 Asian or Pacific, 0 American hexes."""
    cost = hex_cost(place)
    return stars // cost if cost else 0


def in_range(
    stars: int,
    start: str,
    target: str,
    rows: Rows = "odd",
    entered: Mapping[str, int] | None = None,
) -> Reach | Refused:
    """LiF 2, ruling 28: whether a place is in range of a leader of so many stars.

    `entered` counts the hexes entered on each map of a way across, by map letter, or `dot`.
    """
    place, other = parse(start), parse(target)
    if isinstance(place, Refused):
        return place
    if isinstance(other, Refused):
        return other
    if place == other:
        return Reach(True, stars, 0, f"{target} is where he is")
    if (hexes := apart(start, target, rows)) is not None:
        if entered:
            text = f"{start} and {target} are on one map, where the hexes are counted for you"
            return Refused(ACROSS, text)
        return _counted_way(stars, start, target, hexes)
    least = hex_cost(other) or 1
    if least > stars:
        text = f"{target} alone counts {least}, and he has {counted(stars, 'star')}"
        return Reach(False, stars, None, text)
    return _across(stars, start, target, other, entered or {})


def unplaced(name: str) -> Refused:
    """LiF 3.1: a campaign that began in mid-war may not know yet where a leader on the map is."""
    return Refused("LiF 3.1", f"the record does not say where {name} is; move him there first")


def apart(start: str, target: str, rows: Rows) -> int | None:
    """LiF 2: the hexes between two places; None where they are no hexes of one map."""
    place, other = parse(start), parse(target)
    if isinstance(place, Hex) and isinstance(other, Hex) and place.map == other.map:
        return distance(place, other, rows)
    return None


def _counted_way(stars: int, start: str, target: str, hexes: int) -> Reach:
    each = maps()[start[0]].hex_cost
    text = counted(hexes, "hex", "hexes")
    if each > 1:
        text = f"{text} of {each}, that is {hexes * each},"
    return _reach(stars, hexes * each, f"{text} from {start} to {target}")


def _across(
    stars: int, start: str, target: str, other: Location, entered: Mapping[str, int]
) -> Reach | Refused:
    if not entered:
        text = f"how {start} joins {target} is not in our sources; enter the hexes on each map"
        prompt = f"How many hexes of each map does the way from {start} to {target} enter?"
        return Refused(ACROSS, text, About("entered", prompt=prompt, missing=True))
    if refused := _no_way(entered, target, other):
        return refused
    cost = sum(hexes * _cost_on(letter) for letter, hexes in entered.items())
    way = ((letter, hexes) for letter, hexes in entered.items() if hexes)
    parts = (f"{hexes} on {letter} at {_cost_on(letter)}" for letter, hexes in way)
    return _reach(stars, cost, f"{' and '.join(parts)} make {cost} from {start} to {target}")


def _no_way(entered: Mapping[str, int], target: str, other: Location) -> Refused | None:
    """LiF 2: why no way across maps enters these hexes; None if one does."""
    for letter, hexes in entered.items():
        if letter not in maps() and letter != OFF_MAP:
            return bad_field("entered", f"there is no map {letter!r}")
        if hexes < 0:
            return bad_field("entered", f"{letter} cannot be {hexes}")
    end = other.map if isinstance(other, Hex) else OFF_MAP if isinstance(other, Dot) else None
    if sum(entered.values()) < 1 or (end is not None and entered.get(end, 0) < 1):
        return Refused(ACROSS, f"a way to {target} enters at least one hex there")
    return None


def _cost_on(letter: str) -> int:
    return OFF_MAP_COST if letter == OFF_MAP else maps()[letter].hex_cost


def _reach(stars: int, cost: int, text: str) -> Reach:
    within = cost <= stars
    verdict = "in range" if within else "out of range"
    return Reach(within, stars, cost, f"{text}; {counted(stars, 'star')}: {verdict}")


# --- LiF 3.2: whose units a leader's abilities may serve ----------------------------------------

NAMED = {catalogue.AXIS_PAIR: ("germany", "italy"), catalogue.CHINESE_ATTACK: ("china",)}
"""Ruling 41: abilities whose own text says whose units they serve; it beats the general limits."""


def beyond(state: State, leader: str, number: int, countries: Sequence[str]) -> str:
    """LiF 3.2, ruling 42: why an ability cannot serve these together; nothing where it can.

    A modifier of a whole combat may serve a mixed force where the club allows it and at least one
    of them is within his limits. Any other ability serves none beyond them.
    """
    reasons = [not_for(state, leader, number, country) for country in countries]
    if (
        "whole-combat" in catalogue.ability(number).traits
        and state.rulings.mixed_combats == "any"
        and not all(reasons)
    ):
        return ""
    return next((reason for reason in reasons if reason), "")


def not_for(state: State, leader: str, number: int, country: str) -> str:
    """LiF 3.2: why a leader's ability cannot serve a country's units; empty if it can."""
    counter = state.sheet[leader]
    if country in own(state, leader) or country in NAMED.get(number, ()):
        return ""
    if is_minor(counter):
        return f"{counter.name} serves only the units of {the_country(counter.power)}"
    if counter.power == "italy":
        return f"{counter.name} is Italian and serves only Italian units"
    if catalogue.HELPS_OWN_NATION_ONLY in counter.abilities:
        return f"{counter.name} serves only his own power's units (ability 2)"
    if country not in POWERS:
        aligned = aligned_with(state, country) == counter.power
        text = f"{the_country(country)} is not aligned with {the_country(counter.power)}"
        return "" if aligned else text
    if catalogue.HELPS_NO_FOREIGN_POWER in counter.abilities:
        return f"{counter.name} serves no other major power's units (ability 1)"
    if cooperating(state, counter.power, country):
        return ""
    text = f"{the_country(country)} does not co-operate with {the_country(counter.power)}"
    return f"{text}, as far as the record says"


def own(state: State, leader: str) -> tuple[str, ...]:
    """The names of the leader's own units: while Vichy exists, there are two Frances."""
    counter = state.sheet[leader]
    match counter.allegiance:
        case "free-france":
            return ("france", "free-france")
        case "vichy-france" if state.vichy == "installed":
            return ("vichy-france",)
    return (counter.power,)


# --- LiF 2: a small diagram of a leader's range: the leader's hex and all hexes in range --------

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
    away = apart(start, target, rows) if target else None
    wide = reach if away is None or away > reach + MARGIN else max(reach, away)
    shown = list(within(centre, wide, rows))
    left = min(lean(place, rows) for place, _ in shown)
    top = min(place.row for place, _ in shown)
    return tuple(
        Cell(
            str(place),
            lean(place, rows) - left,
            round((place.row - top) * _ROW_HEIGHT, 3),
            _kind(place, hexes, reach, centre, aim),
            hexes,
        )
        for place, hexes in shown
    )


def within(centre: Hex, wide: int, rows: Rows) -> Iterator[tuple[Hex, int]]:
    """The hexes at most so far from one, each with its distance, row by row."""
    for row in _near(centre.row, wide):
        for column in _near(centre.column, wide + 1):
            place = Hex(centre.map, row, column)
            if (hexes := distance(centre, place, rows)) <= wide:
                yield place, hexes


def lean(place: Hex, rows: Rows) -> float:
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
