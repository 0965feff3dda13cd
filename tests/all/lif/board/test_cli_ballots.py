"""Several ballots in one call, and the short names of powers, at the command line.

What takes longer, waits or starts something, beside `lif/board/test_cli_ballots.py`.
"""

from pathlib import Path

from support.command_line import Shell, typed_at_a_terminal
from tests.lif.board.test_cli_ballots import opened, shell, table

__all__ = ["shell", "table"]


def test_who_cannot_pay_for_any_choice_is_not_waited_for(tmp_path: Path) -> None:
    """Ruling 18: Italy, without a point, is passed over, and nothing more is owed."""
    shell = Shell(tmp_path)
    words = ("--ruling", "draws=table", "--ruling", "starting_points.italy=0")
    shell.fine("open", "club", "--system", "lif", "--scenario", "global-war", *words)
    shell.fine("board", "club")
    shell.fine("draw", "club", "balbo")
    out = shell.fine("ballots", "club", "rest=no")
    assert out.splitlines()[-1] == "Not waited for, without the points: Italy."
    shell.fine("reveal", "club")
    assert "cannot pay" not in shell.fine("ballots", "club", "rest=abstain")
    assert "italy" not in opened(shell, "count")


def test_assign_takes_a_name_that_only_one_member_bears(shell: Shell) -> None:
    """Two of one name are named by their ids; an id goes before a name."""
    shell.fine("enrol", "club", "m2", "--name", "Ben Yu")
    assert "Ben Yu took over Italy" in shell.fine("assign", "club", "it", "ben yu")
    shell.fine("enrol", "club", "m3", "--name", "BEN YU", "--same-name")
    done = shell("assign", "club", "fr", "Ben Yu")
    assert (done.status, done.error) == (
        2,
        "campaign: MEMBER: 'Ben Yu' may be Ben Yu (m2) or BEN YU (m3)",
    )
    shell.fine("enrol", "club", "ben-yu", "--name", "m3")
    assert "BEN YU (m3) took over China" in shell.fine("assign", "club", "china", "m3")


def test_choices_at_a_terminal_are_asked_for_unseen(shell: Shell) -> None:
    """With a prompt, and without a trace on the screen; an empty line records nothing."""
    typed = "ge=veto rest=no"
    status, screen = typed_at_a_terminal(shell, "ballots", "club", "-", lines=[typed])
    assert status == 0, screen
    assert "Choices in one line, unseen, such as ge=veto it=no rest=no" in screen
    assert typed not in screen
    status, screen = typed_at_a_terminal(shell, "ballots", "club", "-", lines=[""])
    assert status == 2 and "write each as POWER=CHOICE" in screen
