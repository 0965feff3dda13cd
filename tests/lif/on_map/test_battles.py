"""LiF 3.3: kinds of units and the losses that a recall needs."""

import pytest

from campaign.lif.on_map import battles, fold
from campaign.lif.rulings import LIF_1998, LIF_LIST
from events.lif.on_map import CombatKind


@pytest.mark.parametrize(
    ("kind", "branch"),
    [
        ("FTR", "air"), ("ftr-2", "air"), ("LND4", "air"), ("NAV 3", "air"), ("CVP", "air"),
        ("ATR", "air"), ("CV", "sea"), ("CVL", "sea"), ("BB", "sea"), ("sub", "sea"),
        ("TRS", "sea"), ("CB", "sea"), ("CONV", "sea"),
        ("INF", "land"), ("HQ-A", "land"), ("MECH", "land"), ("", "land"),
    ],
)  # fmt: skip
def test_lif_3_3_a_type_is_of_the_air_the_sea_or_the_land(kind: str, branch: str) -> None:
    """A carrier's plane is no carrier; a type's digits and case do not matter."""
    assert battles.branch(kind) == branch


@pytest.mark.parametrize(
    ("rulebook", "expected"),
    [(LIF_1998, [5, 7, 10, 10, 10, 10, 10, 10]), (LIF_LIST, [6, 6, 11, 11, 11, 11, 11, 11])],
)
def test_lif_3_3_thresholds_of_both_editions(rulebook: str, expected: list[int]) -> None:
    """1998: 5 attacking, 7 defending, 10 at sea or in the air. List edition: 6 and 11."""
    kinds: tuple[CombatKind, ...] = ("land", "naval", "air", "naval-air")
    found = [battles.threshold(rulebook, kind, side) for kind in kinds for side in fold.SIDES]
    assert found == expected
