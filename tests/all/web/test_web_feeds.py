"""Feeds, calendars and guests' links: what whoever has such an address reads, and when it ends.

What takes longer, waits or starts something, beside `web/test_web_feeds.py`.
"""

from support.web import WebClub, words
from tests.web.test_web_feeds import GUESTS, link, web

__all__ = ["web"]


def test_there_are_only_so_many_links(web: WebClub) -> None:
    for number in range(50):
        link(web, f"Guest {number}")
    found = web.browser("host").fill(GUESTS, label="One more")
    assert found.status_code == 409
    assert "There are 50 links already; end one first." in words(found)
