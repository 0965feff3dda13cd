"""Read-back of shared commands whose events contain chits of US entry. Pure.

Hidden values are laid under a known secret. The commands: the end, a renewal of the vault, a
reopening.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.disputes.commands import ConsentToReopening, RenewVault
from campaign.kernel import members
from campaign.kernel.decisions import ReadBack, Sealed, Supplied
from campaign.kernel.new_campaign import SeedChain
from campaign.kernel.readback import Readers
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.readback_chits import (
    OPENED,
    SECRET,
    under_known_secret,
    veiled,
)
from events.base import Event
from events.campaign import CampaignClosed, SeedsRenewed
from events.disputes import CampaignReopened
from events.lif import us_entry as facts
from events.lif.us_entry import EntryChitsDealtAnew
from events.sealed import Opening


def _closing(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3: the end opens the secret of the chits, and the last seed."""
    seed, why, openings = "", "", {}
    for event in events:
        if isinstance(event, CampaignClosed):
            seed, why = event.seed_revealed, event.why
        elif isinstance(event, facts.EntrySecretOpened):
            openings = {chit_secret.SECRET: Opening(chit_secret.SECRET, event.secret)}
            for number, secret in enumerate(event.former, 1):
                openings[chit_secret.former_name(number)] = Opening(chit_secret.SECRET, secret)
    command = members.CloseCampaign(by=events[0].by, why=why or None)
    return ReadBack(command, Supplied(openings=openings, seed=seed))


def _renewed(state: State, events: Sequence[Event]) -> ReadBack:
    """Vault: the chain is on record; opening the chits later shows that they kept their values."""
    first = events[0]
    assert isinstance(first, SeedsRenewed)
    command = RenewVault(by=first.by)
    chain = SeedChain(state.campaign.id, first.anchor, first.links, first.sealed)
    given = Supplied(seed=first.seed_revealed, chain=chain)
    deal = next((event for event in events if isinstance(event, EntryChitsDealtAnew)), None)
    if deal is None or not state.entry.secret_commitment:
        return ReadBack(command, given)
    found = under_known_secret(state, command, events)
    sealed = Sealed(deal.commitment, deal.sealed, SECRET)
    openings = {chit_secret.SECRET: OPENED}
    return replace(found, given=replace(given, openings=openings, sealed=sealed))


def _reopened(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 5.3: a reopening decided again, with fresh values of the chits from another secret."""
    sealed = Sealed("", "", SECRET)
    for event in events:
        if isinstance(event, EntryChitsDealtAnew):
            sealed = Sealed(event.commitment, event.sealed, SECRET)
    return ReadBack(ConsentToReopening(by=events[0].by), Supplied(sealed=sealed), veil=veiled)


READERS: Readers[State] = {
    CampaignClosed: _closing,
    facts.EntrySecretOpened: _closing,
    SeedsRenewed: _renewed,
    CampaignReopened: _reopened,
}
