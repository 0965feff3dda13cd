"""Random campaigns with random corrections, undos and spiteful amendments: some thirty of them.

A thousand are played by night (`nightly/test_much_spite.py`).
"""

from collections import Counter
from pathlib import Path

import pytest

from support.spite import spited

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
