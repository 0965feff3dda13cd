"""Routes each command to its decision: those about the record to `deciding`, the game's in its
system. Pure. The ledger's only entrance to the rules.
"""

from typing import Any

from campaign.kernel import keys, members, shared_rules
from campaign.kernel.assembly import LateCommands
from campaign.kernel.decisions import DISPUTES, NOTHING, Command, Decision, Needs, Refused, Supplied
from campaign.kernel.interview.asking import AskingPart, Interviews
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.system import AnySystem, foreign

_ABOUT_THE_RECORD = frozenset({"campaign.disputes.commands", "campaign.diary.commands"})
"""The modules with its commands, which are imported when one is sent."""


def is_of_record(kind: type[Command]) -> bool:
    """Whether a command is about the record itself: a dispute, a correction, a key, a dispatch."""
    return kind.__module__ in _ABOUT_THE_RECORD or kind in shared_rules.KEY_COMMANDS


def is_correction(kind: type[Command]) -> bool:
    """Whether a command corrects the record under a dispute."""
    if kind.__module__ not in _ABOUT_THE_RECORD:
        return False
    from campaign.disputes.commands import Correct

    return issubclass(kind, Correct)


def needs(system: AnySystem, state: GameState, command: Command) -> Needs:
    """What the world must supply for a command."""
    if foreign(system, state.campaign):
        return NOTHING
    if isinstance(command, shared_rules.KEY_COMMANDS):
        return keys.needs(command)
    if is_of_record(type(command)):
        from campaign.disputes import deciding

        return deciding.needs(system, state, command)
    return system.rules.needs(state, command)


def decide(system: AnySystem, state: GameState, command: Command, supplied: Supplied) -> Decision:
    """The events that follow from a command, or why it is refused."""
    if other := foreign(system, state.campaign):
        return Refused("Rules", other)
    if not is_of_record(type(command)):
        return _in_the_game(system, state, command, supplied)
    if refused := members.enrolled(state.campaign, command):
        return refused
    from campaign.disputes import deciding

    return deciding.decide(system, state, command, supplied)


def _in_the_game(
    system: AnySystem, state: GameState, command: Command, supplied: Supplied
) -> Decision:
    """Decides a game's command, unless play is frozen or there is no seed left for it."""
    campaign: Campaign = state.campaign
    if campaign.seed_number > campaign.seed_links and system.rules.needs(state, command).seed:
        return Refused("Draws", members.used_up(campaign))
    if command.play and (resting := campaign.record.frozen_for):
        return Refused(DISPUTES, f"play rests until {resting} is settled")
    return system.rules.decide(state, command, supplied)


def _interviews() -> Interviews[Any]:
    from campaign.disputes.interviews import INTERVIEWS as OF_CORRECTIONS

    return OF_CORRECTIONS


def _asking() -> tuple[type[Command], ...]:
    from campaign.disputes.commands import CORRECTING, RaiseDispute

    return (*CORRECTING, RaiseDispute)


INTERVIEWS = AskingPart(
    LateCommands(lambda kind: kind.__module__ in _ABOUT_THE_RECORD, _asking), _interviews
)
"""What corrections ask in every game."""
