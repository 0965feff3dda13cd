"""The audit of countersigned heads: who signed what, and whether it is this record's own. Pure."""

from collections.abc import Iterator
from typing import Any

from campaign.decider import Finding
from campaign.record import keys
from campaign.record.key_state import Witness
from events.base import Event
from events.record import Branched
from events.witnesses import HeadWitnessed

_BYTES = 32


class Countersigned:
    """One pass over a record: `seen` for every digest in its order, `event` for every event."""

    def __init__(self) -> None:
        self.witnesses: list[Witness] = []
        """What was countersigned and is so, in the record's order."""
        self._heads = bytearray()
        self._misplaced: list[Finding] = []

    def seen(self, version: int, head: str) -> None:
        """Takes an event's digest; one out of its order is a fault of the chain, not looked at."""
        if version == len(self._heads) // _BYTES + 1:
            self._heads += bytes.fromhex(head)

    def event(self, version: int, state: Any, event: Event) -> Iterator[Finding]:
        """What is wrong with an event's signature, given the state before it."""
        if isinstance(event, Branched):
            # What was countersigned before is the origin's: here the same events have new digests.
            self.witnesses.clear()
            self._misplaced.clear()
        if not isinstance(event, HeadWitnessed) or state is None:
            return
        found = list(keys.signature(version, state.campaign, event))
        start = (event.about - 1) * _BYTES
        own = self._heads[start : start + _BYTES].hex() if 0 < event.about < version else ""
        if (wrong := keys.misplaced(version, event, own)) is not None:
            self._misplaced.append(wrong)
        elif not found:
            who, turn = event.member, state.campaign.turn
            self.witnesses.append(Witness(event.about, event.head, who, event.key_id, turn))
        yield from found

    def rest(self) -> Iterator[Finding]:
        """Heads that are not this record's, known for sure once all of it was read."""
        yield from self._misplaced
