"""The page of the book in a browser: open to everybody, by day and by night."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from campaign.extensions.book.made import volume_of
from campaign.extensions.book.page import page
from campaign.reports.book import StoredLog, read
from campaign.store.ledger import Ledger
from looks import browser, judges
from looks.found import Found, visit
from support import recorded
from support.recorded import HERE

GAMES = ("lif-1998-global-war", "fow-anzio")
needs_browser = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))


@pytest.fixture(scope="module")
def there() -> Iterator[Browser]:
    """The browser."""
    with browser.browser() as started:
        yield started


@pytest.fixture(scope="module", params=GAMES)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of a recorded campaign."""
    folder = tmp_path_factory.mktemp("book")
    with Ledger(recorded.played(HERE / request.param, folder)) as ledger:
        made = read(StoredLog(ledger, recorded.NAME))
        (folder / "book.html").write_text(page(volume_of(made)), encoding="utf-8")
    return folder / "book.html"


@pytest.fixture(scope="module")
def seen(there: Browser, written: Path) -> Found:
    """What a visit found."""
    return visit(there, written, axe=judges.AXE.is_file())


@needs_browser
@needs_axe
def test_the_book_bars_nobody(seen: Found) -> None:
    """axe-core finds nothing at any width, light or dark."""
    assert {where: found for where, found in seen.barriers.items() if found} == {}


@needs_browser
def test_the_book_is_one_file_and_moves_no_page(seen: Found) -> None:
    """It asks for nothing else, runs no script, and what is wider moves within itself."""
    assert (seen.fetched, seen.scripts, seen.wider) == ([], 0, [])
