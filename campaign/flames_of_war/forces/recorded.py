"""What recorded acts about forces had as a sheet, told by their events. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from campaign.flames_of_war.forces import army_list, commands
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import RecordedAct
from campaign.kernel.recorded import Readers
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow import forces as facts


def _entered(state: State, command: commands.EnterForce, events: Sequence[Event]) -> RecordedAct:
    """FoW Choosing Your Force: the platoons are named, also where they came as a sheet."""
    first = events[0]
    named = first.platoons if isinstance(first, facts.ForceEntered) else command.platoons
    return RecordedAct(replace(command, platoons=named))


def _listed(state: State, command: commands.ImportArmyList, events: Sequence[Event]) -> RecordedAct:
    """FoW ruling 67: the rows are judged again; the digest is of the club's own file."""
    first = events[0]
    sheet = army_list.written(first.sheet) if isinstance(first, facts.ArmyListImported) else ""
    return RecordedAct(replace(command, sheet=sheet), veil=_without_digest)


def _without_digest(event: Event) -> Event:
    return replace(event, digest="") if isinstance(event, facts.ArmyListImported) else event


def _named(event: facts.ForceEntered) -> JsonObject:
    return {"type": event.company_type}


def _split(event: facts.ForceOrganised) -> JsonObject:
    """FoW Choosing Your Force: a battle group is told with its squads."""
    group = {"id": event.kampfgruppe, "squads": event.squads} if event.kampfgruppe else None
    return {
        "kampfgruppe": group,
        "troops": event.troops or None,
        "allotted": event.allotted or None,
    }


FIELD_OF: Mapping[type[Event], Callable[[Any], JsonObject]] = {
    facts.ForceEntered: _named,
    facts.ForceOrganised: _split,
}
"""What events say of their commands otherwise than in fields of the same names."""
RECORDED: Readers[State] = {commands.EnterForce: _entered, commands.ImportArmyList: _listed}
