"""How a campaign's state begins, and under which rulings. Pure."""

from campaign.kernel.members import Campaign
from campaign.leaders_in_flames import leader_sheet, rulings
from campaign.leaders_in_flames.state import State
from events.campaign import CampaignOpened


def begun(event: CampaignOpened, shared: Campaign) -> State:
    """The state of a campaign just opened, before anything is set up."""
    return State(shared, rulings.in_force(event.rulings), leader_sheet.kit())
