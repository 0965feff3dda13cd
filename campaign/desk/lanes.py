"""Who does a store's writing: one thread for all callers, or the only caller. IO."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

T = TypeVar("T")


class Lane(Protocol):
    """Does jobs one after the other, in the order in which they came."""

    def run(self, job: Callable[[], T]) -> T:
        """Does a job when its turn comes; its result, or its error."""

    def close(self) -> None:
        """Ends once every job is done."""


class CallersLane:
    """For a program with one caller: every job is done at once, in the caller's own thread."""

    def run(self, job: Callable[[], T]) -> T:
        """Does a job."""
        return job()

    def close(self) -> None:
        """Has nothing to end."""


class WritersLane:
    """For many callers: one thread does all jobs.

    SQLite lets waiting writers poll, and is unfair to them; in a queue everybody waits their turn.
    """

    def __init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = None

    def run(self, job: Callable[[], T]) -> T:
        """Does a job when its turn comes. A caller who gives up waiting does not stop it."""
        return self._started().submit(job).result()

    def close(self) -> None:
        """Ends once every job is done."""
        if self._thread is not None:
            self._thread.shutdown()

    def _started(self) -> "ThreadPoolExecutor":
        if self._thread is None:
            from concurrent.futures import ThreadPoolExecutor

            self._thread = ThreadPoolExecutor(1, "writer")
        return self._thread
