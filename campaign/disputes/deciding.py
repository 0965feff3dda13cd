"""How each command about the record is decided. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.diary import commands as diary_commands
from campaign.disputes import commands as record_commands
from campaign.disputes import procedure
from campaign.history import effective
from campaign.kernel import keys
from campaign.kernel.decisions import DISPUTES, NOTHING, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.system import AnySystem
from events.disputes import CampaignReopened
from events.sealed import opens

_Way = Callable[[AnySystem, GameState, Any, Supplied], Decision]


def needs(system: AnySystem, state: GameState, command: Command) -> Needs:
    """What the world must supply for a command about the record."""
    if isinstance(command, record_commands.ConsentToOpening):
        request = state.campaign.record.openings.get(str(command.version))
        sealed = system.secrets.sealed(state, request.commitment) if request else None
        return Needs(openings={procedure.OPENING: sealed} if sealed else {})
    if isinstance(command, record_commands.ConsentToReopening):
        refused = isinstance(procedure.decide(state.campaign, command, Supplied()), Refused)
        return NOTHING if refused else system.branches.reopen_needs(state)
    if isinstance(command, record_commands.RenewVault):
        return procedure.needs(system, state)
    return record_commands.needs(command)


def decide(system: AnySystem, state: GameState, command: Command, supplied: Supplied) -> Decision:
    """The events that follow from a command about the record, or why it is refused."""
    way: _Way = _DECIDE.get(type(command), _in_a_dispute)
    return way(system, state, command, supplied)


def _shared(decide: Callable[[Campaign, Any, Supplied], Decision]) -> _Way:
    """A way that looks at no more than the shared part of a state."""
    return lambda system, state, command, supplied: decide(state.campaign, command, supplied)


_in_a_dispute = _shared(procedure.decide)


def _unsealed(
    system: AnySystem,
    state: GameState,
    command: record_commands.ConsentToOpening,
    supplied: Supplied,
) -> Decision:
    """Vault: what is opened is what was sealed, and nobody has opened or replaced it since."""
    decision = _in_a_dispute(system, state, command, supplied)
    if isinstance(decision, Refused):
        return decision
    request = state.campaign.record.openings[str(command.version)]
    sealed = system.secrets.sealed(state, request.commitment)
    if sealed is None or not opens(
        sealed[0], supplied.openings[procedure.OPENING], request.commitment
    ):
        text = f"what was opened is not what event {command.version} had sealed"
        return Refused("Vault", text)
    return decision


def _raised(
    system: AnySystem, state: GameState, command: record_commands.RaiseDispute, supplied: Supplied
) -> Decision:
    """A dispute concerns the seats that the sender names, and those that the events concern."""
    events = (effective.at(supplied.past, version) for version in command.versions)
    named = [event for event in events if event is not None]
    powers: Any = (*command.powers, *system.view.concerned(state, named))
    return procedure.decide(state.campaign, replace(command, powers=powers), supplied)


def _ruled(
    system: AnySystem, state: GameState, command: record_commands.GiveRuling, supplied: Supplied
) -> Decision:
    """A ruling may set switches that the system has."""
    if command.switches:
        ruled = system.corrections.rule(state, command.switches)
        if isinstance(ruled, Refused):
            return ruled
    return procedure.decide(state.campaign, command, supplied)


def _corrected(
    system: AnySystem, state: GameState, command: record_commands.Correct, supplied: Supplied
) -> Decision:
    from campaign.disputes import corrections

    return corrections.decide(system, state, command, supplied)


def _undone(
    system: AnySystem,
    state: GameState,
    command: record_commands.UndoAct | record_commands.ConsentToUndo,
    supplied: Supplied,
) -> Decision:
    from campaign.disputes import undo

    if resting := state.campaign.record.frozen_for:
        return Refused(DISPUTES, f"play rests until {resting} is settled")
    if isinstance(command, record_commands.ConsentToUndo):
        return undo.consent(system, state, command, supplied)
    if command.versions:
        return undo.taken_back(system, state, command, supplied)
    return undo.decide(system, state, command, supplied)


def _in_the_diary(
    system: AnySystem, state: GameState, command: Command, supplied: Supplied
) -> Decision:
    from campaign.diary import deciding

    return deciding.decide(system, state, command, supplied)


def _reopened(
    system: AnySystem,
    state: GameState,
    command: record_commands.ConsentToReopening,
    supplied: Supplied,
) -> Decision:
    """Once a campaign is reopened, the rule system deals its hidden values again."""
    decision = procedure.decide(state.campaign, command, supplied)
    if isinstance(decision, tuple) and isinstance(event := decision[0], CampaignReopened):
        after = system.rules.evolve(state, event)
        return (event, *system.branches.reopen_events(after, supplied))
    return decision


_DECIDE: Mapping[type[Command], _Way] = {
    **{kind: _shared(decide) for kind, decide in keys.DECIDE.items()},
    **dict.fromkeys(diary_commands.COMMANDS, _in_the_diary),
    record_commands.ConsentToReopening: _reopened,
    **dict.fromkeys(record_commands.CORRECTING, _corrected),
    record_commands.RenewVault: procedure.renew,
    record_commands.ConsentToOpening: _unsealed,
    record_commands.RaiseDispute: _raised,
    record_commands.GiveRuling: _ruled,
    **dict.fromkeys((record_commands.UndoAct, record_commands.ConsentToUndo), _undone),
}
"""How each command about the record is decided, apart from the plain steps of a dispute."""
