"""Members enrolled from a sheet and invited in bulk; two of one name are asked about."""

from pathlib import Path

import pytest

from support.command_line import Shell

SHEET = "Name;Plays;E-mail\nAnna;Germany, Italy;anna@example.org\nJörg Ask;UK\nRita;;\n"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A club without members."""
    shell = Shell(tmp_path)
    shell.fine("start", "club", "--scenario", "global-war")
    return shell


def enrolled(shell: Shell) -> dict[str, list[str]]:
    """The members by id, with what they play."""
    said = shell.read("members", "club")
    return {who: about["powers"] for who, about in said.items() if who != "host"}


def test_a_sheet_enrols_everybody_with_what_they_play(shell: Shell) -> None:
    (shell.folder / "members.csv").write_text(SHEET)
    shell.fine("enrol", "club", "--from", "members.csv")
    plays = {"anna": ["germany", "italy"], "jorg-ask": ["commonwealth"], "rita": []}
    assert enrolled(shell) == plays


def test_one_cell_that_is_not_plain_enrols_nobody(shell: Shell) -> None:
    (shell.folder / "members.csv").write_text(SHEET + "Ben;Ruritania;\nCora;Germany;\n")
    done = shell("enrol", "club", "--from", "members.csv")
    assert done.status == 2
    assert "B5 (plays): Ruritania is no major power that is known" in done.out
    assert "B6 (plays): Germany has a player already, Anna" in done.out
    assert enrolled(shell) == {}


def test_two_of_one_name_are_asked_about(shell: Shell) -> None:
    shell.fine("enrol", "club", "chris")
    done = shell("enrol", "club", "chris-b", "--name", "Chris")
    assert "there is a Chris already (chris); add --same-name if this is somebody else" in done.err
    shell.fine("enrol", "club", "chris-b", "--name", "Chris", "--same-name")
    assert set(enrolled(shell)) == {"chris", "chris-b"}


def test_everybody_is_invited_with_names_beside_the_addresses(shell: Shell) -> None:
    (shell.folder / "club.toml").write_text('[service]\nurl = "https://club.example"\n')
    (shell.folder / "members.csv").write_text(SHEET)
    shell.fine("enrol", "club", "--from", "members.csv")
    lines = shell.fine("invite", "club", "--all", "--unused", "--sheet", "slips.html").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["Anna", "Jörg Ask", "Rita"]
    slips = (shell.folder / "slips.html").read_text()
    assert slips.count("<section>") == slips.count("data:image/svg+xml") == 3
    assert all(line.split("\t")[1] in slips for line in lines)
    assert shell("invite", "club").status == 2
