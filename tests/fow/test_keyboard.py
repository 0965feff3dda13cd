"""Flames of War at the keyboard: a round by its verbs, what they ask for, and what they refuse."""

from pathlib import Path

import pytest

from support.command_line import Shell


def anzio(folder: Path) -> Shell:
    """Anzio as the book opens it: two players, nobody else."""
    shell = Shell(folder)
    (folder / "anzio.toml").write_text('players = {anna = "allies", ben = "axis"}\n')
    shell.fine("start", "winter", "--system", "fow", "--scenario", "anzio", "--setup", "anzio.toml")
    return shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of one's own."""
    return anzio(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A campaign that every call leaves as it is."""
    return anzio(tmp_path_factory.mktemp("unchanged"))


def played(shell: Shell) -> None:
    """The first battle: the Allies take an objective and lose one platoon."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    told = "result winter anzio objective allies --turn 6 --lost allies=1 --lost axis=3"
    shell.fine(*told.split(), "--as", "anna")
    shell.fine("confirm", "winter", "--as", "ben")


def test_a_replay_shows_where_the_lines_stand(shell: Shell) -> None:
    played(shell)
    told = shell.fine("replay", "winter", "--by", "turn", "--text")
    assert "Round 1" in told


def test_a_team_is_told_where_nobody_fights(tmp_path: Path) -> None:
    """Until a battle begins there; the call names the line."""
    shell = Shell(tmp_path)
    shell.fine("scenario", "template", "road.toml", "--system", "fow")
    (tmp_path / "team.toml").write_text(
        'lines = ["anzio", "road.toml"]\nplayers = {anna = "allies", ben = "axis"}\n'
        'commanders = {anzio = {allies = "anna", axis = "ben"}}\n'
    )
    shell.fine("start", "team", "--system", "fow", "--scenario", "team", "--setup", "team.toml")
    told = shell.fine("status", "team")
    assert "Commanders The river road: nobody fights for the Allies and the Axis yet" in told
    told_in_one = told.replace("\n           ", " ")
    assert "(campaign battle commanders team allies river-road=…)" in told_in_one
    assert "Anzio: nobody" not in told
    assert shell("mission", "team").error == (
        "campaign: line: say which line: anzio and river-road (LINE)"
    )
