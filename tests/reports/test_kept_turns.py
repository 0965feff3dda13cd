"""Turns that the store keeps for reports: what is read of them says what a new reading says."""

import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.lif.book.sums import of_campaign
from campaign.reports import book, kept_turns
from campaign.reports.book import Book, ListedLog, StoredLog
from campaign.reports.kept_turns import newest
from campaign.reports.pages import index_html, turn_html
from campaign.store.branches import branch, delete
from campaign.store.reader import LogEntry, Reader
from campaign.store.sqlite import connections
from campaign.store.sqlite.backup import backup
from campaign.store.sqlite.locks import WriteLock
from support.disputed import correct, disputed, upheld
from support.sessions import NAME, Session

pytestmark = pytest.mark.further


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are kept however few events they have."""
    monkeypatch.setattr(kept_turns, "LEAST", 1)


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


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Three turns with their disputes, and a fourth; play goes on."""
    made = disputed(tmp_path)
    made.do("ResumePlay")
    made.do("AdvanceTurn")
    made.do("DeclareWar", attacker="germany", target="denmark")
    yield made
    made.ledger.close()


def first_in_a_process(session: Session, name: str = NAME) -> Book:
    """The book as a process reads it that has just opened the store."""
    return newest(StoredLog(Reader(session.ledger.store.place), name))


def anew(session: Session, name: str = NAME) -> Book:
    """The book read from the first event."""
    return book.read(ListedLog(session.ledger.history(name)))


def told(made: Book) -> list[str]:
    """All its pages."""
    return [*(turn_html(made, place) for place in range(len(made.logs))), index_html(made)]


def change(session: Session, statement: str) -> int:
    """How many rows of what is kept a statement changes."""
    with closing(sqlite3.connect(session.ledger.store.path)) as db, db:
        return db.execute(statement).rowcount


def test_the_next_process_reads_the_turn_in_play_alone(
    session: Session, read: list[tuple[int, int]]
) -> None:
    """No event of a turn that is over; its sums, ends and accounts are those of a new reading."""
    first_in_a_process(session)
    version = session.ledger.live(NAME).version
    ended = anew(session).logs[-2].last
    read.clear()
    made = first_in_a_process(session)
    pages = turn_html(made, len(made.logs) - 1), index_html(made)
    assert min(after for after, _ in read if after != version - 1) == ended
    theirs = anew(session)
    assert pages == (turn_html(theirs, len(theirs.logs) - 1), index_html(theirs))
    assert of_campaign(made.logs) == of_campaign(theirs.logs)


def test_what_a_later_look_asks_for_is_read_then(session: Session) -> None:
    """Notes, draws and ends of kept turns are those of a new reading, and so are all pages."""
    first_in_a_process(session)
    made, theirs = first_in_a_process(session), anew(session)
    for ours, other in zip(made.logs, theirs.logs, strict=True):
        assert (ours.end, ours.drawn, ours.record) == (other.end, other.drawn, other.record)
        assert (ours.notes.facts, ours.notes.draws) == (other.notes.facts, other.notes.draws)
        assert (ours.notes.happened, ours.corrected) == (other.notes.happened, other.corrected)
    assert (made.fixes, made.touched, tuple(made.corrections)) == (
        theirs.fixes, theirs.touched, theirs.corrections,
    )  # fmt: skip
    assert told(made) == told(theirs)


def test_a_correction_drops_the_turns_that_it_touches(
    session: Session, read: list[tuple[int, int]]
) -> None:
    """They are read again from its event on, once; the next process finds them kept."""
    session.do("BuyVetoPoints", power="usa", intelligence_points=5)
    bought = session.ledger.live(NAME).version
    session.do("AdvanceTurn")
    ended = [log.last for log in first_in_a_process(session).logs]
    correct(session, "StrikeEvents", dispute=upheld(session, bought), versions=[bought])
    read.clear()
    first_in_a_process(session)
    assert ended[-3] in {after for after, _ in read} and ended[-3] < bought <= ended[-2]
    read.clear()
    made = first_in_a_process(session)
    assert {after for after, _ in read} == {ended[-2], session.ledger.live(NAME).version - 1}
    assert told(made) == told(anew(session))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE kept_turns SET label='turns of another program'",
        "UPDATE kept_turns SET body=X'7B' WHERE place=2",
        "UPDATE kept_turns SET body=X'7B' WHERE place=0",
        "DELETE FROM kept_turns WHERE place=0",
        "DELETE FROM kept_turns WHERE place=1",
        "UPDATE kept_turns SET state=X'', total=X''",
        "UPDATE kept_turns SET state=X'7B', total=X'7B'",
        "DELETE FROM kept_turns",
        "DROP TABLE kept_turns",
    ],
)
def test_without_what_was_kept_the_record_is_read(session: Session, statement: str) -> None:
    """Also where a part of it is missing, or another program kept it."""
    first_in_a_process(session)
    change(session, statement)
    assert told(first_in_a_process(session)) == told(anew(session))


def test_what_gave_way_while_a_book_was_read_is_read_from_the_record(session: Session) -> None:
    """Another process may keep other turns meanwhile."""
    first_in_a_process(session)
    made = first_in_a_process(session)
    change(session, "DELETE FROM kept_turns")
    assert told(made) == told(anew(session))
    assert of_campaign(made.logs[:-1]) == of_campaign(anew(session).logs[:-1])


def test_few_events_are_not_kept(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read in no time costs the disk nothing."""
    monkeypatch.setattr(kept_turns, "LEAST", 500)
    first_in_a_process(session)
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        change(session, "DELETE FROM kept_turns")


def test_a_branch_has_nothing_of_one_that_went_before(session: Session) -> None:
    """A what-if under the name of a deleted one has turns of its own."""
    ended = [log.last for log in anew(session).logs]
    acts = [entry.version for entry in session.ledger.history(NAME) if not entry.event.nth]
    for last in (ended[1], ended[0]):
        version = next(first - 1 for first in acts if first > last + 1)
        branch(session.ledger, NAME, version, "anna", "what-if")
        for _ in range(2):
            assert told(first_in_a_process(session, "what-if")) == told(anew(session, "what-if"))
        delete(session.ledger, "what-if")
        assert change(session, "DELETE FROM kept_turns WHERE originator_id='what-if'") == 0


@pytest.mark.parametrize("rest", ["lost", "kept"])
def test_a_total_adds_itself_to_those_before(
    session: Session, rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more turn reads no facts of those before it, as long as their total is kept."""
    first_in_a_process(session)
    if rest == "lost":
        change(session, "UPDATE kept_turns SET total=X''")
    session.do("AdvanceTurn")
    again: list[int] = []
    read_again: Callable[..., object] = Book.again
    monkeypatch.setattr(
        Book,
        "again",
        lambda self, place, *how: again.append(place) or read_again(self, place, *how),
    )
    made = first_in_a_process(session)
    assert of_campaign(made.logs) == of_campaign(anew(session).logs)
    assert again == ([0, 1, 2] if rest == "lost" else [])


def test_a_reader_waits_for_nobody_who_writes(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it would keep is kept by the next one."""
    asked: list[float] = []
    take = WriteLock.take

    def counted(self: WriteLock, timeout: float, *, make: bool) -> bool:
        asked.append(timeout)
        return take(self, timeout, make=make)

    monkeypatch.setattr(WriteLock, "take", counted)
    path = session.ledger.store.path
    with path.with_name(f"{path.name}.lock").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert told(first_in_a_process(session)) == told(anew(session))
    assert max(asked) <= connections.CLOSING < connections.lock_timeout()
    assert kept_rows(session) == 0
    first_in_a_process(session)
    assert kept_rows(session) > 1


def kept_rows(session: Session) -> int:
    """How many turns the store keeps, the campaign's own row among them."""
    return len(session.ledger.store.kept_turns(NAME, kept_turns.label("lif")))


def test_a_backup_has_none_and_a_check_of_the_record_drops_them(
    session: Session, tmp_path: Path
) -> None:
    """So what somebody wrote into them is on no page of a record that was checked."""
    first_in_a_process(session)
    assert change(session, "UPDATE kept_turns SET body=replace(body, 'Turn', 'turn')") > 1
    backup(session.ledger.store.path, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT 1 FROM sqlite_master WHERE name='kept_turns'").fetchall() == []
    session.ledger.store.forget_turns(NAME)
    assert kept_rows(session) == 0 and told(first_in_a_process(session)) == told(anew(session))


def test_nothing_is_kept_once_names_are_kept_apart(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where that began while the record was read."""
    plain = iter([True, False])
    monkeypatch.setattr(StoredLog, "has_plain_names", lambda self: next(plain))
    first_in_a_process(session)
    assert kept_rows(session) == 0
