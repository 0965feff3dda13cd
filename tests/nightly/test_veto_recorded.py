"""LiF 4.1: the advice at every decision of the recorded campaigns."""

from contextlib import closing
from pathlib import Path

import pytest

from campaign.extensions.veto_advice.accuracy import decisions
from campaign.extensions.veto_advice.advise import advise
from campaign.history.effective import transitions
from campaign.store.reader import Reader
from support import recorded

GAP = 0.01
"""What one agent may gain at most by another answer, by the design."""


@pytest.mark.parametrize("folder", recorded.FOLDERS, ids=lambda folder: folder.name)
def test_nobody_gains_much_alone(folder: Path, tmp_path: Path) -> None:
    """Each chance is one, and those of an agent are 1 together."""
    reader = Reader(recorded.played(folder, tmp_path))
    with closing(reader.store):
        steps = transitions(reader.system(recorded.NAME), reader.effective(recorded.NAME))
        for decision in decisions(steps):
            advice = advise(decision.position)
            assert 0.0 <= advice.gap <= GAP, decision.version
            for one in advice.advice:
                chances = [choice.chance for choice in one.choices]
                assert min(chances) >= 0.0 and sum(chances) == pytest.approx(1.0, abs=1e-5)
