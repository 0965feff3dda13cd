"""LiF 3.3: kinds of units and the losses that a recall needs."""

import pytest

from campaign.lif.on_map import battles


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
