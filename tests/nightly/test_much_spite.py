"""A thousand random campaigns with random corrections, undos and spiteful amendments.

And a thousand random corrections whose previews are confirmed at a shell.
"""

from collections import Counter
from pathlib import Path

import pytest

from support.confirmed import TITLES, War, confirmed
from support.spite import Spite, spited

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


@pytest.mark.parametrize("family", range(2))
@pytest.mark.parametrize("kind", [Spite, War], ids=["lif", "fow"])
def test_what_a_thousand_previews_show_can_be_confirmed(
    tmp_path: Path, kind: type[Spite], family: int
) -> None:
    """Ten in a campaign at most; some strike later acts, some let others end otherwise."""
    tally, seed = Counter[str](), 1_000 * family
    while tally["confirmed"] < 250:
        seed += 1
        (tmp_path / str(seed)).mkdir()
        tally += confirmed(tmp_path / str(seed), kind, seed, min(10, 250 - tally["confirmed"]))
    assert all(tally[title] for title in TITLES), tally
