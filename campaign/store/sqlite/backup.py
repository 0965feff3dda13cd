"""Backup and restore: a checked copy of the running database, and the way back. IO.

SQLite itself makes the copy while others write. The copy is opened and verified, and only then put
in its place. What does not verify is copied all the same, with a warning, because a damaged book is
the one to copy; it is not put back. The vault's key is never copied.
"""

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import msgspec

from campaign.store.export import TRIAL, audit_of
from campaign.store.protocol import STORE, StoreError, lock_timeout
from campaign.store.reader import Reader
from campaign.store.sqlite.connections import (
    APPLICATION_ID,
    MAGIC,
    SCHEMA,
    alone_at_its_end,
    in_words,
    must_be_read,
    newer,
)
from campaign.store.sqlite.locks import WriteLock, restoring
from campaign.world import clock, crossing, files

_DRAFT = re.compile(r"\..+\.[a-z0-9_]{8}(-wal|-shm|-journal)?")
"""The suffix of a file until it is complete and gets its name."""
TAILS = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite keeps beside a database."""

LOOK = 0.05
"""How many seconds lie between two looks whether a store is free."""


class Copied(msgspec.Struct, frozen=True):
    """A copy that was made and checked."""

    path: str
    campaigns: dict[str, int]
    """Events of each campaign in it."""
    aside: str = ""
    """Where the replaced store was put."""
    before: Mapping[str, int] = {}
    """Events of each campaign in the replaced store, as far as it could be read."""
    findings: tuple[str, ...] = ()
    """What does not verify in the copy: the first fault of the file and of each campaign."""


def nothing_more() -> None:
    """For a store that has nothing beside it."""


def backup(
    store: Path, target: Path, *, over: bool = False, beside: Callable[[], object] = nothing_more
) -> Copied:
    """Copies a store while it is in use, checks the copy, and puts it in its place.

    What `beside` copies is whole before the store's copy has its name: a backup that was cut short
    is none. Where it does not verify, a backup that it replaces is kept as NAME.before, unless an
    earlier one is there. Raises `StoreError` if it cannot be copied.
    """
    if target.exists() and not over:
        raise StoreError(f"{target} is there already")
    if not store.exists():
        raise StoreError(f"there is no campaign store at {store}")
    if target.exists() and target.samefile(store):
        raise StoreError(f"{target} is the store itself")
    with _Draft(store, target, live=True) as draft:
        beside()
        aside = target.with_name(f"{target.name}.before")
        keeps = bool(draft.findings) and target.exists() and not aside.exists()
        if keeps:
            _put_aside(target, aside)
        draft.take_the_place()
        aside_too = str(aside) if keeps else ""
        return Copied(str(target), draft.campaigns, aside_too, findings=draft.findings)


def restore(
    copy: Path, store: Path, *, over: bool = False, beside: Callable[[], object] = nothing_more
) -> Copied:
    """Replaces a store with a copy, after checking it; the old store is put aside.

    `beside` puts back what goes with it, before anybody is let in again. Raises `StoreError` if the
    copy does not verify, if a store is there and `over` is not set, or if another process has it
    open: what that process records would be lost.
    """
    if not copy.is_file():
        raise StoreError(f"there is no campaign store at {copy}")
    if not store.exists():
        with _Draft(copy, store, live=False) as draft:
            draft.must_be_sound()
            draft.take_the_place()
            beside()
            return Copied(str(store), draft.campaigns)
    aside = store.with_name(f"{store.name}.before-restore")
    if not over:
        raise StoreError(f"{store} is there already; say that it may be put aside")
    if store.samefile(copy):
        raise StoreError(f"{copy} is the store itself")
    if aside.exists():
        raise StoreError(f"{aside} is there already, from another restore; move it away")
    with _Draft(copy, store, live=False) as draft:
        draft.must_be_sound()
        before: dict[str, int] = {}
        if _is_database(store):  # SQLite would delete the files beside anything else
            with suppress(StoreError):
                before = _holds(store, live=True)
        with restoring(store), ExitStack() as held:
            _take_over(store, held)
            _put_aside(store, aside)
            crossing.cross("store aside")
            try:
                draft.take_the_place(like=aside)
            except StoreError:
                aside.unlink()
                raise
            beside()
        return Copied(str(store), draft.campaigns, str(aside), before)


def _holds(store: Path, *, live: bool) -> dict[str, int]:
    """The campaigns of a store with their counts of events."""
    if not store.is_file():
        raise StoreError(f"there is no campaign store at {store}")
    must_be_read(store, STORE, APPLICATION_ID)
    try:
        with opened(store, live=live) as db:
            if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise StoreError(f"{store} is not a campaign store")
            if (schema := db.execute("PRAGMA user_version").fetchone()[0]) > SCHEMA:
                raise StoreError(newer(store, schema))
            counts = "SELECT originator_id, max(originator_version) FROM stored_events GROUP BY 1"
            return dict(db.execute(counts).fetchall())
    except sqlite3.Error as error:
        raise StoreError(in_words(store, error)) from error


def _is_database(file: Path) -> bool:
    with file.open("rb") as source:
        return source.read(len(MAGIC)) == MAGIC


@contextmanager
def opened(file: Path, *, live: bool) -> Iterator[sqlite3.Connection]:
    """A connection that leaves no files beside the database, as reading in write-ahead mode would.

    A store in use is opened as its writers do; a copy, or a store in a read-only folder, as a file
    that does not change.
    """
    ahead = file.with_name(f"{file.name}-wal")
    if live and os.access(file.parent, os.W_OK):
        way = "mode=rw"
    else:
        way = "mode=ro" if ahead.exists() and ahead.stat().st_size else "immutable=1"
    uri = f"{file.absolute().as_uri()}?{way}"
    db = files.connect(uri, uri=True, timeout=lock_timeout())
    with alone_at_its_end(file, db):
        yield db


class _Draft:
    """A checked copy, made beside its destination."""

    def __init__(self, source: Path, target: Path, *, live: bool) -> None:
        self._target = target
        held = _holds(source, live=live)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
            os.close(handle)
        except OSError as error:
            raise StoreError(f"cannot write {target}: {error.strerror or error}") from error
        self._path = Path(name)
        try:
            _copy(source, self._path, live=live)
            copied, self.findings = _verified(self._path, source)
            self.campaigns = held | copied if self.findings else copied
            _to_oneself(self._path)  # a single file, which also works on a read-only disk
        except BaseException:
            self._away()
            raise

    def __enter__(self) -> "_Draft":
        return self

    def __exit__(self, *error: object) -> None:
        self._away()

    def _away(self) -> None:
        for tail in ("", *TAILS):
            self._path.with_name(self._path.name + tail).unlink(missing_ok=True)

    def must_be_sound(self) -> None:
        """Raises `StoreError` where the copy does not verify."""
        if self.findings:
            raise StoreError(f"{self.findings[0]}; nothing was restored")

    def take_the_place(self, *, like: Path | None = None) -> None:
        """Replaces an existing file in one step that survives a power cut: done or not begun.

        Only its owner may read it, unless it gets the mode of another file.
        """
        target = self._target
        try:
            if like is not None:
                shutil.copymode(like, self._path)
            for tail in TAILS:
                target.with_name(target.name + tail).unlink(missing_ok=True)
            crossing.cross("copy ready")
            self._path.replace(target)
            crossing.cross("copy in place")
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise StoreError(f"cannot write {target}: {error.strerror or error}") from error


def _copy(source: Path, target: Path, *, live: bool) -> None:
    try:
        with (
            opened(source, live=live) as old,
            closing(files.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("DROP TABLE IF EXISTS kept_turns")  # made anew from the record
            new.commit()
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied to {target.parent}: {error}") from error


def _verified(copy: Path, source: Path) -> tuple[dict[str, int], tuple[str, ...]]:
    """The events of each campaign of a copy, and what does not verify.

    Page for page the copy equals its source.
    """
    reader, versions, wrong = Reader(copy), dict[str, int](), list[str]()
    try:
        if fault := next(damage(copy), None):
            wrong.append(f"{source} is damaged ({fault})")
        for name in reader.names():
            versions[name] = reader.store.version(name)
            if not reader.lacks(name) and (fault := next(faults(reader, name), None)):
                wrong.append(f"the copy of {name} does not verify: {fault}")
    except (StoreError, sqlite3.DatabaseError) as error:
        wrong = wrong or [f"the copy of {source} cannot be read whole: {error}"]
    finally:
        reader.store.close()
    return versions, tuple(wrong)


def triggers(file: Path) -> Iterator[tuple[str, str]]:
    """Triggers in a store, each with its table. The tracker makes none, so somebody else did."""
    with opened(file, live=True) as db:
        query = "SELECT name, tbl_name FROM sqlite_master WHERE type='trigger' ORDER BY name"
        yield from db.execute(query).fetchall()


def leftovers(store: Path, vault: Path) -> Iterator[Path]:
    """Files left behind by a backup, restore, export or import that was killed."""
    for beside in sorted(store.absolute().parent.iterdir()):
        if _DRAFT.fullmatch(beside.name) and beside.is_file():
            name = beside.name[1:].rpartition(".")[0]
            if name in (store.name, vault.name) or Path(name).suffix in (".db", ".jsonl"):
                yield beside
        elif beside.name.startswith(f".{store.name}{TRIAL}"):
            yield beside


def damage(file: Path) -> Iterator[str]:
    """What SQLite finds wrong with a file, a line each."""
    with opened(file, live=True) as db:
        for (text,) in db.execute("PRAGMA integrity_check(5)"):
            lines = text.splitlines()
            yield from (line for line in lines if line != "ok" and not line.startswith("***"))


def faults(reader: Reader, name: str) -> Iterator[str]:
    """What the auditor finds wrong with a campaign."""
    yield from map(str, audit_of(reader, name).findings(reader.store.rows(name)))


def _take_over(store: Path, held: ExitStack) -> None:
    """Holds the write lock of a store that nobody else has open any more.

    Whoever was asked to let go of it gets some time for that.
    """
    until = clock.monotonic() + lock_timeout()
    while True:
        with ExitStack() as trial:
            trial.enter_context(_nobody_writing(store))
            try:
                if _is_database(store):
                    _to_oneself(store)
            except StoreError:
                if clock.monotonic() > until:
                    raise
            else:
                held.push(trial.pop_all())
                return
        clock.sleep(LOOK)


@contextmanager
def _nobody_writing(store: Path) -> Iterator[None]:
    """Holds the write lock of a store that is about to be replaced."""
    with ExitStack() as held:
        lock = held.enter_context(closing(WriteLock(store)))
        try:
            held.enter_context(lock.held(lock_timeout(), make=True))
        except TimeoutError as error:
            raise StoreError(f"{store} is in use by another program; stop that first") from error
        yield


def _to_oneself(store: Path) -> None:
    """Ends a store's write-ahead mode, which only works while nobody else has it open."""
    try:
        with closing(files.connect(store, timeout=0)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreError(f"{store} is in use by another program; stop that first") from error
    except sqlite3.DatabaseError:
        return  # damaged: it is put aside as it is


def _put_aside(store: Path, aside: Path) -> None:
    """Gives it a second name as well, so that the store exists at every moment."""
    try:
        for tail in TAILS:
            beside = store.with_name(store.name + tail)
            if beside.exists():
                beside.replace(aside.with_name(aside.name + tail))
        try:
            os.link(store, aside)
        except OSError:
            shutil.copy2(store, aside)
    except OSError as error:
        raise StoreError(in_words(store, error)) from error
