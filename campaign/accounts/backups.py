"""Backup, restore and health of the accounts beside a store, and the backups that the service makes
by itself. IO.

    python -m campaign.accounts.backups STORE FILE
"""

import os
import re
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from campaign.accounts.database import people_path, schemas
from campaign.accounts.people import People
from campaign.accounts.protocol import PEOPLE_TITLE
from campaign.store import outlines
from campaign.store.doctor import Checked
from campaign.store.ledger import Ledger
from campaign.store.outlines import Outline
from campaign.store.protocol import StoreError, lock_timeout
from campaign.store.sqlite import backup as stores
from campaign.store.sqlite.connections import must_be_read
from campaign.text.english import counted, listed
from campaign.world import files
from campaign.world.files import begun, is_on_a_closed_disk, may_be_written, whose
from campaign.world.subprocesses import OwnProcess

# --- What was ended stays ended when older people are put back: devices, tokens, passkeys -------
#
# A backup knows a lost phone as one that may come in. What the file that is put aside knows to be
# ended, or no longer has though it is old enough to have had it, is ended in the one put back.


class Kept(NamedTuple):
    """A table of things that let somebody in."""

    part: str
    table: str
    key: str
    made: str
    """The column that says since when there is one."""
    ended: str = ""
    """The column that is filled in once it lets nobody in; without it the row goes."""


KEPT = (
    Kept("doors", "device", "digest", "first_seen", "ended"),
    Kept("doors", "token", "digest", "made", "used"),
    Kept("passkeys", "passkey", "id", "added"),
)
_STAMPS = ("SELECT max(last_seen) FROM device", "SELECT max(made) FROM token")
"""What tells how far a file knows."""


def carried(aside: Path, into: Path) -> int:
    """Ends in one file what another knows to be ended; how much that was.

    Raises `sqlite3.Error` where one of them cannot be used.
    """
    uri = f"{aside.absolute().as_uri()}?mode=ro"
    with closing(files.connect(uri, uri=True)) as old, closing(files.connect(into)) as new:
        both = schemas(old).keys() & schemas(new).keys()
        if "doors" not in both:
            return 0
        until = max((row[0] or "" for query in _STAMPS for row in old.execute(query)), default="")
        with new:
            return sum(_ended(old, new, one, until) for one in KEPT if one.part in both)


def _ended(old: sqlite3.Connection, new: sqlite3.Connection, kind: Kept, until: str) -> int:
    """Ends in one table what the other file knows to be ended, or has no more."""
    open_ = f"WHERE {kind.ended}=''" if kind.ended else ""
    done = 0
    for key, made in new.execute(
        f"SELECT {kind.key}, {kind.made} FROM {kind.table} {open_}"
    ).fetchall():
        when = next(_known(old, kind, key), None)
        if when is None and made > until:
            continue  # from after the file that is put aside
        if when == "":
            continue  # it counts there too
        if kind.ended:
            new.execute(
                f"UPDATE {kind.table} SET {kind.ended}=? WHERE {kind.key}=?", (when or until, key)
            )
        else:
            new.execute(f"DELETE FROM {kind.table} WHERE {kind.key}=?", (key,))
        done += 1
    return done


def _known(old: sqlite3.Connection, kind: Kept, key: str) -> Iterator[str]:
    """When something was ended, as the other file has it: empty for not yet, none if unknown."""
    what = kind.ended or "''"
    query = f"SELECT {what} FROM {kind.table} WHERE {kind.key}=?"
    for row in old.execute(query, (key,)):
        yield str(row[0])


# --- Backup and restore of the people's file, which goes with its store -------------------------
#
# The copy of `club-backup.db` is `club-backup.people.db`. It holds addresses, so it is for its
# owner alone from its first byte. A store is copied first and its people afterwards: they may then
# know of more mail than the log of turns, and none is sent twice.


def backup(store: Path, target: Path) -> Path | None:
    """Copies the people of a store beside the store's copy; None if the store has none.

    An older copy of that name goes: it would bring back people whom the store has no more.
    """
    people, copy = people_path(store), people_path(target)
    if not people.is_file():
        copy.unlink(missing_ok=True)
        return None
    _copied(people, copy)
    return copy


def restore(copy: Path, store: Path) -> tuple[Path | None, Path | None]:
    """Puts the people of a copy in the place of a store's, and those aside.

    `may_be_restored` has found nothing in the way. Returns where they are, and where those that
    were there are now. A copy without people leaves the store's as they are.
    """
    backup, people = people_path(copy), people_path(store)
    if not backup.is_file():
        return None, None
    aside: Path | None = None
    with _nobody_writing(people):
        if people.exists():
            aside = _aside(people)
            try:
                _copied(people, aside)
            except StoreError:
                people.replace(aside)  # damaged: it is put aside as it is
        _copied(backup, people, aside)
    return people, aside


def may_be_restored(copy: Path, store: Path) -> None:
    """Raises `StoreError` where what another restore put aside is in the way.

    Store and people are told in one line: nobody should meet the second after moving the first.
    """
    saved, people = people_path(copy), people_path(store)
    replaced = (store, people) if saved.is_file() else (store,)
    asides = [_aside(file) for file in replaced if file.exists()]
    if left := [str(aside) for aside in asides if aside.exists()]:
        are, them = ("is", "it") if len(left) == 1 else ("are", "them")
        raise StoreError(
            f"{listed(left)} {are} there already, from another restore; move {them} away"
        )
    if not saved.is_file():
        return
    must_be_read(saved, PEOPLE_TITLE)
    if fault := damage(saved):
        raise StoreError(f"{saved} is damaged ({fault}); nothing was restored")


@contextmanager
def _nobody_writing(people: Path) -> Iterator[None]:
    """Keeps others from writing to a file that is replaced: the journal of what they are at would
    belong to another one.
    """
    with ExitStack() as held:
        if people.exists():
            db = held.enter_context(
                closing(files.connect(people, timeout=lock_timeout(), isolation_level=None))
            )
            try:
                db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise StoreError(
                    f"{people} is in use by another program and was left as it was; stop that "
                    "and restore once more"
                ) from error
            except sqlite3.DatabaseError:
                pass  # damaged: nobody writes to it
        yield


def _aside(file: Path) -> Path:
    return file.with_name(f"{file.name}.before-restore")


def damage(file: Path) -> str:
    """What SQLite finds wrong with a file; empty if it is whole."""
    try:
        with closing(files.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            verdict: str = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
    return "" if verdict == "ok" else verdict


def _copied(source: Path, target: Path, aside: Path | None = None) -> None:
    """Copies a file that may be in use, checks the copy, and puts it in its place.

    What the people put aside know to be ended lets nobody in again.
    """
    draft: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")  # mode 600
        os.close(handle)
        draft = Path(name)
        uri = f"{source.absolute().as_uri()}?mode=ro"
        with (
            closing(files.connect(uri, uri=True)) as old,
            closing(files.connect(draft)) as new,
        ):
            old.backup(new)
        if fault := damage(draft):
            raise StoreError(f"{source} is damaged ({fault}), and was not copied")
        if aside is not None and not damage(aside):
            carried(aside, draft)
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{source} cannot be copied to {target}: {error}") from error
    finally:
        if draft is not None:
            for tail in ("", "-wal", "-shm", "-journal"):
                draft.with_name(draft.name + tail).unlink(missing_ok=True)


# --- A look at the people's file ----------------------------------------------------------------
#
# It says whose addresses there are, never the addresses themselves.


def examine(ledger: Ledger, people: People) -> Iterator[Checked]:
    """Whether the people's file can be used."""
    with suppress(StoreError):  # what cannot be read is reported with its campaign
        if not ledger.store.exists():
            return
        is_database = ledger.store.place.is_database
        yield from _in_database(ledger, people) if is_database else _file(ledger, people)


def _in_database(ledger: Ledger, people: People) -> Iterator[Checked]:
    try:
        if not people.file.exists():
            text = "no addresses or choices yet; they go into the database, apart from the record"
            yield Checked("people", "good", text)
            return
        known = people.members_by_campaign()
        with people.file.reading() as db:
            rows = db.execute("SELECT name, schema FROM part WHERE name<>'' ORDER BY name")
            parts = ", ".join(f"{part} {schema}" for part, schema in rows)
    except StoreError as error:
        yield Checked("people", "bad", str(error))
        return
    members = counted(sum(map(len, known.values())), "member")
    text = f"in the database: of {members}, never exported; schemas: {parts}"
    yield Checked("people", "good", text)
    yield from _strangers(ledger, known)


def _file(ledger: Ledger, people: People) -> Iterator[Checked]:
    path = people_path(ledger.store.path)
    if not path.exists():
        yield Checked("people", "good", f"no addresses or choices yet; they go to {path}")
        return
    try:
        must_be_read(path, PEOPLE_TITLE)
    except StoreError as error:
        yield Checked("people", "bad", str(error))
        return
    if fault := damage(path):
        text = f"{path} cannot be used ({fault}); restore it from a backup, or delete it: "
        yield Checked("people", "bad", f"{text}campaigns go on without their addresses")
        return
    try:
        known = people.members_by_campaign()
    except StoreError as error:
        yield Checked("people", "bad", str(error))
        return
    if path.stat().st_mode & 0o077:
        yield Checked("people", "warning", f"others can read {path}; chmod 600 it")
    with closing(files.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        parts = ", ".join(f"{part} {schema}" for part, schema in sorted(schemas(db).items()))
    members = counted(sum(map(len, known.values())), "member")
    yield Checked("people", "good", f"{path}: of {members}, never exported; schemas: {parts}")
    yield from _strangers(ledger, known)


def _strangers(ledger: Ledger, known: Mapping[str, tuple[str, ...]]) -> Iterator[Checked]:
    """People of campaigns that the store does not have, such as before an older copy came back."""
    every = outlines.every(ledger, keeping=False) if known else ()
    here = {one.outline.id for one in every if isinstance(one.outline, Outline)}
    for campaign_id, members in known.items():
        if campaign_id not in here:
            text = f"of a campaign that is not in this store (id {campaign_id}): {listed(members)}"
            yield Checked("people", "warning", f"{text}. They are left alone")


# --- Backups that the service makes by itself: when one is due, and which are kept --------------
#
# Each is a store with its people under the time at which it was begun:
# `club-2026-11-22T18-10-00Z.db` and `club-2026-11-22T18-10-00Z.people.db`. The folder itself says
# what was done, so nothing else is remembered. A backup is made in a process of its own: to verify
# a store would keep answers waiting.
#
#     python -m campaign.people.timed_backups STORE FILE

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


class StoredBackup(NamedTuple):
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

    def found(self) -> list[StoredBackup]:
        """The backups of this store that are there, the oldest first."""
        return self._begun(r"\.db")

    def _begun(self, ending: str) -> list[StoredBackup]:
        name = re.compile(
            re.escape(self._store.stem) + r"-(\d{4}(?:-\d\d){2}T\d\d-\d\d-\d\dZ)" + ending
        )
        made = []
        with suppress(OSError):
            for file in self.plan.folder.iterdir():
                if known := name.fullmatch(file.name):
                    with suppress(ValueError):  # digits that are no time
                        begun = datetime.strptime(known[1], STAMP).replace(tzinfo=UTC)
                        made.append(StoredBackup(begun, file))
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
        earlier = [one for one in self.found() if one.file != target]
        first = self.plan.keep if self._is_unsound else 0
        for old in earlier[first : max(first, len(earlier) + 1 - self.plan.keep)]:
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
        done = stores.backup(store, target, beside=lambda: backup(store, target))
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
