"""The clubs that most tests of the service begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.door import KeptPost
from support.evening import draw
from support.programs import Club, club_at, with_two_campaigns
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, WebClub, house_on
from support.web import club as club_in


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club."""
    with club_in(tmp_path) as found:
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
    made = WebClub(house._replace(entrance=house.entrance._replace(post=post)))
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
    assert house.desk.open(NAME, **asked)["accepted"]
    yield made
    made.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A service for programs with two campaigns, for tests that record little."""
    with club_at(tmp_path_factory.mktemp("club"), with_two_campaigns) as made:
        yield made


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Club]:
    """The same, for one test."""
    with club_at(tmp_path, with_two_campaigns) as made:
        yield made
