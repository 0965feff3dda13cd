"""Kept books of reports: they go on from where they stopped, and say what a new reading says.

What takes longer, waits or starts something, beside `reports/test_kept_books.py`.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from campaign.reports import book
from campaign.reports.book import CachedBooks, ListedLog
from campaign.reports.pages import write
from campaign.store.reader import LogEntry
from support.sessions import NAME, Session
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
