"""Everything that is found of a page in one visit."""

from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, ViewportSize

from looks import browser, judges

WIDTHS = (360, browser.PHONE, browser.TABLET, browser.SCREEN)
AXE_WIDTHS = (browser.PHONE, browser.SCREEN)
SMALLEST = 11
"""Pixels that the words of charts have at least on a phone."""
PAPER_DARKER = """() => {
    const look = getComputedStyle(document.body);
    const light = colour => colour.match(/[0-9.]+/g).slice(0, 3).reduce((sum, x) => sum + +x, 0);
    return light(look.backgroundColor) < light(look.color);
}"""


UNFOLD = "document.querySelectorAll('details').forEach(fold => fold.open = true)"

LISTS = "ol, ul, dl, tbody, svg, svg g, section > div"
SHORTEN = f"""document.querySelectorAll("{LISTS}").forEach(list =>
    [...list.children].slice(3).forEach(one => one.remove()))"""
"""Takes from a page what is more of the same."""


class Found(NamedTuple):
    """What a visit found."""

    page: str
    barriers: dict[tuple[int, str], list[str]]
    """What axe-core says, by width and scheme; in the dark of colours only, the rest is shared."""
    wider: list[int]
    """The windows in which it must be moved sideways."""
    small_print: list[str]
    """Words of charts that nobody reads on a phone."""
    fetched: list[str]
    """What it asks for besides itself."""
    scripts: int
    dark: list[str]
    """The schemes in which its paper is darker than its ink."""
    screens: float
    """How long it is on a phone, as it opens; all else is looked at with every fold open."""


def visit(there: Browser, file: Path, axe: bool = True, whole: bool = False) -> Found:
    """Opens a page once and looks at it in each width and scheme.

    axe-core, if it is wanted, sees the whole page and asks everything at each width; or of each
    list some entries, and on a screen only where things are: then it takes a quarter of the time.
    """
    asked: list[str] = []
    barriers, wider, dark = {}, [], []
    with browser.opened(there, file, asked=asked) as page:
        screens = browser.height(page) / browser.HEIGHT
        page.evaluate(UNFOLD)
        small, scripts = judges.small_print(page, SMALLEST), judges.scripts(page)
        for width in WIDTHS:
            page.set_viewport_size(ViewportSize(width=width, height=browser.HEIGHT))
            if browser.width(page) > width:
                wider.append(width)
        for scheme in browser.SCHEMES:
            page.emulate_media(color_scheme=scheme)
            if page.evaluate(PAPER_DARKER):
                dark.append(scheme)
        if axe and not whole:
            page.evaluate(SHORTEN)
        for width, scheme in product(AXE_WIDTHS, browser.SCHEMES) if axe else ():
            rules = judges.COLOURS if scheme == "dark" else ()
            if width == browser.SCREEN and not whole:
                if scheme == "dark":
                    continue
                rules = judges.PLACES
            page.set_viewport_size(ViewportSize(width=width, height=browser.HEIGHT))
            page.emulate_media(color_scheme=scheme)
            barriers[width, scheme] = judges.barriers(page, rules)
    besides = [url for url in asked if url != file.resolve().as_uri()]
    return Found(file.name, barriers, wider, small, besides, scripts, dark, screens)
