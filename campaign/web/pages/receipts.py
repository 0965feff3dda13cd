"""A receipt: that something is in, when, and what proves it."""

from campaign.proof.receipts import Receipt
from campaign.store import kept_receipts
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from campaign.text.moments import in_words
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.receipt_numbers import read
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, names
from campaign.web.sentences import sentences
from campaign.web.signed_receipts import shown
from campaign.web.visits import Visit
from events import chain

LONGEST = 18
"""How many digits the number of a receipt may have."""


def receipt(visit: Visit) -> Reply:
    """A receipt as every member may see it."""
    here, house = visit.here, visit.house
    number = visit.path["number"]
    if not number.isascii() or not number.isdecimal() or len(number) > LONGEST:
        return missing(house)
    stored = house.ledger.store.receipt(here.name, int(number))
    found = read(stored) if stored else None
    if stored is None or found is None:
        return missing(house)
    first, last = found.versions or (1, 0)
    return campaign_screen(
        visit,
        "receipt.html",
        "journal",
        number=number,
        receipt=found,
        digest=chain.head(stored),
        when=in_words(found.at),
        who=names(here).member(found.by) if found.by else "",
        refusal=_refusal(visit, found),
        sentences=sentences(visit, list(range(first, last + 1))),
        is_new="new" in visit.query,
        signature=shown(visit, int(number), found),
    )


def _refusal(visit: Visit, found: Receipt) -> str:
    """Why something was refused, for who sent it; empty for others."""
    if found.versions is not None:
        return ""
    try:
        told = kept_receipts.refusal(visit.house.ledger, visit.here.name, found, visit.here.member)
    except (StoreError, VaultError):
        return ""
    return told.reason if told is not None else ""


PLACES = (Place("/c/{name}/receipts/{number}", receipt, "member", about="a receipt"),)
