"""The tests' own PostgreSQL: found where the server's user can go, or copied there, or left out."""

from pathlib import Path

import pytest

from scripts import postgres_server
from support import postgres

pytestmark = pytest.mark.skipif(
    postgres_server.binaries() is None, reason=f"needs {postgres_server.WANTED}"
)


def test_programs_behind_a_closed_door_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout in a home that the server's user must not enter."""
    programs = postgres_server.binaries()
    monkeypatch.setattr(postgres_server, "_may_run", lambda folder: False)
    assert postgres_server.binaries() is None
    if (closed := postgres_server.closed_wheel()) is None:
        pytest.skip(f"needs {postgres_server.WANTED}")
    assert closed.name == programs.name if programs else None
    made = postgres_server.Server(closed)
    try:
        made.start()
        assert made.run("SELECT 1") == [(1,)]
        assert (made.folder / "programs").is_dir()
    finally:
        made.stop()
    assert not made.folder.exists()


def test_a_server_that_rested_or_was_killed_starts_again() -> None:
    """With what was committed."""
    made = postgres_server.started()
    assert made is not None
    try:
        made.run("CREATE TABLE kept (n int)")
        made.run("INSERT INTO kept VALUES (7)")
        made.rest()
        made.start()
        assert made.run("SELECT n FROM kept") == [(7,)]
        made.kill()
        made.start()
        assert made.run("SELECT n FROM kept") == [(7,)]
    finally:
        made.stop()


def test_where_there_is_no_server_a_test_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words that count at the end of the run as one line."""
    monkeypatch.delenv(postgres.GIVEN, raising=False)
    monkeypatch.setattr(postgres, "server", lambda: None)
    with pytest.raises(pytest.skip.Exception, match=r"^needs a PostgreSQL server"):
        postgres.new_database()


def test_a_server_that_is_given_has_a_database_for_each_test(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or a single one, cleared of what the last test left."""
    here = postgres.server()
    assert here is not None
    given = here.database()
    monkeypatch.setenv(postgres.GIVEN, given)
    monkeypatch.delenv(postgres.SINGLE, raising=False)
    first, second = postgres.new_database(), postgres.new_database()
    assert len({given, first, second}) == 3
    assert here.folder.name in first and Path(here.folder).is_dir()
    monkeypatch.setenv(postgres.SINGLE, "1")
    name = given.partition("@/")[2].partition("?")[0]
    here.run("CREATE SCHEMA campaign_record", name)
    here.run("CREATE TABLE campaign_record.heads (n int)", name)
    assert postgres.new_database() == given
    assert here.run("SELECT to_regclass('campaign_record.heads')", name) == [(None,)]
