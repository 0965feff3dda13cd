"""The rule systems by name: the only file that knows them all."""

from campaign import leaders_in_flames
from campaign.decider import Decision, Refused, System
from campaign.leaders_in_flames import LeadersInFlames
from campaign.opening import OpenCampaign, SeedChain

SYSTEMS: dict[str, System] = {"lif": LeadersInFlames()}

_OPENINGS = {"lif": leaders_in_flames.open_campaign}


def open_campaign(request: OpenCampaign, chain: SeedChain) -> Decision:
    """A campaign's first facts under its system's rules."""
    if request.system not in SYSTEMS:
        return Refused(None, f"system: {request.system!r} is not one of {', '.join(SYSTEMS)}")
    return _OPENINGS[request.system](request, chain)
