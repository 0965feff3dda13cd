"""What `docs/host.md` says of deadlines and absences, played word by word."""

from pathlib import Path

import pytest

from support.command_line import Shell
from support.guides import blocks, typed


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A club with a leader before the Board."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    for words in (("enrol", "club", "anna"), ("enrol", "club", "ben"), ("board", "club")):
        shell.fine(*words)
    shell.fine("draw", "club")
    return shell


def test_deadlines_and_absences_are_told_as_the_guide_says(shell: Shell) -> None:
    """Anna's second word replaces her first, and her last one can be taken back."""
    typed(shell, "\n".join(blocks("host", "Deadlines and absences")))
    screen = shell.fine("status", "club")
    assert "Deadline   for the ballots: 31 January 2100, 21:00 UTC\n" in screen
    assert "Deadline   for the turn: 14 February 2100, 19:00 UTC\n" in screen
    away = "Away       Anna is away from 10 January 2100 to 24 January 2100, and asks to be counted"
    assert away in screen
    assert "Away       Ben is away on 5 January 2100, and asks that Anna stands in\n" in screen
    assert "3 January" not in screen
    shell.fine("undo", "club", "--as", "anna")
    assert "from 3 January 2100 to 17 January 2100" in shell.fine("status", "club")
    assert "no findings" in shell.fine("verify", "club")
