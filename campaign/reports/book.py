"""What the pages of a campaign are made of. A value: nobody changes it, and readers share it."""

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from campaign.kernel.system import AnySystem
from campaign.kernel.turn_log import AnyLog
from campaign.reports.corrections import Fix
from campaign.reports.event_log import EventLog
from campaign.reports.turn_log import Gathering
from campaign.store.entries import LogEntry, counted
from events.disputes import EventsInserted


class Book(msgspec.Struct, frozen=True):
    """The turns of a campaign up to an event, and what corrections changed in them.

    The events of a turn whose log is not whole are read again for its own page.
    """

    system: AnySystem
    log: EventLog
    version: int
    """The last event; 0 in an empty book."""
    head: str
    """Its digest."""
    logs: tuple[AnyLog, ...] = ()
    corrections: tuple[LogEntry, ...] = ()
    """Every event that corrects others, also where a member took back an act."""
    touched: tuple[int, ...] = ()
    """For each of them the first event that it touches; the same for all of one command."""
    fixes: tuple[Fix, ...] = ()
    """What rulings corrected, with every figure before and after; those of one command together."""

    def whole(self, place: int) -> "Book":
        """The same book with all that a turn's own page needs."""
        log = self.logs[place]
        if log.lines:
            return self
        first = beginning(self.logs, place, self.corrections)
        after = self.logs[first - 1].last if first else 0
        gathering = Gathering(self.system, self.logs[:first], place)
        gathering.add_all(
            counted(behind(self.corrections, after), self.log.entries(after, log.last))
        )
        whole = replace(gathering.logs[place], version=log.version, head=log.head)
        return replace(self, logs=(*self.logs[:place], whole, *self.logs[place + 1 :]))


def behind(corrections: Sequence[LogEntry], after: int) -> Sequence[LogEntry]:
    """The corrections that may touch events after a version: those recorded after it."""
    return corrections[bisect_right(corrections, after, key=attrgetter("version")) :]


def beginning(logs: Sequence[AnyLog], place: int, corrections: Sequence[LogEntry]) -> int:
    """The place of a turn that can be read anew from its first event in the log.

    It is an earlier turn than the one asked for where a forgotten event was put between the two.
    """
    while place:
        last = logs[place - 1].last
        events = (entry.event for entry in behind(corrections, last))
        if not any(isinstance(event, EventsInserted) and event.after == last for event in events):
            break
        place -= 1
    return place
