"""FoW missions: the ten missions as data, and platoons held back. Pure, but for its tables."""

from functools import cache
from typing import Literal

import msgspec

from campaign.fow.csv_tables import read, rows, table
from campaign.fow.state import Role

# --- FoW missions: the ten missions and their special rules as data -----------------------------
#
# Distances are pairs of inches and centimetres. A side's turns are its own turns.

Distance = tuple[int, int]
Whom = Literal["attacker", "defender", "both"]
HeldBack = Literal["none", "at-least-half", "any", "one-to-half", "targets-only"]
Ambushing = Literal["none", "up-to-half-of-rest", "up-to-one", "one"]


class RoadEnds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far an objective on the road lies from the road's end."""

    least: Distance
    most: Distance


class MissionEdge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who chooses which part of the table."""

    chosen_by: Role
    text: str
    road: Distance | None = None
    """How far a road keeps from the centre line and the long edge."""


class FirstTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has the first turn."""

    who: Literal["attacker", "defender", "roll-off"]
    tie: str = ""
    note: str = ""


class IndependentTeams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In which order the sides set up their Independent teams."""

    order: tuple[Role, ...]
    alternate: bool = False
    centre_line: Distance | None = None


class Manholes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Manholes of the sewers."""

    each: int
    apart: Distance


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each side has to do."""

    attacker: str
    defender: str


class MissionObjective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Objectives that a side places; a count of -1 takes one away."""

    by: Role
    count: int
    where: str = ""
    centre_line: Distance | None = None
    edges: Distance | None = None
    side_edges: Distance | None = None
    pair_within: Distance | None = None
    within_centre: Distance | None = None
    apart: Distance | None = None
    road_ends: RoadEnds | None = None


class MissionDeployment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a side sets up, and what it holds back."""

    side: Whom
    area: str
    order: Literal["whole", "alternate"] = "whole"
    reserve: HeldBack = "none"
    reserve_rules: tuple[str, ...] = ()
    ambush: Ambushing = "none"
    ambush_rule: str = "ambush"
    ambuscade: int = 0
    sewers: int = 0
    escorts: int = 0
    escorts_large: int = 0
    large_from: int = 0
    random: bool = False
    centre_line: Distance | None = None
    within_centre: Distance | None = None
    into_enemy_half: Distance | None = None
    from_enemy: Distance | None = None
    from_enemy_in_sight: Distance | None = None
    pioneers_forward: Distance | None = None


class MissionEnd(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"begins": "from"}
):
    """What ends a battle when a side begins a turn, and who has won by it."""

    side: Literal["attacker", "defender", "either", ""]
    begins: int
    """The first of the side's own turns in which it counts; 0 where it belongs to no turn."""
    when: Literal["holds", "cleared", "last-turn", "time"]
    what: str
    winner: Literal["attacker", "defender", "side", "nobody"]
    within: Distance | None = None

    @property
    def ended_by(self) -> str:
        """The word with which such an end is reported."""
        return "objective" if self.when == "holds" else self.when


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mission."""

    slug: str
    name: str
    page: int
    rules: tuple[str, ...]
    roles: Literal["defensive-battle", "roll-off"]
    edge: MissionEdge
    first_turn: FirstTurn
    recce: tuple[Role, ...]
    independents: IndependentTeams
    orders: Orders
    objectives: tuple[MissionObjective, ...]
    deploy: tuple[MissionDeployment, ...]
    end: tuple[MissionEnd, ...]
    otherwise: Literal["attacker", "defender", "nobody"]
    """Who has won a battle that ended in any other way."""
    number: int = 0
    on_selector: bool = True
    implied: tuple[str, ...] = ()
    """Special rules that come with one of its own."""
    prepared: tuple[Role, ...] = ()
    fortifications: dict[Literal["into_enemy_half"], Distance] | None = None
    manholes: Manholes | None = None
    table_feet: tuple[int, int] | None = None
    hold: str = ""

    @property
    def heading(self) -> str:
        """The heading under which its rules are refused."""
        return f"FoW {self.name}"

    @property
    def fair(self) -> bool:
        """FoW Fair Fight: whether nobody may have won it."""
        return "fair-fight" in self.rules

    def deployment(self, role: Role) -> MissionDeployment:
        """How a side sets up."""
        return next(part for part in self.deploy if part.side in (role, "both"))


class SpecialRule(msgspec.Struct, frozen=True):
    """A special rule of missions, in our words."""

    slug: str
    name: str
    page: str
    binds: Literal["attacker", "defender", "both", "owner", "listed"]
    what: str


class SelectorRow(msgspec.Struct, frozen=True, rename={"agreed": "swap_if_both_agree"}):
    """A row of the mission selector."""

    mission: str
    low: int = 0
    high: int = 0
    agreed: tuple[str, ...] = ()
    """Missions that both sides may play instead."""

    @property
    def number(self) -> int:
        """The score that it is for; 12 is "or more", 4 is "or less"."""
        return self.low or self.high


@cache
def missions() -> dict[str, Mission]:
    """The ten missions by slug, those with a printed number first."""
    import tomllib  # slow to load

    class _File(msgspec.Struct, forbid_unknown_fields=True):
        mission: tuple[Mission, ...]

    text = table("missions.toml")
    file = msgspec.convert(tomllib.loads(text), _File)
    return {mission.slug: mission for mission in file.mission}


def mission_name(slug: str) -> str:
    """A mission's name; its slug where the book has none."""
    known = missions().get(slug)
    return known.name if known else slug


@cache
def special_rules() -> dict[str, SpecialRule]:
    """The special rules of missions, by slug."""
    return {row.slug: row for row in read("mission_rules", SpecialRule)}


@cache
def selector() -> dict[int, SelectorRow]:
    """FoW Mission Selector: its nine rows by number, the highest first (p. 232)."""
    return {row.number: row for row in read("mission_selector", SelectorRow)}


@cache
def selection() -> dict[str, int]:
    """FoW Linked Missions: the numbers that a score is made of, and the price of a change."""
    return {row["slug"]: int(row["value"]) for row in rows("mission_selection")}


@cache
def company_roles() -> frozenset[tuple[str, str]]:
    """FoW Defensive Battle: pairs of company types, the first of which attacks the second."""
    return frozenset((row["attacker"], row["defender"]) for row in rows("company_roles"))


# --- FoW missions: how many platoons a side may hold back, for its number of platoons -----------
#
# Half of an odd number: "at least" takes the odd platoon in, "up to" leaves it out.


class PlatoonRange(msgspec.Struct, frozen=True):
    """From how many to how many, both counted."""

    least: int
    most: int

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most


def in_reserve(rule: MissionDeployment, platoons: int) -> PlatoonRange:
    """How many platoons begin in Reserve or otherwise off the table."""
    match rule.reserve:
        case "none":
            return PlatoonRange(0, 0)
        case "at-least-half":
            return PlatoonRange((platoons + 1) // 2, platoons)
        case "any":
            return PlatoonRange(0, platoons)
        case "one-to-half":
            least = min(1, platoons)
            return PlatoonRange(least, max(least, platoons // 2))
        case "targets-only":
            off = max(0, platoons - 1 - escorts(rule, platoons))
            return PlatoonRange(off, off)


def in_ambush(rule: MissionDeployment, platoons: int, reserve: int) -> PlatoonRange:
    """How many of the platoons that are not in Reserve may, or must, be in Ambush."""
    rest = max(0, platoons - reserve)
    match rule.ambush:
        case "none":
            return PlatoonRange(0, 0)
        case "up-to-half-of-rest":
            return PlatoonRange(0, rest // 2)
        case "up-to-one":
            return PlatoonRange(0, min(1, rest))
        case "one":
            one = min(1, rest)
            return PlatoonRange(one, one)


def in_ambuscade(rule: MissionDeployment, platoons: int, reserve: int) -> PlatoonRange:
    """FoW Roadblock: how many platoons deliver the Ambuscade."""
    number = min(rule.ambuscade, max(0, platoons - reserve))
    return PlatoonRange(number, number)


def in_sewers(rule: MissionDeployment, platoons: int, reserve: int) -> PlatoonRange:
    """FoW Sewers: how many platoons may come through them."""
    return PlatoonRange(0, min(rule.sewers, max(0, platoons - reserve)))


def escorts(rule: MissionDeployment, platoons: int) -> int:
    """FoW Roadblock: how many platoons go with the target of the Ambuscade (p. 208)."""
    if not rule.escorts:
        return 0
    wanted = rule.escorts_large if platoons >= rule.large_from else rule.escorts
    return min(wanted, max(0, platoons - 1))
