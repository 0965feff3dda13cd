"""Letters as a browser shows them: open to everybody, whole in themselves, short on a phone."""

from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, ViewportSize

import letters
from campaign.notifications.compose import letter
from letters import IN_PLAY, of, reader, turn_of
from looks import browser, judges

PHONE, WIDE = 360, 700
LONGEST = 2600
"""Pixels that the longest turn takes on a narrow phone: little over three screens."""
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
pytestmark = pytest.mark.slow


class Seen(NamedTuple):
    """What one visit to a letter found."""

    name: str
    widths: list[int]
    height: int
    bare: tuple[int, int]
    """Width and height on a phone once every style element is gone."""
    is_dark: list[bool]
    """By scheme, whether the ink is lighter than the paper."""
    pressed: list[float]
    """How high what is pressed is."""
    barriers: list[str]
    asked: list[str]
    """What it fetched."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The longest turn of a campaign with leaders in play, and the letters shown as examples."""
    place = tmp_path_factory.mktemp("seen")
    book = of(IN_PLAY, place / "played")
    pages = [letter(book, turn_of(log.turn), "ben", reader()).html for log in book.logs]
    longest = place / "longest.html"
    longest.write_text(max(pages, key=len), encoding="utf-8")
    return [longest, *sorted(letters.HERE.glob("*.html"))]


@pytest.fixture(scope="module")
def visits(files: list[Path]) -> list[Seen]:
    """A visit to each."""
    with browser.browser() as there:
        return [visit(there, file) for file in files]


def visit(there: Browser, file: Path) -> Seen:
    """Looks at a letter in each width and scheme, and at last without its style elements."""
    asked: list[str] = []
    widths, is_dark, barriers = [], [], []
    with browser.opened(there, file, PHONE, asked=asked) as page:
        height = browser.height(page)
        pressed = page.locator("a.button, a.word").all()
        high = [box["height"] for one in pressed if (box := one.bounding_box()) is not None]
        for scheme in browser.SCHEMES:
            page.emulate_media(color_scheme=scheme)
            is_dark.append(bool(page.evaluate(INK_LIGHTER)))
            if judges.AXE.is_file():
                rules = judges.COLOURS if scheme == "dark" else ()
                barriers += judges.barriers(page, rules)
        page.emulate_media(color_scheme="light")
        for width in (WIDE, PHONE):
            page.set_viewport_size(ViewportSize(width=width, height=browser.HEIGHT))
            widths.append(browser.width(page))
        page.evaluate("document.querySelectorAll('style').forEach(one => one.remove())")
        bare = browser.width(page), browser.height(page)
    asked.remove(file.resolve().as_uri())
    return Seen(file.name, widths, height, bare, is_dark, high, barriers, asked)


@pytest.mark.rotating(2)
@needs_browser
def test_they_are_short_and_nothing_is_moved_sideways(visits: list[Seen]) -> None:
    """On a narrow phone and in a wide window, and with every style element taken away."""
    for seen in visits:
        assert seen.widths == [WIDE, PHONE] and seen.height <= LONGEST, seen
        assert seen.bare[0] == PHONE and seen.bare[1] <= LONGEST, seen


@needs_browser
def test_they_ask_for_nothing_and_are_dark_in_the_dark(visits: list[Seen]) -> None:
    """No picture, no type, no script is fetched; the paper is darker than the ink at night."""
    for seen in visits:
        assert (seen.asked, seen.is_dark) == ([], [False, True]), seen


@needs_browser
def test_what_is_pressed_is_large_enough(visits: list[Seen]) -> None:
    """The button, and each word that begins a mail."""
    high = [height for seen in visits for height in seen.pressed]
    assert len(high) > 4 and min(high) >= BUTTON


@needs_browser
@needs_axe
def test_no_letter_bars_anybody(visits: list[Seen]) -> None:
    """axe-core finds nothing: order of headings, names, heads of tables; in the dark colours."""
    for seen in visits:
        found = [line for line in seen.barriers if not line.startswith(NOT_PAGES)]
        assert found == [], seen.name


@pytest.mark.needs(str(judges.VALIDATE))
def test_the_html_is_valid_but_for_what_mail_programs_need(files: list[Path]) -> None:
    """They know tables, widths and old attributes better than what replaced them."""
    rules = [line.split(": ")[1] for line in judges.faults(files)]
    assert {*rules} <= {"presentation-role-style", "no-deprecated-attr", "prefer-native-element"}
