"""Receipts as they are kept, found by the events that they are for."""

from campaign.proof import receipts
from campaign.proof.receipts import Receipt
from campaign.web.visits import Visit


def number_of(visit: Visit, first: int, last: int) -> int:
    """The number of the receipt for some events; 0 if there is none."""
    for number, stored in visit.house.ledger.store.receipts_of(visit.here.name, first, last):
        if (found := read(stored)) is not None and found.versions == (first, last):
            return number
    return 0


def read(stored: bytes) -> Receipt | None:
    """A receipt as it is kept; None if it cannot be read."""
    try:
        return receipts.read(stored)
    except receipts.UNREADABLE:
        return None
