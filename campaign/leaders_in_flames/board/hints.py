"""LiF 4.1: the verb that comes next, for a command sent at the wrong time. Pure."""

import re

from campaign.disputes.commands import ReopenCampaign
from campaign.kernel.decisions import Command
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.leaders_in_flames.board.choices import COSTS_NOTHING
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenReinforcement,
    OpenVotes,
    RevealBallot,
    RevealVote,
    SealBallot,
    SealVote,
)
from campaign.leaders_in_flames.board.waiting import What, waiting
from campaign.leaders_in_flames.politics.commands import DeclareWar
from campaign.leaders_in_flames.state import State

_VERB = re.compile("`([a-z][a-z -]*)`")

_COMES_NEXT: dict[What, str] = {
    "over": f"a host may ask to reopen it: `{ReopenCampaign.verb}`",
    "war": f"next: `{DeclareWar.verb}`, once a war is declared",
    "turn": f"next: `{AdvanceTurn.verb}`",
    "board": f"next: `{OpenReinforcement.verb}` opens it",
    "draw": f"next: `{DrawLeader.verb}`",
    "ballots": f"next: `{SealBallot.verb}`, then `{OpenBallots.verb}`",
    "votes": f"next: `{SealVote.verb}`, then `{OpenVotes.verb}`",
}
"""The verbs that bring on what the campaign waits for."""
_WHEN_MISSING: dict[type[Command], str] = {OpenBallots: "no veto", OpenVotes: "abstained"}
"""What a marker that nobody laid counts as."""


def hint(state: State, command: type[Command]) -> str:
    """The call that comes next, if a command was refused as too early or late; else nothing."""
    return _VERB.sub(rf"`campaign \1 {state.campaign.name}`", _hint(state, command))


def _hint(state: State, command: type[Command]) -> str:
    waits = waiting(state)
    if waits.what == "over":
        return _COMES_NEXT["over"]
    if command.when in ((), ("closed",)):
        waits_for_board = command.when != () or command in (AdvanceTurn, CloseCampaign)
        too_early = waits_for_board and state.board.phase != "closed"
        return _COMES_NEXT[waits.what] if too_early else ""
    if waits.fix and command in (OpenBallots, RevealBallot, OpenVotes, RevealVote):
        return f"next: `{FixMarkers.verb}`"
    if waits.what not in command.when:
        return _COMES_NEXT[waits.what]
    if command not in _WHEN_MISSING:
        return ""
    if waits.devices:
        return "`--withheld` charges them, and opens without them"
    counts = f"`--absent` counts them as {_WHEN_MISSING[command]}"
    if waits.owed:
        call = f"campaign ballots {state.campaign.name} rest={COSTS_NOTHING[waits.what]}"
        return f"`{call}` lays them, {counts}"
    return counts if waits.missing else ""
