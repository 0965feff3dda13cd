"""The only writer: one command, one transaction, once, whoever else writes and whatever crashes.

What takes longer, waits or starts something, beside `store/test_ledger.py`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from support.sessions import NAME, Session, ledger_in, stored
from tests.store.test_ledger import clean

ROOT = Path(__file__).parents[3]


@pytest.mark.faults
def test_two_processes_with_the_same_keys_record_each_command_once(tmp_path: Path) -> None:
    """Both send the same twenty commands: twenty events, and the same answers to both."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        before = ledger.live(NAME).version
        told = [child(tmp_path, WRITE) for _ in range(2)]
        answers = [process.communicate(timeout=60)[0] for process in told]
        assert [process.returncode for process in told] == [0, 0]
        assert answers[0] == answers[1]
        assert ledger.live(NAME).version == before + 20
        assert clean(ledger)


WRITE = """
for number in range(20):
    asked = {"command": "SetBookmark", "version": 1, "note": str(number), "id": str(number)}
    print(ledger.submit("club", asked)["version"])
"""
CRASH = """
from campaign.store.sqlite.connections import Datastore
Datastore._commit = lambda *_: os._exit(9)
ledger.submit("club", {"command": "OpenBallots", "absent": "no-veto", "id": "lost"})
"""


def child(folder: Path, script: str) -> subprocess.Popen[str]:
    """Another process at the same store."""
    head = (
        "import os, sys\nfrom campaign.store.ledger import Ledger\nledger = Ledger(sys.argv[1])\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", head + script, str(folder / "campaign.db")],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
    )


@pytest.mark.faults
def test_a_crash_before_the_commit_leaves_nothing(tmp_path: Path) -> None:
    """The rows were written and not committed: no event, no key; the command can be sent again."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.draw()
        before = stored(session)
        assert child(tmp_path, CRASH).wait(timeout=60) == 9
        assert stored(session) == before
        answer = session.do("OpenBallots", absent="no-veto", id="lost")
        assert answer["version"] == len(before) + len(answer["events"])
        assert clean(ledger)
