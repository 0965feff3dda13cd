"""LiF 4.1: whole small campaigns, solved exactly by linear programming, against the advice."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from campaign.extensions.statistics.verbs import STATS
from campaign.extensions.veto_advice.advise import advise
from campaign.extensions.veto_advice.position import read_position
from campaign.kernel.decisions import Refused
from campaign.web.forms import asked_of
from support.veto_campaigns import Spot, campaign_of, matrix_game, solved_exactly

CASES = json.loads((Path(__file__).parents[2] / "cases" / "veto-campaigns.json").read_text())


def test_games_solved_by_hand() -> None:
    """Matching pennies, rock, paper, scissors, one with a saddle, and the first case of a ballot:
    -4, -3 / -1, -4, where a veto has a chance of 1/4 and support of 3/4.
    """
    half, third = [Fraction(1, 2)] * 2, [Fraction(1, 3)] * 3
    assert matrix_game([[1, -1], [-1, 1]]) == (0, half, half)
    assert matrix_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) == (0, third, third)
    assert matrix_game([[3, 4], [2, 5]]) == (3, [1, 0], [1, 0])
    often = [Fraction(3, 4), Fraction(1, 4)]
    assert matrix_game([[-4, -3], [-1, -4]]) == (Fraction(-13, 4), often, often[::-1])


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_small_campaign_is_worth_what_the_advice_says(case: dict[str, Any]) -> None:
    """Before the first draw it is the mean of the ballots on those in the cup."""
    campaign = campaign_of(case)
    assert campaign.value(solved_exactly) == Fraction(case["value"])
    expected = 0.0
    for kind, count in enumerate(campaign.cup):
        spot = Spot(0, campaign.cup, kind, campaign.points)
        position = read_position(json.dumps(campaign.fields(spot)))
        assert not isinstance(position, Refused), position.reason
        (own,) = (one for one in advise(position).advice if "germany" in one.powers)
        expected += count * own.expected / sum(campaign.cup)
    assert expected == pytest.approx(float(Fraction(case["value"])), abs=0.002)


def test_no_request_of_a_page_waits_for_accuracy() -> None:
    """A page asks the statistics for a leader or power alone."""
    assert [one.name for one in asked_of(STATS)] == ["about"]
    assert [one.name for one in STATS.parameters] == ["about", "accuracy"]
