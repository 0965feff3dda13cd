"""What the choice of a mission does to its line. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.state import Evolvers, LineState, Phase, State, with_line
from events.fow.missions import MissionChosen, RolesDecided


def _chosen(state: State, event: MissionChosen) -> State:
    """FoW Mission Selector: the mission is settled until somebody changes it."""
    line = state.lines[event.line]
    changed = replace(line, mission=event.mission, row=event.row, how=event.how, agreed={})
    if event.how == "roll":
        changed = replace(changed, rolled_row=event.row)
    return with_line(state, replace(changed, phase=_phase(changed)))


def _roles(state: State, event: RolesDecided) -> State:
    """FoW Defensive Battle: who attacks."""
    line = state.lines[event.line]
    return with_line(state, replace(line, attacker=event.attacker, roles_how=event.how))


def _phase(line: LineState) -> Phase:
    return "change" if line.change.offered_to else "preparation"


EVOLVE: Evolvers = {MissionChosen: _chosen, RolesDecided: _roles}
