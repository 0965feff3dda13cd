"""LiF 4.1: what best answers gain over the advice, with leaders of nobody and with large cups."""

import pytest

from campaign.extensions.veto_advice import continuation
from support.veto_campaigns import Kind, SmallCampaign, part_of_never

LARGE = (
    SmallCampaign((Kind("allies", -6), Kind("allies", -2), Kind("axis", 5)), (3, 4, 5), (2, 2), 3),
    SmallCampaign((Kind("allies", -6), Kind("axis", 3)), (6, 6), (2, 2), 3, ((1, 1),), "lif-list"),
)


@pytest.mark.parametrize("campaign", LARGE)
def test_an_expected_cup(campaign: SmallCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve leaders: at most a twentieth of what best answers gain over never paying."""
    monkeypatch.setattr(continuation, "EXACT", 0)
    assert part_of_never(campaign) <= 0.05


def test_a_leader_of_nobody() -> None:
    """Either side may send him back."""
    kinds = (Kind("allies", -6), Kind("axis", 5), Kind(None, 3))
    assert part_of_never(SmallCampaign(kinds, (1, 1, 1), (2, 3), 2, ((1, 0),))) <= 0.05
