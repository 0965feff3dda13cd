"""What each request asks of the people's file: kept in memory while nothing is written to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts.database import PeopleFile
from campaign.accounts.protocol import PEOPLE, known
from campaign.world import files

QUERY = "SELECT name FROM person WHERE id=?"
PUT = "INSERT INTO person (id, name) VALUES (?,?) ON CONFLICT (id) DO UPDATE SET name=excluded.name"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[PeopleFile]:
    """A file with one person."""
    made = PeopleFile(tmp_path / "club.people.db", (PEOPLE,))
    with made.writing() as db:
        db.execute(PUT, ("1", "Anna"))
    yield made
    made.close()


@pytest.fixture
def settled(file: PeopleFile, monkeypatch: pytest.MonkeyPatch) -> PeopleFile:
    """The same a minute later."""
    later = file.path.stat().st_mtime_ns + 60_000_000_000
    monkeypatch.setattr(files.clock, "nanoseconds", lambda: later)
    return file


def asked(file: PeopleFile, times: int = 1) -> tuple[list[str | None], int]:
    """What is found so many times, and how often the file was asked for it."""
    statements: list[str] = []
    with file.reading() as db:
        db.set_trace_callback(statements.append)
    found = [known(file, str, QUERY, "1") for _ in range(times)]
    with file.reading() as db:
        db.set_trace_callback(None)
    return found, sum(one.startswith("SELECT name") for one in statements)


def test_what_has_not_changed_is_read_once(settled: PeopleFile) -> None:
    assert asked(settled, 3) == (["Anna"] * 3, 1)


def test_a_file_written_a_moment_ago_is_read_each_time(file: PeopleFile) -> None:
    """It may be written once more at the same tick of the clock, and look the same from outside."""
    assert asked(file, 3) == (["Anna"] * 3, 3)


def test_what_another_program_writes_counts_at_once(settled: PeopleFile) -> None:
    assert asked(settled)[0] == ["Anna"]
    with closing(sqlite3.connect(settled.path)) as other, other:
        other.execute(PUT, ("1", "Ben"))
    assert asked(settled)[0] == ["Ben"]


def test_what_this_program_writes_counts_at_once(settled: PeopleFile) -> None:
    assert asked(settled)[0] == ["Anna"]
    with settled.writing() as db:
        db.execute(PUT, ("1", "Ben"))
    assert asked(settled)[0] == ["Ben"]


def test_what_is_taken_back_was_never_known(settled: PeopleFile) -> None:
    """Whoever asks in the midst of a transaction sees it, and nobody else does afterwards."""
    seen = []

    def fails() -> None:
        with settled.writing() as db:
            db.execute(PUT, ("1", "Ben"))
            seen.append(known(settled, str, QUERY, "1"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert seen == ["Ben"]
    assert asked(settled)[0] == ["Anna"]


def test_a_file_that_is_gone_has_nobody(settled: PeopleFile) -> None:
    """Nor is one made by asking."""
    assert asked(settled)[0] == ["Anna"]
    settled.path.unlink()
    assert known(settled, str, QUERY, "1") is None
    assert not settled.path.exists()


def test_a_file_put_in_its_place_is_read(settled: PeopleFile, tmp_path: Path) -> None:
    assert asked(settled)[0] == ["Anna"]
    other = PeopleFile(tmp_path / "other.people.db", (PEOPLE,))
    with other.writing() as db:
        db.execute(PUT, ("1", "Ben"))
    other.close()
    other.path.replace(settled.path)
    assert asked(settled)[0] == ["Ben"]


def test_with_a_log_written_ahead_it_is_read_each_time(settled: PeopleFile) -> None:
    """The file itself stays as it was then, whatever is committed."""
    assert asked(settled)[0] == ["Anna"]
    with closing(sqlite3.connect(settled.path)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        assert asked(settled, 2) == (["Anna"] * 2, 2)
        with other:
            other.execute(PUT, ("1", "Ben"))
        assert asked(settled, 2) == (["Ben"] * 2, 2)
