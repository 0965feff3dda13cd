"""A campaign reopened: the next seed, and hidden chits of US entry dealt anew. Pure.

The end published the seed in use and the chits' secret. Leaders and dice come from the chain's next
seed; chits that lay hidden get fresh values under a fresh secret, which nobody knows.
"""

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import NOTHING, Needs, Supplied
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import branch, chit_secret
from events.base import Event
from events.disputes import CampaignReopened


def reopened(state: State, event: CampaignReopened) -> State:
    """Draws: when to reopen was chosen by somebody, so that nothing shields the next draw."""
    board = replace(state.board, steady=frozenset())
    shared = members.evolve(state.campaign, event)
    return replace(state, campaign=shared, shielded=False, board=board)


def wanted(state: State) -> Needs:
    """LiF 5.3: a fresh secret for the chits, where there was one."""
    return chit_secret.secret_wish(state) if state.entry.secret_commitment else NOTHING


def dealt(state: State, event: CampaignReopened, given: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: what goes with a reopening: all chits on the table under the fresh secret."""
    return branch.redealt(reopened(state, event), given)
