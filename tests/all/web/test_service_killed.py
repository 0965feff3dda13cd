"""A short evening of eight at a service that is killed: nothing that was accepted is lost."""

from pathlib import Path

import pytest

from support.simulated import ClubNight

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
