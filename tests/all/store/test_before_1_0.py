"""What drafts of the program wrote is refused in one line, and not a byte of it changes.

What takes longer, waits or starts something, beside `store/test_before_1_0.py`.
"""

from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest

from campaign.accounts.choices import Choices
from campaign.accounts.people import People
from campaign.extensions.clubs.directory import ClubDirectory
from campaign.store.protocol import StoreError, place_of
from campaign.store.reader import open_store
from support.postgres import new_database
from support.store_rows import rows
from tests.store.test_before_1_0 import PEOPLE, PERSON, STORE


def refusal(what: Callable[[], object]) -> str:
    """The words of a refusal."""
    with pytest.raises(StoreError) as refused:
        what()
    return str(refused.value)


def all_rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of a database."""
    tables = (
        "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname LIKE 'campaign%'"
    )
    with psycopg.connect(url) as connection:
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}".encode()).fetchall())
            for (name,) in sorted(connection.execute(tables).fetchall())
        }


def run(url: str, statement: str) -> None:
    """What a draft would have written."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def test_a_store_in_a_database() -> None:
    """For whoever opens it, and for whoever has it open."""
    url = new_database()
    store = open_store(url)
    store.append("club", rows(1, 2), create=True)
    run(url, "UPDATE campaign_record.about SET value='1' WHERE name='schema'")
    before = all_rows(url)
    words = f"{store.place}, {STORE}"
    assert refusal(lambda: store.append("club", rows(3, 3))) == words
    store.close()
    again = open_store(url)
    assert refusal(again.names) == words
    assert refusal(lambda: again.append("club", rows(3, 3), create=True)) == words
    again.close()
    assert all_rows(url) == before


def test_people_in_a_database() -> None:
    """Neither read nor written."""
    place = place_of(new_database())
    with closing(People(place)) as people:
        people.change(PERSON, "ben", Choices())
    run(place.url, "UPDATE campaign_people.part SET schema=1 WHERE name=''")
    before = all_rows(place.url)
    with closing(People(place)) as people:
        words = f"{place}, {PEOPLE}"
        assert refusal(lambda: people.choices(PERSON, "ben")) == words
        assert refusal(lambda: people.change(PERSON, "ben", Choices())) == words
    assert all_rows(place.url) == before


def test_a_directory_in_a_database() -> None:
    """Clubs are not looked for in it."""
    url = new_database()
    with closing(ClubDirectory(url)) as directory:
        directory.serving("one", ["thursday"])
    run(url, "UPDATE campaign_clubs.part SET schema=1 WHERE name=''")
    before = all_rows(url)
    with closing(ClubDirectory(url)) as directory:
        words = f"{directory.place}, a directory of clubs, was written before 1.0; not read"
        assert refusal(directory.clubs) == words
        assert refusal(lambda: directory.serving("one", [])) == words
    assert all_rows(url) == before
