"""The open door's own pages in a browser: nothing bars anybody, on the smallest phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response

from looks import browser, judges
from looks.in_process import barriers, fetched
from support.open_door import OpenDoor
from tests.all.extensions.clubs.test_open_door_walked import CLUB, FIRST, invited, mark

pytestmark = [pytest.mark.needs(*browser.NAMES), pytest.mark.needs(str(judges.AXE))]


def walked(at: OpenDoor) -> list[Response]:
    """The pages on the way from the front page to a club that has moved."""
    visitor = at.visitor()
    pages = [visitor.get("/?begun"), visitor.begin(word="mail"), visitor.begin()]
    pages.append(visitor.go_in(pages[-1]))
    pages.append(visitor.send(pages[-1], {**FIRST, "do": "begin", "seen": mark(FIRST)}))
    anna = invited(at, visitor)
    page = visitor.get(f"{CLUB}/c/war/members")
    pages.append(visitor.send(page, {"member": "m2"}, "/c/war/members/invite"))
    pages.append(visitor.get(f"{CLUB}/take-along"))
    assert visitor.send(pages[-1], {}, "/take-along/move").status_code == 200
    pages += [visitor.get(f"{CLUB}/take-along?moved"), anna.get(f"{CLUB}/c/war")]
    return pages


@pytest.fixture
def at(tmp_path: Path) -> Iterator[OpenDoor]:
    """A door, and no club yet."""
    made = OpenDoor(tmp_path)
    yield made
    made.close()


def test_nothing_bars_anybody_at_the_open_door(at: OpenDoor) -> None:
    """Front page, a word that is taken, the way in, the campaign, an invitation, a move."""
    pages = walked(at)
    assert all(page.status_code in (200, 422) for page in pages)
    kept = fetched(pages, at.visitor().get)
    with browser.browser() as started:
        found = barriers(started, kept)
    assert len(found) == 9
    assert {url: wrong for url, wrong in found.items() if wrong} == {}
