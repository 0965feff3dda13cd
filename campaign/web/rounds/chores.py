"""What the service does by itself beside answering: a thread that does one chore after the other.

A chore looks what is due and does it; it is told no more than that something may have changed. So
it may be asked at any moment, twice, or after a restart, and the outcome is the same.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from campaign.people.timed_backups import BackupError

LOG = logging.getLogger("campaign.web")


class Chore(NamedTuple):
    """Something that is looked after."""

    name: str
    """What it is called in logs and metrics."""
    every: float
    """At least once in so many seconds."""
    run: Callable[[], None]
    on_change: bool = False
    """Whether it is done as well once a campaign has grown."""


class Chores:
    """Does chores in a thread of its own until it is stopped; one that fails keeps no other off."""

    def __init__(
        self,
        chores: tuple[Chore, ...],
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._chores = chores
        self._clock = clock
        self._wall = wall
        self.succeeded: dict[str, float] = {}
        """For each chore, when it last ended well, in seconds since 1970; for a monitor."""
        self._due = dict.fromkeys((one.name for one in chores), clock())
        self.turn = threading.Lock()
        """Whoever holds it keeps the next chore from being done."""
        self._woken = threading.Event()
        self._is_over = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begins; everything is done once at the start."""
        if self._chores:
            self._thread = threading.Thread(target=self._work, name="chores", daemon=True)
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
            self._due[chore.name] = self._clock() + chore.every
            try:
                with self.turn:
                    chore.run()
                self.succeeded[chore.name] = self._wall()
            except BackupError as error:  # it says all there is to say
                LOG.error("%s", error)
            except Exception as error:  # the next chore must not suffer
                LOG.error("chore %s failed: %s", chore.name, type(error).__name__, exc_info=error)
        return max(0.0, min(self._due.values(), default=0.0) - self._clock())

    def _work(self) -> None:
        while not self._is_over:
            self._woken.clear()
            self._woken.wait(self.run_due())
