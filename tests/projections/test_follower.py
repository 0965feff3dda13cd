"""The follower: what it keeps between two updates, and when it may not believe it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.projections import database, projector
from campaign.projections.projector import TablesFollower
from campaign.store.ledger import Ledger
from support import table
from support.table import FIRST_TURN, NAME, TO_1940
from tests.projections.test_read_model import query

NOTE = {"command": "SetBookmark", "version": 1, "note": "n"}


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """The short campaign in January 1940."""
    made = table.opened(tmp_path)
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture
def kept(book: Ledger) -> Iterator[TablesFollower]:
    """A follower that has read it."""
    with TablesFollower(book) as made:
        assert made.update(NAME) == book.store.version(NAME)
        yield made


def test_only_rows_that_changed_are_written(book: Ledger, kept: TablesFollower) -> None:
    """A note changes no leader, no power and no ruling: one event, one row of the campaign."""
    with closing(sqlite3.connect(database.path(book.store.path))) as db:
        for name in ("leaders", "powers", "rulings", "cup", "members"):
            for what in ("INSERT", "UPDATE", "DELETE"):
                db.execute(
                    f"CREATE TRIGGER {name}_{what} BEFORE {what} ON {name}"
                    " BEGIN SELECT raise(ABORT, 'written'); END"
                )
    table.play(book, [NOTE])
    assert kept.update(NAME) == 1
    assert projector.update(book, NAME) == 0
    table.play(book, [NOTE])
    assert projector.update(book, NAME) == 1  # by a follower that reads first what is there
    table.play(
        book, [{"command": "EnrolMember", "member": "zoe", "name": "Zoe", "roles": ["observer"]}]
    )
    with pytest.raises(database.ReadModelError, match="cannot be written: written"):
        kept.update(NAME)


def test_a_campaign_forgotten_and_another_of_its_name(book: Ledger, kept: TablesFollower) -> None:
    """Nothing of it is kept."""
    kept.forget(NAME)
    assert query(book, "SELECT count(*) FROM events") == [0]
    assert kept.lag(NAME) is None
    assert kept.update(NAME) == book.store.version(NAME)
