"""Which store and campaign are meant: `select`, the first word of a verb, and no second book."""

from pathlib import Path

import pytest

from support.command_line import Shell

pytestmark = pytest.mark.further


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """No store is named; one with two campaigns is in this folder."""
    shell = Shell(tmp_path, CAMPAIGN_STORE="")
    for name in ("club", "friday"):
        shell.fine("open", name, "--scenario", "global-war", "--store", "here.db")
    return shell


def default(shell: Shell) -> Path:
    return shell.home / ".local" / "share" / "campaign-tracker" / "campaign.db"


def test_a_book_that_is_gone_is_not_named(shell: Shell) -> None:
    (shell.folder / "here.db").rename(shell.folder / "gone.db")
    shell.fine("open", "monday", "--scenario", "global-war")
    assert default(shell).is_file() and shell("list").err == ""


def test_a_store_that_is_gone_is_not_proposed(shell: Shell) -> None:
    shell.fine("select", "club", "--store", "here.db")
    (shell.folder / "here.db").unlink()
    advice = "start a campaign first: `campaign start`"
    assert shell("list").error == (
        f"campaign: there is no campaign store at {default(shell)}; {advice}"
    )


@pytest.mark.parametrize("kept", ["", "{", "[1]", '{"store": 1, "campaigns": [], "terminals": 2}'])
def test_what_is_remembered_may_be_lost(shell: Shell, kept: str) -> None:
    """A damaged file counts as empty, and the next call writes it again."""
    shell.fine("select", "club", "--store", "here.db")
    (file,) = (shell.home / ".local" / "state" / "campaign-tracker").iterdir()
    file.write_text(kept)
    assert shell("status", ".", "--store", "here.db").status == 2
    shell.fine("select", "club", "--store", "here.db")
    assert shell.fine("status", ".").startswith("club: ")


def test_a_folder_that_cannot_be_written_stops_nobody(shell: Shell) -> None:
    (shell.folder / "state").write_text("a file")
    state = {"XDG_STATE_HOME": str(shell.folder / "state")}
    assert "club" in shell.fine("list", "--store", "here.db", **state)
    done = shell("select", "club", "--store", "here.db", **state)
    file = shell.folder / "state" / "campaign-tracker" / "selected.json"
    assert (done.status, done.error) == (1, f"campaign: cannot write {file}")


def test_the_shell_completes_what_follows_the_selected_campaign(shell: Shell) -> None:
    """As bash would ask: campaigns, and what the verb takes behind one."""
    assert shell.completed("ballot ge") == []
    shell.fine("select", "club", "--store", "here.db")
    assert shell.completed("ballot ge") == ["germany"]
    assert shell.completed("ballot fr") == ["friday", "france"]
    assert shell.completed("ballot germany ve") == ["veto"]
    assert shell.completed("ballot friday ge") == ["germany"]
