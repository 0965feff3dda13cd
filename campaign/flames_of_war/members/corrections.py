"""What corrections may not leave behind: commanders who do not play for their side. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.members.teams import RULE
from campaign.flames_of_war.state import State
from campaign.kernel.corrected import Corrected
from campaign.kernel.decisions import Refused
from events.fow.sides import PlayerJoined


def faults(state: State) -> Iterator[Refused]:
    """Members, FoW Multi-player Campaigns: players are enrolled, commanders play for their side."""
    shared = state.campaign
    for who, side in state.players.items():
        if who not in shared.members:
            yield Refused("Members", f"{who} would play without being enrolled")
        if side not in state.sides:
            yield Refused(
                "Members", f"{shared.called(who)} would play for {side}, which is no side"
            )
    for line in state.lines.values():
        for side, who in line.commanders.items():
            if who and state.players.get(who) != side:
                text = f"would command on {line.name} without playing for"
                name = state.sides.get(side, side)
                yield Refused(RULE, f"{shared.called(who)} {text} {name}")


def _own_id(event: PlayerJoined) -> dict[str, str]:
    return {"member": "a player joins as who they are; strike the event instead"}


CORRECTED = Corrected[State](kept={PlayerJoined: _own_id}, faults=faults)
