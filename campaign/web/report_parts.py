"""Parts of the reports on the pages of the service: a game's sections, with links that lead on."""

import re
from collections.abc import Sequence

from campaign.kernel.page_links import page_name
from campaign.kernel.pages import PageContext
from campaign.reports.book import Book
from campaign.reports.section_views import SectionView, section_views

_HREF = re.compile(r'href="(?!/|[a-z]+:)([^"#]*)(#[^"]*)?"')
"""A link from one page of the reports to another, or within one."""


def parts(made: Book, wanted: Sequence[str]) -> tuple[SectionView, ...]:
    """The sections of these names that have something to show at the end of a book, in this order.

    A turn's page has most; those that only the page of the whole campaign has come from there.
    """
    if not made.logs:
        return ()
    last = len(made.logs) - 1
    context = PageContext(made.logs, last)
    sections = made.system.pages.sections
    by_id = {section.id: section for section in (*sections.index, *sections.turn)}
    chosen = [by_id[name] for name in wanted]
    return tuple(view for view in section_views(chosen, context) if view.view is not None)


def led_on(html: str, name: str, turn: str) -> str:
    """A section whose links lead to the pages of the reports, as the service has them."""

    def address(found: re.Match[str]) -> str:
        page, place = found[1], found[2] or ""
        if not page and place.startswith("#event-"):
            return f'href="/c/{name}/journal{place}"'
        return f'href="/c/{name}/turns/{page or page_name(turn)}{place}"'

    return _HREF.sub(address, html)
