"""How a campaign opens, in a sentence. Pure."""

from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import counted, listed
from events.fow.set_up import CampaignSetUp


def _set_up(event: CampaignSetUp, names: Names) -> str:
    """The sides, the limits, the lines."""
    sides = listed(event.sides.values())
    games = counted(event.games, "game" if event.kind == "linked" else "round")
    over = f" on {listed(axis.name for axis in event.axes)}" if event.axes else ""
    return f"{sides} meet{over}: {games} at most, forces of {event.points:,} points."


SENTENCES: Sentences = {CampaignSetUp: _set_up}
"""The sentence for what a campaign is made of."""
