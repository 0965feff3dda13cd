"""`--dry-run` decides and shows, and leaves nothing behind; what needs a secret is not shown.

What takes longer, waits or starts something, beside `handler/test_dry_run.py`.
"""

from support.command_line import Shell, typed_at_a_terminal
from tests.handler.test_dry_run import shell

__all__ = ["shell"]


def test_at_a_terminal_nothing_is_asked(shell: Shell) -> None:
    status, screen = typed_at_a_terminal(shell, "turn", "club", "--dry-run", lines=[])
    assert status == 2 and "[y/N]" not in screen
