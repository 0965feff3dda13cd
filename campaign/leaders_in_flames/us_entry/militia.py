"""LiF 5.3.1: the kit's three militia come with their US entry actions, not before. Pure."""

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.force_pools.kit import MODULES
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.actions_kit import GOVERNMENTS
from campaign.leaders_in_flames.us_entry.state import taken

RULE = "LiF 5.3.1"
_ACTIONS = {government.militia: government.action for government in GOVERNMENTS.values()}


def comes_by_action(counter: str) -> bool:
    """LiF 5.3.1: whether a counter is one of the kit's militia."""
    return counter in _ACTIONS


def awaited(state: State, counter: str) -> int | None:
    """LiF 5.3.1: the action that a militia still waits for; None for any other counter.

    Without the expansion, as in the list edition, there is no action to wait for.
    """
    action = _ACTIONS.get(counter)
    if action is None or MODULES["5.3"] not in state.campaign.modules:
        return None
    return None if taken(state.entry.actions, action) else action


def too_soon(state: State, counter: str) -> Refused | None:
    """LiF 5.3.1: why a militia cannot come into play yet."""
    action = awaited(state, counter)
    if action is None:
        return None
    text = f"{counter} joins the force pool with US entry action {action}, and waits until then"
    return Refused(RULE, text)
