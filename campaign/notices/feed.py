"""A campaign's news for one member as a feed (Atom, RFC 4287). Pure.

It says what everybody may know: turns that are over, what was decided, and what is asked of the
member, which all see as well.
"""

import uuid
from xml.etree import ElementTree as Xml

import msgspec

from campaign.kernel.names import Naming
from campaign.notices.kinds import Occasion
from campaign.notices.occasions import occasions
from campaign.notices.zoned import in_full
from campaign.people.choices import Choices
from campaign.reports.book import Book
from campaign.text.english import capital

ATOM = "http://www.w3.org/2005/Atom"
Xml.register_namespace("", ATOM)
MOST = 30
"""So many entries, the newest; programs keep the older ones."""
LEFT_OUT = ("failures", "seat")
"""Kinds that are not for everybody: a feed's address is in many programs' hands."""


class FeedEntry(msgspec.Struct, frozen=True):
    """An entry of a feed."""

    id: str
    at: str
    title: str
    text: str
    href: str


def entries(book: Book, member: str, choices: Choices, url: str, now: str) -> list[FeedEntry]:
    """What there is to tell a member, the newest first; only of the kinds that they have on."""
    shared = book.logs[-1].end.campaign
    names: Naming = book.system.view.names(book.logs[-1].end)
    found = (
        one
        for one in occasions(book, 1, now)
        if member in one.members and one.kind not in LEFT_OUT and choices.switched(one.kind)
    )
    told = [_entry(one, shared.id, f"{url}/c/{shared.name}", names, choices.zone) for one in found]
    return sorted(told, key=lambda one: (one.at, one.id), reverse=True)[:MOST]


def _entry(one: Occasion, campaign: str, page: str, names: Naming, zone: str) -> FeedEntry:
    turn = names.turn(one.turn)
    href = f"{page}/turns/{one.turn}" if one.kind in ("turns", "corrections") else page
    title = capital(one.about) if one.about else f"{turn} is over"
    return FeedEntry(
        id=uuid.uuid5(uuid.NAMESPACE_URL, f"{campaign} {one.key}").urn,
        at=one.since,
        title=title,
        text=_text(one, turn, zone),
        href=href,
    )


def _text(one: Occasion, turn: str, zone: str) -> str:
    told = [f"{capital(owed.does)}." for owed in one.owed]
    if one.until:
        told.append(f"It is due {in_full(one.until, zone)}.")
    if one.kind == "turns":
        told.append(f"The page of {turn} tells what happened.")
    elif one.headline:
        told.append(one.headline)
    return " ".join(told)


def atom(book: Book, member: str, choices: Choices, url: str, now: str) -> bytes:
    """The feed as a file. The same record gives the same bytes until something new is told."""
    shared = book.logs[-1].end.campaign
    told = entries(book, member, choices, url, now)
    feed = _element(None, "feed")
    feed_id = uuid.uuid5(uuid.NAMESPACE_URL, f"{shared.id} {member}").urn
    for tag, text in (
        ("title", shared.title or shared.name),
        ("id", feed_id),
        ("updated", changed_at(told, book)),
    ):
        _element(feed, tag).text = text
    _element(feed, "link", rel="alternate", type="text/html", href=f"{url}/c/{shared.name}")
    _element(_element(feed, "author"), "name").text = shared.title or shared.name
    for one in told:
        entry = _element(feed, "entry")
        for tag, text in (("title", one.title), ("id", one.id), ("updated", one.at)):
            _element(entry, tag).text = text
        _element(entry, "link", rel="alternate", type="text/html", href=one.href)
        _element(entry, "summary", type="text").text = one.text
    written: bytes = Xml.tostring(feed, "utf-8", xml_declaration=True)
    return written


def changed_at(told: list[FeedEntry], book: Book) -> str:
    """When the newest entry came about; of an empty feed, when the campaign began."""
    return told[0].at if told else str(book.logs[0].began)


def _element(parent: Xml.Element | None, tag: str, **values: str) -> Xml.Element:
    made = Xml.Element(f"{{{ATOM}}}{tag}", values)
    if parent is not None:
        parent.append(made)
    return made
