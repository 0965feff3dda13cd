"""The tests' own PostgreSQL: found where the server's user can go, or copied there, or left out."""

from pathlib import Path

import pytest

from scripts import postgres_server
from support import postgres

pytestmark = pytest.mark.skipif(
    postgres_server.binaries() is None, reason=f"needs {postgres_server.WANTED}"
)


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
