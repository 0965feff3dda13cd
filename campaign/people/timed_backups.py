"""Backups that the service makes by itself: when one is due, and which are kept. IO.

Each is a store with its people under the time at which it was begun:
`club-2026-11-22T18-10-00Z.db` and `club-2026-11-22T18-10-00Z.people.db`. The folder itself says
what was done, so nothing else is remembered. A backup is made in a process of its own: to verify a
store would keep answers waiting.

    python -m campaign.people.timed_backups STORE FILE
"""

import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from campaign.people import keeping as people
from campaign.people.database import people_path
from campaign.store.own_process import OwnProcess
from campaign.store.protocol import StoreError
from campaign.store.sqlite import backup as stores
from campaign.store.writable import begun, is_on_a_closed_disk, may_be_written, whose

STAMP = "%Y-%m-%dT%H-%M-%SZ"
LATE = 2
"""A backup is late once it is this many times as old as it should get."""
LONGEST = 3600
"""After how many seconds a backup that has not ended is given up."""


class BackupError(Exception):
    """A backup could not be made. One line for the host."""


class BackupPlan(NamedTuple):
    """Where backups go, how often one is made, and how many are kept."""

    folder: Path
    every: timedelta
    keep: int


class KeptBackup(NamedTuple):
    """A backup in the folder."""

    begun: datetime
    file: Path


class TimedBackups:
    """The backups of one store. One thread makes them; any may ask how they fare."""

    def __init__(
        self,
        store: Path,
        plan: BackupPlan,
        clock: Callable[[], datetime],
        make: "Callable[[Path, Path], bool] | None" = None,
    ) -> None:
        self.plan = plan
        self._store = store
        self._clock = clock
        self._process = OwnProcess(__name__, LONGEST)
        self._make = make or self._in_a_process
        self._failed = ""
        self._is_unsound = False
        """Whether the last backup does not verify."""

    def found(self) -> list[KeptBackup]:
        """The backups of this store that are there, the oldest first."""
        return self._begun(r"\.db")

    def _begun(self, ending: str) -> list[KeptBackup]:
        name = re.compile(
            re.escape(self._store.stem) + r"-(\d{4}(?:-\d\d){2}T\d\d-\d\d-\d\dZ)" + ending
        )
        made = []
        with suppress(OSError):
            for file in self.plan.folder.iterdir():
                if known := name.fullmatch(file.name):
                    with suppress(ValueError):  # digits that are no time
                        begun = datetime.strptime(known[1], STAMP).replace(tzinfo=UTC)
                        made.append(KeptBackup(begun, file))
        return sorted(made)

    def age(self) -> timedelta | None:
        """How old the newest backup is; None if there is none."""
        now = self._clock()
        return min((now - one.begun for one in self.found() if one.begun <= now), default=None)

    def is_due(self) -> bool:
        """Whether one is to be made now. One from the future, after a clock went back, is none."""
        age = self.age()
        return age is None or age >= self.plan.every

    @property
    def has_failed(self) -> bool:
        """Whether the last try failed."""
        return bool(self._failed)

    def why_not_written(self) -> str:
        """Why nothing can be written where backups go; empty if something can."""
        there = begun(self.plan.folder.absolute())
        if may_be_written(there):
            return ""
        if is_on_a_closed_disk(there):
            return f"backups can't be written to {self.plan.folder}: add it to ReadWritePaths"
        return f"backups can't be written to {self.plan.folder}: {whose(there)}"

    def trouble(self) -> str:
        """Why the last try failed, or that the newest is too old; empty if all is well."""
        if self._failed:
            return self._failed
        if self._is_unsound:
            return "the last backup was made, and does not verify: see `campaign doctor --deep`"
        age = self.age()
        if age is not None and age >= self.plan.every * LATE:
            return f"the last backup was made {in_hours(age)} ago"
        return ""

    def run(self) -> None:
        """Makes a backup if one is due, and lets the oldest go. Raises `BackupError`.

        While what is made does not verify, the oldest stay, and the newest besides.
        """
        if not self.is_due():
            return
        if why := self.why_not_written():
            self._failed = why
            raise BackupError(why)
        target = self.plan.folder / f"{self._store.stem}-{self._clock().strftime(STAMP)}.db"
        try:
            is_made = self._make(self._store, target)
        except BackupError as error:
            self._failed = str(error)
            raise
        if not is_made:
            return  # the next look makes it, or the next life
        self._failed = ""
        kept = [one for one in self.found() if one.file != target]
        first = self.plan.keep if self._is_unsound else 0
        for old in kept[first : max(first, len(kept) + 1 - self.plan.keep)]:
            with suppress(OSError):  # it goes the next time
                old.file.unlink(missing_ok=True)
        self._forget_people_alone()

    def _in_a_process(self, store: Path, target: Path) -> bool:
        """Makes one, unless it is asked to end. Raises `BackupError` with the reason."""
        ended = self._process.run(str(store), str(target))
        if ended.was_asked:
            return False
        if ended.took_too_long:
            raise BackupError(f"the backup was not done after {LONGEST // 60} minutes")
        if ended.status:
            raise BackupError(ended.error or "the backup was ended by another program")
        self._is_unsound = bool(ended.out)
        return True

    def _forget_people_alone(self) -> None:
        """Addresses whose store was deleted, or was not made when a backup was killed, go too."""
        stores = {people_path(one.file).name for one in self.found()}
        for one in self._begun(r"\.people\.db"):
            with suppress(OSError):
                if one.file.name not in stores:
                    one.file.unlink(missing_ok=True)

    def give_way(self) -> None:
        """Ends a backup under way, which leaves nothing behind; it is made at the next look."""
        self._process.end()

    def stop(self) -> None:
        """The same for good."""
        self._process.stop()


def in_hours(age: timedelta) -> str:
    """An age in words, in the largest unit of which there are two."""
    hours = int(age.total_seconds()) // 3600
    if hours >= 48:
        return f"{hours // 24} days"
    minutes = int(age.total_seconds()) // 60
    return f"{hours} hours" if hours >= 2 else f"{minutes} minute{'' if minutes == 1 else 's'}"


def made(store: Path, target: Path) -> tuple[str, ...]:
    """Makes a backup of a store and its people; what does not verify. Raises `StoreError`."""
    try:
        done = stores.backup(store, target, beside=lambda: people.backup(store, target))
        return done.findings
    except BaseException:
        with suppress(OSError):
            people_path(target).unlink(missing_ok=True)  # of no use without its store
        raise


def _main(store: str, target: str) -> int:
    """Makes one backup, as nobody's first concern; asked to end, it cleans up."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        sys.stdout.write("\n".join(made(Path(store), Path(target))))
    except (StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
