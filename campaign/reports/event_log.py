"""A campaign's log as reports read it: again and again, from any event on. IO."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from campaign.history.effective import rewriting
from campaign.store.entries import LogEntry
from campaign.store.reader import Reader


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
        return self._reader.corrections(self._name, after, until)


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
