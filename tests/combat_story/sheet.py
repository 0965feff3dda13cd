"""What the leaders' counters say, and what the texts of their abilities ask for."""

from dataclasses import dataclass

AXIS = frozenset({"germany", "italy", "japan"})
ALIGNED = {"rumania": "germany", "finland": "germany"}
"""Minors of every story, and whose they are."""


@dataclass(frozen=True)
class Counter:
    """One leader: the country he serves, his stars, and his abilities."""

    power: str
    stars: int
    abilities: tuple[int, ...]

    @property
    def major(self) -> str:
        """The major power that he counts for: Mannerheim is Germany's (LiF 4.1)."""
        return ALIGNED.get(self.power, self.power)

    @property
    def axis(self) -> bool:
        return self.major in AXIS


LEADERS = {
    "rundstedt": Counter("germany", 5, (2, 5, 6, 48, 55)),
    "manstein": Counter("germany", 5, (2, 27, 39, 41, 62)),
    "guderian": Counter("germany", 4, (2, 28, 39, 46)),
    "kesselring": Counter("germany", 4, (38, 74, 76, 78)),
    "rommel": Counter("germany", 3, (39, 56, 58)),
    "kleist": Counter("germany", 3, (2, 36, 49)),
    "graziani": Counter("italy", 5, (4, 27)),
    "messe": Counter("italy", 3, (31, 42, 46)),
    "mannerheim": Counter("finland", 3, (55, 69)),
    "zhukov": Counter("ussr", 5, (33, 37, 40, 47)),
    "koniev": Counter("ussr", 4, (30, 41, 45)),
    "rokossovsky": Counter("ussr", 3, (55, 60, 68, 71)),
    "vasilevsky": Counter("ussr", 3, (5, 15, 16, 18)),
    "vatutin": Counter("ussr", 3, (34, 49, 72)),
    "montgomery": Counter("commonwealth", 5, (1, 29, 48, 55)),
    "oconnor": Counter("commonwealth", 3, (27, 36, 56)),
    "patton": Counter("usa", 3, (39, 46, 54)),
    "yamamoto": Counter("japan", 5, (13, 75, 93)),
    "nagumo": Counter("japan", 3, (74, 96, 97, 106)),
    "spruance": Counter("usa", 4, (101, 102, 105, 116)),
    "nimitz": Counter("usa", 5, (2, 93, 111, 121)),
}

BEFORE_THE_DICE = ("land-combat-declaration", "ground-support", "land-combat")
ANY = ("*",)


@dataclass(frozen=True)
class Ability:
    """Where an ability's text lets it work.

    `reach` is `stack` (his own hex, or the attack of a unit beside him), `own` (his own hex),
    `range`, `guard` (in range in defence, beside a unit in attack) or `section` (of the sea box).
    `each` stands for every hex in range (ruling 43), `whole` for a modifier of the whole combat
    (ruling 42). `side` is the one side that it serves, where it serves one.
    """

    reach: str
    steps: tuple[str, ...]
    each: bool = False
    whole: bool = False
    side: str = ""
    die: int = 0


_DICE, _ADVANCE = BEFORE_THE_DICE, (*BEFORE_THE_DICE, "retreat", "advance-after-combat")
_RETREAT = (*BEFORE_THE_DICE, "retreat")


def _attack(die: int = 0, *, whole: bool = True, steps: tuple[str, ...] = _DICE) -> Ability:
    return Ability("stack", steps, whole=whole, side="attacker", die=die)


def _defence(die: int, *, each: bool = True, reach: str = "range") -> Ability:
    return Ability(reach, _DICE, each=each, whole=True, side="defender", die=die)


ABILITIES = {
    4: Ability("own", ANY),
    5: Ability("range", ("rail-movement",)),
    18: _attack(1),
    27: _attack(1),
    28: _attack(),
    29: _attack(1),
    30: _defence(-1),
    31: _defence(-1),
    33: _defence(-1),
    34: _defence(-1),
    36: _attack(whole=False, steps=_ADVANCE),
    38: Ability("range", _DICE, each=True),
    39: _attack(whole=False, steps=_ADVANCE),
    40: Ability("range", _RETREAT, side="defender"),
    41: Ability("range", _ADVANCE, side="attacker"),
    42: Ability("range", _RETREAT, side="defender"),
    45: Ability("range", ("land-combat-declaration",), each=True, whole=True, side="attacker"),
    46: Ability("stack", ("land-movement",)),
    47: Ability("stack", ("land-movement",)),
    48: Ability("range", ANY),
    49: Ability("range", ("land-movement", *_DICE), each=True),
    55: Ability("guard", _DICE),
    56: _attack(),
    58: _attack(whole=False),
    62: _attack(),
    68: Ability("range", _DICE, each=True),
    69: _defence(-2, each=False),
    71: _attack(whole=False, steps=_ADVANCE),
    72: Ability("range", _DICE, each=True, whole=True, side="defender"),
    101: Ability("section", ("naval-combat", "naval-movement")),
    105: Ability("section", ("naval-combat", "naval-movement")),
}
"""LiF abilities: those that the stories announce. The others of the counters are not dealt."""

NOT_SAID = {(45, "land-combat"), (45, "ground-support"),
            (55, "retreat"), (56, "retreat"), (62, "retreat"), (62, "advance-after-combat"),
            (101, "air-to-air"), (105, "air-to-air")}  # fmt: skip
"""Abilities in steps of which their texts leave open whether they are over: not dealt."""

LAND = {"INF": 3, "ARM": 6, "MECH": 5, "MIL": 2, "HQ-I": 4, "MTN": 4}
AIR = {"FTR": 2, "LND": 3, "CVP": 2, "NAV": 3}
SHIPS = {"CV": 5, "BB": 6, "CA": 3}
"""Types that are lost in the stories, with build points that are the stories' own."""

COSTS = {"E": 1, "W": 1, "A": 2, "P": 2, "M": 6}
"""LiF 2: what a hex counts on its map."""


def cube(place: str) -> tuple[int, int, int]:
    """A hex in three coordinates; odd rows lie half a hex to the right."""
    row, column = int(place[1:3]), int(place[3:5])
    across = column - (row - row % 2) // 2
    return across, row, -across - row


def hexes_between(one: str, other: str) -> int:
    """How many hexes lie from one to another of the same map."""
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


def on_land(place: str) -> bool:
    return not place.startswith("sea:")


def in_range(stars: int, one: str, other: str) -> bool:
    """LiF 2: hexes of the leader's stars, each as its map counts it."""
    if not on_land(one) or not on_land(other) or one[0] != other[0]:
        return one == other
    return hexes_between(one, other) * COSTS[one[0]] <= stars
