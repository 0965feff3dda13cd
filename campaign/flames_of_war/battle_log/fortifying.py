"""FoW Fortifications: what the defender digs for nothing, and what points buy. Pure."""

from functools import cache
from importlib.resources import files

import msgspec

from campaign.flames_of_war.battle_log import platoons
from campaign.flames_of_war.battle_log.commands import BuyFortifications
from campaign.flames_of_war.missions.catalogue import Mission
from campaign.flames_of_war.state import Deciders, State
from campaign.flames_of_war.who_may import may_act_for
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.text.english import listed
from campaign.text.suggest import near, unfit
from events.fow.table_top import FortificationsBought

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
    text = files("campaign.flames_of_war").joinpath("tables/fortifications.csv").read_text("utf-8")
    points, costs, basic, pioneers = {}, {}, {}, {}
    for line in text.splitlines()[1:]:
        kind, slug, feet, _, value, *_ = line.split(",")
        match kind:
            case "points":
                points[slug, int(feet)] = int(value)
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
    battle = platoons.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    if refused := may_act_for(state, command, battle.line, battle.defender):
        return refused
    mission = platoons.mission_of(battle)
    kind = next((kind for kind in KINDS if kind in battle.rules), "")
    told = command.width_feet or command.infantry_teams or command.sections
    if not kind and (told or not command.pioneers):
        return Refused(RULE, f"{mission.name} has no fortifications")
    if battle.table.turn_of:
        return Refused("FoW Turn Order", "the first turn has begun, and all have deployed")
    points = table().points.get((kind, command.width_feet)) if kind else 0
    if points is None:
        widths = sorted({str(feet) for _, feet in table().points})
        return bad_field("width_feet", f"expected {listed(widths, 'or')}, got {command.width_feet}")
    pioneers = _laid(mission, command.pioneers or {})
    if isinstance(pioneers, Refused):
        return pioneers
    if few := [teams for teams in command.infantry_teams if teams < 0]:
        return bad_field("infantry_teams", f"expected 0 or more, got {few[0]}")
    spent = _spent(command.sections or {}, points)
    if isinstance(spent, Refused):
        return spent
    return (
        FortificationsBought(
            battle=battle.id,
            points=points,
            spent=spent,
            basic=basic(command.infantry_teams),
            sections=command.sections or {},
            width_feet=command.width_feet,
            infantry_teams=command.infantry_teams,
            pioneers=pioneers,
        ),
    )


def _laid(mission: Mission, vehicles: dict[str, int]) -> dict[str, int] | Refused:
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


DECIDE: Deciders = {BuyFortifications: buy}
