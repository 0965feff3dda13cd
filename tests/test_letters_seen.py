"""Letters as a browser shows them: open to everybody, whole in themselves, short on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

import letters
from campaign.notices.compose import letter
from letters import GLOBAL_WAR, IN_PLAY, of, reader, turn_of
from looks import browser, judges

PHONE, WIDE = 360, 700
LONGEST = 2400
"""Pixels that the longest turn takes on a narrow phone: less than three screens."""
BUTTON = 44
NOT_PAGES = ("landmark-one-main", "region")
"""Rules for pages of the web: a letter is shown inside a mail program, which has its own parts."""

INK_LIGHTER = """() => {
    const sum = (of, what) => getComputedStyle(document.querySelector(of))[what]
        .match(/[0-9.]+/g).slice(0, 3).reduce((sum, x) => sum + +x, 0);
    return sum('.pad', 'color') > sum('.sheet', 'backgroundColor');
}"""

needs_browser = pytest.mark.needs(*browser.NAMES)
needs_axe = pytest.mark.needs(str(judges.AXE))
pytestmark = [needs_browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def there() -> Iterator[Browser]:
    """The browser."""
    with browser.browser() as started:
        yield started


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The longest turns of two campaigns, and each kind of request."""
    place = tmp_path_factory.mktemp("seen")
    found = []
    for name in (GLOBAL_WAR, IN_PLAY):
        book = of(name, place / name)
        pages = [letter(book, turn_of(log.turn), "ben", reader()).html for log in book.logs]
        (place / f"{name}.html").write_text(max(pages, key=len), encoding="utf-8")
        found.append(place / f"{name}.html")
    return [*found, *sorted(letters.HERE.glob("*.html"))]


def test_they_are_short_and_nothing_is_moved_sideways(there: Browser, files: list[Path]) -> None:
    """On a narrow phone and on a wide window, and with every style element taken away."""
    for file in files:
        with browser.opened(there, file, PHONE) as page:
            for width in (PHONE, WIDE):
                page.set_viewport_size(ViewportSize(width=width, height=browser.HEIGHT))
                assert browser.width(page) == width, file.name
            page.set_viewport_size(ViewportSize(width=PHONE, height=browser.HEIGHT))
            assert browser.height(page) <= LONGEST, file.name
            page.evaluate("document.querySelectorAll('style').forEach(one => one.remove())")
            assert (browser.width(page), browser.height(page) <= LONGEST) == (PHONE, True)


def test_they_ask_for_nothing_and_are_dark_in_the_dark(there: Browser, files: list[Path]) -> None:
    """No picture, no type, no script is fetched; the paper is darker than the ink at night."""
    for file in files:
        for scheme in browser.SCHEMES:
            asked: list[str] = []
            with browser.opened(there, file, PHONE, scheme, asked) as page:
                assert page.evaluate(INK_LIGHTER) is (scheme == "dark"), file.name
            assert asked == [file.resolve().as_uri()]


def test_what_is_pressed_is_large_enough(there: Browser, files: list[Path]) -> None:
    """The button, and each word that begins a mail."""
    seen = 0
    for file in files:
        with browser.opened(there, file, PHONE) as page:
            for held in page.locator("a.button, a.word").all():
                box = held.bounding_box()
                assert box is not None and box["height"] >= BUTTON, file.name
                seen += 1
    assert seen > 4


@pytest.mark.needs(str(judges.VALIDATE))
def test_the_html_is_valid_but_for_what_mail_programs_need(files: list[Path]) -> None:
    """They know tables, widths and old attributes better than what replaced them."""
    rules = [line.split(": ")[1] for line in judges.faults(files)]
    assert {*rules} <= {"presentation-role-style", "no-deprecated-attr", "prefer-native-element"}


@needs_axe
@pytest.mark.parametrize("scheme", browser.SCHEMES)
def test_no_letter_bars_anybody(there: Browser, files: list[Path], scheme: str) -> None:
    """axe-core finds nothing: order of headings, names, heads of tables, contrast."""
    for file in files:
        with browser.opened(there, file, PHONE, scheme) as page:
            found = judges.barriers(page)
        assert [line for line in found if not line.startswith(NOT_PAGES)] == [], file.name
