"""Several ballots in one call, and the short names of powers, at the command line.

What takes longer, waits or starts something, beside `lif/board/test_cli_ballots.py`.
"""

from support.command_line import Shell, typed_at_a_terminal
from tests.lif.board.test_cli_ballots import shell, table

__all__ = ["shell", "table"]


def test_choices_at_a_terminal_are_asked_for_unseen(shell: Shell) -> None:
    """With a prompt, and without a trace on the screen; an empty line records nothing."""
    typed = "ge=veto rest=no"
    status, screen = typed_at_a_terminal(shell, "ballots", "club", "-", lines=[typed])
    assert status == 0, screen
    assert "Choices in one line, unseen, such as ge=veto it=no rest=no" in screen
    assert typed not in screen
    status, screen = typed_at_a_terminal(shell, "ballots", "club", "-", lines=[""])
    assert status == 2 and "write each as POWER=CHOICE" in screen
