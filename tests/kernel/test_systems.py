"""The one file that knows every game: which one opens a campaign."""

from campaign.kernel.decisions import Refused
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.systems import SYSTEMS, open_campaign
from events.campaign import CampaignOpened

CHAIN = SeedChain("0" * 32, "a" * 64, 36, "sealed")


def test_a_request_that_names_no_game_is_for_the_first() -> None:
    """The house's first game is what a club gets unless it says otherwise."""
    decision = open_campaign(OpenCampaign(name="club", scenario="global-war"), CHAIN)
    assert not isinstance(decision, Refused)
    assert isinstance(decision[0], CampaignOpened)
    assert decision[0].system == next(iter(SYSTEMS))


def test_a_game_that_is_not_there_is_refused_with_those_that_are() -> None:
    """A request for it is malformed: no rule is named."""
    asked = OpenCampaign(name="club", scenario="global-war", system="chess")
    refused = open_campaign(asked, CHAIN)
    assert isinstance(refused, Refused)
    assert (refused.rule, refused.reason) == (
        None,
        f"system: 'chess' is not one of {', '.join(SYSTEMS)}",
    )
