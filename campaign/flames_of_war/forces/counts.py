"""FoW Choosing Your Force: what of a force is a platoon, and how many it has in a battle. Pure.

The headquarters is no platoon, nor are its support weapons, Independent teams and bunkers
(FoW ruling 30). A Soviet company is a platoon (FoW ruling 31), and stands in its roster as one.
"""

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war.state import Force, LineState, State


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


def as_it_is(state: State, force: Force) -> State:
    """The state with a force that changed: how it was put together for a battle is told anew."""
    lines = dict(state.lines)
    for line in state.lines.values():
        if any(told.force == force.id for told in line.organised.values()):
            kept = {side: told for side, told in line.organised.items() if told.force != force.id}
            lines[line.id] = replace(line, organised=kept)
    return replace(state, lines=lines, forces={**state.forces, force.id: force})
