"""LiF 3.2, 5.1: what starts again on the map with a new turn. Pure."""

from campaign.leaders_in_flames.on_map import impulses, recall
from campaign.leaders_in_flames.state import Evolvers, State
from events.campaign import TurnBegan


def _turn_began(state: State, event: TurnBegan) -> State:
    return recall.at_turn(impulses.turn_began(state))


EVOLVE: Evolvers = {TurnBegan: _turn_began}
