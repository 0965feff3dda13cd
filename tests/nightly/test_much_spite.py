"""A thousand random campaigns with random corrections, undos and spiteful amendments."""

from collections import Counter
from pathlib import Path

import pytest

from support.spite import spited

KINDS = ("StrikeEvents", "AmendEvent", "InsertCommand", "AdjustFigure", "Rewind", "UndoAct")


@pytest.mark.parametrize("family", range(20))
def test_no_correction_breaks_a_thousand_campaigns(tmp_path: Path, family: int) -> None:
    """Fifty at a time, half of them with corrections at every third step for twice as long."""
    tally: Counter[str] = Counter()
    for number in range(50):
        seed = 10_000 + family * 50 + number
        (tmp_path / str(seed)).mkdir()
        tally += spited(tmp_path / str(seed), seed, steps=40 if number % 2 else 80)
    assert all(tally[f"{kind} accepted"] for kind in KINDS), tally
    assert all(tally[f"{kind} refused"] for kind in KINDS), tally
