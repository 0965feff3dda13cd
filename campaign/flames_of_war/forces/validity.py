"""FoW Choosing Your Force: what a force costs, and what makes it valid. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.flames_of_war.forces import army_list
from campaign.flames_of_war.forces.tables import force_rule
from campaign.flames_of_war.state import Force
from campaign.kernel.decisions import Refused
from campaign.text.english import counted
from events.fow.forces import AirSupport, ListRow, Platoon

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


def checked(force: Force, rows: Sequence[ListRow]) -> Force | Refused:
    """FoW ruling 67: a force, and whether the club's list was asked or the player's word taken.

    Refuses, with every reason at once, one that is not valid.
    """
    if force.points > force.limit:
        over = f"the force costs {force.points:,} points and may cost {force.limit:,}"
        if force.variant and force.variant.limit:
            return Refused(VARIANT, f"{over} as {force.variant.name}")
        return Refused(RULE, over)
    faults = list(_faults(force))
    own = army_list.covers(force, rows)
    faults += army_list.against(force, own) if own else ()
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
