"""The lock on a file beside the store (`STORE.lock`): one process at a time writes, and lets go of
a store that is about to be replaced. IO.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from campaign.store.protocol import StoreError
from campaign.world import clock, file_locks

# --- The lock on a file beside the store (`STORE.lock`): one process at a time writes -----------
#
# SQLite lets a waiting writer try again from time to time, and whoever comes by first is served.
# Its releases before 3.51.3 can also damage a store if one connection writes while another one
# moves the write-ahead log into the database, as committing and closing do. So both are done under
# this lock, for which the system lets processes wait in a queue.
#
# The lock belongs to the open file and ends with its process. The file itself is empty and stays.


class WriteLock:
    """One holder's way to a store's lock. It is not for several threads at once."""

    def __init__(self, store: Path) -> None:
        real = store.resolve()  # two names of one store have one lock
        self.path = real.with_name(f"{real.name}.lock")
        self._store = real
        self._handle = -1

    @contextmanager
    def held(self, wait: float, *, make: bool) -> Iterator[None]:
        """Holds the lock, if there is one, as `take` says."""
        taken = self.take(wait, make=make)
        try:
            yield
        finally:
            if taken:
                self.release()

    def take(self, wait: float, *, make: bool) -> bool:
        """Takes the lock; `make` makes its file if there is none. Returns whether there is one.

        Raises `TimeoutError` if others hold it for longer than `wait` seconds. Where there is no
        lock file and none can be made, as in a read-only folder, SQLite's own locks must do.
        """
        until = clock.monotonic() + wait
        while self._handle >= 0 or self._opened(make=make):
            try:
                held = file_locks.taken(self._handle)
            except OSError:
                return False  # a disk that knows no locks
            if not held and not self._in_turn(until - clock.monotonic()):
                raise TimeoutError("the store is locked by another writer")
            if os.fstat(self._handle).st_nlink:
                return True
            self.close()  # somebody deleted the file: others lock another one by now
        return False

    def _in_turn(self, wait: float) -> bool:
        """Waits for the lock behind others; whether it came in time."""
        if wait <= 0:
            return False
        handle, self._handle = self._handle, -1  # the waiter's, until it has the lock
        if file_locks.taken_in_turn(handle, wait):
            self._handle = handle
        return self._handle >= 0

    def release(self) -> None:
        """Lets go of a lock that was taken."""
        file_locks.released(self._handle)

    def close(self) -> None:
        """Lets go of the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _opened(self, *, make: bool) -> bool:
        """Opens the file: for writing, or for reading if it belongs to somebody else."""
        for flags in (os.O_RDWR, os.O_RDONLY):
            try:
                self._handle = os.open(self.path, flags)
            except FileNotFoundError:
                return make and self._made()
            except OSError:
                continue
            return True
        return False

    def _made(self) -> bool:
        """Makes the file, so that whoever may write the store may lock it. Follows no link."""
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except OSError:
            return self.path.is_file() and self._opened(make=False)  # another was faster
        if os.name == "posix" and self._store.exists():
            seen = self._store.stat()
            with suppress(OSError):
                os.fchmod(self._handle, seen.st_mode & 0o777)
                os.fchown(self._handle, seen.st_uid, seen.st_gid)
        return True


# --- How a program that is about to replace a store asks others to let go of it -----------------
#
# It holds the lock of a file beside the store (`STORE.restore.lock`). A service that has the store
# open looks for that a few times a second, lets go, and opens it again once the lock is free. A
# lock ends with its process, so nobody waits for one that was killed.


def _restore_lock(store: Path) -> WriteLock:
    real = store.resolve()
    return WriteLock(real.with_name(f"{real.name}.restore"))


@contextmanager
def restoring(store: Path) -> Iterator[None]:
    """Asks everybody to let go of a store until the end of the block."""
    lock = _restore_lock(store)
    try:
        taken = lock.take(0, make=True)
    except TimeoutError as error:
        lock.close()
        raise StoreError(f"another program is putting back {store}; nothing was changed") from error
    try:
        yield
    finally:
        if taken:
            lock.path.unlink(missing_ok=True)
            lock.release()
        lock.close()


def restore_mark(store: Path) -> str:
    """The file that is there while somebody asks for a store, and maybe longer."""
    return str(_restore_lock(store).path)


def is_being_restored(store: Path) -> bool:
    """Whether somebody asks for a store. The file of a program that was killed says nothing."""
    lock = _restore_lock(store)
    if not lock.path.exists():
        return False
    try:
        if lock.take(0, make=False):
            lock.release()
    except TimeoutError:
        return True
    finally:
        lock.close()
    return False


def which_file(store: Path) -> tuple[int, int] | None:
    """Which file on the disk a store is; None if there is none."""
    try:
        seen = store.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino
