"""What lies on the table of a story: places, facings, uses, counters; and how it changes."""

from dataclasses import dataclass, field
from typing import Any

from combat_story.sheet import ALIGNED, LEADERS, on_land

Told = dict[str, Any]


@dataclass
class Use:
    """One accepted announcement."""

    leader: str
    ability: int
    hex: str
    helps: frozenset[str]
    combat: str
    attacking: bool
    units: int
    map: str
    place: str
    step: int
    impulse: int


@dataclass
class Piece:
    """One counter: what it is worth and where it lies."""

    power: str
    type: str
    combat: int
    cost: int
    size: str = "corps"
    guards: bool = False
    place: str = "map"
    location: str = ""
    face_up: bool = True


@dataclass
class Table:
    """A story so far, as the rules see it."""

    list_edition: bool
    mixed: bool = False
    shattered_count: bool = False
    by_ledger: bool = False
    turn: str = "1939-SO"
    status: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    face_up: dict[str, bool] = field(default_factory=dict)
    cooperating: set[frozenset[str]] = field(default_factory=set)
    step_name: str = ""
    step: int = 0
    began: int = 0
    """The step in which the combat under way began: its parts are one combat in both editions."""
    impulse: int = 0
    uses: list[Use] = field(default_factory=list)
    combats: int = 0
    pieces: dict[str, Piece] = field(default_factory=dict)

    def on_map(self, who: str) -> bool:
        return self.status.get(who) == "map"

    def leaves(self, who: str, status: str) -> None:
        """He is off the map: in the cup, or dead."""
        self.status[who] = status
        self.places.pop(who, None)
        self.face_up.pop(who, None)

    @property
    def next_combat(self) -> str:
        """The id that the next report will bear."""
        return f"{self.turn}-{self.combats + 1}"

    def in_step(self) -> list[Use]:
        """The uses since this step began."""
        return [use for use in self.uses if (use.step, use.impulse) == (self.step, self.impulse)]

    def in_combat(self) -> list[Use]:
        """The uses since the combat under way began, with the declaration of the attack."""
        return [use for use in self.uses if use.step >= self.began and use.impulse == self.impulse]

    def belonging(self, hex: str) -> list[Use]:
        """Ruling 45: the uses that belong to the next report, if it is of this hex."""
        now = self.in_combat()
        return [
            use for use in self.uses
            if use.combat == self.next_combat
            or (not use.combat and one_place(use.hex, hex) and use in now)
        ]  # fmt: skip


def one_place(hex: str, other: str) -> bool:
    """A hex on land; at sea the whole sea area, whose sections all fight in one combat."""
    return hex.partition("/")[0] == other.partition("/")[0]


def friends(table: Table, one: str, other: str) -> bool:
    """Whether two major powers co-operate."""
    return frozenset({one, other}) in table.cooperating


def within_limits(table: Table, who: str, country: str, ability: int) -> bool:
    """LiF 3.2: whether a leader's ability may serve this country's units (ruling 41)."""
    counter = LEADERS[who]
    if ability == 31 and country in ("germany", "italy"):
        return True
    if counter.power in ALIGNED or counter.power == "italy":
        return country == counter.power
    if country == counter.power:
        return True
    if 2 in counter.abilities:
        return False
    if country in ALIGNED:
        return ALIGNED[country] == counter.power
    return 1 not in counter.abilities and friends(table, country, counter.power)


def serves(table: Table, who: str, ability: int, countries: frozenset[str], whole: bool) -> bool:
    """Ruling 42: all of these are within his limits, or the club's word asks for one."""
    inside = [within_limits(table, who, country, ability) for country in countries]
    return any(inside) if whole and table.mixed else all(inside)


def map_of(table: Table, use: Told) -> str:
    """The map for whose cap he counts."""
    place = table.places[use["leader"]]
    return place[0] if on_land(place) else use.get("map", "")
