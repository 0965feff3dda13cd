"""PostgreSQL by `docs/operator.md`, word by word on a server whose name alone is another."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.postgres_server import WANTED, Server, started
from support.command_line import Shell
from support.guides import blocks, chapter, typed
from support.postgres import SAFE

SERVER = "postgresql://club@db.example.org/"
FIRST = "First steps on a database"


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of the operator's, which the guide sets up."""
    if (made := started(SAFE)) is None:
        pytest.skip(f"needs {WANTED}")
    yield made
    made.stop()


def told(heading: str, server: Server) -> str:
    """The shell blocks of a chapter, with the addresses of this server."""
    text = "\n".join(blocks("operator", heading))
    for name in ("club", "saturday"):
        here = server.url(name).replace("postgres@", "club@")
        text = text.replace(f"{SERVER}{name}", f"'{here}'")
    assert "example.org/" not in text
    return text


def test_a_club_begins_on_a_database_and_another_moves_there(
    tmp_path: Path, server: Server
) -> None:
    """From the operator's first line to the file that came back."""
    sql = chapter("operator", FIRST).split("```sql\n")[1].split("```")[0]
    for statement in sql.strip().splitlines():
        server.run(statement)
    server.run("CREATE DATABASE saturday OWNER club")
    shell = Shell(tmp_path / "here")
    shell.folder.mkdir()
    shell.home.mkdir()
    said = typed(shell, told(FIRST, server))
    assert "good  campaigns    1: friday" in said and "BAD" not in said
    assert list((shell.home / "campaign").glob("*/club.vault"))
    shell.env["CAMPAIGN_STORE"] = "club.db"
    shell.fine("start", "saturday", "--scenario", "global-war")
    said = typed(shell, told("Moving a club to a database, and back", server))
    assert "nothing was changed" in said and said.count("verified at both ends") == 2
    assert said.count("no findings") == 2
    assert "has moved to" in shell("enrol", "saturday", "ben", "--name", "Ben").error
