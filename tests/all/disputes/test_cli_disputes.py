"""The command line of disputes and corrections: previews, confirmations, and what all is told.

What takes longer, waits or starts something, beside `disputes/test_cli_disputes.py`.
"""

import json
from pathlib import Path

from support.command_line import Shell, typed_at_a_terminal
from tests.disputes.test_cli_disputes import GEESE, first, placed_and_moved, second, stores

__all__ = ["first", "second", "stores"]


def test_undo_takes_back_and_says_what_stays(first: Shell) -> None:
    """Anna her geese; the host's last act closed a vote, which stays."""
    assert f"Anna took back event {GEESE}." in first.fine("undo", "club", "--as", "anna")
    done = first("undo", "club", "--as", "anna")
    assert done.status == 1 and "refused (Undo): Anna has no act to take back" in done.error
    assert f"! taken back by event {GEESE + 1}" in first.fine("log", "club")
    made = json.loads(first("undo", "club", "--as", "ben", "--json").out)
    assert made["accepted"] is False and made["rule"] == "Undo"


def test_at_a_terminal_it_asks_before_it_corrects(second: Shell) -> None:
    """Only yes is yes, and makes it; the second yes is for the clock, far ahead of 1999."""
    words = ("correct", "adjust", "club", "d1", "veto-points", "italy", "2", "--as", "ref")
    for typed in ("n", "ja", ""):
        status, screen = typed_at_a_terminal(second, *words, lines=[typed])
        assert status == 130 and screen.count("Make this correction? [y/N]") == 1
        assert "stopped" in screen
    assert "italy" in screen and "--seen" not in screen
    assert second.read("show", "club")["version"] == 48
    status, screen = typed_at_a_terminal(second, *words, lines=["y", "y"])
    assert status == 0 and "Italy: veto points +2, under d1." in screen
    assert second.read("show", "club")["veto_points"]["italy"] == 4


def test_at_a_terminal_it_asks_for_what_hangs_on_it_first(tmp_path: Path) -> None:
    """Yes to striking the moves, yes to it all, and yes to the clock."""
    shell, there, away = placed_and_moved(tmp_path)
    words = ("correct", "strike-out", "club", "d1", str(there), "--as", "ref")
    status, screen = typed_at_a_terminal(shell, *words, lines=["n"])
    assert status == 130 and f"Strike {away - 1}, {away} along with it?" in screen
    status, screen = typed_at_a_terminal(shell, *words, lines=["y", "y", "y"])
    assert status == 0 and f"Events {there}–{away} were struck under d1." in screen
