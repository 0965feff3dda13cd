"""LiF 4, 5.3: which commands a campaign knows at all, and which wait for a closed board. Pure."""

from campaign.kernel.decisions import Command, Refused
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.leaders_in_flames.state import State

WITHOUT = {
    "leaders": "this campaign is played without leaders",
    "us-entry": "this campaign is played without the US entry expansion",
}
"""LiF 4, 5.3: what is optional, campaign by campaign; a scenario's questions need neither."""


def untimely(state: State, kind: type[Command]) -> Refused | None:
    """LiF 4, 5.3: optional parts must be in play; ruling 7: some changes need a closed board."""
    if kind.module and kind.module not in state.campaign.modules:
        return Refused(f"Module {kind.module}", WITHOUT[kind.module])
    waits = "closed" in kind.when or kind in (AdvanceTurn, CloseCampaign)
    if waits and state.board.phase != "closed":
        return Refused("Ruling 7", "finish the Promotions Board first")
    return None
