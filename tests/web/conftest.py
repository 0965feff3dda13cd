"""The clubs that most tests of the service begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.door import KeptPost
from support.evening import draw
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, WebClub, club, house_on


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club."""
    with club(tmp_path) as found:
        yield found


@pytest.fixture
def drawn(made: WebClub) -> WebClub:
    """The club once a leader is drawn, so that ballots are awaited."""
    draw(made)
    return made


@pytest.fixture
def post() -> KeptPost:
    """What sends letters of the door, and keeps them."""
    return KeptPost()


@pytest.fixture
def writing(tmp_path: Path, post: KeptPost) -> Iterator[WebClub]:
    """A club that sends mail."""
    house = house_on(ledger_in(tmp_path))
    club = WebClub(house._replace(entrance=house.entrance._replace(post=post)))
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
    assert house.desk.open(NAME, **asked)["accepted"]
    yield club
    club.close()
