"""Time: stamps never go back, and a clock far from the last event is mentioned.

What takes longer, waits or starts something, beside `history/test_clock.py`.
"""

import pytest

from support.command_line import Shell, typed_at_a_terminal
from tests.history.test_clock import PLAYED, at, folder, long_ago

__all__ = ["folder", "long_ago"]


@pytest.mark.parametrize(("typed", "status"), [("n", 1), ("", 1), ("y", 0), ("YES", 0)])
def test_a_terminal_is_asked_where_the_clock_is_ahead(
    long_ago: Shell, typed: str, status: int
) -> None:
    """Yes records; anything else records nothing and says so."""
    found, screen = typed_at_a_terminal(long_ago, "war", "old", "germany", "poland", lines=[typed])
    assert found == status
    assert "set it right before you go on" not in screen
    assert "after the last event. Is the clock right? [y/N]" in screen
    with at(long_ago.folder, PLAYED) as ledger:
        recorded = ["germany", "poland"] in ledger.show("old")["at_war"]
    assert recorded == (status == 0)
    refused = "nothing was recorded; set this computer's clock right and try again"
    assert (refused in screen) == (status == 1)
