"""Books that are kept, and go on from where they stopped. IO to read the store.

A service keeps them behind its answers, as a follower of the log. Books are values: whoever reads
one keeps it, whatever is recorded meanwhile.
"""

import threading

from campaign.reports.book import Book
from campaign.reports.event_log import StoredLog
from campaign.reports.going_on import brought_up, read
from campaign.store.reader import Reader


class KeptBook:
    """The newest book of one campaign."""

    def __init__(self, log: StoredLog) -> None:
        self._log = log
        self._book: Book | None = None
        self._reading = threading.Lock()

    def book(self) -> Book:
        """The book at the end of the record. Callers at the same time read only once."""
        if (kept := self._current()) is not None:
            return kept
        with self._reading:
            if (kept := self._current()) is None:
                kept = self._book = self._newer(self._book)
            return kept

    def _current(self) -> Book | None:
        """The book that is kept, if nothing was recorded since."""
        kept = self._book
        current = kept is not None and (kept.version, kept.head) == self._log.head()
        return kept if current else None

    def _newer(self, kept: Book | None) -> Book:
        """The book at the end of the record, with its last turn whole to go on from."""
        if kept is not None and self._goes_on(kept):
            new = brought_up(kept)
        else:
            new = read(self._log)
        return new.whole(len(new.logs) - 1)

    def _goes_on(self, kept: Book) -> bool:
        """Whether the record goes on from a book; another branch may have come in its place."""
        last = next(self._log.entries(kept.version - 1, kept.version), None)
        return last is not None and last.digest == kept.head


class KeptBooks:
    """The books of a store's campaigns. Several threads may use them at once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._kept: dict[str, KeptBook] = {}
        self._turn = threading.Lock()

    def book(self, name: str) -> Book:
        """A campaign's book as of its last event. Raises `StoreError` if there is none."""
        self._reader.live(name)
        with self._turn:
            kept = self._kept.setdefault(name, KeptBook(StoredLog(self._reader, name)))
        return kept.book()

    def update(self, name: str) -> Book:
        """Reads what a campaign's log has gained."""
        return self.book(name)

    def forget(self, name: str) -> None:
        """Drops the book of a campaign."""
        with self._turn:
            self._kept.pop(name, None)

    def close(self) -> None:
        """Drops all books; the store is the reader's to close."""
        with self._turn:
            self._kept.clear()
