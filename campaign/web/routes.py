"""The routes of the service: the one list that the application and its tests walk through."""

from campaign.web.pages import (
    acts,
    again,
    big_screen,
    board,
    club,
    correct,
    disputes,
    enter,
    feeds,
    figures,
    guests,
    health,
    home,
    hooks,
    host,
    installed,
    journal,
    keys,
    line,
    mail_stop,
    me,
    members,
    my_address,
    my_notices,
    new,
    now,
    passkeys,
    proof,
    push,
    receipts,
    replay,
    reports,
    scripts,
    seal,
    sign_in,
    sign_ins,
    tokens,
    undo,
    what_ifs,
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
    keys,
    now,
    board,
    receipts,
    reports,
)
_OUTSIDE = (my_notices, feeds, guests)
_OPERATOR = (club, new)
_RECORD = (journal, disputes, line, correct, undo)
_DOOR = (sign_in, again, passkeys, sign_ins, tokens, my_address)
"""Before `enter`, whose invitations may have any name."""
_MODULES = (
    *_DOOR,
    *_BEFORE,
    *_RECORD,
    members,
    host,
    big_screen,
    hooks,
    *_OUTSIDE,
    *_OPERATOR,
    acts,
)
_LOOKING_BACK = (replay, figures, what_ifs, proof)


def places() -> tuple[Place, ...]:
    """Every route."""
    modules = (*_MODULES, *_LOOKING_BACK)
    return (*(place for module in modules for place in module.PLACES), figures.SHEETS)
