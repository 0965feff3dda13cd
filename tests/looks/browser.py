"""A page in a browser without a window: as wide as a phone or a screen, light, dark or on paper."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""What the browser is called; the first one found on PATH is taken."""
PHONE, TABLET, SCREEN = 390, 768, 1280
HEIGHT = 844
"""Of a phone's screen, in pixels."""
SCHEMES = ("light", "dark")
PAPERS = ("A4", "Letter")
PATIENCE = 60_000
"""Milliseconds until something that a page does not show fails a test, however slow the machine."""
expect.set_options(timeout=PATIENCE)
QUIET = (
    "--no-sandbox",  # it opens the project's own pages only, in containers that have no other
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--renderer-process-limit=1",  # windows follow one another; each would have a process made
)


def program() -> str | None:
    """The browser on PATH."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser, started and ended. Raises `LookupError` where there is none."""
    found = program()
    if found is None:
        raise LookupError(f"no browser is on PATH: {', '.join(NAMES)}")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=QUIET)
        try:
            yield started
        finally:
            started.close()


@contextmanager
def opened(
    there: Browser,
    file: Path,
    width: int = PHONE,
    scheme: str = "light",
    asked: list[str] | None = None,
) -> Iterator[Page]:
    """A file in a window of its own, cut off from the network; notes what the page asks for."""
    window = there.new_context(
        viewport=ViewportSize(width=width, height=HEIGHT),
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        offline=True,
    )
    try:
        page = window.new_page()
        if asked is not None:
            page.on("request", lambda request: asked.append(request.url))
        page.goto(file.resolve().as_uri())
        yield page
    finally:
        window.close()


JUST_CHANGED = ".just-changed"
"""What a page says where it took no press, because it had just changed under the finger."""


def press(button: Locator) -> None:
    """Presses a button as a person does: again, where the page says that it has just changed."""
    sign = button.page.locator(JUST_CHANGED)
    button.click()
    while sign.is_visible():
        button.click()


def mark(page: Page) -> None:
    """Marks a page, so that a reload would show."""
    page.evaluate("window.marked = true")


def is_marked(page: Page) -> bool:
    """Whether the page is still the one that was marked."""
    return bool(page.evaluate("window.marked === true"))


def height(page: Page) -> int:
    """How long a page is at the width it has, in pixels."""
    return int(page.evaluate("document.documentElement.scrollHeight"))


def width(page: Page) -> int:
    """How wide a page is: more than its window if it must be moved sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def paper(page: Page, form: str = "A4") -> bytes:
    """A page as it is printed, with the margins that its style asks for."""
    return page.pdf(format=form, print_background=False)


def sheets(printed: bytes) -> int:
    """How many sheets a printed page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", printed))
