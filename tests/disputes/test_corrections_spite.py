"""Random campaigns with random corrections, undos and spiteful amendments: some thirty of them.

A thousand are played by night (`nightly/test_much_spite.py`), and a thousand previews confirmed.
"""

import json
import shlex
from collections import Counter
from pathlib import Path

import pytest

from support.command_line import Shell
from support.confirmed import War, confirmed
from support.disputed import upheld
from support.sessions import NAME, Session, ledger_in
from support.spite import Spite, spited

FAMILIES, EACH = 6, 5


@pytest.mark.parametrize("family", range(FAMILIES))
def test_no_correction_breaks_a_campaign(tmp_path: Path, family: int) -> None:
    """What is previewed happens, every step verifies, nothing is impossible, play can always end.

    Of each kind of correction some are made and some refused, so that both are looked at.
    """
    tally: Counter[str] = Counter()
    for number in range(EACH):
        seed = family * EACH + number
        (tmp_path / str(seed)).mkdir()
        tally += spited(tmp_path / str(seed), seed)
    assert tally["CloseCampaign accepted"] >= EACH
    made = sum(tally[f"{kind} accepted"] for kind in ("StrikeEvents", "Rewind", "UndoAct"))
    kept = sum(tally[f"{kind} refused"] for kind in ("AmendEvent", "InsertCommand", "UndoAct"))
    assert made > EACH and kept > EACH, tally


def five_turns(folder: Path) -> Shell:
    """Five turns; in the first Germany votes for another leader, for 1 of its 5 points.

    The opening is disputed, and the dispute upheld.
    """
    session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    session.ballots({"germany": "no-veto", "japan": "veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("DrawLeader", leader="balbo")
    session.do("OpenBallots", absent="no-veto")
    session.votes({"germany": "another"})
    session.do("OpenVotes", absent="abstain")
    session.do("DrawLeader", leader="guderian")
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    for _ in range(4):
        session.do("AdvanceTurn")
    upheld(session, 2)
    session.ledger.close()
    return Shell(folder)


def test_a_preview_is_confirmed_by_the_command_it_prints_with_all_that_falls(
    tmp_path: Path,
) -> None:
    """LiF 4.1, 4.2: without points Germany's vote falls, and the four turns behind it.

    Franco and Balbo stay as drawn; Germany's missing ballot on Balbo would count otherwise. Japan
    has paid 1 of 3. The referee writes the powers in an order of their own.
    """
    shell = five_turns(tmp_path)
    points = {"germany": 0, "italy": 2, "japan": 3, "ussr": 3, "commonwealth": 3, "france": 2,
              "usa": 1, "china": 1}  # fmt: skip
    typed = ["--as", "ref", "correct", "amend", NAME, "d1", "2",
             json.dumps({"veto_points": points}), "--also", "all"]  # fmt: skip
    shown = shell.fine(*typed)
    assert "would end otherwise" in shown and "veto points germany      9 → 0 (−9)" in shown
    assert "were struck under d1" in shell.fine(*shlex.split(shown.splitlines()[-1])[1:])
    assert shell.read("show", NAME)["veto_points"] == points | {"japan": 2}


@pytest.mark.parametrize(("kind", "seed"), [(Spite, 4), (War, 5)], ids=["lif", "fow"])
def test_what_a_preview_shows_can_be_confirmed(
    tmp_path: Path, kind: type[Spite], seed: int
) -> None:
    """A few random corrections in each game, each followed as its previews say."""
    done = confirmed(tmp_path, kind, seed, 5)
    assert done["confirmed"] == 5, done
