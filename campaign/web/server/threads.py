"""Threads in which pages and calls are worked out, and the few with readers of their own for what
is
slow. IO.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from campaign.history.replay import Replay
from campaign.reports.book import Book
from campaign.reports.earlier_books import EarlierBooks
from campaign.store.reader import Reader

# --- Threads in which pages and calls are worked out, and that may be left behind ---------------
#
# A view may wait for somebody else's server. Threads that Python waits for at its end would keep a
# service that is asked to stop alive until that one answers; these end with the process.

MOST = 40
"""How many views are worked out at once; further ones wait."""
P = ParamSpec("P")
T = TypeVar("T")


class ViewThreads(Executor):
    """Threads that are made when they are needed, and kept."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None]
        self._jobs = queue.SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._turn = threading.Lock()
        self._count = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Has something done."""
        future: Future[T] = Future()
        self._jobs.put((future, lambda: fn(*args, **kwargs)))
        if not self._idle.acquire(blocking=False):
            with self._turn:
                if self._count < self._most:
                    self._count += 1
                    threading.Thread(target=self._work, name="view", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Has every thread end behind what was asked for; nobody waits for that."""
        with self._turn:
            for _ in range(self._count):
                self._jobs.put(None)

    def waiting(self) -> int:
        """How many views wait for a thread."""
        return self._jobs.qsize()

    def _work(self) -> None:
        while (asked := self._jobs.get()) is not None:
            future, job = asked
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(job())
                except BaseException as error:
                    future.set_exception(error)
            del asked, future, job  # what a page read is not kept until the next one
            self._idle.release()


_VIEWS = ViewThreads()
"""Of the whole process: several clubs in it share them."""


def views_waiting() -> int:
    """How many views wait for their turn, of all clubs of this process."""
    return _VIEWS.waiting()


async def in_a_view_thread(job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """What something gives that may take long. Cancelled, it is left to itself."""
    return await asyncio.wrap_future(_VIEWS.submit(job, *args, **kwargs))


# --- Slow reads: earlier states, replays and accounts, by few threads with readers of their own -
#
# The rest of the service never waits for them. Whoever comes when too many wait already is asked
# to come back.

AT_ONCE = 2
"""How many slow reads are under way at once."""
WAITING = 8
"""How many more wait for their turn."""
PATIENCE = 20.0
"""How many seconds somebody waits for their turn."""
LATER = 5
"""After how many seconds to come back."""


class TooMuchAskedError(Exception):
    """Too many slow reads wait already."""


class SlowReader:
    """A reader, with the replay and the books that it made last: a step further needs them."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._kept: tuple[tuple[bool, str, int, str], Replay] | None = None
        self._books = EarlierBooks(reader)

    def replay(self, name: str, *, as_it_counts: bool = False) -> Replay:
        """A campaign's history to walk through, as it was recorded or as it counts today."""
        at = (as_it_counts, name, *self.reader.store.head(name))
        if self._kept is None or self._kept[0] != at:
            system, log = self.reader.live(name).system, self.reader.log(name, at[2])
            self._kept = at, Replay(system, log, effectively=as_it_counts)
        return self._kept[1]

    def book(self, name: str, version: int) -> Book:
        """The reports as they were after an event, without anything that came later."""
        return self._books.book(name, version)


class SlowReads:
    """The readers for slow reads. Each is made when it is first needed, and kept."""

    def __init__(
        self,
        reader: Callable[[], Reader],
        *,
        at_once: int = AT_ONCE,
        waiting: int = WAITING,
    ) -> None:
        self._reader = reader
        self._places = threading.Semaphore(at_once)
        self._asked = threading.Semaphore(at_once + waiting)
        self._turn = threading.Lock()
        self._free: list[SlowReader] = []
        self._waiting = 0
        self._life = 0
        """Goes up each time the store is let go of: readers of an earlier life are not kept."""

    @contextmanager
    def reading(self) -> Iterator[SlowReader]:
        """A reader for one caller alone. Raises `TooMuchAskedError` where too many wait."""
        if not self._asked.acquire(blocking=False):
            raise TooMuchAskedError
        try:
            if not self._has_place():
                raise TooMuchAskedError
            try:
                slow, life = self._taken()
                try:
                    yield slow
                finally:
                    self._returned(slow, life)
            finally:
                self._places.release()
        finally:
            self._asked.release()

    def waiting(self) -> int:
        """How many callers wait for their turn."""
        return self._waiting

    def _has_place(self) -> bool:
        with self._turn:
            self._waiting += 1
        try:
            return self._places.acquire(timeout=PATIENCE)
        finally:
            with self._turn:
                self._waiting -= 1

    def _taken(self) -> tuple[SlowReader, int]:
        with self._turn:
            slow = self._free.pop() if self._free else SlowReader(self._reader())
            return slow, self._life

    def _returned(self, slow: SlowReader, life: int) -> None:
        with self._turn:
            if life == self._life:
                self._free.append(slow)
                return
        slow.reader.store.close()

    def close(self) -> None:
        """Lets go of the store. A reader that is in use is closed once it is given back."""
        with self._turn:
            self._life += 1
            free, self._free = self._free, []
        for slow in free:
            slow.reader.store.close()
