"""Services that are killed: nothing that was accepted is lost or doubled, nor done by half.

The long evening at two services is `nightly/test_two_services.py`.
"""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from support.held import Hand, all_but_one, club_by_hand, holding, service_by_hand
from support.postgres import server
from support.simulated import ClubNight
from support.two_services import WANTED, TwoServices
from support.web import NAME

pytestmark = pytest.mark.slow
KILLS, ACCEPTED = 1, 8
"""How often it is killed, and how much is accepted before each and at the end."""


@pytest.mark.rotating(3)
def test_nothing_accepted_is_lost_when_the_service_is_killed(tmp_path: Path) -> None:
    """Answers that were given are in the record, once, and the record is sound."""
    night = ClubNight(tmp_path, 1, seed=7)
    night.play_until(KILLS, ACCEPTED)
    assert night.faults == []
    assert len(night.service.starts) == KILLS + 1
    assert night.lost() == [] and night.doubted() == []


@pytest.mark.rotating(3)
def test_an_evening_at_two_services_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was accepted is there once, whoever was killed; both show the same in the end."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path))
    if (here := server()) is None:
        pytest.skip(f"needs {WANTED}")
    evening = TwoServices(tmp_path, here, 1, seed=7)
    with evening.mailing() as inboxes:
        evening.play(3, 8.0)
    night = evening.night
    assert night.faults == []
    assert set(evening.kills) == {"service 1", "service 2", "database"}
    assert len(night.noted) > 0
    assert night.lost() == [] and evening.doubted() == [] and evening.doubled() == []
    assert evening.sent_twice(inboxes) == []
    assert evening.different == {}


# --- A service that is killed while an act is held: it is sent once, or dropped -----------------

TESTS = Path(__file__).parents[2]
MOMENTS = ("held", "being sent", "recorded")
"""Where the service had come to when it was killed."""


def life(folder: Path, moment: str) -> int:
    """A service that holds an act, and is killed; how it ended."""
    call = [sys.executable, str(TESTS / "support" / "held.py"), str(folder), moment]
    path = {"PYTHONPATH": f"{TESTS.parent}:{TESTS}"}
    return subprocess.run(call, timeout=60, check=False, env={**os.environ, **path}).returncode


@pytest.mark.faults
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
