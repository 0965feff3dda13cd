"""What pages are made from: the context of a campaign's last turn, and its further pages."""

from typing import Any

from campaign.kernel.pages import MorePage, PageContext
from campaign.lif.story.pages import further_pages
from campaign.lif.story.turn_notes import Context
from campaign.reports import pages
from campaign.store.ledger import Ledger


def context_of(book: Ledger, name: str) -> Context:
    """The whole campaign, as the page of the campaign sees it."""
    logs: Any = pages.book(book.history(name)).logs
    return PageContext(logs, len(logs) - 1)


def further(book: Ledger, name: str) -> dict[str, MorePage]:
    """The pages that the game adds, by file."""
    return {page.file: page for page in further_pages(context_of(book, name))}
