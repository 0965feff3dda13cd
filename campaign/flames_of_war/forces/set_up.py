"""FoW Choosing Your Force: the forces that a set-up enters with its campaign. Pure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from campaign.flames_of_war.forces import entering
from campaign.flames_of_war.forces.commands import MODULE, EnterForce
from campaign.flames_of_war.state import State
from campaign.flames_of_war.timing import WITHOUT
from campaign.kernel.decisions import Decision, Refused, Supplied
from events.base import Event
from events.fow.forces import ForceEntered


def of_set_up(state: State, forces: Mapping[str, Mapping[str, Any]]) -> Decision:
    """The forces of a set-up, as `EnterForce` takes them. Refuses with the first fault's place."""
    if MODULE not in state.campaign.modules:
        return Refused(f"Module {MODULE}", WITHOUT[MODULE])
    events: list[Event] = []
    for name, fields in forces.items():
        try:
            command = msgspec.convert({"member": None, **fields, "force": name}, EnterForce)
        except msgspec.ValidationError as error:
            return Refused(None, f"set-up: forces.{name}: {error}")
        decided = entering.enter_force(state, command, Supplied())
        if isinstance(decided, Refused):
            return Refused(decided.rule, f"set-up: forces.{name}: {decided.reason}", decided.about)
        for event in decided:
            assert isinstance(event, ForceEntered)
            state = entering.EVOLVE[ForceEntered](state, event)
        events += decided
    return tuple(events)
