"""A short evening at two services on one database, each of the three killed once.

The long one is `nightly/test_two_services.py`.
"""

from pathlib import Path

import pytest

from support.postgres import server
from support.two_services import WANTED, TwoServices

pytestmark = pytest.mark.slow
KILLS, SECONDS = 3, 8.0


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
        evening.play(KILLS, SECONDS)
    night = evening.night
    assert night.faults == []
    assert set(evening.kills) == {"service 1", "service 2", "database"}
    assert len(night.noted) > 0
    assert night.lost() == [] and evening.doubted() == [] and evening.doubled() == []
    assert evening.sent_twice(inboxes) == []
    assert evening.different == {}
