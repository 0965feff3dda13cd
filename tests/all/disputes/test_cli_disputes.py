"""The command line of disputes and corrections: previews, confirmations, and what all is told.

What takes longer, waits or starts something, beside `disputes/test_cli_disputes.py`.
"""

import json

from support.command_line import Shell
from tests.disputes.test_cli_disputes import GEESE, first, stores

__all__ = ["first", "stores"]


def test_undo_takes_back_and_says_what_stays(first: Shell) -> None:
    """Anna her geese; the host's last act closed a vote, which stays."""
    assert f"Anna took back event {GEESE}." in first.fine("undo", "club", "--as", "anna")
    done = first("undo", "club", "--as", "anna")
    assert done.status == 1 and "refused (Undo): anna has no act to take back" in done.error
    assert f"! taken back by event {GEESE + 1}" in first.fine("log", "club")
    made = json.loads(first("undo", "club", "--as", "ben", "--json").out)
    assert made["accepted"] is False and made["rule"] == "Undo"
