"""The vault renewed: new draw seeds, and the chits of US entry under a new secret. Pure.

Whoever kept the vault before can open what was sealed until then. Of what is drawn afterwards they
know nothing: leaders and dice come from a new chain of seeds, chits' values from a new secret. What
lies on the table stays what it is, and the old secret is opened with the new one at the end.
"""

from campaign.disputes.commands import RenewVault
from campaign.kernel.decisions import Decision, Needs, Refused, Supplied
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import branch, chit_secret
from events.campaign import SeedsRenewed

RULE = "Vault"


def wanted(state: State, command: RenewVault) -> Needs:
    """Vault: a new chain, the seed in use, and the chits' secret with a fresh one in its place."""
    if not state.entry.secret_commitment:
        return Needs(seed=True, chain=True)
    openings, seal = chit_secret.secret_wanted(state).openings, chit_secret.secret_wish(state).seal
    return Needs(openings=openings, seal=seal, seed=True, chain=True)


def renew(state: State, command: RenewVault, given: Supplied) -> Decision:
    """Vault: a host or the keeper renews it, while no marker lies sealed."""
    shared = state.campaign
    if not shared.is_host(command.by) and command.by != shared.record.keeper:
        return Refused(
            "Members", f"the vault is renewed by a host or its keeper, and {command.by} is neither"
        )
    if state.board.phase != "closed":
        return Refused(RULE, "the vault is renewed once the Promotions Board is closed")
    if given.chain is None:
        return Refused(RULE, "there is no vault to make new seeds in")
    event = SeedsRenewed(
        anchor=given.chain.anchor,
        links=given.chain.links,
        sealed=given.chain.sealed,
        seed_revealed=given.seed,
        draws=_next(state),
    )
    if not state.entry.secret_commitment:
        return (event,)
    if given.sealed is None:
        return Refused(RULE, "there is no vault to seal the secret of the chits in")
    return (event, branch.relaid(state, chit_secret.secret_of(given), given.sealed))


def _next(state: State) -> dict[str, int]:
    """Draws: the number of the next one; US entry counts its own."""
    modules = state.campaign.modules
    found = {"leaders": state.draw + 1, "us-entry": state.entry.draw + 1}
    return {what: number for what, number in found.items() if what in modules}
