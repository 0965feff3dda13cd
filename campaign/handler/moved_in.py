"""A club that came as a zip: whoever had the key knows what was drawn, so play waits for a new one.
IO: a file beside the store.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import MOVED_IN


def note_moved_in(ledger: Ledger) -> None:
    """Each campaign of a store that has just come waits for `RenewVault`.

    The file has, by each campaign's random id, the end of its old seeds.
    """
    campaigns = [ledger.live(name).state.campaign for name in ledger.names()]
    anchors = {one.id: one.seed_anchor for one in campaigns}
    file = ledger.store.place.file.with_suffix(MOVED_IN)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(anchors))


def refused(file: Path, campaign: Campaign) -> Refused | None:
    """Vault: in a club that came from elsewhere nothing is played before the vault is renewed."""
    if _anchors(file).get(campaign.id) != campaign.seed_anchor:
        return None
    way = f"`campaign vault-renew {campaign.name}`"
    text = "this campaign came from elsewhere, where somebody may have kept its key; a host renews"
    return Refused("Vault", f"{text} the vault first: {way}, or *Renew the vault* in the browser")


def _anchors(file: Path) -> Mapping[str, str]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise StoreError(f"cannot read {file}: {error}") from error
