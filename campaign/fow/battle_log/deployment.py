"""FoW Reserves, FoW Fortifications: what a side holds back, digs and buys when it sets up. Pure."""

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from campaign.fow.battle_log import turns
from campaign.fow.battle_log.commands import BuyFortifications, RecordDeployment
from campaign.fow.csv_tables import rows
from campaign.fow.members.permissions import may_act_for
from campaign.fow.missions import catalogue
from campaign.fow.missions.catalogue import Mission, MissionDeployment, PlatoonRange
from campaign.fow.results.losses import roster
from campaign.fow.state import Battle, Deciders, State
from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field, filled
from campaign.text.english import counted, listed, near, unfit
from events.fow.table_top import DeploymentRecorded, FortificationsBought

GROUPS = ("reserve", "flank", "ambush", "ambuscade", "target", "escorts", "sewers")
WORDS = {
    "reserve": "in Reserve",
    "flank": "in the flank force",
    "ambush": "in Ambush",
    "ambuscade": "for the Ambuscade",
    "target": "as its target",
    "escorts": "as escorts",
    "sewers": "in the sewers",
}


class Groups(msgspec.Struct, frozen=True):
    """How many platoons are in each group, and which, where they were named."""

    numbers: dict[str, int]
    named: dict[str, tuple[str, ...]]


def deploy(state: State, command: RecordDeployment, supplied: Supplied) -> Decision:
    """FoW Reserves: how many platoons begin off the table or hidden, within the mission's limits.

    Half of an odd number: at least half takes the odd platoon in, up to half leaves it out (p. 20).
    """
    battle = turns.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    side = turns.acting(state, battle, command, command.side)
    if isinstance(side, Refused):
        return side
    name = state.sides[side]
    if battle.table.turn_of:
        return Refused("FoW Turn Order", "the first turn has begun, and all have deployed")
    total = turns.deploying(state, battle, side)
    if not total:
        text = f"nobody said how many platoons {name} has; say so when the battle begins"
        return Refused(RECORD, text)
    groups = _groups(state, battle, side, command)
    if isinstance(groups, Refused):
        return groups
    if refused := _no_scouts(state, battle, side, groups.named.get("sewers", ())):
        return refused
    mission, rule = turns.mission_of(battle), turns.deployment_of(battle, side)
    numbers = groups.numbers
    if rule.reserve == "targets-only" and command.reserve is None:
        numbers = {**numbers, "reserve": catalogue.in_reserve(rule, total).most}
    for wrong in _wrong(mission, rule, name, total, numbers):
        return wrong
    off = sum(numbers[group] for group in turns.OFF_TABLE)
    return (
        filled(
            DeploymentRecorded,
            battle=battle.id,
            side=side,
            on_table=total - off,
            platoons=groups.named,
            **numbers,
        ),
    )


def _groups(state: State, battle: Battle, side: str, command: RecordDeployment) -> Groups | Refused:
    """The groups as they were told, each platoon in one of them."""
    numbers: dict[str, int] = {}
    named: dict[str, tuple[str, ...]] = {}
    for group in GROUPS:
        stated = getattr(command, group)
        if isinstance(stated, int):
            if stated < 0:
                return bad_field(group, f"expected 0 or more, got {stated}")
            numbers[group] = stated
        else:
            numbers[group] = len(stated or ())
            if stated:
                named[group] = stated
    known, name = roster(state, battle, side), state.sides[side]
    seen: set[str] = set()
    for group, ids in named.items():
        for one in ids:
            if known and one not in known:
                return bad_field(group, f"{name} has no platoon {one!r} in this battle")
            if one in seen:
                return bad_field(group, f"{one} is named twice")
            seen.add(one)
    return Groups(numbers, named)


def _no_scouts(state: State, battle: Battle, side: str, sewers: tuple[str, ...]) -> Refused | None:
    """FoW Not One Step Back: only a Recce Platoon comes through the sewers (p. 225)."""
    force = state.forces.get(battle.forces.get(side, ""))
    known = force.platoons if force else {}
    for one in sewers:
        if one in known and not known[one].recce:
            heading = turns.mission_of(battle).heading
            return Refused(heading, f"{one} is no Recce Platoon, and cannot use the sewers")
    return None


def _wrong(
    mission: Mission, rule: MissionDeployment, name: str, total: int, numbers: Mapping[str, int]
) -> Iterator[Refused]:
    """The first group that breaks the mission's limits."""
    if sum(numbers.values()) > total:
        text = f"{name} has {counted(total, 'platoon')}, and {sum(numbers.values())} are told"
        yield Refused(mission.heading, text)
    for group, allowed in limits(rule, total, numbers).items():
        if numbers[group] not in allowed:
            text = f"of {counted(total, 'platoon')} {name} has {_allowed(allowed)} {WORDS[group]}"
            yield Refused(mission.heading, f"{text}, not {numbers[group]}")


def limits(
    rule: MissionDeployment, total: int, numbers: Mapping[str, int]
) -> dict[str, PlatoonRange]:
    """FoW Reserves: how many platoons may be in each group, given those that are held back."""
    held, none = catalogue.in_reserve(rule, total), PlatoonRange(0, 0)
    flank = rule.reserve == "one-to-half"
    off = numbers["flank" if flank else "reserve"]
    targets = rule.reserve == "targets-only"
    escorts = catalogue.escorts(rule, total)
    return {
        "reserve": none if flank else held,
        "flank": held if flank else none,
        "ambush": catalogue.in_ambush(rule, total, off),
        "ambuscade": catalogue.in_ambuscade(rule, total, off),
        "target": PlatoonRange(1, 1) if targets else none,
        "escorts": PlatoonRange(escorts, escorts) if targets else none,
        "sewers": catalogue.in_sewers(rule, total, off),
    }


def _allowed(allowed: PlatoonRange) -> str:
    if allowed.least == allowed.most:
        return "exactly " + str(allowed.least) if allowed.most else "none"
    return f"{allowed.least} to {allowed.most}"


# --- FoW Fortifications: what the defender digs for nothing, and what points buy ----------------

RULE = "FoW Fortifications"
KINDS = ("fortifications", "limited-fortifications")
TRENCH, WIRE = "trench-line", "barbed-wire"


class FortificationTable(msgspec.Struct, frozen=True):
    """FoW Fortifications: points by the width of the table, and what sections cost (p. 217-218)."""

    points: dict[tuple[str, int], int]
    costs: dict[str, int]
    teams: int
    """Infantry teams to a section of trench."""
    wire: int
    """Sections of wire for a platoon."""
    pioneers: dict[str, int]
    """Sections that a Pioneer Supply Vehicle lays, of one kind or the other (p. 215)."""


@cache
def table() -> FortificationTable:
    """FoW Fortifications: the numbers of the book."""
    points, costs, basic, pioneers = {}, {}, {}, {}
    for row in rows("fortifications"):
        slug, value = row["slug"], row["value"]
        match row["kind"]:
            case "points":
                points[slug, int(row["width_feet"])] = int(value)
            case "cost":
                costs[slug] = int(value)
            case "basic" if value:
                basic[slug] = int(value)
            case "pioneer":
                pioneers[slug] = int(value)
    return FortificationTable(points, costs, basic[TRENCH], basic[WIRE], pioneers)


def basic(infantry_teams: tuple[int, ...]) -> dict[str, int]:
    """FoW Fortifications: trenches and wire of the platoons on the table (p. 217-218).

    Ruling 44: a section of trench for each 4 Infantry teams, rounded up; fewer than 4 bring none.
    """
    large = [teams for teams in infantry_teams if teams >= table().teams]
    trenches = sum(-(-teams // table().teams) for teams in large)
    return {TRENCH: trenches, WIRE: table().wire * len(large)} if large else {}


def buy(state: State, command: BuyFortifications, supplied: Supplied) -> Decision:
    """FoW Fortifications: points by the width of the table, at most half on one kind (p. 217-218).

    Ruling 45: the width is the length of the edge that the defender deploys from.
    """
    battle = turns.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    if refused := may_act_for(state, command, battle.line, battle.defender):
        return refused
    mission = turns.mission_of(battle)
    kind = next((kind for kind in KINDS if kind in battle.rules), "")
    if refused := _not_bought(battle, mission, kind, command):
        return refused
    points = table().points[kind, command.width_feet] if kind else 0
    pioneers = _by_vehicles(mission, command.pioneers or {})
    spent = _spent(command.sections or {}, points)
    if isinstance(pioneers, Refused):
        return pioneers
    if few := [teams for teams in command.infantry_teams if teams < 0]:
        return bad_field("infantry_teams", f"expected 0 or more, got {few[0]}")
    if isinstance(spent, Refused):
        return spent
    return (
        filled(
            FortificationsBought,
            command,
            battle=battle.id,
            points=points,
            spent=spent,
            basic=basic(command.infantry_teams),
            sections=command.sections or {},
            pioneers=pioneers,
        ),
    )


def _not_bought(
    battle: Battle, mission: Mission, kind: str, command: BuyFortifications
) -> Refused | None:
    """FoW Fortifications: where the mission has some, before the first turn, by a table's width."""
    bought = command.width_feet or command.infantry_teams or command.sections
    if not kind and (bought or not command.pioneers):
        return Refused(RULE, f"{mission.name} has no fortifications")
    if battle.table.turn_of:
        return Refused("FoW Turn Order", "the first turn has begun, and all have deployed")
    if kind and (kind, command.width_feet) not in table().points:
        widths = sorted({str(feet) for _, feet in table().points})
        return bad_field("width_feet", f"expected {listed(widths, 'or')}, got {command.width_feet}")
    return None


def _by_vehicles(mission: Mission, vehicles: dict[str, int]) -> dict[str, int] | Refused:
    """FoW Fortifications: a Pioneer Supply Vehicle lays a minefield or three of wire (p. 215).

    Only for the defender of a Defensive Battle, and for vehicles that begin on the table.
    """
    if vehicles and "defensive-battle" not in mission.rules:
        text = f"{mission.name} is no Defensive Battle, and Pioneer Supply Vehicles lay nothing"
        return Refused(RULE, text)
    each = table().pioneers
    for slug, number in vehicles.items():
        if slug not in each:
            return bad_field("pioneers", unfit(slug, listed(each, "or")))
        if number < 1:
            return bad_field("pioneers", f"expected 1 or more for {slug}, got {number}")
    return {slug: number * each[slug] for slug, number in vehicles.items()}


def _spent(sections: dict[str, int], points: int) -> int | Refused:
    """What the sections cost; refused over the points, or over half of them for one kind."""
    costs, spent = table().costs, 0
    for slug, number in sections.items():
        if slug not in costs:
            hint = near(slug, costs) or f"; there is {listed(costs)}"
            return bad_field("sections", f"{slug!r} is no fortification{hint}")
        if number < 1:
            return bad_field("sections", f"expected 1 or more {slug}, got {number}")
        price = costs[slug] * number
        if price * 2 > points:
            text = f"{number} {slug} cost {price} points, and one kind has {points // 2} at most"
            return Refused(RULE, text)
        spent += price
    if spent > points:
        return Refused(RULE, f"the sections cost {spent} points, and there are {points}")
    return spent


DECIDE: Deciders = {
    RecordDeployment: deploy,
    BuyFortifications: buy,
}
