"""Flames of War at the keyboard: a round by its verbs, what they ask for, and what they refuse.

What is asked at a terminal; the transcript `winter` has the rest.
"""

from pathlib import Path

import pytest

from support.command_line import Shell, typed_at_a_terminal
from tests.fow.test_ground_and_night import anzio


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of one's own."""
    return anzio(tmp_path)


def played(shell: Shell) -> None:
    """The first battle: the Allies take an objective and lose one platoon."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    told = "result winter anzio objective allies --turn 6 --lost allies=1 --lost axis=3"
    shell.fine(*told.split(), "--as", "anna")
    shell.fine("confirm", "winter", "--as", "ben")


def test_a_mission_asks_for_its_dice_at_a_terminal(shell: Shell) -> None:
    """In words; what is no die is asked for again."""
    played(shell)
    shell.fine("turn", "winter")
    status, screen = typed_at_a_terminal(shell, "mission", "winter", lines=["7", "5", "3"])
    assert status == 0
    assert "Allies’ die [1-6]:" in screen and "Axis’ die [1-6]:" in screen
    assert "Write a whole number from 1 to 6." in screen
    assert "Row 11: Free-for-All" in screen


def test_a_result_asks_for_what_is_missing_at_a_terminal(shell: Shell) -> None:
    """How it ended and both sides' losses; a word for a number is asked again. What it brings is
    said before it is booked.
    """
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    lines = ["objective", "two", "6", "1", "", "y"]
    status, screen = typed_at_a_terminal(shell, "result", "winter", lines=lines)
    assert status == 0, screen
    allies = "Allies’ platoons Destroyed [0-5] (or nothing):"
    at = 0
    for shown in (
        "How did it end?",
        f"{allies} two",
        "Two: give a number from 0 to 5.",
        f"{allies} 6",
        "6: give a number from 0 to 5.",
        f"{allies} 1",
        "Axis’ platoons Destroyed [0-5] (or nothing):",
        "Points: 5 for the Allies and 2 for the Axis.",
        "Book it? [y/N] y",
    ):
        assert shown in screen[at:], screen
        at = screen.index(shown, at) + len(shown)
    assert "the Allies 1 platoon and the Axis nothing" in " ".join(screen.split())


def test_a_result_asks_whose_morale_it_was_at_a_terminal(shell: Shell) -> None:
    """The side, where more than one may be meant; no word that is none of them."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    lines = ["morale", "nobody", "axis", "1", "4", "y"]
    status, screen = typed_at_a_terminal(shell, "result", "winter", lines=lines)
    assert status == 0, screen
    assert screen.count("Whose company failed its morale check?") == 2, screen


def test_a_result_asks_for_the_turn_that_its_mission_names(shell: Shell) -> None:
    """p. 204: the defender may have cleared the table from turn six on; nobody passes that over."""
    shell.fine("battle", "begin", "winter", "--platoons", "allies=5", "--platoons", "axis=5")
    lines = ["cleared", "", "six", "6", "0", "0", "y"]
    status, screen = typed_at_a_terminal(shell, "result", "winter", lines=lines)
    assert status == 0, screen
    assert screen.count("In which Axis’ own turn?") == 3, screen
    assert "An answer is needed." in screen
    assert "Write a whole number" in screen
    assert "the Axis began their turn 6" in screen
