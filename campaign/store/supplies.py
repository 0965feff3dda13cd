"""What a decision needs from the world: the vault's secrets, the log, the time. IO."""

from msgspec.structs import replace

from campaign import dispatch
from campaign.history.timeline import START
from campaign.kernel.decisions import Command, Needs, Supplied, trial
from campaign.kernel.members import Campaign
from campaign.kernel.new_campaign import SeedChain
from campaign.store.pasts import Pasts
from campaign.store.reader import Live, Reader
from campaign.store.vault import Vault

NO_PREVIEW = (
    "--dry-run can't show this: it would open, draw or seal something. Nothing was recorded"
)


def touches_secrets(needs: Needs) -> bool:
    """Whether a decision takes anything from the vault or puts anything in."""
    return bool(needs.openings or needs.seal or needs.seed or needs.chain)


def supplied(
    reader: Reader, pasts: Pasts, vault: Vault, name: str, live: Live, command: Command, now: str
) -> Supplied:
    """What the world supplies for a command: the log for corrections, the time for terms."""
    needs = dispatch.needs(live.system, live.state, command)
    opened = from_vault(vault, live.state.campaign, needs)
    return _with_the_past(opened, needs, reader, pasts, name, live, command, now)


def for_trial(
    reader: Reader, pasts: Pasts, name: str, live: Live, command: Command, now: str
) -> Supplied:
    """What it supplies for a trial: nothing from the vault."""
    needs = dispatch.needs(live.system, live.state, command)
    bare = _with_the_past(Supplied(), needs, reader, pasts, name, live, command, now)
    return trial(bare)


def _with_the_past(
    opened: Supplied,
    needs: Needs,
    reader: Reader,
    pasts: Pasts,
    name: str,
    live: Live,
    command: Command,
    now: str,
) -> Supplied:
    last = pasts.last_act(name, live, command.by) if needs.last else None
    past, base = ((), START) if last or not needs.past else pasts.of(name, live, command)
    head = ""
    if 0 < needs.head <= live.version:
        head = next(reader.history(name, needs.head - 1, needs.head)).digest
    return replace(opened, past=past, base=base, last=last, now=now, head=head)


def from_vault(vault: Vault, campaign: Campaign, needs: Needs) -> Supplied:
    """Openings, a seal, the seed of the turn, a new chain of seeds. Raises `VaultError`."""
    openings = {
        key: vault.open(subject, ciphertext)
        for key, (subject, ciphertext) in needs.openings.items()
    }
    sealed = vault.seal(needs.seal) if needs.seal else None
    seed = ""
    if needs.seed and campaign.seed_number <= campaign.seed_links:
        links, anchor = campaign.seed_links, campaign.seed_anchor
        kept = SeedChain(campaign.id, anchor, links, campaign.seed_sealed)
        seed = vault.seed(kept, campaign.seed_number)
    chain = vault.new_chain(campaign_id=campaign.id) if needs.chain else None
    return Supplied(openings, sealed, seed, chain=chain)
