"""LiF 5.1: Guards Banner armies, where the cases do not reach."""

import pytest

from campaign.lif.force_pools import kit
from campaign.lif.on_map import combats


def test_lif_5_1_the_sources_name_three_of_the_eight_armies() -> None:
    """A MECH of 11, the 9-4 and the 8-4 7th, both INF; of five we know neither type nor factors."""
    armies = kit.guards()
    named = {(one.type, one.combat, one.movement) for one in armies if one.combat}
    assert len(armies) == 8
    assert named == {("MECH", 11, None), ("INF", 9, 4), ("INF", 8, 4)}
    assert [one.type for one in armies if not one.combat] == [""] * 5
    assert {(one.power, one.starts, one.guards_banner) for one in armies} == {
        ("ussr", "reserve", True)
    }


@pytest.mark.parametrize(
    ("german", "soviet", "score"),
    [(9, 6, 2), (6, 3, 2), (1, 0, 1), (0, 1, 0), (3, 4, 0), (0, 3, -1), (6, 6, 0), (2, 0, 1)],
)
def test_lif_5_1_the_score_is_rounded_once_half_up(german: int, soviet: int, score: int) -> None:
    """Ruling 34, in halves: 4.5 less 3 is 2, a half is 1, half below nothing is nothing."""
    assert combats.PromotionScore((german,), (soviet,)).score == score
