"""The events in a log's rows, as they were recorded and as they count. Pure.

A log is never held as a whole: what was struck, amended or forgotten is worked out event by event.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaign.history.effective import Logged, corrected, rewriting
from campaign.kernel import wire
from campaign.store.protocol import StoreError
from campaign.systems import SYSTEMS
from campaign.text.json_values import JsonObject
from events import chain, codec
from events.base import Event


class LogEntry(msgspec.Struct, frozen=True):
    """An event as the log holds it."""

    version: int
    event: Event
    digest: str
    struck_by: int = 0
    """Version of the correction that struck it; 0 where it counts."""
    amended_by: int = 0
    inserted: bool = False
    was: Event | None = None
    """The event as recorded, if it was amended."""

    @property
    def recorded(self) -> Event:
        """The event as recorded."""
        return self.was or self.event


def decoded(version: int, stored: bytes, source: str) -> Event:
    """A row's event. Raises `StoreError` if it is not one.

    `source` is what `campaign verify` takes to show more: the campaign, or an export.
    """
    try:
        return SYSTEMS.codec.decode(chain.body(stored))
    except codec.UnreadableEventError as error:
        text = f"event {version} is not one that this program knows"
        raise StoreError(f"{text}; `campaign verify {source}` shows what is wrong") from error


def log_entry(version: int, stored: bytes, source: str) -> LogEntry:
    """A row's event with its digest. Raises `StoreError` if it is no event."""
    return LogEntry(version, decoded(version, stored, source), chain.head(stored))


def counted(made: Sequence[LogEntry], log: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """A part of a log as corrections leave it; what was forgotten follows its event."""
    if not made:
        yield from log
        return
    digests = {entry.version: entry.digest for entry in made}
    kept: list[LogEntry] = []

    def logged() -> Iterator[Logged]:
        for entry in log:
            kept[:] = [entry]
            yield entry.version, entry.event

    pairs = [(entry.version, entry.event) for entry in made]
    for placed in corrected(SYSTEMS.codec, pairs, logged()):
        if not (placed.struck_by or placed.amended_by or placed.inserted):
            yield kept[0]
            continue
        yield LogEntry(
            placed.version,
            placed.event,
            digests[placed.version] if placed.inserted else kept[0].digest,
            placed.struck_by,
            placed.amended_by,
            placed.inserted,
            kept[0].event if placed.amended_by else None,
        )


def as_they_count(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The events of a log as they count, corrections made; struck ones say so."""
    return list(counted([entry for entry in log if rewriting(entry.event)], log))


def in_json(entry: LogEntry) -> JsonObject:
    """An event for programs, as it was recorded, with the corrections that concern it."""
    return {
        **wire.stamped(entry.version, entry.recorded, entry.digest),
        "struck_by": entry.struck_by or None,
        "amended_by": entry.amended_by or None,
    }
