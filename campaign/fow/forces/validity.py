"""FoW Choosing Your Force: what a force costs, and its platoons. Pure, but for tables."""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from campaign.fow.csv_tables import column, rows
from campaign.fow.forces import rosters
from campaign.fow.forces.commands import OrganiseForce
from campaign.fow.state import Force, LineState, State, commander
from campaign.kernel.decisions import Refused
from campaign.text.english import counted
from events.fow.forces import AirSupport, ListRow, Platoon

# --- FoW: the numbers of forces and of reorganisation, from the game's tables -------------------


@cache
def force_rule(slug: str) -> int:
    """FoW Choosing Your Force: a number of its table; ranges and words are not asked for."""
    return int(column("force_rules", "value", "slug")[slug,])


@cache
def prices() -> dict[str, int]:
    """FoW Reorganise: what each way to change a force costs, in the order of the book (p. 237)."""
    return {row["slug"]: int(row["price"]) for row in rows("reorganisation")}


# --- FoW Choosing Your Force: what of a force is a platoon, and how many it has in a battle -----
#
# The headquarters is no platoon, nor are its support weapons, Independent teams and bunkers
# (FoW ruling 30). A Soviet company is a platoon (FoW ruling 31), and stands in its roster as one.


def platoons_of(force: Force) -> tuple[str, ...]:
    """FoW ruling 30: the platoons of a force, without its headquarters."""
    return tuple(one.id for one in force.platoons.values() if one.unit_class != "hq")


def as_changed(force: Force, changes: OrganiseForce, troops_count: bool) -> tuple[str, ...]:
    """FoW Choosing Your Force: the platoons that exist in a battle.

    A Weapons platoon attached out whole does not (FoW ruling 78), a Kampfgruppe does, and each Gun
    Troop does instead of its battery where they count apart (FoW ruling 58).
    """
    platoons: list[str] = []
    troops = changes.troops if troops_count and changes.troops else {}
    for one in platoons_of(force):
        if one not in changes.attached_out:
            platoons += troops.get(one, (one,))
    group = changes.kampfgruppe
    return (*platoons, group.id) if group else tuple(platoons)


def in_battle(line: LineState, side: str, force: Force) -> tuple[str, ...]:
    """The platoons of a force in a line's next battle."""
    organised = line.organised.get(side)
    if organised is not None and organised.force == force.id:
        return organised.platoons
    return platoons_of(force)


def as_it_is(state: State, force: Force) -> State:
    """The state with a force that changed: how it was put together for a battle is cleared."""
    lines = dict(state.lines)
    for line in state.lines.values():
        if any(one.force == force.id for one in line.organised.values()):
            rest = {side: one for side, one in line.organised.items() if one.force != force.id}
            lines[line.id] = replace(line, organised=rest)
    return replace(state, lines=lines, forces={**state.forces, force.id: force})


# --- Where a force fights, and who may speak for it ---------------------------------------------


def fought(state: State, force: Force) -> bool:
    """FoW ruling 65: whether a force has fought a battle; one that was abandoned is none."""
    return bool(battles_of(state, force))


def battles_of(state: State, force: Force) -> tuple[str, ...]:
    """FoW ruling 17: the battles that a force has fought."""
    known = ((one, state.known_battle(one)) for one in force.battles)
    return tuple(one for one, battle in known if battle is None or battle.state != "abandoned")


def fights_now(state: State, force: Force) -> str:
    """The battle that a force is in and that is not booked yet; empty where there is none."""
    return next((one for one in force.battles if one in state.running), "")


def line_of(state: State, force: Force) -> str:
    """FoW ruling 73: the line on which a force's player commands in this round; else empty."""
    if not force.member:
        return next(iter(state.lines)) if len(state.lines) == 1 else ""
    own = (line for line in state.lines if commander(state, line, force.side) == force.member)
    return next(own, "")


def may_muster(state: State, by: str, side: str, member: str) -> Refused | None:
    """Members: a force is its player's; its side's speaker and a host act for it too.

    A host who plays for the other side does not, while this one has anybody to act. Whoever has
    left the side speaks for its forces no more.
    """
    plays, own_player = state.players.get(by, ""), state.players.get(member, "") == side
    if (by == member and own_player) or state.campaign.powers.get(side) == by:
        return None
    anybody = state.campaign.powers.get(side) or side in state.players.values()
    if state.campaign.is_host(by) and (plays in ("", side) or not anybody):
        return None
    name, own = state.campaign.called(by), state.campaign.called(member) if own_player else ""
    acts = f"{own} acts for this force" if own else "its speaker or a host acts here"
    return Refused("Members", f"{state.sides[side]}: {acts}, not {name}")


# --- FoW Choosing Your Force: what a force costs, and what makes it valid -----------------------

RULE = "FoW Choosing Your Force"
VARIANT = "FoW Fielding Variant Forces"


def cost(platoons: Sequence[Platoon], air: AirSupport | None) -> int:
    """FoW Choosing Your Force: the points of all platoons, and of the air support."""
    return sum(platoon.points for platoon in platoons) + (air.points if air else 0)


def combat_needed(points: int) -> int:
    """FoW 600 Point Battles: Combat platoons that each company needs: two; up to 600 points one."""
    if points <= force_rule("small"):
        return 1
    return force_rule("company-min-combat")


def checked(force: Force, listed: Sequence[ListRow]) -> Force | Refused:
    """FoW ruling 67: a force, and whether the club's list was asked or the player's word taken.

    Refuses, with every reason at once, one that is not valid.
    """
    if force.points > force.limit:
        over = f"the force costs {force.points:,} points and may cost {force.limit:,}"
        if force.variant and force.variant.limit:
            return Refused(VARIANT, f"{over} as {force.variant.name}")
        return Refused(RULE, over)
    faults = list(_faults(force))
    own = rosters.covers(force, listed)
    faults += rosters.against(force, own) if own else ()
    if faults:
        return Refused(RULE, "; ".join(faults))
    return replace(force, checked="list" if own else "word")


def _faults(force: Force) -> Iterator[str]:
    """FoW Multiple Company Forces: each company has a headquarters and its Combat platoons."""
    needed = combat_needed(force.points)
    named = {platoon.company for platoon in force.platoons.values() if platoon.company}
    if named and len(named) != force.companies:
        has = counted(force.companies, "company", "companies")
        yield f"the force has {has}, and its platoons are of {len(named)}"
    elif named and force.companies > 1:
        for company in sorted(named):
            own = [one for one in force.platoons.values() if one.company == company]
            yield from _lacks(company, own, 1, needed)
    else:
        own = list(force.platoons.values())
        yield from _lacks("the force", own, force.companies, force.companies * needed)


def _lacks(
    whose: str, platoons: Sequence[Platoon], headquarters: int, combat: int
) -> Iterator[str]:
    has = sum(one.unit_class == "hq" for one in platoons)
    if has < headquarters:
        wants = "a headquarters" if headquarters == 1 else f"{headquarters} headquarters"
        yield f"{whose} needs {wants}" + (f" and has {has}" if has else "")
    has = sum(one.unit_class == "combat" for one in platoons)
    if has < combat:
        yield f"{whose} needs {counted(combat, 'Combat platoon')} and has {has or 'none'}"
