"""What goes wrong on an evening, at the keyboard: one clear line each, and nothing half done.

What takes longer, waits or starts something, beside `fow/test_bad_evening.py`.
"""

from pathlib import Path

from support.command_line import Shell
from tests.fow.test_bad_evening import fighting

__all__ = ["fighting"]


def test_two_who_confirm_at_once_book_it_once(tmp_path: Path, fighting: Shell) -> None:
    """One of them is told that it is over; points are won once."""
    shell = fighting.copied(tmp_path / "both")
    shell.fine(*["result", "winter", "anzio", "objective", "allies", "--turn", "6", "--as", "anna"])
    both = [shell.start("confirm", "winter", "anzio", "--as", who) for who in ("ben", "host")]
    told = [one.communicate(timeout=60) for one in both]
    assert sorted(one.returncode for one in both) == [0, 1]
    late = next(err for one, (_, err) in zip(both, told, strict=True) if one.returncode)
    assert late.endswith("this round's battle on Anzio is over\n")
    log = shell.fine("log", "winter", "--json")
    assert log.count("fow.VictoryPointsWon") == 1
