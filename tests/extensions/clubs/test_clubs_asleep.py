"""Clubs that visitors began sleep while nobody is there, and the first request wakes them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.accounts.database import open_people
from campaign.accounts.table.held import HELD as HELD_PART
from campaign.accounts.table.held import HeldAct, HeldActs
from campaign.extensions.clubs.by_host import IDLE
from support.open_door import OpenDoor, Visitor

CLUB = "https://thursday.clubs.example"
HELD = HeldAct(
    "c", "war", "host", "p", "d", "host", "k", b"{}", "", "", "", 20, "2999-01-01T00:00:00.000Z"
)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[OpenDoor]:
    """An open door."""
    made = OpenDoor(tmp_path)
    yield made
    made.close()


def begun(door: OpenDoor) -> Visitor:
    """A visitor who has begun a club and is its host."""
    visitor = door.visitor()
    page = visitor.go_in(visitor.begin())
    assert page.status_code == 200, page.text
    return visitor


def left_alone(door: OpenDoor, seconds: float = IDLE) -> list[str]:
    """Nobody is there for so long; the clubs that are still open."""
    door.spans += seconds
    door.watch.look_now()
    return [*door.clubs.running]


def test_a_club_falls_asleep_and_the_first_request_wakes_it(door: OpenDoor) -> None:
    visitor = begun(door)
    assert left_alone(door, IDLE - 1) == ["thursday"]
    assert visitor.get(f"{CLUB}/me").status_code == 200
    assert left_alone(door, IDLE - 1) == ["thursday"]
    assert left_alone(door, 1) == []
    assert visitor.get(f"{CLUB}/me").status_code == 200
    assert [*door.clubs.running] == ["thursday"]


def test_a_club_sleeps_on_where_the_service_starts_again(door: OpenDoor, tmp_path: Path) -> None:
    visitor = begun(door)
    secret = visitor.cookies()
    assert left_alone(door) == []
    other = OpenDoor(tmp_path)
    try:
        other.watch.look_now()
        assert [*other.clubs.running] == []
        again = other.visitor()
        assert again.get(f"{CLUB}/me").status_code == 401
        again.keep(secret)
        assert again.get(f"{CLUB}/me").status_code == 200
        assert [*other.clubs.running] == ["thursday"]
    finally:
        other.close()


def test_a_club_in_which_something_is_held_stays_awake(door: OpenDoor) -> None:
    """It would be sent late otherwise; once it is gone, the club falls asleep."""
    begun(door)
    acts = HeldActs(door.house().people.file)
    assert acts.put(HELD)
    assert left_alone(door) == ["thursday"]
    acts.take_back(HELD.campaign, HELD.member, HELD.key)
    assert left_alone(door, IDLE - 1) == ["thursday"]
    assert left_alone(door, 1) == []


def test_a_club_wakes_where_another_process_has_written_to_it(
    door: OpenDoor, tmp_path: Path
) -> None:
    """A deadline may have been set there."""
    begun(door)
    assert left_alone(door) == []
    mark = (tmp_path / "thursday" / "club.asleep").stat().st_mtime_ns
    os.utime(tmp_path / "thursday" / "club.db", ns=(mark, mark + 1))
    assert left_alone(door, 0) == ["thursday"]


def test_a_club_that_ends_meanwhile_is_let_go(door: OpenDoor, tmp_path: Path) -> None:
    """Its days pass while it sleeps: it can be read until the fourteenth day behind its end."""
    visitor = begun(door)
    assert left_alone(door) == []
    door.now.pass_by(days=15)
    door.door.look()
    door.watch.look_now()
    assert visitor.get(f"{CLUB}/me").status_code == 200
    door.now.pass_by(days=15)
    door.door.look()
    door.watch.look_now()
    assert visitor.get(f"{CLUB}/me").status_code == 421
    assert not (tmp_path / "thursday").exists()


def test_a_club_that_ends_asleep_leaves_nothing(door: OpenDoor, tmp_path: Path) -> None:
    """Its name is free again, and nobody's visit brings it back."""
    visitor = begun(door)
    assert left_alone(door) == []
    for _ in range(2):
        door.now.pass_by(days=15)
        door.door.look()
    assert not (tmp_path / "thursday").exists()
    assert visitor.get(f"{CLUB}/me").status_code in (421, 503)
    assert not (tmp_path / "thursday").exists()
    door.watch.look_now()
    assert visitor.get(f"{CLUB}/me").status_code == 421


def test_what_is_written_while_a_club_is_closed_keeps_it_awake(
    door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that was let in before may hold an act then."""
    begun(door)
    place, shut = door.house().ledger.store.place, door.clubs._shut

    def late(name: str) -> None:
        shut(name)
        people = open_people(place, (HELD_PART,))
        assert HeldActs(people).put(HELD)
        people.close()

    monkeypatch.setattr(door.clubs, "_shut", late)
    assert left_alone(door) == ["thursday"]


def test_a_club_that_cannot_be_opened_says_so(
    door: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And can be when it is mended."""
    visitor = begun(door)
    assert left_alone(door) == []
    with monkeypatch.context() as patched:
        patched.setattr(door.clubs, "_may_open", lambda club: False)
        page = visitor.get(f"{CLUB}/me")
        assert page.status_code == 503 and "pages are away" in page.text
    left_alone(door, 0)
    assert visitor.get(f"{CLUB}/me").status_code == 200
