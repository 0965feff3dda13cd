"""FoW Choosing Your Force: what of a force is a platoon, and how many it has in a battle. Pure.

The headquarters is no platoon, nor are its support weapons, Independent teams and bunkers
(FoW ruling 30). A Soviet company is a platoon (FoW ruling 31), and stands in its roster as one.
"""

from collections.abc import Iterable

import msgspec

from campaign.flames_of_war.state import Force, LineState
from events.fow.forces import ForceOrganised


class Changes(msgspec.Struct, frozen=True):
    """How a force is put together for one battle."""

    attached_out: tuple[str, ...] = ()
    kampfgruppe: str = ""
    troops: dict[str, tuple[str, ...]] = {}


def platoons_of(force: Force) -> tuple[str, ...]:
    """FoW ruling 30: the platoons of a force, without its headquarters."""
    return tuple(one.id for one in force.platoons.values() if one.unit_class != "hq")


def as_changed(force: Force, changes: Changes, troops_count: bool) -> tuple[str, ...]:
    """FoW Choosing Your Force: the platoons that exist in a battle.

    A Weapons platoon attached out whole does not (FoW ruling 78), a Kampfgruppe does, and each Gun
    Troop does instead of its battery where they count apart (FoW ruling 58).
    """
    found: list[str] = []
    for one in platoons_of(force):
        if one in changes.attached_out:
            continue
        found += changes.troops[one] if troops_count and one in changes.troops else (one,)
    return (*found, changes.kampfgruppe) if changes.kampfgruppe else tuple(found)


def in_battle(line: LineState, side: str, force: Force) -> tuple[str, ...]:
    """The platoons of a force in a line's next battle."""
    organised = line.organised.get(side)
    if organised is not None and organised.force == force.id:
        return organised.platoons
    return platoons_of(force)


def deployed(force: Force, platoons: Iterable[str]) -> tuple[str, ...]:
    """FoW ruling 54: those that deploy: a Transport Platoon goes with the platoon it carries."""
    known = force.platoons
    return tuple(one for one in platoons if one not in known or not known[one].transport)


def changes_of(event: ForceOrganised) -> Changes:
    """How a force was put together."""
    return Changes(event.attached_out, event.kampfgruppe, event.troops)
