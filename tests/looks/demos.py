"""The demos of the front page as every member sees them: each page is there, and bars nobody."""

import html
import re
import time
from collections.abc import Iterator
from pathlib import Path

from httpx import Response
from playwright.sync_api import ViewportSize

from campaign.extensions.clubs.demos import Demo, build
from looks import browser
from looks.in_process import barriers, fetched
from support.open_door import DOMAIN, Stage, Visitor

LONGEST = 120
"""Seconds in which they are built."""
WHOLE = ViewportSize(width=360, height=12_000)
"""A whole page: the bar at the window's foot covers nothing of it."""
LINK = re.compile(r'<a [^>]*href="(/[^"#]*)')
ELSEWHERE = ("/demo", "/app", "/script", "/style")


def wrong(folder: Path) -> Iterator[str]:
    """A line for each thing that is wrong with the demos, built in a folder."""
    began = time.monotonic()
    build(folder / "built")
    if (seconds := time.monotonic() - began) > LONGEST:
        yield f"the demos were built in {seconds:.0f} seconds, not in {LONGEST}"
    (folder / "stage").mkdir()
    stage = Stage(folder / "stage", folder / "built")
    kept: dict[str, Response] = {}
    try:
        stage.demos.anew()
        for demo in stage.demos.every():
            yield from _visited(stage, demo, kept)
    finally:
        stage.close()
    with browser.browser() as there:  # from here on it has the thread's loop
        for address, found in barriers(there, kept, WHOLE).items():
            yield from (f"{address}: {one}" for one in found)


def _visited(stage: Stage, demo: Demo, kept: dict[str, Response]) -> Iterator[str]:
    """What does not answer to one of its members; each kind of page is kept once, with all that it
    needs.
    """
    judged: dict[str, Response] = {}
    visitor, card = stage.visitor(), demo.card()
    for seat in card.seats if card else ():
        for page in _walked(visitor, f"https://demo-{demo.name}.{DOMAIN}", seat.member):
            if page.status_code != 200:
                yield f"{page.url}, as {seat.member}: answered {page.status_code}"
            elif "<main" in page.text:
                judged.setdefault(_kind(str(page.url)), page)
    kept |= fetched(judged.values(), visitor.get)


def _walked(visitor: Visitor, club: str, member: str) -> Iterator[Response]:
    """Every page that links lead a member to, one of each kind."""
    pages, seen = [visitor.get(f"{club}/demo/as/{member}")], set[str]()
    while pages:
        yield (page := pages.pop())
        for address in map(html.unescape, LINK.findall(page.text)):
            if not address.startswith(ELSEWHERE) and _kind(address) not in seen:
                seen.add(_kind(address))
                pages.append(visitor.get(f"{club}{address}"))


def _kind(address: str) -> str:
    """An address without the numbers in it and without the answers that it has."""
    path, _, asked = address.partition("?")
    keys = sorted(one.partition("=")[0] for one in asked.split("&"))
    return f"{re.sub('[0-9]+', 'N', path)}?{'&'.join(keys)}"
