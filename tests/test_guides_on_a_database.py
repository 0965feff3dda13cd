"""The README's evening and the guides once more, word by word, with a database as the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.store.place import folder_name
from scripts.postgres_server import WANTED, Server
from scripts.postgres_server import started as started_server
from support.command_line import Shell
from support.guides import typed
from support.postgres import SAFE
from tests.test_guides import (
    started,
    test_the_engineers_guide_speaks_json_lines,
    test_the_guide_for_witnesses_on_their_own_machine,
    test_the_guide_to_chits_seen_before_their_pool_is_chosen,
    test_the_referees_guide_from_the_claim_to_the_audit,
    test_what_is_shared_of_a_turn,
    told,
)
from tests.test_readme import EVENING
from tests.test_readme import blocks as blocks_of

__all__ = [
    "test_the_engineers_guide_speaks_json_lines",
    "test_the_guide_for_witnesses_on_their_own_machine",
    "test_the_guide_to_chits_seen_before_their_pool_is_chosen",
    "test_the_referees_guide_from_the_claim_to_the_audit",
    "test_what_is_shared_of_a_turn",
]
"""They are played here as they stand, in the shell below."""


@pytest.fixture(scope="module")
def safe_server() -> Iterator[Server]:
    """A server whose settings `doctor` has nothing against."""
    if (made := started_server(SAFE)) is None:
        pytest.skip(f"needs {WANTED}")
    yield made
    made.stop()


@pytest.fixture
def shell(tmp_path: Path, safe_server: Server) -> Shell:
    """A new folder and a new database."""
    folder = tmp_path / "here"
    folder.mkdir()
    return Shell(folder, CAMPAIGN_STORE=safe_server.database())


def test_the_first_evening_of_the_readme(shell: Shell) -> None:
    """Word by word, but for the line that names the store."""
    text = "\n".join(blocks_of(EVENING))
    assert "export CAMPAIGN_STORE=club.db\n" in text
    text = text.replace("export CAMPAIGN_STORE=club.db\n", "")
    said = typed(shell, text)
    assert "was promoted" in said and "no findings" in shell.fine("verify", "club")
    assert not list(shell.home.rglob("club.db")) and not list(shell.folder.iterdir())


def test_the_guide_to_flames_of_war(shell: Shell) -> None:
    """The other game's evening."""
    said = typed(shell, told("flames-of-war"))
    assert "a stunning victory: 6 points to 1" in said
    assert "4 victory points are left, and a change costs 5" in said


def test_the_guide_to_the_tables_names_the_file_that_is_written(shell: Shell) -> None:
    """Beside the key, in the database's own folder."""
    started(shell)
    said = typed(shell, told("tables"))
    folder = shell.data / folder_name(shell.env["CAMPAIGN_STORE"])
    assert f"12 saved queries: {folder / 'club-datasette.json'}" in said
    assert f"datasette {folder / 'club-tables.db'} --metadata" in said
