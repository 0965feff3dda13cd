"""FoW Company Morale Checks: which platoons a side has on the table, off it, or has lost. Pure."""

from collections.abc import Sequence
from typing import Literal

from campaign.flames_of_war.missions.catalogue import Mission, MissionDeployment, missions
from campaign.flames_of_war.results.losses import roster
from campaign.flames_of_war.state import Battle, State
from campaign.flames_of_war.who_may import may_act_for, sides_of, the_line, the_side
from campaign.kernel.decisions import RECORD, Command, Refused, bad_field
from campaign.text.english import listed
from campaign.text.suggest import near

OFF_TABLE = ("reserve", "flank", "sewers")
"""Groups that begin off the table; whoever is in ambush counts as on it (FoW ruling 71)."""


def fought(state: State, named: str | None) -> Battle | Refused:
    """FoW Campaign Sequence: the battle that is being fought on a line."""
    line = the_line(state, named)
    if isinstance(line, Refused):
        return line
    battle = state.battles.get(line.battle)
    if battle is None:
        return Refused("FoW Campaign Sequence", f"{line.name}: begin the battle first")
    if battle.state != "running":
        return Refused("FoW Campaign Sequence", f"{line.name}: the battle has been reported")
    return battle


def acting(state: State, battle: Battle, command: Command, named: str | None) -> str | Refused:
    """Members: the side that a command is about, for whom its sender may act."""
    if not named:
        own = sides_of(state, command.by, battle.line)
        named = own[0] if len(own) == 1 else None
    side = the_side(state, named)
    if isinstance(side, Refused):
        return side
    return may_act_for(state, command, battle.line, side) or side


def mission_of(battle: Battle) -> Mission:
    """The mission of a battle."""
    return missions()[battle.mission]


def role_of(battle: Battle, side: str) -> Literal["attacker", "defender"]:
    """Whether a side attacks or defends."""
    return "attacker" if side == battle.attacker else "defender"


def deployment_of(battle: Battle, side: str) -> MissionDeployment:
    """How the mission has a side set up."""
    return mission_of(battle).deployment(role_of(battle, side))


def _transports(state: State, battle: Battle, side: str) -> frozenset[str]:
    """FoW ruling 54: Transport Platoons, which deploy with the platoon that they carry."""
    force = state.forces.get(battle.forces.get(side, ""))
    known = force.platoons.values() if force else ()
    return frozenset(one.id for one in known if one.transport)


def deploying(state: State, battle: Battle, side: str) -> int:
    """FoW Reserves: how many platoons a side sets up; 0 where nobody said it (p. 195)."""
    named = roster(state, battle, side)
    if not named:
        return battle.platoons.get(side, 0)
    return len(set(named) - _transports(state, battle, side))


def gone(battle: Battle, side: str) -> tuple[str, ...]:
    """Every platoon that is no longer on the table: lost, sent to the rear, or withdrawn."""
    lost = tuple(one for one, _ in battle.table.gone.get(side, ()))
    return lost + battle.table.withdrawn.get(side, ())


def destroyed(battle: Battle, side: str) -> int:
    """FoW Company Morale Checks: platoons Destroyed since the first turn (p. 118-119)."""
    return sum(how == "destroyed" for _, how in battle.table.gone.get(side, ()))


def off_table(battle: Battle, side: str) -> int | None:
    """FoW Reserves: platoons still to arrive; None where nobody recorded the deployment."""
    record = battle.table.deployed.get(side)
    if record is None:
        return None
    held: int = sum(getattr(record, group) for group in OFF_TABLE)
    return max(0, held - battle.table.arrived.get(side, 0))


def on_table(battle: Battle, side: str) -> int | None:
    """FoW Strategic Withdrawal: platoons on the table; None where their number is not known.

    A platoon in Ambush counts, and a Transport Platoon once it has deployed (FoW ruling 54).
    """
    return _left(battle, side, battle.platoons.get(side, 0), gone(battle, side))


def fighting(state: State, battle: Battle, side: str) -> int | None:
    """FoW Company Morale Checks: platoons on the table, Transport Platoons left out (p. 119)."""
    trucks = _transports(state, battle, side)
    away = [one for one in gone(battle, side) if one not in trucks]
    return _left(battle, side, deploying(state, battle, side), away)


def _left(battle: Battle, side: str, has: int, away: Sequence[str]) -> int | None:
    waiting = off_table(battle, side)
    if waiting is None and deployment_of(battle, side).reserve == "none":
        waiting = 0
    if not has or waiting is None:
        return None
    return max(0, has - waiting - len(away))


def unfit(state: State, battle: Battle, side: str, platoon: str) -> Refused | None:
    """A platoon that is not in the battle, or is no longer on the table."""
    name, known = state.sides[side], roster(state, battle, side)
    if known and platoon not in known:
        hint = near(platoon, known) or f"; there is {listed(known)}"
        return bad_field("platoon", f"{name} has no platoon {platoon!r} in this battle{hint}")
    if platoon and platoon in gone(battle, side):
        return Refused(RECORD, f"{name}: {platoon} is no longer on the table")
    has = battle.platoons.get(side)
    if has and len(gone(battle, side)) >= has:
        return Refused(RECORD, f"{name} has no platoon left on the table")
    return None
