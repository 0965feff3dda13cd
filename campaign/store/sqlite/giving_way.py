"""How a program that is about to replace a store asks others to let go of it. IO.

It holds the lock of a file beside the store (`STORE.restore.lock`). A service that has the store
open looks for that a few times a second, lets go, and opens it again once the lock is free. A lock
ends with its process, so nobody waits for one that was killed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from campaign.store.protocol import StoreError
from campaign.store.sqlite.write_lock import WriteLock


def _lock(store: Path) -> WriteLock:
    real = store.resolve()
    return WriteLock(real.with_name(f"{real.name}.restore"))


@contextmanager
def asking(store: Path) -> Iterator[None]:
    """Asks everybody to let go of a store until the end of the block."""
    lock = _lock(store)
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


def is_asked(store: Path) -> bool:
    """Whether somebody asks for a store. The file of a program that was killed says nothing."""
    lock = _lock(store)
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
