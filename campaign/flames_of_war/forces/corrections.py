"""Corrections of forces: what stays, and what would be impossible. Pure."""

from collections.abc import Iterator, Mapping

from campaign.flames_of_war.forces.validity import RULE, VARIANT
from campaign.flames_of_war.state import State
from campaign.kernel.corrected import STAYS, Corrected
from campaign.kernel.decisions import Refused
from events.base import Event
from events.fow.forces import ArmyListImported, ForceEntered, ForceOrganised, ForceReorganised


def _same_force(event: ForceEntered | ForceReorganised | ForceOrganised) -> Mapping[str, str]:
    """Which force an event is about, and in which battle."""
    fields = ("force", "side", "line", "battle")
    return {name: f"which force it was {STAYS}" for name in fields if hasattr(event, name)}


def _same_list(event: ArmyListImported) -> Mapping[str, str]:
    why = "comes from the club's file; import the list again"
    return dict.fromkeys(("sheet", "rows", "companies", "digest"), why)


def faults(state: State) -> Iterator[Refused]:
    """FoW Choosing Your Force: a force costs no more than it may."""
    for force in state.forces.values():
        if force.points > force.limit:
            rule = VARIANT if force.variant and force.variant.limit else RULE
            text = f"{force.id} would cost {force.points:,} points and may cost {force.limit:,}"
            yield Refused(rule, text)


def again(amended: Event, event: Event) -> bool:
    """FoW Reorganise: an amended force is checked again, and so is every later change of it."""
    if isinstance(amended, ForceEntered | ForceReorganised):
        later = isinstance(event, ForceReorganised) and event.force == amended.force
        return later or event == amended
    return isinstance(amended, ForceOrganised) and event == amended


CORRECTED = Corrected[State](
    kept={
        ForceEntered: _same_force,
        ForceReorganised: _same_force,
        ForceOrganised: _same_force,
        ArmyListImported: _same_list,
    },
    faults=faults,
)
