"""Every command's way to its decision: the record's own commands here, the game's in its system.

Pure. The ledger asks nobody else.
"""

from typing import Any

from msgspec.structs import replace

from campaign.disputes import adopting, corrections, procedure, renewing, reopening, undo
from campaign.disputes import commands as record_commands
from campaign.disputes.commands import (
    AdoptRules,
    ConsentToOpening,
    ConsentToReopening,
    Correct,
    GiveRuling,
    RaiseDispute,
    RenewVault,
    UndoAct,
)
from campaign.history import past
from campaign.kernel import key_commands, keys, members
from campaign.kernel.decisions import NOTHING, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.system import AnySystem
from events.disputes import CampaignReopened

_OWN = record_commands.COMMANDS


def wanted(system: AnySystem, state: Any, command: Command) -> Needs:
    """What the world must supply for a command."""
    if adopting.refused(state.campaign, command):
        return NOTHING
    if isinstance(command, ConsentToOpening):
        asked = state.campaign.record.asked.get(str(command.version))
        found = system.secrets.sealed(state, asked.commitment) if asked else None
        return Needs(openings={procedure.OPENING: found} if found else {})
    if isinstance(command, key_commands.COMMANDS):
        return keys.wanted(command)
    if isinstance(command, ConsentToReopening):
        allowed = not isinstance(reopening.decide(state.campaign, command), Refused)
        return system.branches.reopen_needs(state) if allowed else NOTHING
    if isinstance(command, RenewVault):
        return renewing.needs(system, state)
    if isinstance(command, _OWN):
        return record_commands.wanted(command)
    return system.rules.needs(state, command)


def decide(system: AnySystem, state: Any, command: Command, given: Supplied) -> Decision:
    """The events that follow from a command, or why it is refused."""
    if older := adopting.refused(state.campaign, command):
        return older
    if not isinstance(command, _OWN):
        shared = state.campaign
        if shared.seed_number > shared.seed_links and system.rules.needs(state, command).seed:
            return Refused("Draws", members.used_up(shared))
        resting = shared.record.frozen_for
        if resting and command.play:
            return Refused(procedure.RULE, f"play rests until {resting} is settled")
        return system.rules.decide(state, command, given)
    if refused := members.enrolled(state.campaign, command):
        return refused
    if isinstance(command, key_commands.COMMANDS):
        return keys.decide(state.campaign, command, given)
    if isinstance(command, reopening.COMMANDS):
        return _about_the_end(system, state, command, given)
    if isinstance(command, RenewVault):
        return renewing.decide(system, state, command, given)
    if isinstance(command, AdoptRules):
        return adopting.decide(system, state, command)
    if isinstance(command, GiveRuling) and command.switches:
        ruled = system.corrections.rule(state, command.switches)
        if isinstance(ruled, Refused):
            return ruled
    if isinstance(command, UndoAct) and (resting := state.campaign.record.frozen_for):
        return Refused(procedure.RULE, f"play rests until {resting} is settled")
    if isinstance(command, UndoAct):
        return undo.decide(system, state, command, given)
    if isinstance(command, Correct):
        return corrections.decide(system, state, command, given)
    if isinstance(command, RaiseDispute):
        found = (past.at(given.past, version) for version in command.versions)
        named = [event for event in found if event is not None]
        told: Any = (*command.powers, *system.view.concerned(state, named))
        command = replace(command, powers=told)
    return procedure.decide(state.campaign, command, given)


def _about_the_end(system: AnySystem, state: Any, command: Command, given: Supplied) -> Decision:
    """A reopening is asked for and consented to; with it comes what the rule system deals anew."""
    decision = reopening.decide(state.campaign, command)
    if isinstance(decision, tuple) and isinstance(event := decision[0], CampaignReopened):
        after = system.rules.evolve(state, event)
        return (event, *system.branches.reopen_events(after, given))
    return decision
