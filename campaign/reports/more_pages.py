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
from campaign.reports.links import listed
from campaign.reports.marks import marks

_FILE = re.compile(r"[a-z0-9][a-z0-9-]*\.html")


class FurtherPage(msgspec.Struct, frozen=True):
    """A page that a game adds, in the report's frame."""

    frame: PageFrame
    file: str
    title: str
    lede: str
    template: str
    view: object
    version: int
    head: str


def more_pages(
    system: System[S], logs: Sequence[GameLog[S]], fixes: Sequence[Fix] = ()
) -> tuple[MorePage, ...]:
    """The game's further pages. Raises `ValueError` for a file's name that another page has."""
    last = len(logs) - 1
    found = tuple(
        system.pages.more(PageContext(logs, last, marks(system, logs, last, fixes, index=True)))
    )
    taken = {INDEX, *(page_name(log.turn) for log in logs)}
    for page in found:
        if page.file in taken or not _FILE.fullmatch(page.file):
            raise ValueError(f"a further page cannot be called {page.file!r}")
        taken.add(page.file)
    return found


def further_page(system: System[S], logs: Sequence[GameLog[S]], page: MorePage) -> FurtherPage:
    """One of them, with what its template shows."""
    last = logs[-1]
    return FurtherPage(
        frame(system, last.end, links=listed(system, logs)),
        page.file,
        page.title,
        page.lede,
        page.template,
        page.view(),
        last.version,
        last.head,
    )
