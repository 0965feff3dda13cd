"""Scanners open every link, in mails and on pages: nothing is used up, and nothing is written."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

from campaign.notices.mail.message import stop_token
from campaign.web.running.guard import ALWAYS
from support.evening import draw
from support.eyes import Eyes
from support.web import NAME, URL, Browser, WebClub, club

LINK = re.compile(r'(?:href|src|action)="([^"]+)"')
MOST = 250
"""How many addresses a scanner opens here; the first of each kind come first."""
ALIKE = re.compile(r"[0-9]+|[0-9a-f]{16,}")
"""What makes two addresses the same kind."""
EACH = 3
"""How many of a kind are opened."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club that takes ballots; a dispute is open, and a receipt is there."""
    with club(tmp_path_factory.mktemp("club")) as found:
        claim = {"command": "RaiseDispute", "by": "ben", "versions": [3], "claim": "No."}
        assert found.house.ledger.submit(NAME, claim)["accepted"]
        draw(found)
        found.browser("anna").get(
            "/me/push"
        )  # the service's own key is made where it is first shown
        yield found


def written(made: WebClub) -> list[str]:
    """Every row of the record and of the people's file, without when a device was last seen."""
    rows = []
    for file in (made.house.ledger.store.path, made.house.people.file.path):
        with closing(sqlite3.connect(file)) as db:
            rows += [f"{Path(file).name} {line}" for line in db.iterdump()]
            assert rows
    return rows


def crawl(browser: Browser) -> list[str]:
    """Follows every link from the first page on; the addresses that were opened."""
    waiting, seen, kinds = ["/"], {"/"}, dict[str, int]()
    opened = []
    while waiting and len(opened) < MOST:
        path = waiting.pop(0)
        found = browser.get(path)
        opened.append(path)
        assert found.status_code < 500, path
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


def test_a_scanner_uses_up_no_link_of_a_mail(made: WebClub) -> None:
    """Invitations, stops, feeds, guests' links, the operator's address: read, again and again."""
    eyes = Eyes(made)
    eyes.browser("anna")
    house = made.house
    stop = stop_token(house.people.secret(), eyes.campaign.id, "anna")
    feed = eyes.tokens["anna"]
    links = (
        made.invitation("hugo"),
        f"/mail/stop/{stop}",
        f"/s/{eyes.tokens['guest']}",
        f"/f/{feed}.xml",
        f"/f/{feed}.ics",
        f"/club/in/{house.entrance.operators.offer()}",
    )
    before = written(made)
    for _ in range(2):
        for link in links:
            scanner = made.nobody()
            for method in ("GET", "HEAD", "OPTIONS"):
                found = scanner._asked(method, link)
                assert found.status_code == 200 or method != "GET", (method, link)
                assert "set-cookie" not in found.headers, (method, link)
    assert written(made) == before
