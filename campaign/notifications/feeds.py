"""A member's deadlines as a calendar (iCalendar, RFC 5545), and their news as a feed (Atom, RFC
4287).
Pure.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import msgspec

from campaign.accounts.choices import Choices
from campaign.handler.tasks import Asked, asked, askees
from campaign.kernel.deadlines import standing
from campaign.kernel.members import Campaign, GameState, Naming, plays
from campaign.kernel.projections import HistoryEntry
from campaign.kernel.record import OF_DISPUTE, TURN, Deadline
from campaign.kernel.system import AnySystem
from campaign.notifications.detection import occasions
from campaign.notifications.local_time import in_full
from campaign.notifications.notification import Attachment, Notification
from campaign.reports.book import Book, steps
from campaign.text.english import capital, listed

if TYPE_CHECKING:
    from icalendar import Event

# --- A member's deadlines as a calendar (iCalendar, RFC 5545) -----------------------------------
# It says only what everybody may know.
#
# One record always gives the same bytes. What a member has done, and what nobody waits for any
# more, is cancelled, so that it goes from calendars that have taken it in.

MEDIA = "text/calendar; method=PUBLISH; charset=utf-8"
FILE = "deadline.ics"
"""The attachment of a request."""


class CalendarEntry(msgspec.Struct, frozen=True):
    """A deadline that concerns a member."""

    uid: str
    what: str
    """What it is set for, as commands name it."""
    until: str
    title: str
    does: str


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry, with the event that last changed it."""

    entry: CalendarEntry
    version: int
    at: str
    is_met: bool = False


def calendar(book: Book, member: str) -> bytes:
    """A member's whole calendar."""
    return _written(book, calendar_entries(book, member))


def attached(book: Book, member: str, until: str, whats: frozenset[str]) -> Attachment | None:
    """What goes with a request: the deadline that it names; None where there is none.

    `whats` are the things asked for, as deadlines name them; their deadline may be the turn's.
    """
    due = tuple(
        stored
        for stored in calendar_entries(book, member)
        if not stored.is_met and stored.entry.until == until and stored.entry.what in {*whats, TURN}
    )
    own = tuple(stored for stored in due if stored.entry.what in whats) or due
    return Attachment(FILE, MEDIA, _written(book, own)) if own else None


# --- what concerns a member ---------------------------------------------------------------------


def calendar_entries(book: Book, member: str) -> tuple[StoredEntry, ...]:
    """The deadlines that concern a member now, and those of this turn and the last that did."""
    last = len(book.logs) - 1
    recent = max(last - 1, 0)
    entries: dict[str, StoredEntry] = {}
    changed: set[str] = set()
    for place in range(_first(book, recent), last + 1):
        for step in steps(book, place):
            concerning = _concerning(book.system, step.after, member)
            new = dict(_changed(entries, concerning, step.record))
            entries |= new
            if place >= recent:
                changed |= new.keys()
    shown = (stored for uid, stored in entries.items() if uid in changed or not stored.is_met)
    return tuple(sorted(shown, key=lambda stored: (stored.entry.until, stored.entry.uid)))


def _changed(
    entries: Mapping[str, StoredEntry], concerning: Iterable[CalendarEntry], record: HistoryEntry
) -> Iterator[tuple[str, StoredEntry]]:
    """The entries that an event made, changed or met."""
    now = {entry.uid: entry for entry in concerning}
    version, at = record.version, record.event.at
    for uid, entry in now.items():
        if uid not in entries or entries[uid].is_met or entries[uid].entry != entry:
            yield uid, StoredEntry(entry, version, at)
    for uid, stored in entries.items():
        if uid not in now and not stored.is_met:
            yield uid, StoredEntry(stored.entry, version, at, is_met=True)


def _first(book: Book, recent: int) -> int:
    """The turn to begin with: a deadline of a dispute may be older than the turn before this."""
    shared = book.logs[-1].end.campaign
    turns = [log.turn for log in book.logs]
    disputes = (
        shared.record.disputes[what.removeprefix(OF_DISPUTE)]
        for what in standing(book.logs[-1].end, book.system.rules.awaiting)
        if what.startswith(OF_DISPUTE)
    )
    return min((recent, *(turns.index(one.turn) for one in disputes if one.turn in turns)))


def _concerning(system: AnySystem, state: GameState, member: str) -> Iterator[CalendarEntry]:
    """The deadlines that stand and concern a member. The turn's concerns all who play or host."""
    campaign = state.campaign
    if not campaign.schedule.deadlines:
        return
    parts = asked(system, state, "")
    for what, deadline in standing(state, system.rules.awaiting).items():
        if what == TURN and (plays(campaign, member) or campaign.is_host(member)):
            title = f"end of {system.view.names(state).turn(campaign.turn)}"
            does = f"finish what the {system.calendar_of(state).noun} still asks of you"
        else:
            title, does = _own(parts, what, member, campaign)
        if title:
            uid = _uid(campaign, what, deadline)
            yield CalendarEntry(uid, what, deadline.until, title, does)


def _members(campaign: Campaign, part: Asked) -> tuple[str, ...]:
    """Of whom something is asked, and who stands in for them on the day of the deadline."""
    return part.members if part.dispute else askees(campaign, part.owed, part.until)


def _uid(campaign: Campaign, what: str, deadline: Deadline) -> str:
    """What an entry is called for ever: of the campaign's random id, the draw and the kind."""
    about = "" if what.startswith(OF_DISPUTE) else f"-{deadline.draw or campaign.turn}"
    return f"{what.replace(':', '-')}{about}@{campaign.id}"


# --- the file -----------------------------------------------------------------------------------


def _own(parts: Iterable[Asked], what: str, member: str, campaign: Campaign) -> tuple[str, str]:
    """What is due of a member by a deadline: its title and what is done; empty if nothing is."""
    own = [part for part in parts if part.due == what and member in _members(campaign, part)]
    return own[0].owed.title if own else "", listed(part.owed.does for part in own)


def _written(book: Book, entries: tuple[StoredEntry, ...]) -> bytes:
    from icalendar import Calendar  # a large library, and few services are asked for a calendar

    shared = book.logs[-1].end.campaign
    name = shared.title or shared.name
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//campaign tracker//EN")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    for one in entries:
        made.add_component(_event(one, name))
    written: bytes = made.to_ical()
    return written


def _event(stored: StoredEntry, campaign: str) -> "Event":
    """One deadline. Its sequence is the version of the event that last changed it."""
    from icalendar import Event

    entry = stored.entry
    made = Event()
    made.add("uid", entry.uid)
    made.add("sequence", stored.version)
    made.add("dtstamp", _moment(stored.at))
    made.add("last-modified", _moment(stored.at))
    made.add("dtstart", _moment(entry.until))
    made.add("summary", f"{campaign}: {entry.title}")
    made.add("description", f"{capital(entry.does)}.")
    made.add("status", "CANCELLED" if stored.is_met else "CONFIRMED")
    made.add("transp", "TRANSPARENT")
    return made


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at[:19]).replace(tzinfo=UTC)


# --- A campaign's news for one member as a feed (Atom, RFC 4287) --------------------------------
#
# It says what everybody may know: turns that are over, what was decided, and what is asked of the
# member, which all see as well.

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


def feed_entries(book: Book, member: str, choices: Choices, url: str, now: str) -> list[FeedEntry]:
    """What there is to tell a member, the newest first; only of the kinds that they have on."""
    shared = book.logs[-1].end.campaign
    names: Naming = book.system.view.names(book.logs[-1].end)
    news = (
        one
        for one in occasions(book, 1, now)
        if member in one.members and one.kind not in LEFT_OUT and choices.switched(one.kind)
    )
    feed = [_entry(one, shared.id, f"{url}/c/{shared.name}", names, choices.zone) for one in news]
    return sorted(feed, key=lambda one: (one.at, one.id), reverse=True)[:MOST]


def _entry(one: Notification, campaign: str, page: str, names: Naming, zone: str) -> FeedEntry:
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


def _text(one: Notification, turn: str, zone: str) -> str:
    sentences = [f"{capital(owed.does)}." for owed in one.owed]
    if one.until:
        sentences.append(f"It is due {in_full(one.until, zone)}.")
    if one.kind == "turns":
        sentences.append(f"The page of {turn} tells what happened.")
    elif one.headline:
        sentences.append(one.headline)
    return " ".join(sentences)


def atom(book: Book, member: str, choices: Choices, url: str, now: str) -> bytes:
    """The feed as a file. The same record gives the same bytes until something new is told."""
    shared = book.logs[-1].end.campaign
    entries = feed_entries(book, member, choices, url, now)
    feed = _element(None, "feed")
    feed_id = uuid.uuid5(uuid.NAMESPACE_URL, f"{shared.id} {member}").urn
    for tag, text in (
        ("title", shared.title or shared.name),
        ("id", feed_id),
        ("updated", changed_at(entries, book)),
    ):
        _element(feed, tag).text = text
    _element(feed, "link", rel="alternate", type="text/html", href=f"{url}/c/{shared.name}")
    _element(_element(feed, "author"), "name").text = shared.title or shared.name
    for one in entries:
        entry = _element(feed, "entry")
        for tag, text in (("title", one.title), ("id", one.id), ("updated", one.at)):
            _element(entry, tag).text = text
        _element(entry, "link", rel="alternate", type="text/html", href=one.href)
        _element(entry, "summary", type="text").text = one.text
    written: bytes = Xml.tostring(feed, "utf-8", xml_declaration=True)
    return written


def changed_at(entries: list[FeedEntry], book: Book) -> str:
    """When the newest entry came about; of an empty feed, when the campaign began."""
    return entries[0].at if entries else str(book.logs[0].began)


def _element(parent: Xml.Element | None, tag: str, **values: str) -> Xml.Element:
    made = Xml.Element(f"{{{ATOM}}}{tag}", values)
    if parent is not None:
        parent.append(made)
    return made
