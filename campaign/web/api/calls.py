"""The calls for programs: the one list that routes, description and tests walk through."""

from campaign.web.api import campaigns, commands, interviews, record
from campaign.web.api.call import ApiCall


def calls() -> tuple[ApiCall, ...]:
    """Every call."""
    return tuple(
        call for module in (campaigns, commands, interviews, record) for call in module.CALLS
    )
