"""LiF 5: corrections of counters. Pure."""

from collections.abc import Iterator

from campaign.kernel.corrected import Corrected
from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.force_pools.view import misplaced
from campaign.leaders_in_flames.state import State


def faults(state: State) -> Iterator[Refused]:
    """LiF 5: each counter is in exactly one place, and the place exists."""
    for text in misplaced(state):
        yield Refused("LiF 5", text)


CORRECTED = Corrected[State](faults=faults)
