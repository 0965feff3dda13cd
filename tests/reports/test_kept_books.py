"""Kept books of reports: they go on from where they stopped, and say what a new reading says."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.handler.writer_queue import Subscribers
from campaign.reports import book as reports_book
from campaign.reports import earlier_books
from campaign.reports.book import Book, CachedBooks, ListedLog, StoredLog
from campaign.reports.earlier_books import EarlierBooks
from campaign.reports.pages import index_html, turn_html
from campaign.store.branches import branch, delete
from campaign.store.protocol import StoreError
from campaign.store.reader import LogEntry
from events import disputes as events
from events.campaign import TurnBegan
from events.lif.politics import WarDeclared
from support.disputed import correct, disputed, first_turn, upheld, version_of
from support.sessions import NAME, Session

pytestmark = pytest.mark.further


def story(folder: Path) -> Session:
    """Every kind of correction: of this turn, of earlier ones, of corrections, and of a turn."""
    session = disputed(folder)
    session.do("ResumePlay")
    gift = version_of(session, events.FigureAdjusted)
    correct(session, "StrikeEvents", dispute="d1", versions=[gift])
    war = version_of(session, WarDeclared)
    forgotten = {"command": "DeclareWar", "attacker": "italy", "target": "france"}
    correct(session, "InsertCommand", dispute="d1", after=war, forgotten=forgotten)
    before = version_of(session, TurnBegan, turn="1940-JF") - 1
    correct(session, "InsertCommand", dispute="d1", after=before, forgotten={
        "command": "BuyVetoPoints", "power": "usa", "intelligence_points": 5})  # fmt: skip
    session.do("AddEntropy", "anna", value="white geese")
    session.do("UndoAct", "anna")
    session.do("AdvanceTurn")
    session.do("AddEntropy", "anna", value="black geese")
    session.do("AdvanceTurn")
    began = version_of(session, TurnBegan)
    correct(session, "Rewind", dispute=upheld(session, began), to=began - 1)
    session.do("DeclareWar", attacker="germany", target="denmark")
    session.do("AdvanceTurn")
    return session


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[LogEntry]:
    """The story's events as they were recorded."""
    return list(story(tmp_path_factory.mktemp("story")).ledger.history(NAME))


def told(book: Book) -> list[str]:
    """All its pages."""
    return [*(turn_html(book, place) for place in range(len(book.logs))), index_html(book)]


def test_a_turn_that_is_over_leaves_only_what_other_pages_need(log: list[LogEntry]) -> None:
    """Its journal and news are read again for its own page; the last turn is whole once asked."""
    book = reports_book.read(ListedLog(log))
    assert not any(one.lines or one.news or one.assigned for one in book.logs[:-1])
    assert not any(one.notes.acts or one.notes.moved for one in book.logs[:-1])
    first = book.whole(0)
    assert [line.version for line in first.logs[0].lines if not line.inserted] == list(range(1, 37))
    assert first.logs[1:] == book.logs[1:] and first.whole(0) is first


# --- kept beside a store ------------------------------------------------------------------------


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign in its first turn."""
    made = first_turn(tmp_path)
    yield made
    made.ledger.close()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The stretches of logs that were read: after which event, and up to which."""
    found: list[tuple[int, int]] = []
    entries = StoredLog.entries

    def counted(self: StoredLog, after: int, until: int) -> Iterator[LogEntry]:
        found.append((after, until))
        return entries(self, after, until)

    monkeypatch.setattr(StoredLog, "entries", counted)
    return found


def test_only_what_is_new_is_read(session: Session, read: list[tuple[int, int]]) -> None:
    """Nothing at all where nothing came; a correction reads its turn again, and no earlier one."""
    kept = CachedBooks(session.ledger)
    session.do("AdvanceTurn")
    version = kept.book(NAME).version
    read.clear()
    assert kept.book(NAME).version == version and read == []
    session.do("DeclareWar", attacker="germany", target="denmark")
    kept.update(NAME)
    assert read == [(version - 1, version), (version, version + 1)]
    read.clear()
    session.do("UndoAct")
    book = kept.book(NAME)
    ended = book.logs[0].last
    assert read[0] == (version, version + 1)
    assert {after for after, _ in read[1:]} == {ended}


def test_a_book_stays_as_it_is_while_the_next_is_made(session: Session) -> None:
    """Whoever reads it sees the same pages before and after."""
    kept = CachedBooks(session.ledger)
    book = kept.book(NAME)
    before = told(book)
    session.do("DeclareWar", attacker="germany", target="denmark")
    session.do("AdvanceTurn")
    assert kept.book(NAME).version > book.version
    assert told(book) == before


def test_they_follow_the_log_behind_the_answers(session: Session) -> None:
    """As the desk's followers do: woken by a command, and dropped with a campaign."""
    kept, faults = CachedBooks(session.ledger), list[Exception]()
    following = Subscribers(
        lambda: kept, lambda name, fault: faults.append(fault), in_background=True
    )
    session.do("AdvanceTurn")
    following.wake(NAME)
    following.settle()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(StoredLog, "entries", None)
        assert [one.turn for one in kept.book(NAME).logs] == ["1939-SO", "1939-ND"]
    following.forget(NAME)
    following.close()
    assert faults == []


def test_many_callers_read_once(session: Session, read: list[tuple[int, int]]) -> None:
    """The others wait for the first, and share its book."""
    kept, found = CachedBooks(session.ledger), list[Book]()
    together = threading.Barrier(8)

    def look() -> None:
        together.wait()
        found.append(kept.book(NAME))

    callers = [threading.Thread(target=look) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(found) == 8 and len({id(book) for book in found}) == 1
    once = found[0].version
    assert read == [(0, 1), (0, once), (0, once)], "its opening, all, and the last turn whole"


def test_another_branch_under_the_name_is_read_anew(session: Session) -> None:
    """Also where nobody said that the first one is gone."""
    kept = CachedBooks(session.ledger)
    geese = session.ledger.live(NAME).version
    session.do("AdvanceTurn")
    last = session.ledger.live(NAME).version
    branch(session.ledger, NAME, last, "anna", "what-if")
    assert len(kept.book("what-if").logs) == 2
    delete(session.ledger, "what-if")
    branch(session.ledger, NAME, geese, "anna", "what-if")
    points = {"command": "BuyVetoPoints", "by": "anna", "power": "usa", "intelligence_points": 5}
    for _ in range(9):
        assert session.ledger.submit("what-if", points)["accepted"]
    assert len(kept.book("what-if").logs) == 1


def test_a_forgotten_campaign_is_read_anew(session: Session, read: list[tuple[int, int]]) -> None:
    """As a closed one is; a campaign that never was has no book."""
    kept = CachedBooks(session.ledger)
    version = kept.book(NAME).version
    for drop in (lambda: kept.forget(NAME), kept.close):
        drop()
        read.clear()
        kept.update(NAME)
        assert (0, version) in read
    with pytest.raises(StoreError, match="there is no campaign 'chess'"):
        kept.book("chess")
    kept.forget("chess")


# --- as they were after earlier events ----------------------------------------------------------


@pytest.fixture(scope="module")
def long_story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The story, in a store."""
    made = story(tmp_path_factory.mktemp("earlier"))
    yield made
    made.ledger.close()


def anew(session: Session, version: int) -> Book:
    """The book after an event, read anew, with its last turn whole."""
    made = reports_book.read(ListedLog(session.ledger.history(NAME, until=version)))
    return made.whole(len(made.logs) - 1)


def now(book: Book) -> tuple[str, str]:
    """What a book says of its end: the page of its last turn, and that of the whole campaign."""
    return turn_html(book, len(book.logs) - 1), index_html(book)


@pytest.mark.parametrize("step", [1, -1, 7, -13])
def test_a_book_of_an_earlier_event_is_as_if_read_anew(
    long_story: Session, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way one walks: no later correction shows, whatever book it was made from."""
    monkeypatch.setattr(earlier_books, "STRIDE", 5)
    books = EarlierBooks(long_story.ledger)
    last = long_story.ledger.live(NAME).version
    for place in range(1, 11):
        version = 1 + (place * step) % last
        assert now(books.book(NAME, version)) == now(anew(long_story, version)), version


def test_an_earlier_book_is_never_of_the_branch_that_went_before(tmp_path: Path) -> None:
    """Of a campaign that another took the place of nothing is left."""
    session = disputed(tmp_path)
    books = EarlierBooks(session.ledger)
    for at in (22, 13):
        branch(session.ledger, NAME, at, "anna", "what-if")
        theirs = Session(session.ledger, "what-if")
        version = theirs.ledger.live("what-if").version
        made = reports_book.read(ListedLog(session.ledger.history("what-if")))
        assert now(books.book("what-if", version)) == now(made.whole(len(made.logs) - 1))
        delete(session.ledger, "what-if")
    session.ledger.close()
