"""The machine of the simulation: what stands in for clock, chance, threads, disk and lines."""

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from campaign.world.crossing import ConditionLike, EventLike, LockLike, ThreadLike
from simulation.disk import Disk
from simulation.mail import MailLine, MailServer
from simulation.scheduler import (
    Scheduler,
    SimulatedCondition,
    SimulatedEvent,
    SimulatedLock,
    SimulatedThread,
)

BEGINS = 915_148_800.0
"""The first moment of 1999, in seconds since 1970."""


class Machine:
    """A `World` of one life."""

    def __init__(
        self, scheduler: Scheduler, disk: Disk, chance: random.Random, mail: MailServer
    ) -> None:
        self.scheduler = scheduler
        self.disk = disk
        self.mail = mail
        self._chance = chance
        self.set_by = 0.0
        """By how many seconds somebody has set the clock."""

    @property
    def is_mine(self) -> bool:
        """Whether a task asks; a thread that an earlier test has left behind gets what is real."""
        return threading.get_ident() in self.scheduler.threads

    def cross(self, point: str) -> None:
        """Somebody else may have a turn, or the power may fail."""
        if self.is_mine:
            self.scheduler.cross(point)

    def monotonic(self) -> float:
        """Seconds since the simulation began."""
        return self.scheduler.now if self.is_mine else time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return BEGINS + self.scheduler.now + self.set_by if self.is_mine else time.time()

    def sleep(self, seconds: float) -> None:
        """Returns after so many seconds."""
        (self.scheduler.sleep if self.is_mine else time.sleep)(seconds)

    def random_bytes(self, count: int) -> bytes:
        """Bytes that the seed says."""
        return self._chance.randbytes(count) if self.is_mine else os.urandom(count)

    def lock(self) -> LockLike:
        """A lock."""
        return SimulatedLock(self.scheduler, again=False) if self.is_mine else threading.Lock()

    def rlock(self) -> LockLike:
        """A lock that its holder may take again."""
        return SimulatedLock(self.scheduler, again=True) if self.is_mine else threading.RLock()

    def condition(self) -> ConditionLike:
        """A condition."""
        return SimulatedCondition(self.scheduler) if self.is_mine else threading.Condition()

    def event(self) -> EventLike:
        """A sign."""
        return SimulatedEvent(self.scheduler) if self.is_mine else threading.Event()

    def thread(self, target: Callable[[], object], name: str) -> ThreadLike:
        """A thread."""
        if not self.is_mine:
            return threading.Thread(target=target, name=name, daemon=True)
        return SimulatedThread(self.scheduler, target, name)

    def connect(self, database: str, factory: type[Any], options: dict[str, Any]) -> Any:
        """A connection to a file."""
        if not self.is_mine:
            return sqlite3.connect(database, factory=factory, **options)
        return self.disk.connect(database, factory, options)

    def smtp(self, host: str, port: int) -> MailLine:
        """A line to the mail server."""
        return MailLine(self.mail, self.scheduler)


@contextmanager
def on_one_core() -> Iterator[None]:
    """Until the end of the block threads that begin here stay on the core that this one is on.

    Only one runs at a time, and a baton that goes to another core has to wake it first.
    """
    place = Path("/proc/thread-self/stat")
    if not hasattr(os, "sched_setaffinity") or not place.exists():
        yield
        return
    cores = os.sched_getaffinity(0)
    core = int(place.read_text().rpartition(")")[2].split()[36])
    os.sched_setaffinity(0, {core} & cores or cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
