"""How long and how heavy pages are: screens of a phone, sheets of paper, kilobytes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser

from looks import browser, shelf


class Size(NamedTuple):
    """A page's size."""

    page: str
    screens: float
    """Of 390 by 844 pixels."""
    a4: int
    letter: int
    kilobytes: float
    """Of 1,000 bytes, as they lie in the file."""


def size(there: Browser, page: Path) -> Size:
    """Measures a page."""
    with browser.opened(there, page) as seen:
        screens = browser.height(seen) / browser.HEIGHT
        a4, letter = (browser.sheets(browser.paper(seen, form)) for form in browser.PAPERS)
    return Size(page.stem, screens, a4, letter, page.stat().st_size / 1_000)


def table(there: Browser, campaigns: Iterable[str]) -> Iterator[str]:
    """Lines of the table: each kind of page of each campaign, then of all; median and longest."""
    yield f"{'':44}{'screens at 390':>22}{'A4':>10}{'Letter':>9}{'kB':>16}"
    everything: dict[str, list[Size]] = {}
    for campaign in campaigns:
        kinds: dict[str, list[Size]] = {}
        for page in shelf.of(campaign):
            kinds.setdefault(shelf.kind(page), []).append(size(there, page))
        for kind, sizes in kinds.items():
            yield line(campaign, kind, sizes)
            everything.setdefault(kind, []).extend(sizes)
    for kind, sizes in everything.items():
        yield line("all", kind, sizes)


def line(campaign: str, kind: str, sizes: Sequence[Size]) -> str:
    """A line of the table: how many pages, and of each figure the median and the longest."""
    longest = max(sizes, key=lambda found: found.screens)

    def both(figure: Callable[[Size], float], form: str) -> str:
        figures = [figure(found) for found in sizes]
        return f"{median(figures):{form}} / {max(figures):{form}}"

    return (
        f"{campaign:26}{kind:13}{len(sizes):5}"
        f"{both(lambda found: found.screens, '.1f'):>14} {longest.page:9}"
        f"{both(lambda found: found.a4, 'g'):>8}{both(lambda found: found.letter, 'g'):>9}"
        f"{both(lambda found: found.kilobytes, '.0f'):>14}"
    )
