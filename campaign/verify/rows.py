"""The rows of a record by themselves: the chain of digests, and what each event holds. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec

from campaign.kernel import well_formed
from campaign.kernel.decisions import Finding
from campaign.kernel.system import Systems
from campaign.text.faults import in_words
from campaign.verify.receipts import PAGE, Papers, by_the_page
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignOpened
from events.codec import AnyCodec

# Nothing here depends on what an event does to the campaign; so another process may do it.

Row = tuple[int, str, bytes]
"""An event as it is stored: its version, its topic and its bytes."""
_topic = cache(topic)


class RowSeen(msgspec.Struct, gc=False):
    """A row that was looked at by itself."""

    version: int
    event: Event | None
    """None if it cannot be read."""
    digest: str
    body: bytes
    faults: Sequence[Finding] = ()
    """What is wrong with it."""
    of_receipts: Sequence[Finding] = ()
    """What is wrong between its event and the receipt."""


class RowsSeen:
    """One pass over a record's rows."""

    def __init__(self, systems: Systems, wanted: Iterable[str] = ()) -> None:
        """`systems` are those that the program knows; what follows an opening is of its game."""
        self.checked = 0
        """Events looked at."""
        self.version = 0
        self.head = ""
        """Digest of the last event."""
        self.event: Event | None = None
        """The last event; None if it cannot be read."""
        self.wanted = frozenset(wanted)
        """The digests asked about."""
        self.found: dict[str, int] = {}
        """Those of them that the history has, each with its version."""
        self._systems = systems
        self._reads: AnyCodec = systems.codec

    @property
    def at(self) -> str:
        """When the last event was recorded, as it says itself."""
        return self.event.at if self.event else ""

    def glance(self, rows: Sequence[Row]) -> list[RowSeen]:
        """The next rows, if a look at all of them together finds nothing wrong.

        Otherwise there are none, and `look` says of one after the other what is wrong.
        """
        if not self.checked:
            return []  # the opening says whose events they are
        versions, kinds, stored = zip(*rows, strict=True)
        first, (bodies, digests, are_intact) = self.version + 1, chain.opened(stored)
        try:
            events = list(self._reads.decode_rows(stored))
        except codec.UNREADABLE:
            return []
        if not (
            are_intact
            and versions == tuple(range(first, first + len(rows)))
            and kinds == tuple(map(_topic, map(type, events)))
            and [event.prev for event in events] == [self.head, *digests[:-1]]
            and all(map(well_formed.is_sound, events, bodies))
        ):
            return []
        self.checked += len(rows)
        self.version, self.head, self.event = versions[-1], digests[-1], events[-1]
        for digest in filter(self.wanted.__contains__, digests):
            self.found.setdefault(digest, first + digests.index(digest))
        return list(map(RowSeen, versions, events, digests, bodies))

    def back_to(self, row: RowSeen) -> None:
        """Stops at a row, as what came behind it was not asked about."""
        self.version, self.head, self.event = row.version, row.digest, row.event

    def look(self, row: Row) -> RowSeen:
        """The next row, and what is wrong with it."""
        version, kind, stored = row
        body = chain.body(stored)
        unreadable, before, event = self._read(body), (self.version, self.head), self.event
        self._at(version, chain.digest(body))
        is_right = (
            event is not None
            and (version - 1, event.prev) == before
            and kind == _topic(type(event))
            and chain.ends_with(stored, self.head)
            and well_formed.is_sound(event, body)
        )
        faults = () if is_right else tuple(self._faults(row, before, unreadable))
        return RowSeen(version, event, self.head, body, faults)

    def _faults(self, row: Row, before: tuple[int, str], unreadable: str) -> Iterator[Finding]:
        """What is wrong with the row just read, given the version and digest before it."""
        version, kind, stored = row
        event, body = self.event, chain.body(stored)
        yield from _unlinked(row, self.head, before, event.prev if event else before[1])
        if event is None:
            yield Finding(version, "event", unreadable)
            return
        if kind != topic(event) and kind not in self._reads.upcasters:
            text = f"is filed as {kind}, and is {topic(event)}"
            yield Finding(version, "event", text)
        yield from well_formed.check(self._reads, version, event, body)

    def link(self, row: Row) -> Iterator[Finding]:
        """What is wrong with the chain at the next row, of a game that the program lacks."""
        self.checked += 1
        self.event, before = None, (self.version, self.head)
        digest = chain.digest(body := chain.body(row[2]))
        self._at(row[0], digest)
        try:
            prev = msgspec.json.decode(body, type=_ChainLink).prev
        except codec.UNREADABLE:
            yield Finding(row[0], "event", "unreadable")
            return
        yield from _unlinked(row, digest, before, prev)

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
        if digest in self.wanted:
            self.found.setdefault(digest, version)


class _ChainLink(msgspec.Struct):
    """What every event says of the one before, whatever was played."""

    prev: str = ""


def _unlinked(row: Row, digest: str, before: tuple[int, str], prev: str) -> Iterator[Finding]:
    """How a row fails to follow in the chain, given the version and digest before it."""
    version, (last, head) = row[0], before
    if version != last + 1:
        yield Finding(version, "chain", f"comes after version {last}")
    if not chain.ends_with(row[2], digest):
        yield Finding(version, "chain", "the event's bytes do not match its digest")
    if prev != head:
        text = f"follows {prev[:12] or 'nothing'}, not {head[:12] or 'nothing'}"
        yield Finding(version, "chain", text)


def in_pages(
    seen: RowsSeen, rows: Iterable[Row], papers: Papers | None, most: int = PAGE
) -> Iterator[list[RowSeen]]:
    """The next rows and their receipts, looked at by themselves, in pages of no more than so many.

    A page goes quicker than the same rows one by one in turns with what is done with them, since a
    processor has near it what it did last. An error in reading comes behind what was read before.
    """
    for page in by_the_page(rows, most):
        looked: list[RowSeen] = []
        try:
            for row in seen.glance(page) or map(seen.look, page):
                looked.append(row)
                if papers:
                    row.of_receipts = of_receipt(papers, row)
        except Exception:
            if looked:
                seen.back_to(looked[-1])
            yield looked
            raise
        yield looked


def of_receipt(papers: Papers, row: RowSeen) -> Sequence[Finding]:
    """What is wrong between a row's event and its receipt."""
    if row.event is None or not isinstance(row.version, int):
        return ()
    return papers.event(row.version, row.event, row.digest)


def by_themselves(seen: RowsSeen, rows: Iterable[Row], papers: Papers) -> Iterator[Finding]:
    """What is wrong with rows and receipts, whatever was played; `seen` has seen no row yet."""
    for page in in_pages(seen, rows, papers):
        for row in page:
            yield from row.faults
            yield from row.of_receipts
    yield from papers.rest(seen.wanted)
