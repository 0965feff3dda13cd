"""The seam below the store: where a simulation puts its own clock, chance, threads, locks of files,
databases and lines in the place of the machine's.

A program that serves people never calls `use`. There a crossing costs one look at a name.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

# --- What threads share ---------------------------------------------------------------------------


class LockLike(AbstractContextManager[Any, None], Protocol):
    """A lock of one process."""

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Takes it; whether it was to be had."""

    def release(self) -> None:
        """Gives it back."""


class ConditionLike(AbstractContextManager[Any, None], Protocol):
    """A lock whose holders wait for each other's changes."""

    def wait(self, timeout: float | None = None) -> bool:
        """Gives the lock back until somebody tells of a change; False after so many seconds."""

    def wait_for(self, predicate: Callable[[], Any], timeout: float | None = None) -> Any:
        """The same until something holds."""

    def notify(self, n: int = 1) -> None:
        """Tells some who wait of a change."""

    def notify_all(self) -> None:
        """Tells all of them."""


class EventLike(Protocol):
    """A sign that threads wait for."""

    def is_set(self) -> bool:
        """Whether it was given."""

    def set(self) -> None:
        """Gives it."""

    def clear(self) -> None:
        """Takes it back."""

    def wait(self, timeout: float | None = None) -> bool:
        """Returns once it is given; False after so many seconds."""


class ThreadLike(Protocol):
    """A thread, not yet begun."""

    def start(self) -> None:
        """Begins."""

    def join(self, timeout: float | None = None) -> None:
        """Returns once it has ended, or after so many seconds."""

    def is_alive(self) -> bool:
        """Whether it has begun and not ended."""


# --- What a simulation brings ---------------------------------------------------------------------


class World(Protocol):
    """What stands in for the machine."""

    def cross(self, point: str) -> None:
        """Somebody else may have a turn, or the power may fail."""

    def monotonic(self) -> float:
        """Seconds since some moment."""

    def wall(self) -> float:
        """Seconds since 1970, by a clock that somebody may set."""

    def sleep(self, seconds: float) -> None:
        """Returns after so many seconds."""

    def random_bytes(self, count: int) -> bytes:
        """Bytes that nobody can foresee."""

    def lock(self) -> LockLike:
        """A lock."""

    def rlock(self) -> LockLike:
        """A lock that its holder may take again."""

    def condition(self) -> ConditionLike:
        """A condition with a lock of its own."""

    def event(self) -> EventLike:
        """A sign that was not given yet."""

    def thread(self, target: Callable[[], object], name: str) -> ThreadLike:
        """A thread that ends with its process."""

    def connect(self, database: str, factory: type[Any], options: dict[str, Any]) -> Any:
        """A connection to a database in a file."""

    def smtp(self, host: str, port: int) -> Any:
        """A line to a mail server, as `smtplib.SMTP` is one."""


current: World | None = None
"""What stands in for the machine; nothing where people are served."""


@contextmanager
def use(simulated: World) -> Iterator[None]:
    """Puts a simulation in the machine's place until the end of the block."""
    global current  # noqa: PLW0603
    before, current = current, simulated
    try:
        yield
    finally:
        current = before


def cross(point: str) -> None:
    """Marks a point between two effects on the disk or over a line."""
    if current is not None:
        current.cross(point)
