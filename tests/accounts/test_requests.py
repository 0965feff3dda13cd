"""What is kept of requests: one of a kind a member, answered once."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.database import open_people
from campaign.accounts.table.requests import REQUESTS, StoredRequest, StoredRequests
from campaign.store.protocol import StorePlace, place_of

CLUB = "c" * 32
ASKED = StoredRequest("r1", CLUB, "ben", "time", "ballots 2100-01-01T22:00:00Z", "On a train.")


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where they are kept; `all/` has the same in a database."""
    return place_of(tmp_path / "club.db")


@pytest.fixture
def stored(place: StorePlace) -> Iterator[StoredRequests]:
    with closing(open_people(place, (REQUESTS,))) as file:
        yield StoredRequests(file)


def test_a_member_has_one_of_a_kind(stored: StoredRequests) -> None:
    """A later one takes its place; other members and kinds have their own."""
    assert stored.of(CLUB) == []
    back = replace(ASKED, id="r2", kind="back", about="1939-SO 7", text="")
    anna = replace(ASKED, id="r3", member="anna")
    later = replace(ASKED, id="r4", about="ballots 2100-01-01T23:00:00Z")
    for one in (ASKED, back, anna, later):
        stored.ask(one)
    assert stored.of(CLUB) == [back, anna, later]
    assert later.words == ("ballots", "2100-01-01T23:00:00Z")


def test_it_is_answered_once(stored: StoredRequests) -> None:
    stored.ask(ASKED)
    assert stored.answer(ASKED, "granted") and not stored.answer(ASKED, "refused")
    assert stored.of(CLUB) == [replace(ASKED, state="granted")]


def test_only_its_sender_takes_it_away(stored: StoredRequests) -> None:
    stored.ask(ASKED)
    stored.forget(CLUB, "anna", "r1")
    assert stored.of(CLUB) == [ASKED]
    stored.forget(CLUB, "ben", "r1")
    assert stored.of(CLUB) == [] and not stored.answer(ASKED, "granted")
