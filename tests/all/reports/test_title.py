"""What a campaign is called in reports: a line in its opening, beside its name in commands.

What takes longer, waits or starts something, beside `reports/test_title.py`.
"""

from support.command_line import Shell, typed_at_a_terminal
from tests.reports.test_title import TITLE, ready, shell

__all__ = ["ready", "shell"]


def test_a_campaign_with_a_title_is_selected_by_its_name(shell: Shell) -> None:
    shell.fine("select", "club")
    status, screen = typed_at_a_terminal(shell, "status", lines=[])
    assert status == 0 and f"{TITLE} (club): " in screen
