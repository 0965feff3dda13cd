"""Flames of War at the keyboard: a round by its verbs, what they ask for, and what they refuse.

What takes longer, waits or starts something, beside `fow/test_keyboard.py`.
"""

from support.command_line import Shell, typed_at_a_terminal
from tests.fow.test_keyboard import played, shell

__all__ = ["shell"]


def test_a_mission_asks_for_its_dice_at_a_terminal(shell: Shell) -> None:
    """In words; what is no die is asked for again."""
    played(shell)
    shell.fine("turn", "winter")
    status, screen = typed_at_a_terminal(shell, "mission", "winter", lines=["7", "5", "3"])
    assert status == 0
    assert "Allies’ die?" in screen and "Axis’ die?" in screen
    assert "A die shows 1 to 6, not 7." in screen
    assert "Row 11: Free-for-All" in screen


def test_a_result_asks_for_what_is_missing_at_a_terminal(shell: Shell) -> None:
    """How it ended, whom it is about, the turn, and both sides' losses, which are no words."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    lines = ["objective", "allies", "6", "two", "1", ""]
    status, screen = typed_at_a_terminal(shell, "result", "winter", lines=lines)
    assert status == 0, screen
    for asked in (
        "How did it end?",
        "Which side? (allies or axis)",
        "In Allies’ own turn?",
        "Allies has no roster, so nobody knows 'two'; write how many, such as 2.",
        "Platoons that Axis lost, how many or which?",
    ):
        assert asked in screen
    assert "Lost: the Allies 1 platoon" in screen


def test_a_result_asks_for_the_turn_that_its_mission_names(shell: Shell) -> None:
    """p. 204: the defender may have cleared the table from turn six on; nobody passes that over."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    lines = ["cleared", "axis", "", "6", "0", "0"]
    status, screen = typed_at_a_terminal(shell, "result", "winter", lines=lines)
    assert status == 0, screen
    assert "Write a whole number." in screen
