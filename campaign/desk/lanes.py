"""Who does a store's writing: one thread for all callers, or the only caller. IO."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from campaign.store.protocol import StoreError

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

T = TypeVar("T")
STOPPING = "the service is stopping; nothing was recorded"


class Lane(Protocol):
    """Does jobs one after the other, in the order in which they came."""

    def run(self, job: Callable[[], T]) -> T:
        """Does a job when its turn comes; its result, or its error."""

    def waiting(self) -> int:
        """How many jobs wait for their turn."""

    def stop(self) -> None:
        """Ends after the job under way; who waits, and whoever comes, gets a `StoreError`."""

    def close(self) -> None:
        """Ends once every job is done."""


class CallersLane:
    """For a program with one caller: every job is done at once, in the caller's own thread."""

    def run(self, job: Callable[[], T]) -> T:
        """Does a job."""
        return job()

    def waiting(self) -> int:
        """Nobody waits."""
        return 0

    def stop(self) -> None:
        """Has nobody who waits."""

    def close(self) -> None:
        """Has nothing to end."""


class WritersLane:
    """For many callers: one thread does all jobs.

    SQLite lets waiting writers poll, and is unfair to them; in a queue everybody waits their turn.
    """

    def __init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = None
        self._waiting: set[object] = set()

    def run(self, job: Callable[[], T]) -> T:
        """Does a job when its turn comes. A caller who gives up waiting does not stop it."""
        from concurrent.futures import CancelledError

        mark = object()

        def begun() -> T:
            self._waiting.discard(mark)
            return job()

        self._waiting.add(mark)
        try:
            waiting = self._started().submit(begun)
        except RuntimeError as error:  # it takes nothing any more
            self._waiting.discard(mark)
            raise StoreError(STOPPING) from error
        try:
            return waiting.result()
        except CancelledError as error:
            raise StoreError(STOPPING) from error
        finally:
            self._waiting.discard(mark)

    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._waiting)

    def stop(self) -> None:
        """Ends after the job under way; who waits, and whoever comes, gets a `StoreError`."""
        self._started().shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Ends once every job is done."""
        if self._thread is not None:
            self._thread.shutdown()

    def _started(self) -> "ThreadPoolExecutor":
        if self._thread is None:
            from concurrent.futures import ThreadPoolExecutor

            self._thread = ThreadPoolExecutor(1, "writer")
        return self._thread
