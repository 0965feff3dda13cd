"""Scanners open every link, in mails and on pages: nothing is used up, and nothing is written.

What takes longer, waits or starts something, beside `web/test_web_scanners.py`.
"""

import re
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

from campaign.web.middleware import ALWAYS, BELOW, FILE_TYPES, OF_FILES
from support.web import URL, Browser, WebClub
from tests.web.test_web_scanners import made, written

__all__ = ["made"]
LINK = re.compile(r'(?:href|src|action)="([^"]+)"')
MOST = 250
"""How many addresses a scanner opens here; the first of each kind come first."""
ALIKE = re.compile(r"[0-9]+|[0-9a-f]{16,}")
"""What makes two addresses the same kind."""
EACH = 3
"""How many of a kind are opened."""


def crawl(browser: Browser) -> list[str]:
    """Follows every link from the first page on; the addresses that were opened."""
    waiting, seen, kinds = ["/"], {"/"}, dict[str, int]()
    opened = []
    while waiting and len(opened) < MOST:
        path = waiting.pop(0)
        found = browser.get(path)
        opened.append(path)
        assert found.status_code < 500, path
        if found.headers["content-type"].startswith(FILE_TYPES) and path.startswith(BELOW):
            assert all(name in found.headers for name in OF_FILES), path
            continue
        assert found.headers["content-security-policy"], path
        assert all(name in found.headers for name in ALWAYS), path
        if "text/html" not in found.headers["content-type"]:
            continue
        for link in LINK.findall(found.text):
            url = urldefrag(urljoin(str(found.url), unescape(link))).url
            if urlsplit(url).netloc != urlsplit(URL).netloc or url in seen:
                continue
            seen.add(url)
            kind = ALIKE.sub("*", url)
            kinds[kind] = kinds.get(kind, 0) + 1
            if kinds[kind] <= EACH:
                waiting.append(url.removeprefix(URL))
    return opened


@pytest.mark.parametrize("who", ["host", "ben"])
def test_opening_every_link_of_every_page_writes_nothing(made: WebClub, who: str) -> None:
    """A browser that fetches pages before they are asked for does no harm; nor do forms' addresses
    that are opened without being sent.
    """
    browser = made.browser(who)
    before = written(made)
    opened = crawl(browser)
    assert len(opened) > 100
    assert written(made) == before
