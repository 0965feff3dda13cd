"""The whole Promotions Board at one keyboard: keys pressed in a pseudo-terminal.

What takes longer, waits or starts something, beside `lif/board/test_board_at_the_keyboard.py`.
"""

import re
from pathlib import Path

from support.keyboard import at_the_keyboard
from tests.lif.board.test_board_at_the_keyboard import (
    POWERS,
    Evening,
    all_played,
    club,
    copied,
    eight,
    events,
    made,
    shown,
    until_opened,
)

__all__ = ["eight", "made"]


def test_eight_powers_need_no_more_than_forty_five_keys(tmp_path: Path) -> None:
    """One to draw, two for each ballot, one to open, two for each vote, one to count; and one after
    each of draw and opening, when all have seen it: 37.
    """
    shell = all_played(club(tmp_path, points=dict.fromkeys(POWERS, 9)))
    evening = Evening(ballots=dict.fromkeys(POWERS, "n"), votes=dict.fromkeys(POWERS, "n"))
    status, _ = at_the_keyboard(shell, "board", "club", press=evening)
    assert (status, evening.keys) == (0, 2 + 8 * 2 + 2 + 8 * 2 + 1)
    assert evening.keys <= 45
    assert shown(shell)["board"]["phase"] == "closed"
    assert events(shell, "ReinforcementClosed")[0]["reason"] == "vote"
    assert len(events(shell, "BallotSealed")) == len(events(shell, "VoteSealed")) == 8


def test_the_board_breaks_no_word_where_the_terminal_is_narrow(tmp_path: Path) -> None:
    shell = all_played(club(tmp_path, points=dict.fromkeys(POWERS, 9)))
    shell.env["COLUMNS"] = "40"
    keys = iter(["x", " ", " ", "?", " ", "n", "x", "x", "x", "x", "x", "x", "x", "q"])
    _, screen = at_the_keyboard(shell, "board", "club", press=lambda asked: next(keys))
    lines = re.sub(r"\x1b\[[?\d]*\w", "", screen).splitlines()
    assert "Pass the keyboard to Germany (Anna)." in lines
    assert [line for line in lines if len(line.rstrip()) > 40 and "campaign.db" not in line] == []


def test_no_byte_on_the_terminal_depends_on_a_choice(made: dict[str, Path], tmp_path: Path) -> None:
    """Whatever each presses, the terminal shows the same until all are opened."""
    screens = []
    for number, key in enumerate("vn"):
        shell = copied(made, "eight", tmp_path / str(number))
        shell.fine("board", "club")
        shell.fine("draw", "club", "balbo")
        evening = Evening(dict.fromkeys(POWERS, key), until=17)
        screens.append(until_opened(at_the_keyboard(shell, "board", "club", press=evening)[1]))
    first, *others = (re.sub(r"/\S+campaign\.db", "", screen) for screen in screens)
    assert others == [first]
