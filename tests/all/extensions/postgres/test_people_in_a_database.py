"""People in a database: where an address may be, what a lost line does, and who is told what."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.moving import ALL_PARTS
from campaign.accounts.people import Pending, People
from campaign.accounts.protocol import DELIVERIES, PEOPLE, Part
from campaign.extensions.postgres.connections import room_of
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.protocol import StoreError, StorePlace, place_of
from support.postgres import GIVEN, Server, binaries, new_database, server
from support.served import until

CLUB = "c" * 32
NOW = "2100-01-01T20:00:00.000Z"


@pytest.fixture
def place() -> Iterator[StorePlace]:
    """Where the people of a test are."""
    made = place_of(new_database())
    yield made
    room_of(made.url).forget(made.url)  # programs of a test leave theirs open, as killed ones do


KILLED = """
import os, signal, sys
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.database import open_people
with open_people(sys.argv[1], (DELIVERIES,)).writing() as db:
    db.execute("DELETE FROM delivery")
    os.kill(os.getpid(), signal.SIGKILL)
"""


OLD, NEW = "nobody-knows-me@example.org", "everybody-knows-me@example.org"


CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='"


def test_a_program_that_is_killed_while_it_writes_changes_nothing(place: StorePlace) -> None:
    """Nor is anybody kept waiting: its rows are free when the server has missed it."""
    rows = StoredDeliveries(open_people(place, (DELIVERIES,)))
    rows.make(CLUB, [("turn:1", "anna")], 1, NOW)
    done = subprocess.run([sys.executable, "-c", KILLED, place.url], check=False)
    assert done.returncode == -9
    until(lambda: rows.claim([1], "r1", NOW))


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    if binaries() is None:
        pytest.skip("needs PostgreSQL")
    nowhere = place_of(f"postgresql://gm:secret@/club?host={tmp_path}")
    with pytest.raises(StoreError) as told:
        People(nowhere).stop(CLUB, "anna", rests=True)
    assert str(told.value) == f"{nowhere} cannot be reached: nobody answers there"
    assert "secret" not in str(told.value)


@pytest.fixture
def people(place: StorePlace) -> Iterator[People]:
    made = People(place, ALL_PARTS[1:], clock=lambda: NOW)
    yield made
    made.close()


def name_of(place: StorePlace) -> str:
    """The name of a database."""
    return place.url.partition("?")[0].rpartition("/")[2]


def own_server() -> Server:
    """The server of this test process; a server that is given keeps its files elsewhere."""
    here = server()
    if here is None or GIVEN in os.environ:
        pytest.skip("needs a server of its own")
    return here


def tables_with(place: StorePlace, text: str) -> set[str]:
    """The files of tables of a database, of anybody's, in which a text stands."""
    here = own_server()
    here.run("CHECKPOINT")
    query = "SELECT oid FROM pg_database WHERE datname='" + name_of(place) + "'"
    folder = here.folder / "data" / "base" / str(here.run(query)[0][0])
    found = set()
    for file in folder.iterdir():
        with suppress(FileNotFoundError):  # the server writes some files anew
            if text.encode() in file.read_bytes():
                found.add(file.name)
    return found


def test_an_address_is_in_one_table_and_then_in_none(people: People, place: StorePlace) -> None:
    """Nor among the values that the server remembers of a column, which no row's end takes away."""
    for number in range(20):  # the server remembers every value that comes twice
        people.stop(f"{number:032}", "anna", rests=True)
        people.keep_pending(Pending(f"{number:032}", "long", "", "anna", OLD))
    people.change(CLUB, "anna", Choices(address=OLD))
    own_server().run("ANALYZE", name_of(place))
    assert tables_with(place, OLD)
    for waiting in people.pending():
        people.drop(waiting)
    people.change(CLUB, "anna", Choices(address=NEW))
    assert tables_with(place, OLD) == set()
    (_,) = tables_with(place, NEW)  # one table has it


def test_a_reader_puts_it_off_and_is_not_disturbed(people: People, place: StorePlace) -> None:
    """The tables are written anew when nobody reads them; the change is kept at once."""
    people.change(CLUB, "anna", Choices(address=OLD))
    with people.file.reading() as db:
        assert db.execute("SELECT count(*) FROM person").fetchone()[0] == 1
        people.change(CLUB, "anna", Choices(address=NEW))
        assert people.choices(CLUB, "anna").address == NEW
    people.file.sweep()
    assert tables_with(place, OLD) == set()


def test_two_programs_share_a_round_and_send_nothing_twice(place: StorePlace) -> None:
    """Each takes rows one by one; every row is taken once."""
    keys = [(f"turn:{number}", "anna") for number in range(40)]
    first = StoredDeliveries(open_people(place, (DELIVERIES,)))
    first.make(CLUB, keys, 40, NOW)
    numbers = [row.number for row in first.known(CLUB).values()]
    ready = threading.Barrier(4)

    def run(name: str) -> list[int]:
        own = StoredDeliveries(open_people(place, (DELIVERIES,)))
        ready.wait(30)
        return [number for number in numbers if own.claim([number], name, NOW)]

    with ThreadPoolExecutor(4) as pool:
        taken = [number for own in pool.map(run, ("r1", "r2", "r3", "r4")) for number in own]
    assert sorted(taken) == sorted(numbers)


def test_who_is_taking_a_row_is_not_waited_for(place: StorePlace) -> None:
    """A round that is killed in the middle of it leaves the row as it was."""
    rows = StoredDeliveries(open_people(place, (DELIVERIES,)))
    rows.make(CLUB, [("turn:1", "anna"), ("turn:2", "anna")], 2, NOW)
    with psycopg.connect(place.url) as other:
        other.execute("SELECT 1 FROM campaign_people.delivery WHERE number=1 FOR UPDATE")
        assert not rows.claim([1, 2], "r1", NOW)
        assert rows.claim([2], "r1", NOW)
        other.rollback()
    assert rows.claim([1], "r2", NOW)


def test_a_line_that_was_cut_meanwhile_is_no_failure(people: People, place: StorePlace) -> None:
    people.stop(CLUB, "anna", rests=True)
    for _ in range(2):
        own_server().run(f"{CUT}{name_of(place)}'")
        assert people.is_stopped(CLUB, "anna")
        own_server().run(f"{CUT}{name_of(place)}'")
        people.stop(CLUB, "ben", rests=True)


def test_a_line_that_is_cut_in_the_middle_is_told(people: People, place: StorePlace) -> None:
    """Nothing of it is kept."""
    people.stop(CLUB, "anna", rests=True)

    def cut() -> None:
        with people.file.writing() as db:
            db.execute("DELETE FROM stopped")
            own_server().run(f"{CUT}{name_of(place)}'")
            db.execute("DELETE FROM pending")

    with pytest.raises(StoreError) as told:
        cut()
    assert "\n" not in str(told.value) and str(told.value).startswith(str(place))
    assert people.is_stopped(CLUB, "anna")


def test_a_newer_schema_is_refused_politely(place: StorePlace) -> None:
    newer = Part("people", (*PEOPLE.steps, ("CREATE TABLE more (a TEXT)",)))
    with open_people(place, (newer,)).reading():
        pass
    with pytest.raises(StoreError) as refused:
        People(place).choices(CLUB, "ben")
    assert str(refused.value) == (
        f"{place} was written by a newer version of the tracker (people: schema "
        f"{newer.schema}; this one knows up to {PEOPLE.schema}). "
        "Update the tracker; nothing was changed"
    )


def test_a_step_that_fails_leaves_the_tables_as_they_were(place: StorePlace) -> None:
    steps = (("CREATE TABLE letter (a TEXT)", "INSERT INTO letter VALUES ('kept')"),)
    with open_people(place, (Part("letters", steps),)).reading():
        pass
    wrong = Part("letters", (*steps, ("DROP TABLE letter", "NONSENSE")))
    with pytest.raises(StoreError, match="cannot be used"), open_people(place, (wrong,)).reading():
        pass
    with open_people(place, (Part("letters", steps),)).reading() as db:
        assert [tuple(row) for row in db.execute("SELECT * FROM letter")] == [("kept",)]


def test_who_may_make_no_tables_reads_one_line(place: StorePlace) -> None:
    here = own_server()
    here.run(f"CREATE ROLE guest_{name_of(place)} LOGIN")
    guest = place_of(place.url.replace("postgres@", f"guest_{name_of(place)}@"))
    with pytest.raises(StoreError) as refused:
        People(guest).stop(CLUB, "anna", rests=True)
    assert str(refused.value) == f"{guest} does not allow this user what the tracker needs"


def test_a_row_of_clubs_is_another_s(place: StorePlace) -> None:
    """Two schemas in one database have nothing to do with each other."""
    from campaign.extensions.postgres.people import PostgresPeople

    songs = Part("songs", (("CREATE TABLE song (a TEXT)",),))
    first, second = (PostgresPeople(place, (songs,), schema=name) for name in ("one", "two"))
    with first.writing() as db:
        db.execute("INSERT INTO song VALUES ('100%?')")
    assert first.exists() and not second.exists()
    with second.reading() as db:
        assert db.execute("SELECT * FROM song").fetchall() == []
    with first.reading() as db:
        assert db.execute("SELECT a FROM song WHERE a='100%?' AND a=?", ("100%?",)).fetchone()["a"]
