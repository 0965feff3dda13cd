"""Renews the vault: a new key, new draw seeds, and a game's hidden values sealed again. Pure.

A former keeper can open what was sealed until then, but knows nothing about later draws.
"""

from msgspec.structs import replace

from campaign.disputes.commands import RenewVault
from campaign.kernel import members
from campaign.kernel.decisions import Decision, Needs, Refused, Supplied
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from events.campaign import SeedsRenewed

RULE = "Vault"


def needs(system: AnySystem, state: GameState) -> Needs:
    """Vault: a new chain, the seed in use, and what the game's own secrets need."""
    own = system.branches.renew_needs(state)
    return replace(own, seed=True, chain=True)


def decide(
    system: AnySystem, state: GameState, command: RenewVault, supplied: Supplied
) -> Decision:
    """Vault: a host or the keeper renews it, together with the game's own secrets."""
    shared = state.campaign
    if refused := members.permitted(shared, command):
        return refused
    if not shared.is_host(command.by) and command.by != shared.record.keeper:
        by = shared.called(command.by)
        text = f"{by} is neither host nor keeper, and only they can renew the vault"
        return Refused("Members", text)
    if supplied.chain is None:
        return Refused(RULE, "the vault is missing; it is needed to make new seeds")
    event = SeedsRenewed(
        anchor=supplied.chain.anchor,
        links=supplied.chain.links,
        sealed=supplied.chain.sealed,
        seed_revealed=supplied.seed,
    )
    return system.branches.renew_events(state, event, supplied)
