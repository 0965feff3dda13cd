"""Stopping a member's mail with one click (RFC 8058), without signing in.

The address is in each mail's headers. Scanners open every address, so only the button stops, or
the mail program that presses it for its reader.
"""

import hmac

from campaign.notices.mail.message import stop_token
from campaign.web.addresses import MAIL_STOP
from campaign.web.belonging import readable
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import own_screen
from campaign.web.visits import Entered, Visit


def asked(visit: Visit) -> Reply:
    """Whose mail it is about, and one button. Looking at it changes nothing."""
    found = _whose(visit)
    return missing(visit.house) if found is None else _page(visit, found, is_stopped=False)


def stop(visit: Visit) -> Reply:
    """Lets the mail rest; doing it twice changes nothing more."""
    found = _whose(visit)
    if found is None:
        return missing(visit.house)
    visit.house.people.stop(found.campaign.id, found.member, rests=True)
    return _page(visit, found, is_stopped=True)


def _page(visit: Visit, found: Entered, *, is_stopped: bool) -> Reply:
    return own_screen(
        visit.house,
        "mail_stop.html",
        title=found.title,
        who=found.campaign.called(found.member),
        name=found.name,
        member=found.member,
        is_stopped=is_stopped,
    )


def _whose(visit: Visit) -> Entered | None:
    """The campaign and member that an address was made for. It is compared with every one."""
    house, token = visit.house, visit.path["token"].encode()
    secret, found = house.people.secret(), None
    for name, live in readable(house):
        shared = live.state.campaign
        for member in shared.members:
            if hmac.compare_digest(stop_token(secret, shared.id, member).encode(), token):
                found = Entered(name, live, member)
    return found


PLACES = (
    Place(f"{MAIL_STOP}{{token}}", asked, "anybody", about="stop a member's mail"),
    Place(f"{MAIL_STOP}{{token}}", stop, "anybody", ("POST",), about="stop it"),
)
