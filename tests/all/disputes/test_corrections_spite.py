"""Random campaigns with random corrections, undos and spiteful amendments: some thirty of them.

What takes longer, waits or starts something, beside `disputes/test_corrections_spite.py`.
"""

from collections import Counter
from pathlib import Path

import pytest

from support.confirmed import War, confirmed
from support.spite import Spite, spited

FAMILIES, EACH = 6, 5


@pytest.mark.rotating(3)
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


@pytest.mark.parametrize(("kind", "seed"), [(Spite, 4), (War, 5)], ids=["lif", "fow"])
def test_what_a_preview_shows_can_be_confirmed(
    tmp_path: Path, kind: type[Spite], seed: int
) -> None:
    """A few random corrections in each game, each followed as its previews say."""
    done = confirmed(tmp_path, kind, seed, 5)
    assert done["confirmed"] == 5, done
