"""A member's feed and calendar, for programs that know a secret address and nothing else.

Whoever has the address reads what everybody in the campaign may know. It ends with its member's
seat, and when the member makes another one.
"""

import hashlib
from email.utils import format_datetime

from campaign.notices.calendar import calendar, entries
from campaign.notices.feed import atom, changed_at
from campaign.notices.feed import entries as told
from campaign.people.doors import Token, moment
from campaign.reports.book import Book
from campaign.web.belonging import name_with
from campaign.web.lasting_addresses import DEADLINES, FEED, handed_out
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.visits import House, Visit

ATOM = "application/atom+xml; charset=utf-8"
CALENDAR = "text/calendar; charset=utf-8"


def whose(house: House, token: str) -> Token | None:
    """The member that an address was made for; None if it is good no more, or never was.

    Its scope is the person who made it: whoever takes over the seat has addresses of their own.
    """
    found = handed_out(house).found(token, "feed")
    if found is None or house.people.member_of(found.scope, found.campaign) != found.member:
        return None
    return found


def feed(visit: Visit) -> Reply:
    """The feed or the calendar behind an address; what has not changed is not sent again."""
    house, file = visit.house, visit.path["file"]
    token, dot, kind = file.rpartition(".")
    found = whose(house, token) if f"{dot}{kind}" in (FEED, DEADLINES) else None
    name = name_with(house, found.campaign) if found else ""
    if found is None or not name:
        return missing(house)
    book, member = house.books.book(name), found.member
    if member not in book.logs[-1].end.campaign.members:
        return missing(house)
    if f"{dot}{kind}" == DEADLINES:
        kept = entries(book, member)
        changed = max((one.at for one in kept), default=str(book.logs[0].began))
        return _sent(visit, calendar(book, member), CALENDAR, changed)
    return _feed(visit, book, member)


def _feed(visit: Visit, book: Book, member: str) -> Reply:
    house = visit.house
    choices = house.people.choices(book.logs[-1].end.campaign.id, member)
    url, now = house.address.url, house.clock()
    changed = changed_at(told(book, member, choices, url, now), book)
    return _sent(visit, atom(book, member, choices, url, now), ATOM, changed)


def _sent(visit: Visit, body: bytes, media: str, changed: str) -> Reply:
    """The file with its mark; or only the mark, to whoever has the file."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    has_it = etag in (one.strip().removeprefix("W/") for one in visit.etag.split(","))
    headers = (
        ("ETag", etag),
        ("Last-Modified", format_datetime(moment(changed), usegmt=True)),
        ("Cache-Control", "private, no-cache"),
        ("X-Robots-Tag", "noindex"),
    )
    return Reply(b"" if has_it else body, 304 if has_it else 200, media, headers)


PLACES = (Place("/f/{file}", feed, "anybody", about="a member’s feed and calendar"),)
