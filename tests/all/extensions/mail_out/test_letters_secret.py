"""No letter tells what its reader may not know: sealed choices, hidden chits, others' addresses.

What takes longer, waits or starts something, beside `extensions/mail_out/test_letters_secret.py`.
"""

from pathlib import Path

import pytest

from support.entry_club import NAME as ENTRY_NAME
from support.entry_club import TABLE, Club, commands, opening
from support.sessions import Dice
from tests.extensions.mail_out.test_letters_secret import book_of, told
from tests.lif.board.test_secrecy import BALLOTS, VOTES, played, turned
from tests.lif.us_entry.chits.test_entry_secrecy import ever_shown, lowered


@pytest.mark.parametrize(("phase", "choices"), [("ballots", BALLOTS), ("votes", VOTES)])
def test_sealed_choices_change_no_letter(
    tmp_path: Path, phase: str, choices: tuple[str, ...]
) -> None:
    """Swapped among all powers, in the vault and on devices: every letter keeps its bytes."""
    runs = []
    for turn in range(2):
        session = played(tmp_path / f"{turn}", phase, turn)
        wishes = turned(session, choices, turn)
        runs.append((wishes, dict(told(book_of(session.ledger)))))
    (first, expected), (second, found) = runs
    assert all(first[power] != second[power] for power in first)
    assert len(expected) >= 20 and found.keys() == expected.keys()
    for name, text in expected.items():
        assert found[name] == text, name


@pytest.mark.slow
def test_hidden_chits_change_no_letter(tmp_path: Path) -> None:
    """LiF 5.3.3: the same course with other values behind it; the USA's player gets no more.

    A letter goes through a mail server, so that even their own values are not in it.
    """
    lines = commands(TABLE)
    other = lowered(lines, ever_shown(TABLE, tmp_path / "before"))
    usual = opening(TABLE)
    pair = [Club(tmp_path / name, usual, Dice(usual["vault"])) for name in ("one", "two")]
    for first, second in zip(lines, other, strict=True):
        pair[0].do(first)
        pair[1].do(second)
        if pair[0].turn == "1941-JA":
            break
    mine, theirs = (club.private() for club in pair)
    assert sum(mine[chit] != theirs[chit] for chit in mine) > 5
    members = (pair[0].holder, "anna")
    found = [dict(told(book_of(club.ledger, ENTRY_NAME), members)) for club in pair]
    assert len(found[0]) > 20 and members[0] != members[1]
    for name, text in found[0].items():
        assert found[1][name] == text, name
