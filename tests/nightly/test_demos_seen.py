"""Every page of the demos as every member: it answers, and nothing in it bars anybody."""

import re
import time
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from httpx import Response

from campaign.extensions.clubs.demos import build
from looks import browser, judges
from looks.in_process import barriers, fetched
from support.open_door import DOMAIN, Visitor
from tests.nightly.test_secrets_of_the_demos import (
    DEMOS,
    LINK,
    NEVER_FOLLOWED,
    card_of,
    staged,
)

MOST_SECONDS = 120
"""Of the processor, for building all of them."""
SHAPE = re.compile(r'<(\w+ ?(?:class="[^"]*")?)')
NAMED = re.compile(r"(?<=/)(?:\d[\w-]*|[a-z-]+-\d+)(?=/|$)|=[^&]*")
"""What differs between pages of one kind: numbers, turns, and what is asked for."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demos, built in the time that the design allows."""
    folder = tmp_path_factory.mktemp("demos") / "built"
    begun = time.process_time()
    assert build(folder) == sorted(DEMOS)
    assert time.process_time() - begun < MOST_SECONDS
    return folder


def shape(page: Response) -> tuple[str, ...]:
    """Of what a page is built: whatever has the same tags and classes bars nobody either."""
    return tuple(sorted(set(SHAPE.findall(page.text))))


def walked(visitor: Visitor, home: str, member: str, campaign: str) -> dict[str, Response]:
    """A page of every kind that links lead to, by its address; each of them answers."""
    visitor.get(f"{home}/demo/as/{member}")
    pages: dict[str, Response] = {}
    waiting, known = [f"{home}/c/{campaign}"], set[str]()
    while waiting:
        address = waiting.pop(0)
        kind = NAMED.sub("", address)
        if kind in known:
            continue
        known.add(kind)
        page = visitor.get(address)
        assert page.status_code == 200, (member, address, page.status_code)
        if not page.headers["content-type"].startswith("text/html"):
            continue
        pages[str(page.url)] = page
        links = (urljoin(str(page.url), unescape(one)) for one in LINK.findall(page.text))
        waiting += [
            one
            for one in links
            if one.startswith(home) and not NEVER_FOLLOWED.search(urlsplit(one).path)
        ]
    return pages


@pytest.mark.needs(*browser.NAMES)
@pytest.mark.needs(str(judges.AXE))
@pytest.mark.parametrize("demo", DEMOS)
def test_nothing_bars_anybody_at_a_demo(tmp_path: Path, built: Path, demo: str) -> None:
    """At 360 pixels, in light and in the dark."""
    card, home = card_of(built, demo), f"https://demo-{demo}.{DOMAIN}"
    seen: dict[str, dict[str, Response]] = {}
    built_of, read = set[tuple[str, ...]](), 0
    with staged(tmp_path, built) as stage:
        for seat in card.seats:
            visitor = stage.visitor()
            pages = walked(visitor, home, seat.member, card.campaign)
            new = {shape(page): page for page in pages.values() if shape(page) not in built_of}
            built_of |= new.keys()
            seen[seat.member] = fetched(new.values(), visitor.get)
            read += len(pages)
    with browser.browser() as there:
        found = {member: barriers(there, kept) for member, kept in seen.items()}
    wrong = [
        f"{member} {url}: {one}"
        for member, judged in found.items()
        for url, faults in judged.items()
        for one in faults
    ]
    assert wrong == []
    print(f"{demo}: {read} pages of {len(seen)} members, {sum(map(len, found.values()))} judged")
