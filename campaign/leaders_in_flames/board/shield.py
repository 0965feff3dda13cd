"""LiF 4.1: what shields the next draw from people who know the seeds, and what ends that. Pure.

A draw is shielded by nonces mixed into it after everything else was fixed: openings to which nobody
could react any more. A later choice by anybody takes the shield away.
"""

from msgspec.structs import replace

from campaign.leaders_in_flames.board import markers
from campaign.leaders_in_flames.state import Evolvers, Mixed, State
from events.campaign import EntropyAdded, SeedsRenewed
from events.disputes import Branched, CampaignReopened, SealedOpened
from events.sealed import Opening, opens


def unshielded(state: State) -> State:
    """Draws: somebody who may know the mixed-in nonces has chosen; the next draw has no shield.

    With the vault key they know which leader each choice would have drawn.
    """
    return replace(state, shielded=False, board=replace(state.board, steady=frozenset()))


def _entropy(state: State, event: EntropyAdded) -> State:
    """Entropy added last could react to what is mixed in already, so nothing shields the draw.

    It could also react to openings that devices have handed in.
    """
    mixed = Mixed(entropy=f"entropy {event.by} {event.value}")
    board = replace(state.board, steady=frozenset()) if state.board.steady else state.board
    return replace(state, mixed=(*state.mixed, mixed), shielded=False, board=board)


def _branched(state: State, event: Branched) -> State:
    """Markers of a what-if must be laid again; its mixed-in nonces were known before its chain."""
    board = replace(state.board, markers={}, steady=frozenset(), fixed=False)
    return replace(state, board=board, shielded=False)


def _renewed(state: State, event: SeedsRenewed) -> State:
    """Draws: new seeds may react to what is mixed in already; they could be renewed again."""
    return unshielded(state)


def _reopened(state: State, event: CampaignReopened) -> State:
    """Draws: somebody chose the moment of reopening."""
    return unshielded(state)


def laid_open(state: State, commitment: str = "") -> State:
    """LiF 4.1: a marker that was shown, or every marker, can no longer be changed."""
    shown = {
        who: replace(marker, opened=marker.opened or commitment in ("", marker.commitment))
        for who, marker in state.board.markers.items()
    }
    return replace(state, board=replace(state.board, markers=shown))


def _opened_early(state: State, event: SealedOpened) -> State:
    """Vault: a marker opened early can no longer be changed."""
    opening = Opening(event.choice, event.nonce)
    for power, marker in state.board.markers.items():
        if opens(markers.subject(state, power), opening, marker.commitment):
            return laid_open(state, marker.commitment)
    return state


EVOLVE: Evolvers = {
    EntropyAdded: _entropy,
    Branched: _branched,
    SeedsRenewed: _renewed,
    CampaignReopened: _reopened,
    SealedOpened: _opened_early,
}
