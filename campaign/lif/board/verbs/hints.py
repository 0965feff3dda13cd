"""LiF 4.1: the verb that comes next, for a command sent at the wrong time. Pure."""

import re

from campaign.kernel.decisions import Command
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.lif.board import commands
from campaign.lif.board.markers import KINDS
from campaign.lif.board.waiting import Waiting, What, shortest, waiting
from campaign.lif.politics.wars import DeclareWar
from campaign.lif.state import State

_VERB = "`([a-z][a-z -]*)`"

_COMES_NEXT: dict[What, str] = {
    "war": f"next: `{DeclareWar.verb}`, once a war is declared",
    "turn": f"next: `{AdvanceTurn.verb}`",
    "board": f"next: `{commands.OpenReinforcement.verb}` opens it",
    "draw": f"next: `{commands.DrawLeader.verb}`",
    "ballots": f"next: `{commands.OpenBallots.verb}`",
    "votes": f"next: `{commands.OpenVotes.verb}`",
}
"""The verbs that bring on what the campaign waits for, once every marker is in."""
_FIRST: dict[What, str] = {"ballots": commands.SealBallot.verb, "votes": commands.SealVote.verb}
"""The verbs for a marker that is still owed."""


def hint(state: State, command: type[Command]) -> str:
    """The call that comes next, if a command was refused as too early or late; else nothing."""
    return re.sub(_VERB, rf"`campaign \1 {state.campaign.name}`", _hint(state, command))


def _hint(state: State, command: type[Command]) -> str:
    waits = waiting(state)
    if waits.what == "over":
        from campaign.disputes.commands import ReopenCampaign

        return f"a host may ask to reopen it: `{ReopenCampaign.verb}`"
    if command.when in ((), ("closed",)):
        waits_for_board = command.when != () or command in (AdvanceTurn, CloseCampaign)
        too_early = waits_for_board and state.board.phase != "closed"
        return _comes_next(waits) if too_early else ""
    if waits.fix and command in (
        commands.OpenBallots,
        commands.RevealBallot,
        commands.OpenVotes,
        commands.RevealVote,
    ):
        return f"next: `{commands.FixMarkers.verb}`"
    if waits.what not in command.when:
        return _comes_next(waits)
    return (
        _opens_anyway(state, waits) if command in (commands.OpenBallots, commands.OpenVotes) else ""
    )


def _comes_next(waits: Waiting) -> str:
    """What the campaign waits for; a marker only where one is owed, and not yet fixed."""
    text = _COMES_NEXT[waits.what]
    if waits.fix:
        text = f"next: `{commands.FixMarkers.verb}`"
    if waits.owed and waits.what in _FIRST:
        return text.replace("next: ", f"next: `{_FIRST[waits.what]}`, then ")
    return text


def _opens_anyway(state: State, waits: Waiting) -> str:
    """How the host opens the markers without what is missing."""
    if waits.devices:
        return "`--withheld` charges them, and opens without them"
    kind = KINDS[waits.what]
    counts = f"`--absent` counts them as {kind.absent_in_words}"
    if waits.owed:
        call = f"campaign ballots {state.campaign.name} rest={shortest(kind.absent)}"
        return f"`{call}` seals them, {counts}"
    return counts if waits.missing else ""
