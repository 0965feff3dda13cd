"""Kept books of reports: they go on from where they stopped, and say what a new reading says.

What takes longer, waits or starts something, beside `reports/test_kept_books.py`.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from campaign.lif.book.sums import of_campaign
from campaign.lif.roster import POWERS
from campaign.lif.story.turn_sums import of_turns
from campaign.reports import book, kept_turns
from campaign.reports.book import Book, CachedBooks, ListedLog, StoredLog
from campaign.reports.kept_turns import newest
from campaign.reports.pages import index_html, write
from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.store.reader import LogEntry, Reader
from campaign.store.sqlite.backup import backup, restore
from events.base import topic
from events.disputes import ActUndone, EventAmended, EventsInserted, EventsStruck, Rewound
from support.disputed import correct, upheld
from support.sessions import NAME, Session, finish, ledger_in
from support.sessions import board as promotions_board
from tests.reports.test_kept_books import log, session, told

__all__ = ["log", "session"]


def days(log: list[LogEntry]) -> Iterator[list[LogEntry]]:
    """The log after each command."""
    for count in range(1, len(log) + 1):
        if count == len(log) or not log[count].event.nth:
            yield log[:count]


def test_a_book_that_goes_on_says_what_a_new_one_says(log: list[LogEntry]) -> None:
    """After each command, and after several at once; all pages, where anything was corrected."""
    whole = list(days(log))
    daily, now_and_then = (book.read(ListedLog(whole[0])) for _ in range(2))
    for number, day in enumerate(whole):
        daily = book.brought_up(replace(daily, log=ListedLog(day)))
        daily = daily.whole(len(daily.logs) - 1)
        anew = book.read(ListedLog(day))
        heads = [(one.turn, one.version, one.head, one.last, one.record) for one in anew.logs]
        assert [(one.turn, one.version, one.head, one.last, one.record) for one in daily.logs] == (
            heads
        )
        assert (daily.fixes, daily.touched) == (anew.fixes, anew.touched)
        if number % 7 == 0 or number + 1 == len(whole):
            now_and_then = book.brought_up(replace(now_and_then, log=ListedLog(day)))
            assert told(now_and_then) == told(anew) == told(daily)
        elif daily.corrections and daily.corrections[-1].version == day[-1].version:
            assert told(daily) == told(anew)


def test_pages_of_kept_books_are_those_of_the_record(session: Session, tmp_path: Path) -> None:
    """Turn by turn and as a whole, after commands of which some are taken back."""
    kept = CachedBooks(session.ledger)
    steps = (
        ("DeclareWar", "host", {"attacker": "germany", "target": "denmark"}),
        ("UndoAct", "host", {}),
        ("AdvanceTurn", "host", {}),
    )
    for number, (command, by, fields) in enumerate(steps):
        session.do(command, by, **fields)
        for turn in ("1939-SO", None):
            theirs, ours = (tmp_path / f"{which}-{number}-{turn}" for which in ("theirs", "ours"))
            write(session.ledger, NAME, theirs, turn)
            write(session.ledger, NAME, ours, turn, kept)
            assert {file.name: file.read_bytes() for file in ours.iterdir()} == {
                file.name: file.read_bytes() for file in theirs.iterdir()
            }


# --- played at random ---------------------------------------------------------------------------

STEPS = 80


def at_random(session: Session, random: Random) -> None:
    """A board, a purchase, a war, a turn's end, an undo, or a ruling that corrects an event."""
    match random.choice(("board", "points", "war", "turn", "undo", "undo", *RULED)):
        case "board" if session.phase in ("closed", "draw"):
            if session.state.board.turn != session.state.campaign.turn:
                promotions_board(session, random)
                finish(session)
        case "points":
            power, points = random.choice(POWERS), random.randint(1, 9)
            session.ask("BuyVetoPoints", power=power, intelligence_points=5 * points)
        case "war":
            session.ask("DeclareWar", attacker=random.choice(POWERS), target=random.choice(POWERS))
        case "turn":
            session.ask("AdvanceTurn")
        case "undo":
            if random.random() < 0.5:
                session.ask("BuyVetoPoints", power="usa", intelligence_points=5)
            session.ask("UndoAct", random.choice(("host", "host", "anna")))
        case kind:
            with suppress(AssertionError):  # struck already, or what came after rests on it
                ruled(session, random, kind)


RULED = ("strike", "amend", "insert", "rewind", "strike the correction")


def ruled(session: Session, random: Random, kind: str) -> None:
    """A correction of some event of the past, wherever it lies."""
    topics = {
        "amend": ("lif.VetoPointsBought",),
        "rewind": ("campaign.TurnBegan",),
        "strike the correction": tuple(map(topic, CORRECTIONS)),
    }
    wanted = topics.get(kind, ("lif.WarDeclared", "lif.VetoPointsBought"))
    log = session.ledger.log(NAME)
    versions = [number for number, event in log if topic(event) in wanted]
    if not versions:
        return
    version = versions[-1] if kind == "rewind" else random.choice(versions)
    dispute = upheld(session, version)
    match kind:
        case "amend":
            points = {"points": random.randint(1, 9)}
            correct(session, "AmendEvent", dispute=dispute, version=version, fields=points)
        case "insert":
            forgotten = {"command": "BuyVetoPoints", "power": "usa", "intelligence_points": 5}
            after = random.choice((version, version - 1))
            correct(session, "InsertCommand", dispute=dispute, after=after, forgotten=forgotten)
        case "rewind":
            correct(session, "Rewind", dispute=dispute, to=version - 1)
        case _:
            correct(session, "StrikeEvents", dispute=dispute, versions=[version])


CORRECTIONS = (EventAmended, EventsInserted, EventsStruck, Rewound)


def same(ours: Book, theirs: Book) -> None:
    """Holds a book to a reading from the first event: its turns, their sums and its corrections."""
    for one, other in zip(ours.logs, theirs.logs, strict=True):
        for what in ("turn", "version", "head", "last", "began", "latest", "record", "corrected"):
            assert getattr(one, what) == getattr(other, what), what
        assert of_turns((one,)) == of_turns((other,))
    assert (ours.fixes, ours.touched, tuple(ours.corrections)) == (
        theirs.fixes, theirs.touched, theirs.corrections,
    )  # fmt: skip
    assert of_campaign(ours.logs) == of_campaign(theirs.logs)
    assert index_html(ours) == index_html(theirs)


def anew(session: Session) -> Book:
    """The book read from the first event."""
    return book.read(ListedLog(session.ledger.history(NAME)))


def first_in_a_process(session: Session) -> Book:
    """The book as a process reads it that has just opened the store."""
    with Reader(session.ledger.store.place) as reader:
        made = newest(StoredLog(reader, NAME))
        for log in made.logs:
            assert log.end is not None
        return made


@pytest.mark.rotating(3)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_of_a_turn_is_right_after_any_correction(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every version what a service and a store have kept is what a reading from the first event
    says; now and then all pages are.
    """
    monkeypatch.setattr(kept_turns, "LEAST", 1)
    random, session = Random(seed), Session(ledger_in(tmp_path)).open()
    kept = CachedBooks(session.ledger)
    for step in range(STEPS):
        at_random(session, random)
        theirs = anew(session)
        same(kept.book(NAME), theirs)
        same(first_in_a_process(session), theirs)
        if step % 20 == 19:
            with Reader(session.ledger.store.place) as reader:
                assert told(newest(StoredLog(reader, NAME))) == told(theirs)
    kinds = {type(event) for _, event in session.ledger.log(NAME)}
    assert ActUndone in kinds and len(kinds & {*CORRECTIONS}) > 2
    assert of_campaign(theirs.logs).boards
    session.ledger.close()


def test_a_store_that_was_put_back_has_the_turns_of_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restored copy, and an import in another store, say what their own record says."""
    monkeypatch.setattr(kept_turns, "LEAST", 1)
    session = Session(ledger_in(tmp_path / "club")).open()
    for _ in range(3):
        session.do("BuyVetoPoints", power="usa", intelligence_points=5)
        session.do("AdvanceTurn")
    first_in_a_process(session)
    store = session.ledger.store.path
    backup(store, tmp_path / "copy.db")
    export(session.ledger, NAME, tmp_path / "club.jsonl")
    session.do("BuyVetoPoints", power="china", intelligence_points=5)
    session.do("AdvanceTurn")
    first_in_a_process(session)
    session.ledger.close()
    restore(tmp_path / "copy.db", store, over=True)
    session = Session(ledger_in(tmp_path / "club"))
    same(first_in_a_process(session), anew(session))
    with Ledger(tmp_path / "other.db") as other:
        import_(other, tmp_path / "club.jsonl")
        there = Session(other)
        for _ in range(2):
            same(first_in_a_process(there), anew(session))
    session.ledger.close()
