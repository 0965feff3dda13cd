"""The follower: what it keeps between two updates, and when it may not believe it.

What takes longer, waits or starts something, beside `projections/test_follower.py`.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.members import GameState
from campaign.kernel.projections import Current
from campaign.kernel.system import AnySystem
from campaign.lif.system import SYSTEM
from campaign.projections import database, projector, rows
from campaign.projections.projector import TablesFollower
from campaign.projections.rows import MadeFrom
from campaign.store import snapshots
from campaign.store.ledger import Ledger
from campaign.store.protocol import Row
from campaign.store.reader import Live, Reader
from campaign.store.sqlite.store import Store
from campaign.systems import SYSTEMS
from events import chain
from support import recorded, table
from support.sessions import Session, ledger_in
from support.table import ADVANCE, NAME
from tests.projections.test_follower import NOTE, book, kept
from tests.projections.test_read_model import contents, query

__all__ = ["book", "kept"]


def as_rebuilt(book: Ledger) -> bool:
    """Whether the tables hold what a reading from the first event gives."""
    found = contents(book)
    projector.rebuild(book, NAME)
    return contents(book) == found


def test_a_burst_is_read_at_once(
    book: Ledger, kept: TablesFollower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty events behind: the tables of the current state are worked out once."""
    made: list[str] = []
    current = rows.current

    def counted(system: AnySystem, state: GameState, made_from: MadeFrom) -> Current:
        made.append(state.campaign.turn)
        return current(system, state, made_from)

    monkeypatch.setattr(rows, "current", counted)
    for _ in range(50):
        table.play(book, [NOTE])
    assert kept.lag(NAME) == 50
    assert kept.update(NAME) == 50
    assert made == ["1940-JF"]
    assert kept.lag(NAME) == 0 and kept.update(NAME) == 0
    assert as_rebuilt(book)


def test_tables_deleted_under_an_open_follower_are_made_anew(
    book: Ledger, kept: TablesFollower
) -> None:
    """It does not go on writing to a file that nobody sees."""
    before = contents(book)
    database.delete(book.store.path)
    assert kept.update(NAME) == book.store.version(NAME)
    assert contents(book) == before


def test_tables_of_another_form_under_an_open_follower(book: Ledger, kept: TablesFollower) -> None:
    """Another release has marked the file meanwhile: it is replaced."""
    before = contents(book)
    with closing(sqlite3.connect(database.path(book.store.path))) as db:
        db.execute("PRAGMA user_version=99")
    assert kept.update(NAME) == book.store.version(NAME)
    assert contents(book) == before


def test_a_follower_that_finds_nothing_new_reads_on_all_the_same(book: Ledger) -> None:
    """Nothing to do at first, then an event."""
    projector.update(book, NAME)
    with TablesFollower(book) as fresh:
        assert fresh.update(NAME) == 0
        table.play(book, [NOTE])
        assert fresh.update(NAME) == 1
    assert as_rebuilt(book)


def test_two_followers_of_one_store_take_turns(book: Ledger, kept: TablesFollower) -> None:
    """What another has read meanwhile is not read again, and what one remembers is not believed."""
    with TablesFollower(Reader(book.store.path)) as other:
        for _ in range(2):
            table.play(book, [ADVANCE])
            assert other.update(NAME) == 1
            table.play(book, [NOTE])
            assert kept.update(NAME) == 1
    assert as_rebuilt(book)


def test_a_state_at_hand_saves_folding_it(
    book: Ledger, kept: TablesFollower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used where the tables have been read up to it, and nowhere else."""
    folded: list[int | None] = []
    plain = Reader.plain

    def counted(self: Reader, name: str, at: int | None = None) -> Live:
        folded.append(at)
        return plain(self, name, at)

    there, reader = book.live(NAME), Reader(book.store.path)
    table.play(book, [NOTE])
    monkeypatch.setattr(Reader, "plain", counted)
    with TablesFollower(reader) as fresh:
        assert fresh.update(NAME, there) == 1
    assert folded == []
    now = book.live(NAME)
    table.play(book, [NOTE])
    folded.clear()
    with TablesFollower(reader) as fresh:
        assert fresh.update(NAME, there) == 1
    assert folded == [now.version]
    assert as_rebuilt(book)


def test_after_a_failed_update_nothing_remembered_is_believed(
    book: Ledger, kept: TablesFollower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one reads on from what the file says."""
    before = contents(book)
    table.play(book, [ADVANCE])
    with monkeypatch.context() as patched:
        patched.setattr(rows, "current", lambda *given: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            kept.update(NAME)
    assert contents(book) == before
    assert kept.update(NAME) == 1
    assert as_rebuilt(book)


MOVES = 400
SETUP = {"leaders": {"guderian": "map", "zhukov": "map"}}


@pytest.fixture
def moved(tmp_path: Path) -> Session:
    """Four hundred moves of one leader; snapshots are kept."""
    session = Session(ledger_in(tmp_path)).open(setup=SETUP)
    for number in range(MOVES):
        move(session, number)
    return session


def move(session: Session, number: int) -> None:
    """Guderian goes somewhere else; ten places go round."""
    session.do("MoveLeader", "anna", leader="guderian", location=f"E1{number % 10:03}")


def test_an_undo_has_only_what_it_touches_read_again(moved: Session) -> None:
    """The last move and its undo: two events; of a row of undos, each two more."""
    with TablesFollower(moved.ledger) as kept:
        assert kept.update(NAME) == moved.ledger.store.version(NAME) > MOVES
        for number in range(1, 4):
            moved.do("UndoAct", "anna")
            assert kept.update(NAME) == 2 * number
        struck = query(moved.ledger, "SELECT version FROM events WHERE struck_by IS NOT NULL")
        last = moved.ledger.store.version(NAME)
        assert struck == [last - 5, last - 4, last - 3]
        place = query(moved.ledger, "SELECT location FROM leaders WHERE leader='guderian'")
        assert place == [f"E1{(MOVES - 4) % 10:03}"]
        move(moved, MOVES)
        assert kept.update(NAME) == 1
    assert as_rebuilt(moved.ledger)


def test_a_program_that_remembers_nothing_reads_as_little_again(
    moved: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a snapshot, which takes in no event before it."""
    monkeypatch.setattr(snapshots, "EVERY", 100)
    projector.update(moved.ledger, NAME)
    Reader(moved.ledger.store.path).live(NAME)
    there = moved.ledger.store.version(NAME)
    for number in range(50):
        move(moved, number)
    projector.update(moved.ledger, NAME)
    moved.do("UndoAct", "anna")
    read: list[int] = []
    rows_of = Store.rows

    def counted(self: Store, *given: Any, **named: Any) -> Iterator[Row]:
        for row in rows_of(self, *given, **named):
            read.append(row[0])
            yield row

    monkeypatch.setattr(Store, "rows", counted)
    assert projector.update(moved.ledger, NAME) == 2
    assert {number for number in read if 1 < number < there} == set()
    monkeypatch.undo()
    assert as_rebuilt(moved.ledger)


def test_it_may_read_on_one_thread_and_be_closed_on_another(book: Ledger) -> None:
    """While the ledger writes on a third, every event is read in the end."""
    with TablesFollower(Reader(book.store.path)) as made:
        done = threading.Event()
        failed: list[BaseException] = []

        def follow() -> None:
            try:
                while not done.is_set():
                    made.update(NAME)
                made.update(NAME)
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=follow)
        thread.start()
        for _ in range(40):
            table.play(book, [NOTE])
        done.set()
        thread.join()
        assert not failed
        assert made.lag(NAME) == 0
    assert as_rebuilt(book)


@pytest.mark.rotating(3)
@pytest.mark.parametrize("folder", recorded.FOLDERS, ids=lambda folder: folder.name)
def test_where_nothing_changed_that_rows_are_made_from_they_are_the_same(
    tmp_path: Path, folder: Path
) -> None:
    """After every event of the recorded campaigns: what is left out is what was there."""
    store = recorded.played(folder, tmp_path)
    with closing(Store(store)) as opened:
        events = [chain.body(stored) for _, _, stored in opened.rows(recorded.NAME)]
    state, memory, there, left_out = None, {}, {}, 0
    for event in map(SYSTEMS.codec.decode, events):
        state = SYSTEM.rules.evolve(state, event)
        whole = {table.name: list(found) for table, found in rows.current(SYSTEM, state, {})}
        given = {table.name: list(found) for table, found in rows.current(SYSTEM, state, memory)}
        left_out += len(whole) - len(given)
        there.update(given)
        assert there == whole
    assert left_out > 5 * len(events)
