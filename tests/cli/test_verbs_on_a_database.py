"""The command line on a database in PostgreSQL: what differs from a file, and what must not."""

import json
from pathlib import Path

import pytest

from campaign.cli import stores
from campaign.cli.session import Session
from campaign.cli.shared_verbs.corrections import again
from campaign.store.protocol import folder_name, place_of
from support.command_line import Shell
from support.postgres import new_database

SECRET = "opensesame"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A new database, its password in its address, and an empty folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    shell = Shell(folder)
    shell.env["CAMPAIGN_STORE"] = new_database().replace("postgres@", f"postgres:{SECRET}@")
    return shell


def shown(shell: Shell) -> str:
    """The shell's database as it is shown."""
    return str(place_of(shell.env["CAMPAIGN_STORE"]))


def beside(shell: Shell) -> Path:
    """Where the files of the shell's database lie."""
    return shell.data / folder_name(shell.env["CAMPAIGN_STORE"])


def checks(shell: Shell, *more: str) -> dict[str, tuple[str, str]]:
    """What `doctor` finds, by what it looked at."""
    found = json.loads(shell("doctor", "--json", *more).out)["checked"]
    return {one["what"]: (one["health"], one["told"]) for one in found}


def started(shell: Shell) -> Shell:
    """A shell after a campaign was started."""
    shell.fine("start", "club", "--scenario", "global-war")
    return shell


# --- which store ----------------------------------------------------------------------------------


def test_a_server_that_does_not_answer_keeps_no_convenience_waiting() -> None:
    """What is not there in time is left out."""
    from threading import Event

    never = Event()
    assert stores.within(0.01, lambda: never.wait() and "late", otherwise="") == ""
    assert stores.within(30, lambda: "soon", otherwise="") == "soon"
    never.set()


# --- secrets --------------------------------------------------------------------------------------


def test_a_call_that_is_to_be_typed_again_is_shown_without_the_password() -> None:
    """However the store was named with it."""
    session = Session()
    url = f"postgresql://anna:{SECRET}@db/club"
    for typed, said in (
        (
            ("--store", url, "correct", "strike-out"),
            "--store postgresql://anna@db/club correct strike-out",
        ),
        (("correct", f"--store={url}"), "correct --store=postgresql://anna@db/club"),
        (("correct", "d1", "--reason", "a=b"), "correct d1 --reason a=b"),
    ):
        session.words = typed
        assert again(session, "--seen", "0a") == f"  campaign {said} --seen 0a"
