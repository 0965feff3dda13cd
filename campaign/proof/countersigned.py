"""Audits countersigned heads: who signed what, and whether it belongs to this record. Pure."""

from collections.abc import Iterator

from campaign.kernel import keys
from campaign.kernel.decisions import Finding
from campaign.kernel.key_state import Witness
from campaign.kernel.state import GameState
from events.base import Event
from events.disputes import Branched
from events.witnesses import HeadWitnessed

_BYTES = 32


CONCERNED = (HeadWitnessed, Branched)
"""The events that it looks at."""


class Countersigned:
    """One pass over a record: call `seen` for every digest in order, `event` for every event."""

    def __init__(self) -> None:
        self.witnesses: list[Witness] = []
        """What was countersigned and is so, in the record's order."""
        self._heads = bytearray()
        self._names: dict[str, str] = {}
        """The name of each member who countersigned."""
        self._misplaced: list[tuple[HeadWitnessed, Finding]] = []

    def seen(self, version: int, head: str) -> None:
        """Takes an event's digest; one out of order is a fault of the chain, and skipped here."""
        if version == len(self._heads) // _BYTES + 1:
            self._heads += bytes.fromhex(head)

    def event(self, version: int, state: GameState, event: Event) -> Iterator[Finding]:
        """What is wrong with an event's signature, given the state before it."""
        if isinstance(event, Branched):
            yield from self._of_the_origin()
        if not isinstance(event, HeadWitnessed) or state is None:
            return
        self._names[event.member] = state.campaign.called(event.member)
        found = list(keys.signature(version, state.campaign, event))
        start = (event.about - 1) * _BYTES
        own = self._heads[start : start + _BYTES].hex() if 0 < event.about < version else ""
        if (wrong := keys.misplaced(version, event, own, self._names[event.member])) is not None:
            self._misplaced.append((event, wrong))
        elif not found:
            who, turn = event.member, state.campaign.turn
            self.witnesses.append(Witness(event.about, event.head, who, event.key_id, turn))
        yield from found

    def rest(self) -> Iterator[Finding]:
        """Heads that do not belong to this record; certain once all of it was read."""
        yield from (wrong for _, wrong in self._misplaced)

    def _of_the_origin(self) -> Iterator[Finding]:
        """What is wrong with the heads that were countersigned before a what-if began.

        They belong to the origin and cannot be compared: here the same events have new digests. So
        none may be a digest of this record, and no event may have two.
        """
        for witness in self.witnesses:
            signed = (
                f"{self._names[witness.member]} countersigned event {witness.about} of the origin"
            )
            text = f"{signed}, and it is the same"
            yield Finding(
                witness.about, "witness", f"{text} here; a what-if's past has new digests"
            )
        heads: dict[int, str] = {}
        for event, wrong in self._misplaced:
            if heads.setdefault(event.about, event.head) != event.head:
                first = f"and {heads[event.about][:12]}… was countersigned as the same event before"
                text = (
                    f"{self._names[event.member]} countersigned"
                    f" {event.head[:12]}… as event {event.about}"
                )
                yield Finding(wrong.version, "witness", f"{text}, {first}")
        self.witnesses.clear()
        self._misplaced.clear()
