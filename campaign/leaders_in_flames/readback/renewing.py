"""Rejudging: the renewal of the vault, with the chits of US entry laid anew. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.disputes.commands import RenewVault
from campaign.kernel.decisions import ReadBack, Sealed, Supplied
from campaign.kernel.new_campaign import SeedChain
from campaign.leaders_in_flames.readback.chits import OPENED, SECRET, laid_anew
from campaign.leaders_in_flames.readback.readers import Readers
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret
from events.base import Event
from events.campaign import SeedsRenewed
from events.lif.us_entry import EntryChitsDealtAnew


def renewed(state: State, events: Sequence[Event]) -> ReadBack:
    """Vault: the chain is on record; that the chits kept their values shows when they open."""
    first = events[0]
    assert isinstance(first, SeedsRenewed)
    command = RenewVault(by=first.by)
    chain = SeedChain(state.campaign.id, first.anchor, first.links, first.sealed)
    given = Supplied(seed=first.seed_revealed, chain=chain)
    deal = next((one for one in events if isinstance(one, EntryChitsDealtAnew)), None)
    if deal is None or not state.entry.secret_commitment:
        return ReadBack(command, given)
    found = laid_anew(state, command, events)
    sealed = Sealed(deal.commitment, deal.sealed, SECRET)
    openings = {chit_secret.SECRET: OPENED}
    return replace(found, given=replace(given, openings=openings, sealed=sealed))


READERS: Readers = {SeedsRenewed: renewed}
