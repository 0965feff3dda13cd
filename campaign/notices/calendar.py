"""A member's deadlines as a calendar (iCalendar, RFC 5545). It says only what everybody may know.

One record always gives the same bytes. What a member has done, and what nobody waits for any more,
is cancelled, so that it goes from calendars that have taken it in.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

import msgspec
from icalendar import Calendar, Event

from campaign.desk.waiting import Asked, asked, askees
from campaign.kernel.deadlines import standing
from campaign.kernel.members import Campaign
from campaign.kernel.schedule import OF_DISPUTE, TURN, Deadline
from campaign.kernel.seats import plays
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.kernel.transition import HistoryEntry
from campaign.notices.letter import Attachment
from campaign.reports.book import Book
from campaign.reports.steps import steps
from campaign.text.english import capital, listed

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


class KeptEntry(msgspec.Struct, frozen=True):
    """An entry, with the event that last changed it."""

    entry: CalendarEntry
    version: int
    at: str
    is_met: bool = False


def calendar(book: Book, member: str) -> bytes:
    """A member's whole calendar."""
    return _written(book, entries(book, member))


def attached(book: Book, member: str, until: str, whats: frozenset[str]) -> Attachment | None:
    """What goes with a request: the deadline that it names; None where there is none.

    `whats` are the things asked for, as deadlines name them; their deadline may be the turn's.
    """
    found = tuple(
        kept
        for kept in entries(book, member)
        if not kept.is_met and kept.entry.until == until and kept.entry.what in {*whats, TURN}
    )
    own = tuple(kept for kept in found if kept.entry.what in whats) or found
    return Attachment(FILE, MEDIA, _written(book, own)) if own else None


# --- what concerns a member ---------------------------------------------------------------------


def entries(book: Book, member: str) -> tuple[KeptEntry, ...]:
    """The deadlines that concern a member now, and those of this turn and the last that did."""
    last = len(book.logs) - 1
    recent = max(last - 1, 0)
    found: dict[str, KeptEntry] = {}
    changed: set[str] = set()
    for place in range(_first(book, recent), last + 1):
        for step in steps(book, place):
            concerning = _concerning(book.system, step.after, member)
            new = dict(_changed(found, concerning, step.record))
            found |= new
            if place >= recent:
                changed |= new.keys()
    shown = (kept for uid, kept in found.items() if uid in changed or not kept.is_met)
    return tuple(sorted(shown, key=lambda kept: (kept.entry.until, kept.entry.uid)))


def _changed(
    found: Mapping[str, KeptEntry], concerning: Iterable[CalendarEntry], record: HistoryEntry
) -> Iterator[tuple[str, KeptEntry]]:
    """The entries that an event made, changed or met."""
    now = {entry.uid: entry for entry in concerning}
    version, at = record.version, record.event.at
    for uid, entry in now.items():
        if uid not in found or found[uid].is_met or found[uid].entry != entry:
            yield uid, KeptEntry(entry, version, at)
    for uid, kept in found.items():
        if uid not in now and not kept.is_met:
            yield uid, KeptEntry(kept.entry, version, at, is_met=True)


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
        own = [part for part in parts if part.due == what and member in _members(campaign, part)]
        title = own[0].owed.title if own else ""
        does = listed(part.owed.does for part in own)
        if what == TURN and (plays(campaign, member) or campaign.is_host(member)):
            title = f"end of {system.view.names(state).turn(campaign.turn)}"
            does = f"finish what the {system.calendar.noun} still asks of you"
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


def _written(book: Book, kept: tuple[KeptEntry, ...]) -> bytes:
    shared = book.logs[-1].end.campaign
    name = shared.title or shared.name
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//campaign tracker//EN")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    for one in kept:
        made.add_component(_event(one, name))
    written: bytes = made.to_ical()
    return written


def _event(kept: KeptEntry, campaign: str) -> Event:
    """One deadline. Its sequence is the version of the event that last changed it."""
    entry = kept.entry
    made = Event()
    made.add("uid", entry.uid)
    made.add("sequence", kept.version)
    made.add("dtstamp", _moment(kept.at))
    made.add("last-modified", _moment(kept.at))
    made.add("dtstart", _moment(entry.until))
    made.add("summary", f"{campaign}: {entry.title}")
    made.add("description", f"{capital(entry.does)}.")
    made.add("status", "CANCELLED" if kept.is_met else "CONFIRMED")
    made.add("transp", "TRANSPARENT")
    return made


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at[:19]).replace(tzinfo=UTC)
