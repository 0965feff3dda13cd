"""A service that is killed while an act is held: it is sent once, or dropped, never half."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from support.held import Hand, all_but_one, club_by_hand, holding, service_by_hand
from support.web import NAME

pytestmark = [pytest.mark.slow, pytest.mark.faults]
TESTS = Path(__file__).parents[2]
MOMENTS = ("held", "being sent", "recorded")
"""Where the service had come to when it was killed."""


def life(folder: Path, moment: str) -> int:
    """A service that holds an act, and is killed; how it ended."""
    call = [sys.executable, str(TESTS / "support" / "held.py"), str(folder), moment]
    path = {"PYTHONPATH": f"{TESTS.parent}:{TESTS}"}
    return subprocess.run(call, timeout=60, check=False, env={**os.environ, **path}).returncode


@pytest.mark.rotating(3)
@pytest.mark.parametrize("late", [30, 300])
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_between_hold_and_event(tmp_path: Path, moment: str, late: int) -> None:
    """Sent once within a minute; later dropped, unless it was recorded before the kill."""
    hand = Hand()
    with closing(club_by_hand(tmp_path, hand)) as made:
        all_but_one(made)
    assert life(tmp_path, moment) == -signal.SIGKILL
    hand.move(late)
    with closing(service_by_hand(tmp_path, hand, "again")) as made:
        job = holding(made)
        (act,) = job.acts.every()
        for _ in range(2):
            job.send_due()
        assert job.acts.every() == []
        opened = [
            one for one in made.house.ledger.history(NAME)
            if type(one.event).__name__ == "BallotsOpened"
        ]  # fmt: skip
        is_sent = moment == "recorded" or late == 30
        assert len(opened) == int(is_sent)
        assert bool(job.acts.dropped(act.campaign, "host")) is not is_sent
