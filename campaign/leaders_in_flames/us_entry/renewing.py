"""LiF 5.3: the vault renewed: the chits of US entry under a new secret, with their values. Pure.

Leaders and dice come from a new chain of seeds, chits' values from a new secret. The chits on the
table keep their values, and the old secret is opened together with the new one at the end.
"""

from msgspec.structs import replace

from campaign.kernel.decisions import NOTHING, Decision, Needs, Refused, Supplied
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import branch, chit_secret
from events.campaign import SeedsRenewed

RULE = "Vault"


def renew_needs(state: State) -> Needs:
    """Vault: the chits' secret, and a fresh one in its place."""
    if not state.entry.secret_commitment:
        return NOTHING
    openings, seal = chit_secret.secret_needs(state).openings, chit_secret.secret_wish(state).seal
    return Needs(openings=openings, seal=seal)


def renew_events(state: State, event: SeedsRenewed, supplied: Supplied) -> Decision:
    """Vault: renewed while no marker is sealed; all chits go under the fresh secret."""
    if state.board.phase != "closed":
        return Refused(RULE, "the vault is renewed once the Promotions Board is closed")
    event = replace(event, draws=_next(state))
    if not state.entry.secret_commitment:
        return (event,)
    if supplied.sealed is None:
        return Refused(RULE, "there is no vault to seal the secret of the chits in")
    return (event, branch.relaid(state, chit_secret.secret_of(supplied), supplied.sealed))


def _next(state: State) -> dict[str, int]:
    """Draws: the number of the next one; US entry counts its own."""
    modules = state.campaign.modules
    numbers = {"leaders": state.draw + 1, "us-entry": state.entry.draw + 1}
    return {what: number for what, number in numbers.items() if what in modules}
