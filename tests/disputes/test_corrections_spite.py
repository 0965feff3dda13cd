"""Random campaigns with random corrections, undos and spiteful amendments: some thirty of them.

A thousand are played by night (`nightly/test_much_spite.py`), and a thousand previews confirmed.
"""

import json
import shlex
from pathlib import Path

from support.command_line import Shell
from support.disputed import upheld
from support.sessions import NAME, Session, ledger_in


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
