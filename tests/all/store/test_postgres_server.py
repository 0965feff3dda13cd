"""The tests' own PostgreSQL: found where the server's user can go, or copied there, or left out.

What takes longer, waits or starts something, beside `store/test_postgres_server.py`.
"""

import pytest

from scripts import postgres_server

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
