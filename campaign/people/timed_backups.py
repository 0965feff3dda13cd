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
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import campaign
from campaign.people import keeping as people
from campaign.people.database import people_path
from campaign.store import backup as stores
from campaign.store.protocol import StoreError

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
        make: "Callable[[Path, Path], None] | None" = None,
    ) -> None:
        self.plan = plan
        self._store = store
        self._clock = clock
        self._child = ChildProcess()
        self._make = make or self._child.make
        self._failed = ""

    def found(self) -> list[KeptBackup]:
        """The backups of this store that are there, the oldest first."""
        name = re.compile(re.escape(self._store.stem) + r"-(\d{4}(?:-\d\d){2}T\d\d-\d\d-\d\dZ)\.db")
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

    def trouble(self) -> str:
        """Why the last try failed, or that the newest is too old; empty if all is well."""
        if self._failed:
            return self._failed
        age = self.age()
        if age is not None and age >= self.plan.every * LATE:
            return f"the last backup was made {in_hours(age)} ago"
        return ""

    def run(self) -> None:
        """Makes a backup if one is due, and lets the oldest go. Raises `BackupError`."""
        if not self.is_due():
            return
        target = self.plan.folder / f"{self._store.stem}-{self._clock().strftime(STAMP)}.db"
        try:
            self._make(self._store, target)
        except BackupError as error:
            if self._child.is_over:
                return  # the next life makes it
            self._failed = str(error)
            raise
        self._failed = ""
        kept = [one for one in self.found() if one.file != target]
        for old in kept[: max(0, len(kept) + 1 - self.plan.keep)]:
            with suppress(OSError):  # it goes the next time
                people_path(old.file).unlink(missing_ok=True)
                old.file.unlink(missing_ok=True)

    def give_way(self) -> None:
        """Ends a backup under way, which leaves nothing behind; it is made at the next look."""
        self._child.end()

    def stop(self) -> None:
        """The same for good."""
        self._child.stop()


class ChildProcess:
    """Makes backups in processes of their own, one at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.is_over = False

    def make(self, store: Path, target: Path) -> None:
        """Makes a backup. Raises `BackupError` with the reason."""
        if self.is_over:
            raise BackupError("the service is stopping")
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(store), str(target)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": _where_from()},
        )
        try:
            _, said = self._process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired as error:
            self._process.kill()
            raise BackupError(f"the backup was not done after {LONGEST // 60} minutes") from error
        if self._process.returncode:
            lines = said.strip().splitlines()
            raise BackupError(lines[-1] if lines else "the backup was ended by another program")

    def stop(self) -> None:
        """Ends what is under way, and begins nothing more."""
        self.is_over = True
        self.end()

    def end(self) -> None:
        """Ends what is under way."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()


def in_hours(age: timedelta) -> str:
    """An age in words, in the largest unit of which there are two."""
    hours = int(age.total_seconds()) // 3600
    if hours >= 48:
        return f"{hours // 24} days"
    minutes = int(age.total_seconds()) // 60
    return f"{hours} hours" if hours >= 2 else f"{minutes} minute{'' if minutes == 1 else 's'}"


def made(store: Path, target: Path) -> None:
    """Makes a backup of a store and its people. Raises `StoreError`."""
    stores.backup(store, target)
    try:
        people.backup(store, target)
    except BaseException:
        target.unlink(missing_ok=True)  # half a backup would count as one
        raise


def _where_from() -> str:
    """Where Python finds this program, and whatever it was told besides."""
    root = str(Path(campaign.__file__).parents[1])
    return os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)


def _main(store: str, target: str) -> int:
    """Makes one backup, as nobody's first concern; asked to end, it cleans up."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        made(Path(store), Path(target))
    except (StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
