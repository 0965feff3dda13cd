"""The lock on a file beside the store: one process at a time writes, and closes."""

import fcntl
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from campaign.disputes import routing
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.sqlite import locks
from campaign.store.sqlite.backup import backup, restore
from campaign.store.sqlite.locks import WriteLock
from campaign.world import file_locks
from support.sessions import NAME, Session, ledger_in

BUSY = "is in use by another program; try again in a moment"
WORDS = {"command": "AddEntropy", "value": "grey geese"}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A campaign just opened."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        yield ledger


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """Another process has the lock."""
    with store.with_name(f"{store.name}.lock").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def free(store: Path) -> bool:
    """Whether nobody has the lock."""
    with closing(WriteLock(store)) as lock, lock.held(0, make=False):
        return True


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a writer."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "0")


def test_the_lock_is_an_empty_file_beside_the_store(ledger: Ledger) -> None:
    """Made by the first writer, with the store's own permissions."""
    lock = ledger.store.path.with_name("campaign.db.lock")
    assert lock.read_bytes() == b""
    assert lock.stat().st_mode == ledger.store.path.stat().st_mode
    lock.unlink()
    ledger.store.path.chmod(0o660)
    assert ledger.submit(NAME, WORDS)["accepted"]
    assert lock.stat().st_mode & 0o777 == 0o660


@pytest.mark.usefixtures("impatient")
def test_whoever_has_the_lock_writes_alone(ledger: Ledger) -> None:
    """Commands, refusals, openings, deletions wait, and then say what a busy store says."""
    path = ledger.store.path
    before = ledger.store.ends(NAME)
    refused = {"command": "DrawLeader"}
    with locked(path):
        for sent in (WORDS, refused):
            with pytest.raises(StoreError) as caught:
                ledger.submit(NAME, sent)
            assert str(caught.value) == f"{path} {BUSY}"
        with pytest.raises(StoreError, match=BUSY):
            ledger.open("other", scenario="global-war")
        with pytest.raises(StoreError, match=BUSY):
            ledger.forget(NAME)
        ledger.store.keep_snapshots(NAME, "label", [(1, b"{}")])  # only a cache: nothing is said
        assert ledger.store.snapshot(NAME, "label") is None
        assert ledger.store.ends(NAME) == before and ledger.names() == [NAME]
    assert ledger.submit(NAME, WORDS)["accepted"]


@pytest.mark.usefixtures("impatient")
def test_reading_needs_no_lock(ledger: Ledger) -> None:
    """What is recorded is read, and the reader closes, while somebody writes."""
    with locked(ledger.store.path), Ledger(ledger.store.path) as other:
        assert other.live(NAME).version == ledger.live(NAME).version


def test_a_lock_let_go_in_time_is_waited_for(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The holder lets go once somebody waits: nothing is said of it."""
    waits = threading.Event()
    real = file_locks._wait_for

    def noted(handle: int) -> None:
        waits.set()
        real(handle)

    monkeypatch.setattr(file_locks, "_wait_for", noted)
    answers: list[bool] = []
    writer = threading.Thread(target=lambda: answers.append(ledger.submit(NAME, WORDS)["accepted"]))
    with locked(ledger.store.path):
        writer.start()
        assert waits.wait(60) and answers == []
    writer.join()
    assert answers == [True]
    assert free(ledger.store.path)


def test_whoever_waited_in_vain_keeps_nobody_waiting(ledger: Ledger) -> None:
    """The system's queue cannot be left: whoever gets the lock too late lets go of it at once."""
    with closing(WriteLock(ledger.store.path)) as lock:
        with locked(ledger.store.path), pytest.raises(TimeoutError):
            lock.take(0.01, make=False)
        for thread in threading.enumerate():
            if thread.name == file_locks.WAITER:
                thread.join()
        assert free(ledger.store.path)
        assert lock.take(0, make=False)
        lock.release()


def test_an_interrupted_wait_leaves_no_lock_behind(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody presses Ctrl-C at the very moment at which the lock comes."""

    def interrupted(waiter: file_locks._Waiter, wait: float) -> bool:
        holder.close()
        assert waiter._over.wait(60)
        raise KeyboardInterrupt

    holder = ledger.store.path.with_name("campaign.db.lock").open("rb")
    fcntl.flock(holder, fcntl.LOCK_EX)
    monkeypatch.setattr(file_locks._Waiter, "holds", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ledger.submit(NAME, WORDS)
    monkeypatch.undo()
    assert free(ledger.store.path)
    assert ledger.submit(NAME, WORDS)["accepted"]


def test_the_lock_is_held_until_all_is_committed(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And let go after it, as after a failure."""
    from campaign.store.sqlite.connections import Datastore

    path, commit = ledger.store.path, Datastore._commit
    seen: list[str] = []

    def committed(db: sqlite3.Connection) -> None:
        with pytest.raises(TimeoutError):
            free(path)
        seen.append("locked")
        commit(db)

    monkeypatch.setattr(Datastore, "_commit", staticmethod(committed))
    ledger.submit(NAME, WORDS)
    assert seen == ["locked"] and free(path)

    def failed(db: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(Datastore, "_commit", staticmethod(failed))
    with pytest.raises(StoreError, match="nothing was recorded"):
        ledger.submit(NAME, WORDS)
    assert free(path)
    monkeypatch.setattr(Datastore, "_commit", staticmethod(commit))
    assert ledger.submit(NAME, WORDS)["accepted"]


def test_connections_close_under_the_lock(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last to close moves the write-ahead log into the database, which is writing."""
    taken: list[str] = []
    real = file_locks.taken

    def noted(handle: int) -> bool:
        taken.append("taken")
        return real(handle)

    other = Ledger(ledger.store.path)
    other.live(NAME)
    monkeypatch.setattr(file_locks, "taken", noted)
    other.close()
    assert taken == ["taken"]
    backup(ledger.store.path, ledger.store.path.with_name("copy.db"))
    assert len(taken) > 1


def test_a_deleted_lock_file_is_made_again(ledger: Ledger) -> None:
    """Whoever had it open locks the new one, as everybody else does."""
    lock = ledger.store.path.with_name("campaign.db.lock")
    lock.unlink()
    assert ledger.submit(NAME, WORDS)["accepted"]
    assert lock.exists() and free(ledger.store.path)


def test_a_link_in_the_place_of_the_lock_is_not_followed(ledger: Ledger, tmp_path: Path) -> None:
    """Nothing is made where it points to; SQLite's own locks must do."""
    lock = ledger.store.path.with_name("campaign.db.lock")
    lock.unlink()
    lock.symlink_to(tmp_path / "elsewhere")
    with ledger_in(tmp_path) as other:
        assert other.submit(NAME, WORDS)["accepted"]
    assert not (tmp_path / "elsewhere").exists()


def test_whoever_makes_the_lock_at_the_same_moment_shares_it(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the making, somebody else made it."""
    lock = ledger.store.path.with_name("campaign.db.lock")
    lock.unlink()
    real = os.open

    def slow(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            os.close(real(lock, os.O_WRONLY | os.O_CREAT))
        return real(path, flags, mode)

    with Ledger(ledger.store.path, ledger.vault) as other:
        monkeypatch.setattr(locks.os, "open", slow)
        assert other.submit(NAME, WORDS)["accepted"]
        assert other.store.path.with_name("campaign.db.lock").stat().st_nlink == 1
        with closing(WriteLock(ledger.store.path)) as mine, mine.held(0, make=False):
            monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "0")
            with pytest.raises(StoreError, match=BUSY):
                other.submit(NAME, WORDS)


def test_two_names_of_a_store_have_one_lock(ledger: Ledger, tmp_path: Path) -> None:
    """A link to the store beside another folder's files."""
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(ledger.store.path)
    assert WriteLock(link).path == ledger.store.path.resolve().with_name("campaign.db.lock")


def test_without_a_lock_the_store_is_used_all_the_same(tmp_path: Path) -> None:
    """A folder stands where the lock should be, or the disk knows no locks: SQLite's must do."""
    (tmp_path / "campaign.db.lock").mkdir()
    with ledger_in(tmp_path) as ledger:
        assert Session(ledger).open().ask("AddEntropy", value="geese")["accepted"]


def test_a_disk_that_knows_no_locks(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then SQLite's own locks must do."""

    def unknown(handle: int) -> bool:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(file_locks, "taken", unknown)
    assert ledger.submit(NAME, WORDS)["accepted"]


def test_a_lock_of_somebody_else_can_be_locked_but_not_written(tmp_path: Path) -> None:
    """Reading it is enough."""
    store = tmp_path / "club.db"
    store.touch()
    with closing(WriteLock(store)) as lock, lock.held(0, make=True):
        pass
    lock.path.chmod(0o444)
    opened: list[int] = []
    real = os.open

    def not_ours(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_RDWR:
            raise PermissionError(13, "Permission denied")
        opened.append(flags)
        return real(path, flags, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locks.os, "open", not_ours)
        with (
            closing(WriteLock(store)) as mine,
            mine.held(0, make=True),
            closing(WriteLock(store)) as other,
            pytest.raises(TimeoutError),
        ):
            other.held(0, make=True).__enter__()
    assert opened == [os.O_RDONLY] * 2


@pytest.mark.usefixtures("impatient")
def test_a_store_being_written_is_not_restored_over(ledger: Ledger) -> None:
    """Whoever has the lock is about to record something that would be lost."""
    store = ledger.store.path
    copy = store.with_name("copy.db")
    backup(store, copy)
    ledger.close()
    with locked(store), pytest.raises(StoreError) as caught:
        restore(copy, store, over=True)
    assert str(caught.value) == f"{store} is in use by another program; stop that first"
    assert not store.with_name("campaign.db.before-restore").exists()
    restore(copy, store, over=True)
    assert ledger.submit(NAME, WORDS)["accepted"]


@pytest.mark.usefixtures("impatient")
def test_threads_of_one_store_write_in_turn(ledger: Ledger) -> None:
    """A second thread waits for the first, and says the same if it waits in vain."""
    ledger.live(NAME)
    said: list[str] = []

    def other() -> None:
        try:
            ledger.store.forget("nobody")
        except StoreError as error:
            said.append(str(error))

    with ledger.store.alone(NAME):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert said == [f"{ledger.store.path} {BUSY}"]


def test_whoever_closes_waits_a_second_at_most(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer that hangs does not keep readers: they close without the lock."""
    waited: list[float] = []

    def in_vain(waiter: file_locks._Waiter, wait: float) -> bool:
        waited.append(wait)
        return False

    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "30")
    monkeypatch.setattr(file_locks._Waiter, "holds", in_vain)
    other = Ledger(ledger.store.path)
    other.live(NAME)
    waited.clear()
    with locked(ledger.store.path):
        other.close()
    assert len(waited) == 1 and 0 < waited[0] <= 1


def test_commands_wait_before_they_are_decided(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever decided first and waited then would decide again, and could do so for ever."""
    decide, held = routing.decide, []

    def decided(*args: Any) -> Any:
        with pytest.raises(TimeoutError):
            free(ledger.store.path)
        held.append(True)
        return decide(*args)

    monkeypatch.setattr(routing, "decide", decided)
    ledger.submit(NAME, WORDS)
    assert held == [True] and free(ledger.store.path)


def test_a_thread_that_has_the_lock_may_write_and_close(ledger: Ledger) -> None:
    """It holds the lock until it is done, not until its first transaction is."""
    with ledger.store.alone(NAME):
        for _ in range(2):
            assert ledger.submit(NAME, WORDS)["accepted"]
            with pytest.raises(TimeoutError):
                free(ledger.store.path)
    assert free(ledger.store.path)


def test_windows_locks_the_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There, a byte of the file is locked; whoever finds it locked tries again."""
    asked: list[int] = []

    class Windows(ModuleType):
        LK_NBLCK, LK_UNLCK = 2, 0
        taken = False

        def locking(self, handle: int, way: int, size: int) -> None:
            assert os.fstat(handle).st_size == 0 and size == 1
            asked.append(way)
            if way == self.LK_NBLCK and self.taken:
                raise PermissionError(13, "Permission denied")
            self.taken = way == self.LK_NBLCK

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", Windows("msvcrt"))
    found = spec_from_file_location("file_locks_there", file_locks.__file__)
    assert found is not None and found.loader is not None
    there = module_from_spec(found)
    found.loader.exec_module(there)
    monkeypatch.setattr(locks, "file_locks", there)
    store = tmp_path / "club.db"
    with closing(WriteLock(store)) as one, closing(WriteLock(store)) as two:
        with one.held(0, make=True):
            assert asked == [2]
            with pytest.raises(TimeoutError):
                two.take(0, make=False)
        assert asked == [2, 2, 0]
        assert two.take(0, make=False)
        two.release()
    assert asked == [2, 2, 0, 2, 0]


class Watch:
    """The files that Python itself opens while it looks; SQLite's own are not among them."""

    def __init__(self) -> None:
        self.opened: list[Path] = []
        self.looks = True
        sys.addaudithook(self._seen)

    def _seen(self, event: str, about: tuple[object, ...]) -> None:
        if self.looks and event == "open" and isinstance(about[0], str | os.PathLike):
            self.opened.append(Path(about[0]))


def test_a_store_is_opened_by_sqlite_alone(ledger: Ledger) -> None:
    """Whoever else closed the file would take away all locks that the process has on it, and two
    processes would write at once (POSIX, `fcntl`).
    """
    path, watch = ledger.store.path, Watch()
    try:
        with Ledger(path) as again:
            assert again.submit(NAME, {**WORDS, "by": "host"})["accepted"]
    finally:
        watch.looks = False
    assert watch.opened and path not in watch.opened
