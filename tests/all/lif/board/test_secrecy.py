"""Nothing written tells one unopened choice from another: not its bytes, not its length.

What takes longer, waits or starts something, beside `lif/board/test_secrecy.py`.
"""

from pathlib import Path

import pytest

from tests.lif.board.test_secrecy import (
    BALLOTS,
    VOTES,
    _often,
    played,
    session,
    starred,
    turned,
    written,
)

__all__ = ["_often", "session"]


@pytest.mark.rotating(2)
@pytest.mark.parametrize(("phase", "choices"), [("ballots", BALLOTS), ("votes", VOTES)])
def test_swapping_unopened_choices_changes_no_byte(
    tmp_path: Path, phase: str, choices: tuple[str, ...]
) -> None:
    """Log, keys, snapshots, read tables, export, reports, answers and both databases as files."""
    runs = []
    for turn in range(len(choices)):
        session = played(tmp_path / f"{turn}", phase, turn)
        wishes = turned(session, choices, turn)
        runs.append((wishes, starred(written(session, tmp_path / f"{turn}" / "out"))))
    (first, expected), *others = runs
    assert len(expected) > 40
    for wishes, everything in others:
        assert all(first[power] != wishes[power] for power in first), "nothing was swapped"
        assert list(everything) == list(expected)
        for name, text in expected.items():
            assert len(everything[name]) == len(text), name
            assert everything[name] == text, name


def test_the_comparison_would_see_a_difference(tmp_path: Path) -> None:
    """The same comparison over opened ballots does find the choices."""
    texts = []
    for turn in (0, 1):
        session = played(tmp_path / f"{turn}", "ballots", turn)
        session.do("OpenBallots", absent="no-veto", withheld=True)
        texts.append(starred(written(session, tmp_path / f"{turn}" / "out")))
    assert {"show", "export.jsonl", "campaign.db"} <= {n for n in texts[0] if n in texts[1]
                                                       and texts[0][n] != texts[1][n]}  # fmt: skip
