"""The README's evening and the guides once more, word by word, with a database as the store."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.store.protocol import folder_name
from scripts.postgres_server import WANTED, Server
from scripts.postgres_server import started as started_server
from support.command_line import Shell
from support.guides import blocks, chapter, typed
from support.postgres import SAFE
from tests.all.house.test_guides import (
    test_a_program_speaks_json_lines,
    test_chits_seen_before_their_pool_is_chosen,
    test_the_guide_for_programs_against_a_running_service,
    test_the_guide_for_witnesses_on_their_own_machine,
    test_the_players_guide_proves_what_was_sent,
    test_the_referees_guide_from_the_claim_to_the_audit,
    test_what_is_shared_of_a_turn,
)
from tests.house.test_guides import started, told
from tests.house.test_readme import EVENING
from tests.house.test_readme import blocks as blocks_of

__all__ = [
    "test_a_program_speaks_json_lines",
    "test_chits_seen_before_their_pool_is_chosen",
    "test_the_guide_for_programs_against_a_running_service",
    "test_the_guide_for_witnesses_on_their_own_machine",
    "test_the_players_guide_proves_what_was_sent",
    "test_the_referees_guide_from_the_claim_to_the_audit",
    "test_what_is_shared_of_a_turn",
]
"""They are played here as they stand, in the shell below."""
pytestmark = pytest.mark.rotating(3)


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


def test_the_hosts_guide(shell: Shell) -> None:
    """The whole game, with all that a host may do on an evening."""
    us_entry, *_ = blocks("host", "US entry")
    first = told("host", "Start a campaign at the keyboard", "Leaders on the map")
    said = typed(shell, f"{first}\n{us_entry}")
    assert "Rommel was placed at W2214" in said
    assert "The USA picked entry option 1 at" in said
    assert {"club", "east", "front"} <= set(shell.fine("list").split())
    for name in ("club", "front"):
        assert "no findings" in shell.fine("verify", name)


def test_the_guide_to_flames_of_war(shell: Shell) -> None:
    """The other game's evening."""
    said = typed(shell, told("flames-of-war"))
    assert "a stunning victory: 6 points to 1" in said
    assert "4 victory points are left, and a change costs 5" in said


def test_the_guide_to_mail(shell: Shell) -> None:
    """The settings lie with the key; addresses and what was sent are rows of the database."""
    started(shell)
    shell.fine("turn", "club", "--yes")
    (settings,) = re.findall("^```toml\\n(.*?)^```$", chapter("operator", "Mail"), re.M | re.S)
    folder = shell.data / folder_name(shell.env["CAMPAIGN_STORE"])
    (folder / "club.toml").write_text(settings)
    (folder / "mail-password").write_text("not asked for")
    (folder / "mail-password").chmod(0o600)
    said = typed(shell, told("operator", "Mail", "Answers by mail"))
    turn = "Anna: club: September/October 1939"
    assert f"{turn}: would be sent\n" in said and f"{turn}: written\n1 message in letters" in said
    assert not list(folder.glob("*.people.db"))


def test_the_guide_to_the_tables_names_the_file_that_is_written(shell: Shell) -> None:
    """Beside the key, in the database's own folder."""
    started(shell)
    said = typed(shell, told("programs", "Tables"))
    folder = shell.data / folder_name(shell.env["CAMPAIGN_STORE"])
    assert f"12 saved queries: {folder / 'club-datasette.json'}" in said
    assert f"datasette {folder / 'club-tables.db'} --metadata" in said
