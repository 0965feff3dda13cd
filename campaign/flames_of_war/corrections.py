"""Corrections of the whole game: what its chapters say of them, and the rulings. Pure."""

from collections.abc import Iterable

from campaign.disputes import procedure
from campaign.flames_of_war import rolling
from campaign.flames_of_war.battle_log import corrections as battle_log
from campaign.flames_of_war.dice import corrections as dice
from campaign.flames_of_war.forces import corrections as forces
from campaign.flames_of_war.members import corrections as members
from campaign.flames_of_war.missions import corrections as missions
from campaign.flames_of_war.results import corrections as results
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain import corrections as terrain
from campaign.kernel.corrected import CorrectedGame
from events.base import Event

CORRECTED = CorrectedGame[State](
    (
        members.CORRECTED,
        forces.CORRECTED,
        missions.CORRECTED,
        terrain.CORRECTED,
        results.CORRECTED,
        battle_log.CORRECTED,
        dice.CORRECTED,
    )
)
"""The first fault found in this order is the one that a member reads."""


def left_behind(state: State, event: Event) -> State:
    """What a struck event leaves behind: numbers of draws are used up."""
    left = rolling.rolled(state, event) if getattr(event, "draw", 0) else state
    return CORRECTED.left_behind(left, event)


def again(amended: Event, event: Event) -> bool:
    """Corrections: whether an act is worked out again with an amended event of its chapter."""
    return any(part.again(amended, event) for part in (forces, results, dice))


def concerned(state: State, events: Iterable[Event]) -> tuple[str, ...]:
    """Disputes: the sides whose things events name."""
    named = set(procedure.named(events))
    return tuple(side for side in state.sides if side in named)
