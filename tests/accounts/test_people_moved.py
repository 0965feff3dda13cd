"""All people of a store are copied between a file and a database, there and back."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.devices import Credentials
from campaign.accounts.moving import ALL_PARTS, LEFT_BEHIND, copy_people, tables_of
from campaign.accounts.people import Pending, People
from campaign.accounts.protocol import Part
from campaign.accounts.sign_ins import SignIns
from campaign.accounts.subscriptions import Subscriptions
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.protocol import StoreError, StorePlace, place_of
from campaign.web.server.serve import PARTS
from campaign.web.server.shared_state import TOGETHER

CLUB = "c" * 32
NOW = "2100-01-01T20:00:00.000Z"


def now() -> str:
    """The moment at which everything happens."""
    return NOW


@pytest.fixture
def full(tmp_path: Path) -> Iterator[StorePlace]:
    """A place with people of several kinds."""
    place = place_of(tmp_path / "old" / "club.db")
    people = People(place, ALL_PARTS[1:], clock=now)
    people.change(CLUB, "anna", Choices(address="anna@example.org", kinds={"draws": True}))
    people.keep_pending(Pending(CLUB, "long", "key", "ben", "b%n@example.org"))
    people.secret()
    Credentials(people.file, clock=now).hand_out("feed", CLUB, "anna", "member", timedelta(days=1))
    SignIns(people.file, clock=now).note("p", "code", "in", "192.0.2.7")
    Subscriptions(people.file, clock=now).key(lambda: b"\x00\xffkey")
    StoredDeliveries(people.file).make(CLUB, [("turn:1", "anna"), ("turn:2", "anna")], 12, NOW)
    yield place
    people.close()


@pytest.fixture
def other(tmp_path: Path) -> StorePlace:
    """Where they go: a file; `all/` has the same with a database."""
    return place_of(tmp_path / "new" / "club.db")


def rows(place: StorePlace) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a place."""
    with closing(open_people(place, ALL_PARTS)) as file, file.reading() as db:
        return {
            name: sorted(map(tuple, db.execute(f"SELECT * FROM {name}")))
            for name in tables_of(ALL_PARTS)
        }


def test_all_of_them_move_there_and_back(
    full: StorePlace, other: StorePlace, tmp_path: Path
) -> None:
    back = place_of(tmp_path / "back" / "club.db")
    counts = {name: count for name, count in copy_people(full, other).items() if count}
    assert counts == {
        "person": 1, "seat": 1, "choice": 1, "kind_choice": 1, "pending": 1, "secret": 1,
        "token": 1, "signin": 1, "push_key": 1, "delivery": 2, "cursor": 1,
    }  # fmt: skip
    copy_people(other, back)
    assert rows(full) == rows(other) == rows(back)


def test_numbers_go_on_behind_those_that_came(full: StorePlace, other: StorePlace) -> None:
    copy_people(full, other)
    people = People(other, ALL_PARTS[1:], clock=now)
    SignIns(people.file, clock=now).note("p", "passkey", "in", "192.0.2.7")
    assert [one.how for one in SignIns(people.file, clock=now).of("p")] == ["passkey", "code"]
    deliveries = StoredDeliveries(people.file)
    deliveries.make(CLUB, [("turn:3", "anna")], 13, NOW)
    assert [row.number for row in deliveries.known(CLUB).values()] == [1, 2, 3]
    people.close()


def test_people_who_are_there_stay(full: StorePlace, other: StorePlace) -> None:
    copy_people(full, other)
    before = rows(other)
    with pytest.raises(StoreError) as refused:
        copy_people(full, other)
    assert str(refused.value) == f"{other} has people already; nothing was copied"
    assert rows(other) == before


def test_nobody_is_copied_from_where_nobody_is(other: StorePlace, tmp_path: Path) -> None:
    assert copy_people(tmp_path / "none.db", other) == {}
    assert not open_people(other, ()).exists()


def test_a_part_of_a_newer_release_is_not_lost_silently(
    full: StorePlace, other: StorePlace
) -> None:
    with closing(open_people(full, (Part("songs", (("CREATE TABLE song (a TEXT)",),)),))) as file:
        file.exists()
        with file.reading():
            pass
    with pytest.raises(StoreError) as refused:
        copy_people(full, other)
    assert str(refused.value) == f"{full} has people of a newer version of the tracker (songs)"
    assert not open_people(other, ()).exists()


def test_no_part_is_forgotten() -> None:
    """Whatever the service keeps is copied, or is left behind on purpose."""
    assert {part.name for part in (*PARTS, TOGETHER)} <= {
        one.name for one in ALL_PARTS
    } | LEFT_BEHIND


def test_every_table_is_known(full: StorePlace) -> None:
    """Those of the file itself are those that the steps name."""
    with closing(open_people(full, ALL_PARTS)) as file, file.reading() as db:
        query = "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'"
        assert {row[0] for row in db.execute(query)} == {*tables_of(ALL_PARTS), "part"}
