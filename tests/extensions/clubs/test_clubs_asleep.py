"""Clubs that visitors began sleep while nobody is there, and the first request wakes them."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient

from campaign.accounts.database import open_people
from campaign.accounts.devices import OPERATORS
from campaign.accounts.people import People
from campaign.accounts.table.held import HELD as HELD_PART
from campaign.accounts.table.held import HeldAct, HeldActs
from campaign.extensions.clubs import by_host
from campaign.extensions.clubs.by_host import IDLE, Sleeping, fall_asleep, is_asleep
from campaign.store import snapshots
from campaign.store.protocol import StorePlace
from campaign.store.reader import open_store
from campaign.web.auth.rate_limits import Rate
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
    later(tmp_path / "thursday" / "club.db", 1)
    assert left_alone(door, 0) == ["thursday"]


def later(file: Path, nanoseconds: int) -> None:
    """Has a file be written at another time."""
    at = file.stat().st_mtime_ns + nanoseconds
    os.utime(file, ns=(at, at))


def written_by_an_earlier_clock(file: Path) -> None:
    """An hour before the club fell asleep, as a clock that was set back says."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS another (one TEXT)")
    later(file, -3_600 * 10**9)


def overwritten_at_the_same_time(file: Path) -> None:
    """As large as before, with the time that it had."""
    was = file.stat()
    file.write_bytes(file.read_bytes())
    os.utime(file, ns=(was.st_mtime_ns, was.st_mtime_ns))


def replaced_by_an_older_one(file: Path) -> None:
    """A copy that was made earlier, with its time."""
    older = file.with_suffix(".older")
    shutil.copy2(file, older)
    older.rename(file)


@pytest.mark.parametrize("name", ["club.db", "club.people.db"])
def test_files_that_are_not_as_they_were_left_keep_a_club_awake(tmp_path: Path, name: str) -> None:
    """Whatever the clock says: something may be due in them, or held."""
    place = StorePlace(tmp_path / "club.db")
    with closing(open_store(place)) as store:
        store.make()
    with closing(People(place, (OPERATORS,))) as people, people.file.writing():
        pass
    for change in (
        written_by_an_earlier_clock,
        overwritten_at_the_same_time,
        replaced_by_an_older_one,
    ):
        fall_asleep(place)
        assert is_asleep(place)
        change(tmp_path / name)
        assert not is_asleep(place), change


def test_another_program_looks_again_whether_a_club_may_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What becomes due by itself may be another thing for it."""
    place = StorePlace(tmp_path / "club.db")
    with closing(open_store(place)) as store:
        store.make()
    fall_asleep(place)
    with monkeypatch.context() as patched:
        patched.setattr(by_host, "program", lambda: "the next one")
        assert not is_asleep(place)
        fall_asleep(place)
        assert is_asleep(place)
    assert not is_asleep(place)


def test_a_program_is_another_once_one_of_its_files_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of whatever package: its own, or one that brings a game."""
    file = tmp_path / "rules.py"
    file.write_text("DAYS = 3")
    monkeypatch.setattr(snapshots, "packages", lambda own: {"club": tmp_path})
    whole = by_host.program.__wrapped__
    first = whole()
    assert whole() == first
    file.write_text("DAYS = 14")
    assert whole() != first


def test_a_mark_that_says_nothing_counts_for_nothing(door: OpenDoor, tmp_path: Path) -> None:
    """Empty, of an earlier program or of a full disk."""
    begun(door)
    assert left_alone(door) == []
    (tmp_path / "thursday" / "club.asleep").write_bytes(b"")
    assert left_alone(door, 0) == ["thursday"]


def test_a_network_wakes_some_clubs_and_then_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One wake counts once, however many come with it. Who comes from elsewhere is let in; whoever
    is awake asks nobody. An address of four numbers is the same when it is written as a longer one.
    """
    monkeypatch.setattr(by_host, "WAKES", Rate(1, 1 / 30))
    door = OpenDoor(tmp_path)
    visitor = begun(door)
    assert left_alone(door) == []
    assert [one.status_code for one in visitor.at_once([f"{CLUB}/me"] * 3)] == [200, 200, 200]
    assert visitor.get(f"{CLUB}/me").status_code == 200
    assert left_alone(door) == []
    page = visitor.get(f"{CLUB}/me")
    assert page.status_code == 429 and "too many clubs were woken" in page.text
    assert door.visitor("::ffff:192.0.2.99").get(f"{CLUB}/me").status_code == 429
    assert [*door.clubs.running] == []
    assert door.visitor("::ffff:198.51.100.4").get(f"{CLUB}/me").status_code == 401
    door.close()


@pytest.mark.parametrize(("path", "says"), [("/healthz", "alive"), ("/readyz", "ready")])
def test_a_probe_wakes_no_club(path: str, says: str) -> None:
    """It is told what an open club says."""
    at = ASGITransport(Sleeping(lambda address: pytest.fail(f"{address} woke it")))
    page = asyncio.run(AsyncClient(transport=at).get(f"{CLUB}{path}"))
    assert (page.status_code, page.text) == (200, f"{says}\n")


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
