"""The page of the book in a browser: open to everybody, by day and by night."""

from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from campaign.extensions.book.made import volume_of
from campaign.extensions.book.page import BookLink, page, shelf_page
from campaign.extensions.book.shelf.made import ShelfEntry, shelf_of
from campaign.extensions.book.shelf.seats import NOBODY
from campaign.kernel.volume.plain import ClubFigure
from campaign.reports.book import StoredLog, read
from campaign.store.ledger import Ledger
from looks import browser, judges
from looks.found import Found, visit
from support import recorded
from support.recorded import HERE

needs_browser = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))


def look(there: Browser, campaign: str, folder: Path) -> Found:
    """What a visit to the book of a recorded campaign found."""
    with Ledger(recorded.played(HERE / campaign, folder)) as ledger:
        made = read(StoredLog(ledger, recorded.NAME))
        (folder / "book.html").write_text(page(volume_of(made)), encoding="utf-8")
    return visit(there, folder / "book.html", axe=judges.AXE.is_file())


@pytest.fixture(scope="module")
def seen(there: Browser, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """The book of twelve rounds; the longer one has its visit each night."""
    return look(there, "fow-anzio", tmp_path_factory.mktemp("book"))


@needs_browser
def test_the_shelf_is_one_page_for_everybody(there: Browser, tmp_path: Path) -> None:
    """Finished campaigns, players and figures: no barrier, nothing fetched, no page that moves."""
    figures = tuple(
        ClubFigure("anna", key, key, 12, Fraction(1, 3), f"What {key} counts.")
        for key in ("battles", "won", "drawn", "points paid")
    )
    seats = (("Germany", "Anna"), ("Italy", "the host"))
    known = {"anna": "Anna with a long name of several words"}
    one = ShelfEntry(
        "club", "c1", "Thursday club", "Leaders in Flames", "Global War", "1939 to 1945",
        "2026-01-02T03:04:05.000Z", "Germany and Italy are conquered.", seats, 1579, "ab" * 32,
        known, known, figures,
    )  # fmt: skip
    links = {"club": (BookLink("The book", "club-book.html"),)}
    file = tmp_path / "index.html"
    file.write_text(shelf_page(shelf_of([one], NOBODY), links, "The club"), encoding="utf-8")
    found = visit(there, file, axe=judges.AXE.is_file())
    assert {where: one for where, one in found.barriers.items() if one} == {}
    assert (found.fetched, found.scripts, found.wider, found.dark) == ([], 0, [], ["dark"])


@needs_browser
@needs_axe
def test_the_book_bars_nobody(seen: Found) -> None:
    """axe-core finds nothing at any width, light or dark."""
    assert {where: one for where, one in seen.barriers.items() if one} == {}


@needs_browser
def test_the_book_is_one_file_and_moves_no_page(seen: Found) -> None:
    """It asks for nothing else, runs no script, what is wider moves within itself, and the words of
    its charts can be read on a phone.
    """
    assert (seen.fetched, seen.scripts, seen.wider, seen.small_print) == ([], 0, [], [])
