"""The pages that a game adds to the turns and the index. Pure."""

import re
from collections.abc import Sequence

import msgspec

from campaign.kernel.page_links import INDEX, page_name
from campaign.kernel.pages import MorePage, PageContext
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.reports.corrections import Fix
from campaign.reports.frame import PageFrame, frame
from campaign.reports.links import LinkedPage
from campaign.reports.marks import marks
from campaign.text.english import capital, counted

RULINGS = "rulings.html"
_FILE = re.compile(r"[a-z0-9][a-z0-9-]*\.html")


class FurtherPage(msgspec.Struct, frozen=True):
    """A page that a game adds, in the report's frame."""

    frame: PageFrame
    file: str
    title: str
    lede: str
    template: str
    view: object
    turn: str
    """The latest turn."""
    version: int
    head: str


def more_pages(
    system: System[S], logs: Sequence[GameLog[S]], fixes: Sequence[Fix] = ()
) -> tuple[MorePage, ...]:
    """The page of the rulings, and the game's own.

    Raises `ValueError` for a file's name that another page has.
    """
    last = len(logs) - 1
    context = PageContext(logs, last, marks(system, logs, last, fixes, index=True))
    found = (*system.pages.more(context), *_rulings(system, logs[-1]))
    taken = {INDEX, *(page_name(log.turn) for log in logs)}
    for page in found:
        if page.file in taken or not _FILE.fullmatch(page.file):
            raise ValueError(f"a further page cannot be called {page.file!r}")
        taken.add(page.file)
    return found


def _rulings(system: System[S], log: GameLog[S]) -> tuple[MorePage, ...]:
    """The page of all rulings in force, in a game that has any."""
    about = system.pages.about(log.end)
    if not about.rulings:
        return ()
    count = len(about.rulings)
    house = sum(bool(line.house) for line in about.rulings)
    differ = f"{house} of them differ from the default" if house else "all as the default has them"
    lede = f"{counted(count, 'point')} that the rulebook leaves open, {differ}."
    return (MorePage(RULINGS, "Rulings", "rulings.html", lambda: about.rulings, capital(lede)),)


def further_page(
    system: System[S], logs: Sequence[GameLog[S]], page: MorePage, links: tuple[LinkedPage, ...]
) -> FurtherPage:
    """One of them, with what its template shows, and links to those that are listed."""
    last = logs[-1]
    return FurtherPage(
        frame(system, last.end, links=links),
        page.file,
        page.title,
        page.lede,
        page.template,
        page.view(),
        last.turn,
        last.version,
        last.head,
    )
