"""Checks the rows of a record by themselves: the chain of digests, and what each event holds. Pure.

Nothing here depends on what an event does to the campaign; so another process may do it.
"""

from collections.abc import Iterable, Iterator

from campaign.kernel import well_formed
from campaign.kernel.decisions import Finding
from campaign.kernel.system import Systems
from campaign.proof.receipts import Papers
from campaign.text.plain import in_words
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignOpened
from events.codec import AnyCodec

Row = tuple[int, str, bytes]
"""An event as it is stored: its version, its topic and its bytes."""


class RowsSeen:
    """One pass over a record's rows."""

    def __init__(self, systems: Systems, wanted: Iterable[str] = ()) -> None:
        """`systems` are those that the program knows; what follows an opening is of its game."""
        self.checked = 0
        """Events looked at."""
        self.version = 0
        self.head = ""
        """Digest of the last event."""
        self.at = ""
        """When the last event was recorded, as it says itself."""
        self.event: Event | None = None
        """The last event; None if it cannot be read."""
        self.wanted = frozenset(wanted)
        """The digests asked about."""
        self.found: dict[str, int] = {}
        """Those of them that the history has, each with its version."""
        self._systems = systems
        self._reads: AnyCodec = systems.codec

    def row(self, version: int, kind: str, stored: bytes) -> Iterator[Finding]:
        """What is wrong with the next row."""
        body = chain.body(stored)
        digest = chain.digest(body)
        unreadable = self._read(body)
        event = self.event
        if version != self.version + 1:
            yield Finding(version, "chain", f"comes after version {self.version}")
        if not chain.ends_with(stored, digest):
            yield Finding(version, "chain", "the event's bytes do not match its digest")
        if event is not None and event.prev != self.head:
            prev, before = event.prev[:12] or "nothing", self.head[:12] or "nothing"
            yield Finding(version, "chain", f"follows {prev}, not {before}")
        self._at(version, digest)
        if event is None:
            yield Finding(version, "event", unreadable)
            return
        if kind != topic(event) and kind not in self._reads.upcasters:
            text = f"is filed as {kind}, and is {topic(event)}"
            yield Finding(version, "event", text)
        yield from well_formed.check(self._reads, version, event, body)

    def pass_by(self, version: int, stored: bytes) -> None:
        """Reads the next row, unchecked."""
        self._read(chain.body(stored))
        self._at(version, chain.head(stored))

    def _read(self, body: bytes) -> str:
        """Reads the next event; why it cannot be read, or nothing."""
        self.checked += 1
        try:
            self.event = event = self._reads.decode(body)
        except codec.UnreadableEventError as error:
            self.event = None
            return f"unreadable: {in_words(error, *self._reads.events.values())}"
        if (
            self.checked == 1
            and isinstance(event, CampaignOpened)
            and event.system in self._systems
        ):
            self._reads = self._systems[event.system].codec
        return ""

    def _at(self, version: int, digest: str) -> None:
        self.version, self.head = version, digest
        self.at = self.event.at if self.event else ""
        if digest in self.wanted:
            self.found.setdefault(digest, version)


def by_themselves(seen: RowsSeen, rows: Iterable[Row], papers: Papers) -> Iterator[Finding]:
    """What is wrong with rows and receipts, whatever was played; `seen` has seen no row yet."""
    for version, kind, stored in rows:
        yield from seen.row(version, kind, stored)
        if seen.event and isinstance(version, int):
            yield from papers.event(version, seen.event, seen.head)
    yield from papers.rest(seen.wanted)
