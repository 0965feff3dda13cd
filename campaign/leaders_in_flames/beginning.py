"""How a campaign's state begins, and under which rulings. Pure."""

from msgspec.structs import replace

from campaign.kernel.members import Campaign
from campaign.leaders_in_flames import leader_sheet, rulings
from campaign.leaders_in_flames.state import Evolvers, State
from events.campaign import CampaignOpened
from events.disputes import RulesAdopted


def begun(event: CampaignOpened, shared: Campaign) -> State:
    """The state of a campaign just opened, before anything is set up."""
    return State(shared, rulings.in_force(event.rulings), leader_sheet.kit())


def _adopted(state: State, event: RulesAdopted) -> State:
    """Rules: the newer ones apply from now on, with switches newer than the opening."""
    return replace(state, rulings=rulings.in_force(state.campaign.rulings))


EVOLVE: Evolvers = {RulesAdopted: _adopted}
