"""What the service does by itself beside answering: a thread that does one job after the other,
when there is something new, and until it must stop.
"""

import logging
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from campaign.accounts.backups import BackupError
from campaign.accounts.protocol import PeopleDatabase
from campaign.extend import BROKEN
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.notification import MAIL
from campaign.world import clock, crossing, threads
from campaign.world.clock import wall

# --- chores -------------------------------------------------------------------------------------
# What the service does by itself beside answering: a thread that does one chore after the other.
#
# A chore looks what is due and does it; it is told no more than that something may have changed.
# So it may be asked at any moment, twice, or after a restart, and the outcome is the same.

LOG = logging.getLogger("campaign.web")


SOONEST = 0.2
"""How many seconds lie at least between two runs of a chore that asks to be run again."""
NOT_YET = 1.0
"""How many seconds lie between two looks whether there is anything to look after yet."""


class Job(NamedTuple):
    """Something that is looked after."""

    name: str
    """What it is called in logs and metrics."""
    every: float
    """At least once in so many seconds."""
    run: Callable[[], None]
    on_change: bool = False
    """Whether it is done as well once a campaign has grown."""
    soon: Callable[[], float] = lambda: math.inf
    """In how many seconds it wants to be done again, where that is sooner than its pace."""


class Jobs:
    """Does chores in a thread of its own until it is stopped; one that fails keeps no other off."""

    def __init__(
        self,
        chores: tuple[Job, ...],
        *,
        clock: Callable[[], float] = clock.monotonic,
        may_begin: Callable[[], bool] = lambda: True,
    ) -> None:
        self._chores = chores
        self._may_begin = may_begin
        self._clock = clock
        self.succeeded: dict[str, float] = {}
        """For each chore, when it last ended well, in seconds since 1970; for a monitor."""
        self._due = dict.fromkeys((one.name for one in chores), clock())
        self.turn = threads.lock()
        """Whoever holds it keeps the next chore from being done."""
        self._woken = threads.event()
        self._is_over = False
        self._thread: crossing.ThreadLike | None = None

    def start(self) -> None:
        """Begins; everything is done once at the start."""
        if self._chores:
            self._thread = threads.thread(self._work, "chores")
            self._thread.start()

    def heard(self, name: str) -> None:
        """A campaign has grown. Any thread may say so."""
        for chore in self._chores:
            if chore.on_change:
                self._due[chore.name] = self._clock()
        self._woken.set()

    def stop(self, patience: float = 2.0) -> None:
        """Ends after the chore under way, or after so many seconds without it."""
        self._is_over = True
        self._woken.set()
        if self._thread is not None:
            self._thread.join(patience)

    def run_due(self) -> float:
        """Does what is due; the seconds until something is."""
        for chore in self._chores:
            if self._is_over or self._due[chore.name] > self._clock():
                continue
            if not self._may_begin():
                self._due[chore.name] = self._clock() + min(chore.every, NOT_YET)
                continue
            self._due[chore.name] = self._clock() + chore.every
            try:
                with self.turn:
                    chore.run()
                    soon = self._clock() + max(SOONEST, chore.soon())
                self._due[chore.name] = min(self._due[chore.name], soon)
                self.succeeded[chore.name] = wall()
            except BackupError as error:  # it says all there is to say
                LOG.error("%s", error)
            except BROKEN as error:  # the next chore must not suffer
                LOG.error("chore %s failed: %s", chore.name, type(error).__name__, exc_info=error)
        return max(0.0, min(self._due.values(), default=0.0) - self._clock())

    def _work(self) -> None:
        while not self._is_over:
            self._woken.clear()
            self._woken.wait(self.run_due())


# --- When a round looks at a campaign again: once it has grown, and else seldom -----------------

SELDOM = 60.0
"""Seconds: deadlines come near, digests have their hours, and what failed is tried again."""


class Looks:
    """What a round has looked at, and when."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._looked: dict[str, tuple[int, float]] = {}

    def is_due(self, name: str, version: int) -> bool:
        """Whether a campaign has grown, or was not looked at for a while; then it is looked at."""
        now = self._monotonic()
        known, before = self._looked.get(name, (-1, 0.0))
        if version == known and now - before < SELDOM:
            return False
        self._looked[name] = (version, now)
        return True


# --- Deliveries of which nothing more is begun once the service has to let go of its store ------
#
# So whoever waits for a round waits for one message at most, and none is cut off in the middle.


def never() -> bool:
    """For rounds that nobody stops."""
    return False


class UntilOver(StoredDeliveries):
    """The deliveries of one store by one channel, until it is over."""

    def __init__(
        self, file: PeopleDatabase, channel: str = MAIL, is_over: Callable[[], bool] = never
    ) -> None:
        super().__init__(file, channel)
        self._is_over = is_over

    def claim(self, numbers: Sequence[int], run: str, now: str) -> bool:
        """Takes rows that wait; none once it is over: they are sent in the next round."""
        return not self._is_over() and super().claim(numbers, run, now)
