"""Receipts: every submission leaves one, in a chain, and none tells what is sealed.

What takes longer, waits or starts something, beside `verify/test_receipts.py`.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from support.sessions import NAME, Session, ledger_in
from tests.lif.board.test_secrecy import starred, written
from tests.verify.test_receipts import often, session

__all__ = ["often", "session"]


def alike(one: dict[str, bytes], two: dict[str, bytes]) -> None:
    """Whether two runs wrote the same bytes, stars for digests and ciphertexts.

    In the database a long ciphertext lies over several pages, so that it is starred piece by piece.
    """
    assert list(one) == list(two)
    first, second = starred(one), starred(two)
    for name in one:
        if name == "campaign.db":
            first[name], second[name] = (
                re.sub(rb"[0-9a-f*]{6,}", lambda found: b"*" * len(found[0]), run[name])
                for run in (first, second)
            )
        assert first[name] == second[name], name


def refused(folder: Path, asked: dict[str, Any]) -> Session:
    """A board with two ballots in, between them something that was refused."""
    session = Session(ledger_in(folder)).open()
    session.draw()
    session.ballots({"commonwealth": "no-veto"})
    assert not session.ledger.submit(NAME, asked)["accepted"]
    session.ballots({"japan": "no-veto"})
    session.answers = []
    return session


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    "asked",
    [
        {"command": "SealBallot", "by": "ben", "power": "usa", "choice": "veto"},
        {"command": "SealBallot", "by": "eve", "power": "usa", "choice": "no-veto"},
        {"command": "DrawLeader"},
        {"command": "AdvanceTurn", "turn": "1939-SO"},
    ],
)
def test_no_byte_tells_what_was_refused(tmp_path: Path, asked: dict[str, Any]) -> None:
    """A veto that could not be paid, a stranger's ballot, a draw out of its time: the same bytes.

    Database, export, reports, read tables and log are compared, stars for digests and ciphertexts.
    """
    other = {"command": "CloseCampaign", "by": "anna"}
    one, two = refused(tmp_path / "a", asked), refused(tmp_path / "b", other)
    alike(written(one, tmp_path / "a" / "out"), written(two, tmp_path / "b" / "out"))


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("power", ["germany", "ussr"])
def test_swapped_choices_leave_the_same_receipts(tmp_path: Path, power: str) -> None:
    """Veto or no veto: byte for byte the same database and export, stars for digests."""
    runs = []
    for choice in ("veto", "no-veto"):
        session = Session(ledger_in(tmp_path / choice)).open()
        session.draw()
        session.ballots({power: choice, "japan": "no-veto"})
        session.answers = []
        runs.append(written(session, tmp_path / choice / "out"))
    alike(*runs)
