"""Every act of the examples is done from *Record* by tapping what is offered, without script."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response

from campaign.kit.opening import EXAMPLES
from events import kit
from kit.club import NAME, WHY, Club
from support.web import Browser, WebClub, forms

PAGES, PLACES, PHASES = 6, 6, 9
"""An act asks at most so many pages, one of the first answers will do, and it comes up within so
many phases."""
TILE = re.compile(r'class="tile" href="([^"]*/do/(?:PlayAct|SealChoice)\?act_name=(\w+))"')


def tapped(browser: Browser, path: str, place: int) -> Response:
    """Does an act with what each question offers at a place; numbers are ten."""
    answer = browser.get(path)
    for _ in range(PAGES):
        asked = [one for one in forms(answer.text) if "since" in one.fields]
        if not asked:
            break
        (form, *_) = asked
        asks = (key for key in form.offered if "/" in key or key == "seat")
        taps = {key: form.offered[key][place % len(form.offered[key])] for key in asks}
        typed = {key: "10" for key, text in form.fields.items() if "/" in key and not text}
        answer = browser.post(form.action or path, {**form.fields, **typed, **taps})
    return answer


def done(club: Club) -> set[str]:
    """The acts that were done, proposed or sealed so far."""
    kinds = (kit.Acted, kit.Proposed, kit.Sealed)
    return {event.act_name for _, event in club.ledger.log(NAME) if isinstance(event, kinds)}


def tries(browser: Browser, club: Club) -> Iterator[tuple[str, int]]:
    """The forms of the tiles that are open, and what to tap until their act is done."""
    for path, act in TILE.findall(browser.get(f"/c/{NAME}/record").text):
        for place in range(PLACES):
            if not place or act not in done(club):
                yield path, place


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_act_of_an_example_is_done_by_taps(game: str, tmp_path: Path) -> None:
    club = Club(tmp_path, game)
    web = WebClub.on(club.ledger)
    people = [web.browser(who) for who in (*club.state.tables["seats"], "host")]
    every = set(club.state.rules.acts)
    for _ in range(PHASES):
        for browser in people:
            for path, place in tries(browser, club):
                tapped(browser, path, place)
        if done(club) == every:
            break
        club.go_on(confirmed=True, why=WHY)
    assert done(club) == every
