"""Books of a campaign as they were after earlier events: one step further reads one event. IO to
read the store.
"""

from bisect import bisect_right
from operator import attrgetter

from msgspec.structs import replace

from campaign.reports.book import Book, StoredLog, brought_up, goes_on, read
from campaign.store.reader import Reader

STRIDE = 64
"""How many events lie between two books that are kept, at least."""
MOST = 64
"""How many are kept, about; of a longer log they lie farther apart."""


class EarlierBooks:
    """The books of one campaign's past, the one that was looked at last. For one thread at a time.

    Those at every so many events are kept on the way, since whoever looks at one event looks at the
    one before it and the one after it.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._name = ""
        self._books: list[Book] = []
        self._last: Book | None = None

    def book(self, name: str, version: int) -> Book:
        """The book as it was after an event, its last turn whole, without anything that came
        later; the event is one of the record.
        """
        if name != self._name or not self._goes_on():
            self._name, self._books, self._last = name, [], None
        book = self._before(version)
        stride = max(STRIDE, self._reader.store.head(name)[0] // MOST)
        while (stop := (book.version // stride + 1) * stride) < version:
            book = self._brought_up(book, stop)
            self._books.insert(self._place(stop), book)
        if book.version < version:
            book = self._brought_up(book, version)
        self._last = book.whole(len(book.logs) - 1)
        return self._last

    def _goes_on(self) -> bool:
        """Whether the record goes on from the books at hand, and nobody has left since."""
        last = self._last
        return last is not None and goes_on(last) and last.log.left() == last.left

    def _before(self, version: int) -> Book:
        """The newest of the kept books up to an event; the first one where none is so old."""
        place = self._place(version)
        near = [book for book in (self._last, *self._books[:place][-1:]) if book is not None]
        near = [book for book in near if book.version <= version]
        if not near:
            return read(StoredLog(self._reader, self._name, 1))
        return max(near, key=attrgetter("version"))

    def _place(self, version: int) -> int:
        return bisect_right(self._books, version, key=attrgetter("version"))

    def _brought_up(self, book: Book, until: int) -> Book:
        return brought_up(replace(book, log=StoredLog(self._reader, self._name, until)))
