"""How the service itself fares: what a probe, a monitor and the host are told of it. IO."""

import shutil
from collections.abc import Callable
from pathlib import Path

from campaign.people.timed_backups import TimedBackups, in_hours

NO_SPACE = 4 * 1024 * 1024
"""Below so many bytes of free disk the next event may fail to be recorded."""
BEHIND = 60.0
"""After how many seconds of lagging behind the log the read tables count as stuck."""


def free_on_disk(store: Path) -> int:
    """How many bytes are free where a store lies."""
    folders = store.absolute().parents  # beside a database there may be no folder yet
    return shutil.disk_usage(next(one for one in folders if one.is_dir())).free


class ServiceUpkeep:
    """What is known of a running service beside its campaigns. Any thread may ask."""

    def __init__(self, store: Path, free: Callable[[Path], int] = free_on_disk) -> None:
        self._store = store
        self._free = free
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

    def free(self) -> int:
        """How many bytes are free where the store lies."""
        return self._free(self._store)

    def about_backups(self) -> str:
        """How old the last backup is; empty where the service makes none."""
        if self.backups is None:
            return ""
        age = self.backups.age()
        return "no backup yet" if age is None else f"last backup {in_hours(age)} ago"

    def troubles(self) -> tuple[str, ...]:
        """What hosts should have seen to; folders of the machine are for its log alone."""
        if self.backups is None:
            return ()
        if self.backups.has_failed:
            return ("the last backup failed; the log of the service says why",)
        return (why,) if (why := self.backups.trouble()) else ()
