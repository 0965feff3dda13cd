"""What is kept of acts that are held: one a campaign, and who may still take it back."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.database import open_people
from campaign.accounts.table.held import HELD, HeldAct, HeldActs
from campaign.store.protocol import StorePlace, place_of

pytestmark = pytest.mark.further

CLUB, OTHER = "c" * 32, "d" * 32
ACT = HeldAct(
    CLUB, "club", "anna", "p1", "device", "host player", "key-1", b'{"command": "X"}', "", "", "[]",
    10, "2100-01-01T20:00:10.000Z",
)  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where they are kept; `all/` has the same in a database."""
    return place_of(tmp_path / "club.db")


@pytest.fixture
def held(place: StorePlace) -> Iterator[HeldActs]:
    with closing(open_people(place, (HELD,))) as file:
        yield HeldActs(file)


def test_a_campaign_has_one(held: HeldActs) -> None:
    """As it was sent, byte for byte; another campaign has its own."""
    assert held.of(CLUB) is None and held.every() == []
    assert held.put(ACT) and not held.put(replace(ACT, key="key-2"))
    earlier = replace(ACT, campaign=OTHER, due="2100-01-01T20:00:09.000Z")
    assert held.put(earlier)
    assert held.of(CLUB) == ACT and held.every() == [earlier, ACT]


def test_only_its_sender_takes_it_back_and_only_until_it_is_sent(held: HeldActs) -> None:
    held.put(ACT)
    assert not held.take_back(CLUB, "ben", "key-1") and not held.take_back(CLUB, "anna", "key-2")
    assert held.take_back(CLUB, "anna", "key-1") and held.of(CLUB) is None
    assert not held.claim(ACT)
    held.put(ACT)
    assert held.claim(ACT) and not held.take_back(CLUB, "anna", "key-1")
    assert held.of(CLUB) == replace(ACT, state="going")


def test_whoever_is_dropped_is_told_until_they_have_seen_it(held: HeldActs) -> None:
    """The sender alone; the next act that is held takes the word away."""
    held.put(ACT)
    held.end(ACT, "Italy's ballot came in meanwhile.")
    assert held.of(CLUB) is None and held.dropped(CLUB, "ben") == ""
    assert held.dropped(CLUB, "anna") == "Italy's ballot came in meanwhile."
    held.see(CLUB, "anna")
    assert held.dropped(CLUB, "anna") == ""
    held.put(ACT)
    held.end(ACT, "Once more.")
    held.put(ACT)
    assert held.dropped(CLUB, "anna") == ""


def test_everybody_has_ten_seconds_until_they_choose(held: HeldActs) -> None:
    assert held.seconds("p1") == 10
    held.choose("p1", 60)
    held.choose("p1", 20)
    assert held.seconds("p1") == 20 and held.seconds("p2") == 10
