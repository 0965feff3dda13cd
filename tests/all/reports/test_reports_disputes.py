"""Reports of a disputed campaign: rulings, corrections before and after, figures down to events.

What takes longer, waits or starts something, beside `reports/test_reports_disputes.py`.
"""

from collections.abc import Callable
from pathlib import Path

from campaign.reports import pages
from campaign.reports.comparison import compare
from events import campaign as shared
from support import table
from support.disputed import (
    correct,
    first_turn,
    upheld,
    version_of,
)
from support.sessions import NAME
from tests.reports.test_reports import TURNS
from tests.reports.test_reports_disputes import SO, written


def test_pages_stay_light(tmp_path: Path) -> None:
    """In a campaign of 36 turns the accounts take no more than the rest of each page."""
    book, commands = table.recorded(tmp_path, "lif-1998-global-war")
    for command in commands:
        book.submit(NAME, command)
    for file in pages.write(book, NAME, tmp_path / "out"):
        if file.name not in TURNS:
            continue
        text = file.read_text()
        start = text.index('<section class="explained"')
        part = text.index("</section>", start) - start
        assert 1_000 < part <= len(text) - part, file.name


def test_pages_of_an_earlier_day_are_known_again(tmp_path: Path) -> None:
    """Before and after the next turn began, before and after a correction: byte for byte."""
    session = first_turn(tmp_path)
    days: list[Path] = []

    def day() -> None:
        days.append(tmp_path / f"day-{len(days)}")
        written(session, days[-1])

    geese = version_of(session, shared.EntropyAdded)
    steps: list[Callable[[], object]] = [
        lambda: session.do("AdvanceTurn"),
        lambda: upheld(session, geese),
        lambda: correct(session, "StrikeEvents", dispute="d1", versions=[geese]),
        lambda: session.do("AdvanceTurn"),
    ]
    for one in steps:
        day()
        one()
    day()
    log = list(session.ledger.history(NAME))
    for folder in days:
        outcomes = {one.outcome for one in compare(log, folder)}
        assert outcomes <= {"then", "same", "missing"}, folder
        assert "then" in outcomes or folder == days[-1]
    (days[1] / SO).write_text((days[1] / SO).read_text().replace("geese", "goats"))
    told_ = {one.file: one.outcome for one in compare(log, days[1])}
    assert told_[SO] == "differs"
