"""The routes of the service: the one list that the application and its tests walk through."""

from campaign.extensions.push import pages as push
from campaign.extensions.webhooks import pages as webhooks
from campaign.web.context import Permission
from campaign.web.pages import (
    acts,
    club,
    corrections,
    disputes,
    host,
    me,
    new_campaign,
    notifications,
    now,
    record,
    replay,
    reports,
    service,
    sign_in,
)

_MODULES = (
    sign_in,
    service,
    notifications,
    now,
    me,
    push,
    acts,
    record,
    reports,
    disputes,
    corrections,
    host,
    webhooks,
    club,
    new_campaign,
    replay,
)


def places() -> tuple[Permission, ...]:
    """Every route. Last come the game's pages of figures, whose names may be any."""
    return (*(place for module in _MODULES for place in module.PLACES), reports.FIGURE_SHEETS)
