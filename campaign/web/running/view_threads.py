"""Threads in which pages and calls are worked out, and that may be left behind. IO.

A view may wait for somebody else's server. Threads that Python waits for at its end would keep a
service that is asked to stop alive until that one answers; these end with the process.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

MOST = 40
"""How many views are worked out at once; further ones wait."""
P = ParamSpec("P")
T = TypeVar("T")


class ViewThreads(Executor):
    """Threads that are made when they are needed, and kept."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
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

    def waiting(self) -> int:
        """How many views wait for a thread."""
        return self._jobs.qsize()

    def _work(self) -> None:
        while True:
            future, job = self._jobs.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(job())
                except BaseException as error:
                    future.set_exception(error)
            del future, job  # what a page read is not kept until the next one
            self._idle.release()


_VIEWS = ViewThreads()
"""Of the whole process: several clubs in it share them."""


def views_waiting() -> int:
    """How many views wait for their turn, of all clubs of this process."""
    return _VIEWS.waiting()


async def in_a_view_thread(job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """What something gives that may take long. Cancelled, it is left to itself."""
    return await asyncio.wrap_future(_VIEWS.submit(job, *args, **kwargs))
