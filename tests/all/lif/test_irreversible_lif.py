"""LiF 4.1, 5.3: what a host cannot take back asks first, says who owes what, and is not proposed.

What takes longer, waits or starts something, beside `lif/test_irreversible_lif.py`.
"""

from pathlib import Path

from support.command_line import Shell
from tests.lif.test_irreversible_lif import (
    AND_WHY,
    FOR_GOOD,
    POWERS,
    WHY,
    asked,
    at_a_terminal,
    owed,
    refused,
    shell,
    status,
    table,
)

__all__ = ["shell", "table"]


def test_lif_4_1_5_votes_are_counted_without_somebody_only_after_a_yes(shell: Shell) -> None:
    """Every power has its points still, so that all eight vote; seven do."""
    shell.fine("reveal", "club", "--absent", "--yes", *WHY)
    for power in POWERS[1:]:
        shell.fine("vote", "club", power, "abstain")
    text = "no vote yet from Germany (Anna)"
    refused(
        shell("count", "club", "--absent"),
        f"{text}; nothing was recorded. To count without them, {FOR_GOOD}{AND_WHY}",
    )
    assert shell("count", "club").error.startswith("refused (LiF 4.1)")
    found, screen = at_a_terminal(shell, "count", "club", "--absent", *WHY, lines=["n"])
    assert found == 1
    assert f"N{text[1:]}.\nCount without them? It cannot be taken back. [y/N] n" in asked(screen)
    assert at_a_terminal(shell, "count", "club", "--absent", lines=["3", "y"])[0] == 0


def test_ruling_38_chits_from_a_cup_are_to_be_entered_before_the_turn_ends(tmp_path: Path) -> None:
    """One lies drawn to begin with; once its value is in, the entry step is owed."""
    shell = Shell(tmp_path)
    (tmp_path / "setup.toml").write_text("[us_entry.chits]\nentry-japan = 1\n")
    opening = ("--scenario", "global-war", "--setup", "setup.toml")
    shell.fine("open", "club", *opening, "--ruling", "entry_chits=table")
    shell.fine("us-entry", "stock", "club", "--table")
    assert owed(shell) == "USA (host) still has to enter chits from the cup"
    assert status(shell)["next"][-1] == "campaign us-entry enter club POOL"
    shell.fine("us-entry", "enter", "club", "entry-japan", "--values", "2")
    assert owed(shell) == "USA (host) still has to take the US entry step"
