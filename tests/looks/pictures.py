"""Pictures of a page, as it is seen at some widths, light and dark, and as it is printed."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser

from looks import browser

PRINT = "print"
LONG = 2_400
"""How many pixels of a page's length a picture has at most."""
FINE = "80"
"""Dots an inch of a printed sheet's picture."""


def take(
    there: Browser, page: Path, out: Path, widths: Sequence[int], forms: Sequence[str]
) -> Iterator[Path]:
    """Writes a page's pictures into a folder: each form at each width, or each sheet."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob(f"{page.stem}.*"):
        old.unlink()
    for form in forms:
        if form == PRINT:
            yield from _sheets(there, page, out)
        else:
            for width in widths:
                yield from _pieces(there, page, out, width, form)


def _pieces(there: Browser, page: Path, out: Path, width: int, scheme: str) -> Iterator[Path]:
    with browser.opened(there, page, width, scheme) as seen:
        length = browser.height(seen)
        for number, top in enumerate(range(0, length, LONG), 1):
            file = out / f"{page.stem}.{width}.{scheme}.{number}.png"
            piece = {"x": 0, "y": top, "width": width, "height": min(LONG, length - top)}
            seen.screenshot(path=file, full_page=True, clip=piece)
            yield file


def _sheets(there: Browser, page: Path, out: Path) -> Iterator[Path]:
    printed = out / f"{page.stem}.{PRINT}.pdf"
    with browser.opened(there, page, browser.SCREEN) as seen:
        printed.write_bytes(browser.paper(seen))
    yield printed
    if shutil.which("pdftoppm") is not None:
        where = out / f"{page.stem}.{PRINT}"
        subprocess.run(["pdftoppm", "-r", FINE, "-png", str(printed), str(where)], check=True)
        yield from sorted(out.glob(f"{page.stem}.{PRINT}-*.png"))
