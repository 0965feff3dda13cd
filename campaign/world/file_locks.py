"""Locks of files, for which the system lets processes wait in a queue. They belong to an open file
and end with its process. IO.
"""

import math
import os
import sys

from campaign.world import clock, crossing, threads

PAUSE = 0.001
"""How many seconds to wait before another try, where the system keeps no queue."""
LONGEST = 0.05
"""How many at most, where whoever asks waits a little longer every time."""
WAITER = "waits for the lock of a store"
"""The name of the thread that does."""


def taken_in_turn(handle: int, wait: float) -> bool:
    """Waits for a lock behind others; whether it came within so many seconds.

    If it did not, the file is closed as soon as the system allows.
    """
    if crossing.current is not None:
        return _taken_by_asking(handle, clock.monotonic() + wait)
    waiter, is_taken = _Waiter(handle), False
    try:
        is_taken = waiter.holds(wait)
    finally:
        if not is_taken:
            waiter.give_up()
    return is_taken


def wait_for(handle: int) -> None:
    """Takes a lock once it is free, however long that takes."""
    if crossing.current is None:
        _wait_for(handle)
    else:
        _taken_by_asking(handle, math.inf)


def _taken_by_asking(handle: int, until: float) -> bool:
    """Asks again and again: in a simulation one process stands for several."""
    pause = PAUSE
    while not taken(handle):
        if clock.monotonic() > until:
            os.close(handle)
            return False
        clock.sleep(pause)
        pause = min(2 * pause, LONGEST)
    return True


class _Waiter:
    """Waits in the system's queue, which knows no time limit, in a thread of its own."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._guard = threads.lock()
        self._over = threads.event()
        self._held = self._given_up = False
        threads.thread(self._wait, WAITER).start()

    def _wait(self) -> None:
        try:
            _wait_for(self._handle)
        finally:
            with self._guard:
                self._held = True
                if self._given_up:
                    os.close(self._handle)  # and with it the lock
            self._over.set()

    def holds(self, wait: float) -> bool:
        """Whether the lock came in time; then it is the caller's, and the file too."""
        return self._over.wait(wait)

    def give_up(self) -> None:
        """Leaves the queue as soon as the system lets it."""
        with self._guard:
            self._given_up = True
            if self._held:
                os.close(self._handle)


if sys.platform == "win32":
    import msvcrt

    def taken(handle: int) -> bool:
        """Takes the lock if nobody has it; whether it was free."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_for(handle: int) -> None:
        """Takes the lock once it is free."""
        while not taken(handle):
            clock.sleep(PAUSE)

    def released(handle: int) -> None:
        """Gives it back."""
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def taken(handle: int) -> bool:
        """Takes the lock if nobody has it; whether it was free."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait_for(handle: int) -> None:
        """Takes the lock once it is free, in the order of asking."""
        fcntl.flock(handle, fcntl.LOCK_EX)

    def released(handle: int) -> None:
        """Gives it back."""
        fcntl.flock(handle, fcntl.LOCK_UN)
