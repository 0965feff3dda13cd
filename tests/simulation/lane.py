"""A lane of the simulation: one task that does jobs one after the other."""

from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

from simulation.scheduler import Scheduler, SimulatedThread


class Promise:
    """What comes of a job."""

    def __init__(self, scheduler: Scheduler, job: Callable[[], Any]) -> None:
        self._scheduler = scheduler
        self._job = job
        self._is_done = False
        self._value: Any = None
        self._error: BaseException | None = None

    def do(self) -> None:
        """Does the job."""
        try:
            self._value = self._job()
        except Exception as error:
            self._error = error
        self._is_done = True

    def cancel(self) -> None:
        """It will never be done."""
        self._error, self._is_done = CancelledError(), True

    def result(self, timeout: float | None = None) -> Any:
        """Its result or its error, once it is done."""
        if not self._scheduler.block("waits for its job", lambda: self._is_done, timeout):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        return self._value


class SimulatedLane:
    """One task for many jobs."""

    def __init__(self, scheduler: Scheduler, name: str) -> None:
        self._scheduler = scheduler
        self._jobs: list[Promise] = []
        self._is_over = False
        self._thread = SimulatedThread(scheduler, self._work, name)
        self._has_begun = False

    def submit(self, job: Callable[[], Any], /) -> Promise:
        """Has a job done in its turn."""
        self._scheduler.cross("joins the lane")
        if self._is_over:
            raise RuntimeError("the lane is closed")
        promise = Promise(self._scheduler, job)
        self._jobs.append(promise)
        if not self._has_begun:
            self._has_begun = True
            self._thread.start()
        return promise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more jobs."""
        self._is_over = True
        if cancel_futures:
            for promise in self._jobs:
                promise.cancel()
            self._jobs.clear()
        if wait and self._has_begun:
            self._thread.join()

    def _work(self) -> None:
        while True:
            self._scheduler.block("waits for jobs", lambda: bool(self._jobs) or self._is_over)
            if not self._jobs:
                return
            self._jobs.pop(0).do()
            self._scheduler.cross("done with a job")
