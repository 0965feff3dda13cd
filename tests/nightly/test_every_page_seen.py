"""Every page of every recorded campaign, as a browser shows and prints it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from looks import browser, judges, shelf
from looks.found import visit

pytestmark = [pytest.mark.slow, pytest.mark.needs(*browser.NAMES)]
LONGEST = 12
"""Sheets that no page exceeds, however much happened in its turn."""


@pytest.fixture(scope="module", params=shelf.CAMPAIGNS)
def pages(request: pytest.FixtureRequest) -> list[Path]:
    """All pages of a campaign."""
    return shelf.of(request.param)


@pytest.mark.needs(str(judges.VALIDATE))
def test_the_html_of_every_page_is_valid(pages: list[Path]) -> None:
    """html-validate finds nothing."""
    assert judges.faults(pages) == []


@pytest.mark.needs(str(judges.AXE))
def test_nothing_is_wrong_with_any_page(there: Browser, pages: list[Path]) -> None:
    """Open to everybody, complete in its file, never wider than a phone, dark in the dark."""
    wrong = {}
    for page in pages:
        found = visit(there, page, whole=True)
        told = [line for lines in found.barriers.values() for line in lines]
        told += [f"wider than {width} pixels" for width in found.wider]
        told += [f"small print: {words}" for words in found.small_print]
        told += [f"fetches {url}" for url in found.fetched]
        told += [f"{found.scripts} scripts"] * bool(found.scripts)
        told += [f"dark in {found.dark}"] * (found.dark != ["dark"])
        if told:
            wrong[page.name] = told
    assert wrong == {}


def test_no_page_prints_on_too_many_sheets(there: Browser, pages: list[Path]) -> None:
    """A4 and Letter; what is folded stays folded on paper."""
    long = {}
    for page in pages:
        with browser.opened(there, page) as seen:
            sheets = [browser.sheets(browser.paper(seen, form)) for form in browser.PAPERS]
        if max(sheets) > LONGEST:
            long[page.name] = sheets
    assert long == {}
