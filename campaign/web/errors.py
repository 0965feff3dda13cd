"""What is shown where a page can't be: whose it is, what went wrong, and what to do."""

from collections.abc import Callable

from campaign.text.english import capital, listed
from campaign.web.auth.admission import own_path
from campaign.web.context import House, RequestContext
from campaign.web.replies import Reply
from campaign.web.screens import own_screen
from campaign.web.server.threads import LATER

FIRST = ("/", "To the first page")
"""Where a page of this kind leads, unless it says otherwise."""


def _lines(
    house: House,
    status: int,
    title: str,
    *lines: str,
    way: tuple[str, str] | None = FIRST,
    later: int = 0,
) -> Reply:
    page = own_screen(house, "error.html", status, title=title, lines=lines, way=way)
    return page.with_header("Retry-After", str(later)) if later else page


def _fixed_page(status: int, title: str, *lines: str) -> Callable[[House], Reply]:
    """A page that always says the same."""
    return lambda house: _lines(house, status, title, *lines)


missing = _fixed_page(
    404,
    "There is no such page here",
    "Perhaps the address was cut, or the page belongs to a campaign that you are not in.",
    "Members find their campaigns on the first page; ask your host for an invitation.",
)
"""No such page; the same bytes whether there is none or it is somebody else's."""


def no_club_yet(house: House, status: int) -> Reply:
    """The service runs and nobody has begun a club with it."""
    return _lines(
        house,
        status,
        "No club here yet",
        "Whoever started the service has the address in their terminal: it begins with the word "
        "`begin`. `campaign operator`, typed on the machine, gives another.",
        way=None,
    )


def sign_in_first(house: House, to: str = "/") -> Reply:
    """Nobody is signed in on this device. Signing in, and coming back, is offered where there is a
    way to do it.
    """
    if not (house.entrance.party or house.entrance.post.is_set_up()):
        return _lines(
            house,
            401,
            "You are not signed in on this device",
            "Open the invitation that your host gave you. If you have used it up, ask for "
            "another: it takes your host one tap.",
            way=None,
        )
    return _lines(
        house,
        401,
        "You are not signed in on this device",
        "Were you here before? Sign in again. Else open the invitation that your host gave you; "
        "if you have used it up, ask for another: it takes your host one tap.",
        way=(f"/in?to={own_path(to)}" if own_path(to) != "/" else "/in", "Sign in"),
    )


used_up = _fixed_page(
    404,
    "This invitation has been used or is too old",
    "An invitation lets in one device, once, within fourteen days.",
    "Ask your host for another one. A device that came in before is still signed in.",
)
"""The same for an invitation that is used up, too old, or was never made."""


too_late = _fixed_page(
    404,
    "This address has been used or is too old",
    "It lets in one device, once, within an hour.",
    "`campaign operator`, typed on the machine, gives another.",
)
"""The same for the address that lets in whoever runs the machine."""


too_late_at_the_door = _fixed_page(
    404,
    "This way in has been used or is too old",
    "It lets in whoever began the club, once, within a minute.",
    "Go back to where you began it and press the button again: no second club is made.",
)
"""The same for the way from the open door to a club."""


FOR_GOOD = ("/c/{name}/hooks", "/me/push", "/f/", "/mail/stop/")
"""How the addresses begin that a club has only once it stays for good."""
closed_here = _fixed_page(
    403,
    "A club of the open door does not do this",
    "Mail, notices on devices, webhooks and feeds are for clubs that stay. Nothing was changed.",
    "Everything else works. The foot of the page says how a club is kept.",
)
"""A page for clubs that stay for good."""


nothing_more = _fixed_page(
    403,
    "Nothing more is kept here",
    "This club has ended, or has grown as large as it may. What was said can still be read.",
)
"""Table talk of a club that has ended or is full."""


def not_yours(visit: RequestContext) -> Reply:
    """A page for the host."""
    campaign = visit.here.campaign
    hosts = [campaign.called(who) for who in campaign.members if campaign.is_host(who)]
    return _lines(
        visit.house,
        403,
        "This page is for the host",
        f"{listed(hosts, 'or')} can use it." if hosts else "This campaign has no host.",
        "Nothing was recorded.",
    )


for_hosts = _fixed_page(
    403,
    "Hosts start campaigns here",
    "You are host of no campaign of this club. Ask one of its hosts, or whoever runs the "
    "machine. Nothing was recorded.",
)
"""Somebody who runs no campaign wants to start one."""


not_the_operators = _fixed_page(
    403,
    "This page is for whoever runs the machine",
    "`campaign operator`, typed there, gives an address that lets a device in.",
    "Nothing was changed.",
)
"""A page for whoever runs the machine."""


def only_for(visit: RequestContext, why: str) -> Reply:
    """A page of another member, with the rules' own reason."""
    return _lines(visit.house, 403, "This page is not yours", f"{capital(why)}.")


unreadable = _fixed_page(
    400,
    "This form can’t be read",
    "It is not as a page of this service sends it. Nothing was recorded.",
    "Go back, load the page again, and fill it in once more.",
)
"""A form that no page of the service sends."""


def busy(house: House, number: str, *, is_unsure: bool = False) -> Reply:
    """The record can't be read or written at the moment.

    Of a database that was lost while a form was on its way nobody knows whether it was recorded.
    """
    unsure = "Whether what you sent was recorded is not known. Send the same again in a minute: "
    return _lines(
        house,
        503,
        "The record can’t be used at the moment",
        f"{unsure}it counts once." if is_unsure else "Nothing was recorded. Try again in a minute.",
        f"If it goes on, tell whoever runs the service the number {number}.",
        later=LATER,
    )


def away(house: House, why: str) -> Reply:
    """The service lets nobody in for a moment."""
    title = "The club’s pages are away for a moment"
    return _lines(house, 503, title, f"{capital(why)}.", "Try again in a minute.")


def too_much(house: House) -> Reply:
    """Too many ask at once for what takes long to read."""
    return _lines(
        house,
        503,
        "Too many look back at once",
        "Earlier states take a while to read, and others wait for theirs. Try again in a moment.",
        "Nothing was recorded.",
        later=LATER,
    )


def broken(house: House, number: str) -> Reply:
    """A fault of the program's own."""
    return _lines(
        house,
        500,
        "Something broke on our side",
        "What was accepted before is safe. Look at the journal before you try again.",
        f"Tell whoever runs the service the number {number}: the log says more under it.",
    )


def too_often(house: House, wait: int) -> Reply:
    """Somebody asks more often than anybody needs to."""
    minutes = -(-wait // 60)
    when = f"{minutes} minutes" if minutes > 1 else "a minute"
    again = f"Nothing was recorded. Try again in {when}."
    return _lines(house, 429, "That was too often", again, later=wait)
