"""When an answer that may still be changed came in, and its receipt: what its envelope says."""

import msgspec

from campaign.text.moments import in_words
from campaign.web.receipt_numbers import number_of
from campaign.web.visits import Visit

LOOKED_AT = 64
"""How many of the last events are looked through: what may still be changed is not old."""


class EnvelopeNote(msgspec.Struct, frozen=True):
    """What stands on an envelope."""

    at: str
    when: str
    number: int = 0
    """Of its receipt; 0 where there is none."""


def envelope(visit: Visit, commitment: str) -> EnvelopeNote | None:
    """When the answer with a commitment came in; None if that was long ago."""
    here, ledger = visit.here, visit.house.ledger
    last = here.live.version
    recent = list(ledger.history(here.name, max(last - LOOKED_AT, 0), last))
    for entry in reversed(recent):
        if commitment and getattr(entry.event, "commitment", "") == commitment:
            at = entry.event.at
            return EnvelopeNote(at, in_words(at), number_of(visit, entry.version, entry.version))
    return None
