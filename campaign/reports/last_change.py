"""When what a turn's page says last changed. Pure."""

from bisect import bisect_left
from operator import attrgetter

import msgspec

from campaign.history.timeline import named
from campaign.reports.book import Book


class LastChange(msgspec.Struct, frozen=True, order=True):
    """The last event that a turn is told from."""

    version: int
    at: str
    corrected: str = ""
    """The turn in which it corrected this one, if this one was over by then."""


def last_change(book: Book, place: int) -> LastChange:
    """A turn's last event, or the last correction of it that was made later."""
    log = book.logs[place]
    before = book.logs[place - 1].last if place else 0
    changed = {version for fix in book.fixes if fix.ends.get(log.turn) for version, _ in fix.events}
    for entry, since in zip(reversed(book.corrections), reversed(book.touched), strict=True):
        if entry.version <= log.last:
            break
        touched = (since, *named(entry.event))
        if entry.version in changed or any(before < one <= log.last for one in touched):
            then = book.logs[bisect_left(book.logs, entry.version, key=attrgetter("last"))]
            return LastChange(entry.version, entry.event.at, then.turn)
    return LastChange(log.last, log.latest)
