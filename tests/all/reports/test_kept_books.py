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
from campaign.lif.story.turn_sums import war_steps
from campaign.reports import book
from campaign.reports.book import CachedBooks, ListedLog
from campaign.reports.pages import index_html, write
from campaign.store.reader import LogEntry
from events.base import topic
from events.disputes import ActUndone, EventsStruck
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

STEPS = 60


def at_random(session: Session, random: Random) -> None:
    """A board, a purchase, a war, a turn's end, an undo, or a ruling that strikes an event."""
    match random.choice(("board", "points", "war", "turn", "undo", "strike")):
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
            session.ask("UndoAct", random.choice(("host", "anna", "ben")))
        case "strike":
            moves = ("lif.WarDeclared", "lif.VetoPointsBought")
            log = session.ledger.log(NAME)
            versions = [number for number, event in log if topic(event) in moves]
            if versions:
                version = random.choice(versions)
                dispute = upheld(session, version)
                with suppress(AssertionError):  # struck already, or what came after rests on it
                    correct(session, "StrikeEvents", dispute=dispute, versions=[version])


@pytest.mark.rotating(3)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_of_a_turn_is_right_after_any_correction(tmp_path: Path, seed: int) -> None:
    """At every version the kept sums and the page are those of a reading from the first event."""
    random, session = Random(seed), Session(ledger_in(tmp_path)).open()
    kept = CachedBooks(session.ledger)
    for _ in range(STEPS):
        at_random(session, random)
        ours = kept.book(NAME)
        theirs = book.read(ListedLog(session.ledger.history(NAME)))
        assert of_campaign(ours.logs) == of_campaign(theirs.logs)
        assert war_steps(ours.logs) == war_steps(theirs.logs)
        assert index_html(ours) == index_html(theirs)
    kinds = {type(event) for _, event in session.ledger.log(NAME)}
    assert {ActUndone, EventsStruck} <= kinds and of_campaign(ours.logs).boards
    session.ledger.close()
