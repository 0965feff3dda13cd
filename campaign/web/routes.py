"""The routes of the service: the one list that the application and its tests walk through."""

from campaign import extend
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

_PLACES: tuple[tuple[Permission, ...], ...] = (
    sign_in.PLACES,
    service.PLACES,
    notifications.PLACES,
    now.PLACES,
    me.PLACES,
    *extend.found("pages", "push"),
    acts.PLACES,
    record.PLACES,
    reports.PLACES,
    disputes.PLACES,
    corrections.PLACES,
    host.PLACES,
    *extend.found("pages", "webhooks"),
    club.PLACES,
    new_campaign.PLACES,
    replay.PLACES,
)


def places() -> tuple[Permission, ...]:
    """Every route. Last come the game's pages of figures, whose names may be any."""
    return (*(place for places in _PLACES for place in places), reports.FIGURE_SHEETS)
