"""A campaign's log as reports read it: from any event on, as recorded and as it counts. IO."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from campaign.history.effective import Logged, corrected, rewriting
from campaign.kernel.record import REWRITING
from campaign.store.reader import LogEntry, Reader, log_entry
from campaign.systems import SYSTEMS
from events.base import topic


class EventLog(Protocol):
    """A log that can be read again, also while it grows."""

    def head(self) -> tuple[int, str]:
        """Its last event's version and digest; 0 and nothing if it has no events."""

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        """The events after a version up to another, as they were recorded."""

    def corrections(self, after: int, until: int) -> Sequence[LogEntry]:
        """Those among them that correct others, in order."""


class StoredLog:
    """A campaign in a store."""

    def __init__(self, reader: Reader, name: str) -> None:
        self._reader = reader
        self._name = name

    def head(self) -> tuple[int, str]:
        """Its last event's version and digest; 0 and nothing if it has no events."""
        return self._reader.store.head(self._name)

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        """The events after a version up to another, as they were recorded."""
        return self._reader.history(self._name, after, until)

    def corrections(self, after: int, until: int) -> Sequence[LogEntry]:
        """Those among them that correct others, in order."""
        store, kinds = self._reader.store, [topic(kind) for kind in REWRITING]
        if not store.has_topic(self._name, kinds, after):
            return ()
        rows = [row for kind in kinds for row in store.of_topic(self._name, kind, after, until)]
        return [log_entry(version, stored) for version, _, stored in sorted(rows)]


class ListedLog:
    """A log that is at hand, from its first event to its last."""

    def __init__(self, log: Iterable[LogEntry]) -> None:
        self._log = tuple(log)

    def head(self) -> tuple[int, str]:
        """Its last event's version and digest; 0 and nothing if it has no events."""
        return (self._log[-1].version, self._log[-1].digest) if self._log else (0, "")

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        """The events after a version up to another, as they were recorded."""
        return iter(self._log[after:until])

    def corrections(self, after: int, until: int) -> Sequence[LogEntry]:
        """Those among them that correct others, in order."""
        return [entry for entry in self._log[after:until] if rewriting(entry.event)]


def counting(corrections: Sequence[LogEntry], entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Events as some corrections leave them, one after the other; struck ones say so."""
    if not corrections:
        yield from entries
        return
    made = {entry.version: entry for entry in corrections}
    entry = corrections[0]

    def passing() -> Iterator[Logged]:
        nonlocal entry
        for entry in entries:
            yield entry.version, entry.event

    logged = [(version, correction.event) for version, correction in made.items()]
    for placed in corrected(SYSTEMS.codec, logged, passing()):
        if placed.inserted:
            new = made[placed.version]
            yield replace(new, event=placed.event, struck_by=placed.struck_by, inserted=True)
        elif placed.struck_by or placed.amended_by:
            yield replace(
                entry,
                event=placed.event,
                struck_by=placed.struck_by,
                amended_by=placed.amended_by,
                was=entry.event if placed.amended_by else None,
            )
        else:
            yield entry
