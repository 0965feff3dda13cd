"""The routes of the service: the one list that the application and its tests walk through."""

from campaign.web.pages import (
    acts,
    big_screen,
    board,
    correct,
    disputes,
    enter,
    feeds,
    guests,
    health,
    home,
    hooks,
    host,
    installed,
    journal,
    line,
    mail_stop,
    me,
    members,
    my_notices,
    now,
    push,
    receipts,
    reports,
    scripts,
    seal,
    undo,
)
from campaign.web.place import Place

_BEFORE = (
    health,
    scripts,
    installed,
    enter,
    mail_stop,
    home,
    me,
    seal,
    push,
    now,
    board,
    receipts,
    reports,
)
_OUTSIDE = (my_notices, feeds, guests)
_RECORD = (journal, disputes, line, correct, undo)
_MODULES = (*_BEFORE, *_RECORD, members, host, big_screen, hooks, *_OUTSIDE, acts)


def places() -> tuple[Place, ...]:
    """Every route."""
    return tuple(place for module in _MODULES for place in module.PLACES)
