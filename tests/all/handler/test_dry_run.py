"""`--dry-run` at a terminal; the transcript `dry-run` has the rest."""

from pathlib import Path

from support.command_line import Shell, typed_at_a_terminal


def test_at_a_terminal_nothing_is_asked(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    status, screen = typed_at_a_terminal(shell, "turn", "club", "--dry-run", lines=[])
    assert status == 2 and "[y/N]" not in screen
