"""Which commands have their time: modules, the end of a round, the end of the campaign. Pure."""

from campaign.flames_of_war.state import State
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.text.english import listed

MODULES = {
    "forces": "rosters of platoons and their reorganisation",
    "terrain": "terrain charts and the battlefield",
    "battle-log": "player turns, deployment, losses and audited dice",
}
"""The parts of the game that a club may leave out."""
WITHOUT = {
    "forces": "this campaign is played without rosters",
    "terrain": "this campaign is played without terrain charts",
    "battle-log": "this campaign is played without a battle log",
}


def untimely(state: State, kind: type[Command]) -> Refused | None:
    """FoW Ending the Campaign: once it is decided only its close is left, and what is no play.

    FoW Campaign Sequence: a round ends when the battle of every line is booked or abandoned.
    """
    if kind.module and kind.module not in state.campaign.modules:
        return Refused(f"Module {kind.module}", WITHOUT[kind.module])
    if state.decided is not None and kind.play and kind not in (CloseCampaign, AddEntropy):
        name = state.campaign.name
        text = f"the campaign is decided; what is left is its end: `campaign end {name}`"
        return Refused("FoW Ending the Campaign", text)
    if kind is AdvanceTurn:
        open_lines = [line.name for line in state.lines.values() if line.phase != "settled"]
        if open_lines:
            waits = "waits" if len(open_lines) == 1 else "wait"
            text = f"{listed(open_lines)} still {waits} for this round's battle to be booked"
            return Refused("FoW Campaign Sequence", text)
    return None
