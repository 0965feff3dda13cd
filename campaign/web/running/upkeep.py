"""How the service itself fares: what a probe, a monitor and the host are told of it. IO."""

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from campaign.people.database import people_path
from campaign.people.timed_backups import TimedBackups, in_hours
from campaign.store.protocol import StoreError
from campaign.store.writable import why_not_written

NO_SPACE = 4 * 1024 * 1024
"""Below so many bytes of free disk the next event may fail to be recorded."""
EVERY = 1.0
"""For how many seconds it is believed that something can be recorded."""
UNUSABLE = "the store or the people's file cannot be used"
BEHIND = 60.0
"""After how many seconds of lagging behind the log the read tables count as stuck."""


def free_on_disk(store: Path) -> int:
    """How many bytes are free where a store lies."""
    folders = store.absolute().parents  # beside a database there may be no folder yet
    return shutil.disk_usage(next(one for one in folders if one.is_dir())).free


class ServiceUpkeep:
    """What is known of a running service beside its campaigns. Any thread may ask."""

    def __init__(
        self,
        store: Path,
        free: Callable[[Path], int] = free_on_disk,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._free = free
        self._clock = clock
        self._trying = threading.Lock()
        self._recorded = float("-inf")
        self._why = ""
        self.is_stopping = False
        self.is_away = False
        """Whether the store is let go of, while it is put back from a backup."""
        self.backups: TimedBackups | None = None
        self.closing: list[Callable[[], None]] = []
        """Closes what reads the store beside the ledger; each opens it again when it is asked."""

    def lets_go(self) -> bool:
        """Whether nothing more is to be begun: the service stops, or the store is put back."""
        return self.is_stopping or self.is_away

    def why_not_ready(self) -> str:
        """What keeps the service from being used, whatever its files say; empty if nothing."""
        if self.is_stopping:
            return "stopping"
        if self.is_away:
            return "the store is being put back from a backup"
        if self.free() < NO_SPACE:
            return "the disk is full"
        return ""

    def why_not_recorded(self, try_: Callable[[], None]) -> str:
        """Why nothing can be recorded; empty if something can.

        It is tried by one caller at a time, and once a second at most while it works: whoever asks
        again and again keeps nobody from writing.
        """
        if self._clock() - self._recorded < EVERY or not self._trying.acquire(blocking=False):
            return self._why
        try:
            try_()
            self._recorded, self._why = self._clock(), ""
        except (StoreError, OSError):
            files = (self._store, people_path(self._store), self._store.parent)
            self._why = why_not_written(files) or UNUSABLE
        finally:
            self._trying.release()
        return self._why

    def free(self) -> int:
        """How many bytes are free where the store lies."""
        return self._free(self._store)

    def about_backups(self) -> str:
        """How old the last backup is; empty where the service makes none."""
        if self.backups is None:
            return ""
        if why := self.backups.why_not_written():
            return why
        age = self.backups.age()
        return "no backup yet" if age is None else f"last backup {in_hours(age)} ago"

    def troubles(self) -> tuple[str, ...]:
        """What hosts should have seen to; folders of the machine are for its log alone."""
        if self.backups is None:
            return ()
        if self.backups.has_failed:
            return ("the last backup failed; the log of the service says why",)
        return (why,) if (why := self.backups.trouble()) else ()
