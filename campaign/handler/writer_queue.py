"""The writer queue: callers write one after the other, the projectors follow the log behind them,
and monitors hear how long it took. IO.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NamedTuple, Protocol, TypeVar

from campaign.extend import BROKEN
from campaign.store.protocol import StoreError
from campaign.store.submission import StoredAnswer
from campaign.world import clock, threads
from campaign.world.crossing import ThreadLike

# --- Who does a store's writing: its callers in turn, or the only caller ------------------------

T = TypeVar("T")
STOPPING = "the service is stopping; nothing was recorded"


class WriterQueue:
    """Does jobs one after the other. This one is for a program with one caller: every job is done
    at once, in the caller's own thread.
    """

    def run(self, job: Callable[[], T]) -> T:
        """Does a job when its turn comes; its result, or its error."""
        return job()

    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return 0

    def stop(self) -> None:
        """Ends after the job under way; who waits, and whoever comes, gets a `StoreError`."""

    def close(self) -> None:
        """Ends once every job is done."""


class SharedQueue(WriterQueue):
    """For many callers: each does its own job when all who came before are done.

    SQLite lets waiting writers poll, and is unfair to them; in a queue everybody waits their turn.
    No thread stands between a caller and their job: handing it over and back would take as long as
    many a job.
    """

    def __init__(self) -> None:
        self._guard = threads.condition()
        self._is_busy = self._is_over = False
        self._behind: deque[_QueuePlace] = deque()
        """Who waits, in the order of their coming."""

    def run(self, job: Callable[[], T]) -> T:
        """Does a job when its turn comes."""
        self._must_have_turn()
        try:
            return job()
        finally:
            self._next()

    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._behind)

    def stop(self) -> None:
        """Ends after the job under way; who waits, and whoever comes, gets a `StoreError`."""
        with self._guard:
            self._is_over = True
            while self._behind:
                self._behind.popleft().come(is_over=True)

    def close(self) -> None:
        """Ends once every job is done."""
        with self._guard:
            self._is_over = True
            self._guard.wait_for(lambda: not self._is_busy)

    def _must_have_turn(self) -> None:
        """Returns when it is the caller's turn. Raises `StoreError` where it does not come."""
        with self._guard:
            if self._is_over:
                raise StoreError(STOPPING)
            if not self._is_busy:
                self._is_busy = True
                return
            mine = _QueuePlace()
            self._behind.append(mine)
        try:
            mine.wait()
        except BaseException:  # interrupted: the turn must not come to somebody who has gone
            self._left(mine)
            raise
        if mine.is_over:
            raise StoreError(STOPPING)

    def _left(self, place: "_QueuePlace") -> None:
        """Somebody waits no more; if their turn has come meanwhile, it is the next one's."""
        with self._guard:
            if place in self._behind:
                self._behind.remove(place)
                return
        if not place.is_over:
            self._next()

    def _next(self) -> None:
        with self._guard:
            if self._behind:
                self._behind.popleft().come()
            else:
                self._is_busy = False
                self._guard.notify_all()


class _QueuePlace:
    """Somebody's turn, which they wait for."""

    def __init__(self) -> None:
        self.is_over = False
        """Whether it does not come any more."""
        self._come = threads.lock()
        self._come.acquire()

    def wait(self) -> None:
        """Returns when it has come, or will not."""
        self._come.acquire()

    def come(self, *, is_over: bool = False) -> None:
        """Lets its owner go on."""
        self.is_over = is_over
        self._come.release()


# --- How long submissions took, and how they ended: what a monitor wants to know, and no more ---

Ended = Literal["accepted", "refused", "failed"]


class SubmitTimes(NamedTuple):
    """One submission, without whose it was or what it said."""

    ended: Ended
    waited: float
    """Seconds in the queue."""
    took: float
    """Seconds from the first of them to the answer."""


def timed(
    queue: WriterQueue,
    job: Callable[[], StoredAnswer],
    tell: Callable[[SubmitTimes], None],
    clock: Callable[[], float] = clock.monotonic,
) -> StoredAnswer:
    """Does a job in a queue and tells how long it took."""
    began = clock()
    started = began
    ended: Ended = "failed"

    def begun() -> StoredAnswer:
        nonlocal started
        started = clock()
        return job()

    try:
        outcome = queue.run(begun)
        ended = "accepted" if outcome.refused is None else "refused"
        return outcome
    finally:
        tell(SubmitTimes(ended, started - began, clock() - began))


# --- following ----------------------------------------------------------------------------------
# Followers of the log: what is kept up to date behind the answers, such as the read tables.
#
# A follower hears that a campaign has grown, and reads on from where it stopped. It waits until a
# burst of commands is over, but never for long, and takes all of them together.

QUIET = 0.05
"""How many seconds without a new command end a burst."""
PATIENCE = 0.25
"""How many seconds a follower waits at most while commands keep coming."""


class Subscriber(Protocol):
    """Keeps something up to date with a store's log. Only one thread at a time uses it."""

    def update(self, name: str) -> object:
        """Reads what a campaign's log has gained."""

    def forget(self, name: str) -> None:
        """Drops all that it has of a campaign."""

    def close(self) -> None:
        """Lets go of its files."""


class Subscribers:
    """Runs a follower behind the answers: in a thread of its own, or when it is told to settle.

    The follower is opened when it is first needed, so that no answer waits for that either.
    """

    def __init__(
        self,
        opened: Callable[[], Subscriber],
        failed: Callable[[str, Exception], None],
        *,
        in_background: bool,
        clock: Callable[[], float] = clock.monotonic,
    ) -> None:
        self._open = opened
        self._follower: Subscriber | None = None
        self._failed = failed
        self._in_background = in_background
        self._clock = clock
        self._changed = threads.condition()
        self._thread: ThreadLike | None = None
        self._grown: dict[str, None] = {}
        self._first = self._last = 0.0
        """When the first and the last command came that has not been read."""
        self._is_working = False
        self._is_hurried = False
        self._is_ending = False

    @property
    def _opened(self) -> Subscriber:
        if self._follower is None:
            self._follower = self._open()
        return self._follower

    def wake(self, name: str) -> None:
        """Says that a campaign has grown."""
        with self._changed:
            self._last = self._clock()
            if not self._grown:
                self._first = self._last
            self._grown[name] = None
            if self._in_background and self._thread is None:
                self._thread = threads.thread(self._follow, "follower")
                self._thread.start()
            self._changed.notify_all()

    def behind(self) -> float:
        """For how many seconds something has waited to be read; 0 if nothing does."""
        with self._changed:
            waits = bool(self._grown) or self._is_working
            return max(0.0, self._clock() - self._first) if waits else 0.0

    def settle(self) -> None:
        """Returns once everything is read that was recorded before."""
        if self._thread is None:
            self._read(self._taken())
            return
        with self._changed:
            self._is_hurried = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._grown and not self._is_working)
            self._is_hurried = False

    def forget(self, name: str) -> None:
        """Drops all that the follower has of a campaign, before its log is deleted."""
        with self._changed:
            self._grown.pop(name, None)
            self._changed.wait_for(lambda: not self._is_working)
            self._opened.forget(name)

    def let_go(self) -> None:
        """Reads what is left, and closes the follower until something new is recorded."""
        self.settle()
        with self._changed:
            self._changed.wait_for(lambda: not self._is_working)
            if self._follower is not None:
                self._follower.close()
                self._follower = None

    def close(self) -> None:
        """Reads what is left, and ends."""
        self.settle()
        if self._thread is not None:
            with self._changed:
                self._is_ending = True
                self._changed.notify_all()
            self._thread.join()
            self._thread = None
        if self._follower is not None:
            self._follower.close()

    def _follow(self) -> None:
        while True:
            with self._changed:
                self._is_working = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._grown or self._is_ending)
                if self._is_ending:
                    return
                self._let_a_burst_pass()
                names = self._taken()
                self._is_working = True
            self._read(names)

    def _let_a_burst_pass(self) -> None:
        while not self._is_hurried and (left := self.pause(self._clock())) > 0:
            self._changed.wait(left)

    def pause(self, now: float) -> float:
        """How many seconds to wait on for the end of a burst."""
        return min(self._last + QUIET, self._first + PATIENCE) - now

    def _taken(self) -> list[str]:
        names = list(self._grown)
        self._grown.clear()
        return names

    def _read(self, names: list[str]) -> None:
        for name in names:
            try:
                self._opened.update(name)
            except BROKEN as broken:
                error = broken if isinstance(broken, Exception) else RuntimeError("it ended")
                with suppress(Exception):  # nobody to tell it to is no reason to stop following
                    self._failed(name, error)
