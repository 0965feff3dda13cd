"""The preview of a correction: what it shows is what the confirmed correction then does.

What takes longer, waits or starts something, beside `disputes/test_impact.py`.
"""

from pathlib import Path

import pytest

from campaign.disputes.impact import Impact, impact
from campaign.history.acts import acts_of
from campaign.history.diff import differences
from campaign.history.effective import effective, fold
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from events import disputes as facts
from support.sessions import played
from tests.disputes.test_impact import log_of


@pytest.mark.rotating(2)
@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_any_one_act_struck(tmp_path: Path, rulebook: str) -> None:
    """Whatever act is struck: with `also` nothing is broken, and `then` comes true."""
    log = log_of(played(tmp_path, rulebook, turns=4, close=False))
    before = SYSTEM.view.show(fold(SYSTEM, effective(SYSTEMS.codec, log)))
    tried = broken = 0
    for act in list(acts_of(effective(SYSTEMS.codec, log)))[1:]:
        struck = facts.EventsStruck(dispute="d1", versions=act.versions)
        first = impact(SYSTEM, log, (struck,))
        assert isinstance(first, Impact), (act, first)
        whole = facts.EventsStruck(dispute="d1", versions=(*act.versions, *first.also))
        second = impact(SYSTEM, log, (whole,))
        assert isinstance(second, Impact)
        assert second.broken == second.also == second.overruled == ()
        assert second.changes == second.then == first.then
        after = fold(SYSTEM, effective(SYSTEMS.codec, [*log, (len(log) + 1, whole)]))
        assert first.then == tuple(differences(before, SYSTEM.view.show(after)))
        assert all(version > act.versions[-1] for version in first.also)
        assert [v for one in first.broken for v in one.versions] == list(first.also)
        tried, broken = tried + 1, broken + bool(first.broken)
    assert tried > 60 and 10 < broken < tried
