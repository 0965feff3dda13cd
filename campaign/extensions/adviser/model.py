"""LiF 3.2: a combat as the adviser is asked about it, and its advice. Pure values from JSON."""

import re
from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import inspect

from campaign.kernel.decisions import Refused, bad_field
from campaign.lif.on_map.commands import UnitType
from campaign.text.faults import in_words
from campaign.text.json_values import JsonFields, not_written_as
from events.base import Slug
from events.lif.on_map import Place, Side, Size
from events.lif.politics import Power

Table = Literal["", "blitz", "assault"]
Terrain = Literal["clear", "forest", "jungle", "mountain", "desert", "desert-mountain", "swamp"]
Weather = Literal["fine", "rain", "snow", "storm", "blizzard"]
Stands = Literal["participating", "stacked", "range", "attacked-hex", "elsewhere"]
"""The leader takes part; is stacked with a unit that does (defending: in the hex); is nearby; is
in another hex that is attacked in this step; is out of reach."""
NavalType = Literal["search", "surface", "naval-air", "sub", "port-strike"]
Mission = Literal[
    "ground-support", "ground-strike", "advance-disruption", "strategic-bombing", "cap",
    "naval-air", "other",
]  # fmt: skip

SHIPS = frozenset({"CV", "CVL", "BB", "CB", "CA", "CL", "DD", "SUB", "TRS", "AMPH", "CONV"})
SURFACE_COMBAT_SHIPS = frozenset({"BB", "CB", "CA", "CL", "DD"})
SURFACE_SHIPS = SHIPS - {"SUB"}
BOMBERS = frozenset({"LND", "NAV"})
Factors = Annotated[float, msgspec.Meta(ge=0, le=999)]


class _Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the adviser is told; an unknown field is a mistake."""


class Unit(_Given, frozen=True, kw_only=True):
    """A unit in a combat."""

    power: Slug
    """Its power or minor."""
    type: UnitType
    controlled_by: Slug = ""
    """The major power that controls it, where it is a minor's."""
    size: Size = "corps"
    factors: Factors | None = None
    """Combat factors with all the base game does to them, but for the river (ships: attack)."""
    full_factors: Factors | None = None
    """Combat factors without a weakness that abilities 43, 44, 49 or 50 lift."""
    face_up: bool = True
    in_supply: bool = True
    notional: bool = False
    communist: bool = False
    across_river: bool = False
    attacks_from: Terrain | None = None
    invades: bool = False
    drops: bool = False
    """It is paradropped."""
    sacrificed: bool = False
    """Ability 45 throws it away."""
    hex: Place | None = None
    """Attackers: the hex of the unit. Left out: with its side's leaders."""
    section: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    """Ships: section of the sea box. Left out: with its side's leaders."""
    movement: int | None = None
    turns: int | None = None
    """Aircraft: turns to produce it."""


class Support(_Given, frozen=True, kw_only=True):
    """Ground support or shore bombardment that a side gives."""

    power: Slug
    kind: Literal["aircraft", "artillery", "ship"]
    factors: Factors
    attack_factors: Factors | None = None
    """A surface ship's attack factors (ability 120)."""
    in_port: bool | None = None
    """Whether the ships lie in port, so that ability 119 alone lets them fire, with their plain
    bombardment factors. Left out: as a leader of their side says of itself."""


class Presence(_Given, frozen=True, kw_only=True):
    """A leader near a combat."""

    leader: Slug
    place: Stands
    distance: (
        Annotated[
            int,
            msgspec.Meta(
                ge=0,
                le=99,
                description="In hexes of the map that is fought on: each counts 1 European hex, on"
                " the Asian and Pacific maps 2, on the American map and off the maps 6.",
            ),
        ]
        | None
    ) = None
    """Left out if `place` says range: the club found the leader in range."""
    hex: Place | None = None
    section: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    face_up: bool = True
    flies_with: Literal["", "fighter", "bomber", "carrier-plane"] = ""
    in_port: bool = False
    map: str = ""
    """At sea or off the map: the map for which the leader counts (ruling 30)."""
    entered: dict[str, Annotated[int, msgspec.Meta(ge=0, le=99)]] = {}
    """Where two maps join: hexes entered on each map on the way to the combat (ruling 28)."""
    table: Table = ""
    """The table the leader calls for, if an ability allows a choice."""
    uses: tuple[int, ...] | None = None
    """Abilities that the player means to use; left out: all that are allowed."""


class Party(_Given, frozen=True, kw_only=True):
    """One side of a combat."""

    units: tuple[Unit, ...]
    leaders: tuple[Presence, ...] = ()
    support: tuple[Support, ...] = ()
    support_limit: Factors | None = None
    """Most factors of ground support, and of bombardment, that the base game allows it."""
    overstacked: bool = False
    air_value: int | None = None
    """Its air-to-air combat value without leaders."""

    def in_port(self, support: Support) -> bool:
        """Whether it is ships that fire from a port (ability 119)."""
        if support.kind != "ship":
            return False
        if support.in_port is not None:
            return support.in_port
        return any(leader.in_port for leader in self.leaders)


class Combat(_Given, frozen=True, kw_only=True):
    """LiF 3.2: a combat to be advised on."""

    kind: Literal["land", "air", "naval"]
    hex: Place
    attackers: Party
    defenders: Party
    weather: Weather = "fine"
    terrain: Terrain | None = None
    city: bool = False
    capital: bool = False
    table: Table = ""
    """The land combat table without leaders; empty where it is still open."""
    called_by: Side | None = None
    cooperating: tuple[tuple[Power, Power], ...] = ()
    options: tuple[int, ...] = ()
    """Optional rules of the base game in play; 38 lets bombardment defend."""
    combat_type: NavalType = "search"
    mediterranean: bool = False
    mission: Mission = "other"
    night: bool = False
    surprised: bool = False
    """A port strike finds the enemy surprised."""
    port: Literal["", "minor", "major"] = ""

    def party(self, side: Side) -> Party:
        """One side."""
        return self.attackers if side == "attacker" else self.defenders

    @property
    def at_sea(self) -> bool:
        """Whether it is fought in a sea box."""
        return self.hex.startswith("sea:")

    @property
    def map(self) -> str:
        """The letter of its map; `sea` or `dot` where the place bears none."""
        return self.hex.partition(":")[0] if ":" in self.hex else self.hex[0]


Verdict = Literal["may", "must", "ruled-out", "cancelled", "does-not-apply"]


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """LiF 3.2: what is to be said of one ability in this combat."""

    side: Side
    leader: str
    ability: int
    name: str
    verdict: Verdict
    counted: bool = False
    """Whether the sums count it."""
    effect: str = ""
    rule: str
    why: str = ""
    """Why it is ruled out, cancelled, does not apply, or is one of several to choose from."""
    announced: bool = False
    """Ruling 44: it is announced for this combat, and in force."""
    one_of: tuple[str, ...] = ()
    """LiF 3.2: the leaders who compete for one use, if this leader is one of them."""
    command: JsonFields | None = None
    """The UseAbility command that announces it."""


class SumLine(msgspec.Struct, frozen=True):
    """One step of a sum, with its rule and arithmetic in words."""

    rule: str
    words: str
    amount: float | None = None


class Sum(msgspec.Struct, frozen=True):
    """A net effect: die, table, factors, and so on."""

    of: str
    total: float | str
    lines: tuple[SumLine, ...]


class Advised(msgspec.Struct, frozen=True):
    """LiF 3.2: the adviser's answer. Nothing is recorded."""

    attacker: tuple[Advice, ...]
    defender: tuple[Advice, ...]
    net: tuple[Sum, ...]
    notes: tuple[str, ...] = ()

    def of(self, what: str) -> Sum | None:
        """A sum by its name."""
        return next((total for total in self.net if total.of == what), None)


@cache
def _decoder() -> msgspec.json.Decoder[Combat]:
    return msgspec.json.Decoder(Combat)


def read_combat(text: bytes | str) -> Combat | Refused:
    """A combat from JSON. Refuses what is malformed, naming the field."""
    try:
        return _decoder().decode(text)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        text = in_words(ValueError(what), Combat, as_sent=True)
        return bad_field(f"combat, {path[:-1]}" if path else "combat", text + _choices(str(error)))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return bad_field("combat", not_written_as("JSON", error))


_NO_CHOICE = re.compile(r"^Invalid enum value .*?(?:(\w+)\[[0-9.]+\])?\.(\w+)`$")
"""The list, if any, and the field in which a value is none of a fixed choice."""


def _choices(error: str) -> str:
    """What a field with a fixed choice may be, where a value is none of them."""
    match = _NO_CHOICE.search(error)
    if match is None:
        return ""
    part: type = {"units": Unit, "leaders": Presence, "support": Support}.get(match[1], Combat)
    info = inspect.type_info(part)
    assert isinstance(info, inspect.StructType)
    kind = next((field.type for field in info.fields if field.name == match[2]), None)
    values = [str(value) for value in _literals(kind) if value]
    return f"; there is {', '.join(values)}" if values else ""


def _literals(kind: inspect.Type | None) -> list[object]:
    """The values of a type with a fixed choice, which may be optional."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return [value for one in kinds if isinstance(one, inspect.LiteralType) for value in one.values]


def plain(number: float) -> str:
    """A number as people write it: 3, 3.5."""
    return f"{number:g}"
