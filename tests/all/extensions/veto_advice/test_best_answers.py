"""LiF 4.1: what best answers gain over the advice, in small campaigns solved exactly."""

import pytest

from support.veto_campaigns import Kind, SmallCampaign, part_of_never

PART = 0.05
"""Of what they gain over somebody who never pays: what the design allows."""
SMALL = (
    SmallCampaign((Kind("allies", -6), Kind("allies", -2), Kind("axis", 4)), (1, 1, 1), (2, 2), 2),
    SmallCampaign((Kind("allies", -5), Kind("axis", 5)), (2, 2), (2, 2), 2, ((1, 1),), "lif-list"),
)


@pytest.mark.parametrize("campaign", SMALL)
def test_a_small_cup(campaign: SmallCampaign) -> None:
    """Followed leader by leader."""
    assert part_of_never(campaign) <= PART
