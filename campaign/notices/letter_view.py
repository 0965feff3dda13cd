"""What a message says, part by part, before it is rendered as text and as a page. Pure."""

import msgspec

from campaign.disputes.words import waits
from campaign.kernel.calendar import Calendar
from campaign.kernel.deadlines import away_in_words
from campaign.kernel.members import Campaign
from campaign.kernel.notices import NoticeBlock
from campaign.kernel.pages import PageContext
from campaign.kernel.turn_log import AnyLog, CorrectedEvents
from campaign.notices.asking import (
    AskedBox,
    Recipient,
    asked_by,
    asked_now,
    in_a_title,
    mail_to,
    own,
    page,
)
from campaign.notices.kinds import Occasion
from campaign.notices.letter import ROOT
from campaign.notices.zoned import in_full
from campaign.reports.book import Book
from campaign.reports.schedule import deadline_lines
from campaign.reports.telling import corrections, is_open, turn_story
from campaign.text.english import capital, counted, listed

NOTHING = "Nothing is asked of you now."
OVER = "The campaign is over: nothing is asked of you any more."
STOP, STOP_MAIL = "STOP", "STOP MAIL"
"""What a member writes who wants no more mail, in a subject and in an answer."""


class Seal(msgspec.Struct, frozen=True):
    """The digest that proves what the message was written from."""

    version: int
    head: str
    rules: int
    command: str
    """Checks it, given the message as a file."""


class LetterFoot(msgspec.Struct, frozen=True):
    """Why the reader gets the message, and how to choose or stop."""

    why: str
    choices: str
    """The page, or what a host types; empty for a member without either."""
    has_page: bool
    stop: str
    """Begins a mail that stops; empty where nobody reads answers."""


class LetterView(msgspec.Struct, frozen=True):
    """A message, in the order in which it is read. Empty parts are left out."""

    campaign: str
    label: str
    """The turn in words, or what the message is."""
    headline: str
    lede: str = ""
    lines: tuple[str, ...] = ()
    """What a short message says."""
    asked: AskedBox | None = None
    nothing: str = ""
    news: tuple[str, ...] = ()
    blocks: tuple[NoticeBlock, ...] = ()
    """The game's."""
    record: tuple[str, ...] = ()
    """Disputes and corrections."""
    ahead: tuple[str, ...] = ()
    """Deadlines, and who is away."""
    seal: Seal | None = None
    attached: str = ""
    """The name of the attached report."""
    foot: LetterFoot | None = None


def _number(calendar: Calendar, shared: Campaign, turn: str) -> str:
    """A turn by its number: `turn 3 of 12`."""
    number = calendar.count(shared.first_turn, turn)
    return f"{calendar.noun} {number} of {calendar.count(shared.first_turn, shared.last_turn)}"


def turn_view(
    book: Book, place: int, member: str, reader: Recipient, subject: str, *, corrected: bool = False
) -> LetterView:
    """A turn, for one member; corrected, with what became of it instead of what is asked."""
    made = book.whole(place)
    system, log, last = made.system, made.logs[place], made.logs[-1]
    shared = last.end.campaign
    context = PageContext(made.logs, place)
    story = turn_story(system, context)
    fixes = corrections(system, made.logs, place)
    seats = frozenset(shared.seats_of(member))
    is_latest = not corrected and place >= latest(made)
    asked = asked_now(system, last.end, member, reader, subject) if is_latest else None
    name = system.calendar.in_words(log.turn)
    said = [line.text for line in story.news if not corrected and line.text in story.lede]
    return LetterView(
        campaign=title(shared),
        label=f"{name} · {_number(system.calendar, shared, log.turn)}",
        headline=f"Corrected: {name}" if corrected else story.headline or story.lede or name,
        lede=_corrected_lede(story.headline) if corrected else story.lede if story.headline else "",
        lines=(*fixes, *_changed(log)) if corrected else (),
        asked=asked,
        nothing=_nothing(made, asked, place, is_latest=is_latest, corrected=corrected),
        news=tuple(
            line.text
            for line in story.news
            if not (line.in_headline or line.of_opening or line.text in (*fixes, *said))
            and line.weight not in system.notices.told
        ),
        blocks=system.notices.turn(context, seats),
        record=(*(() if corrected else fixes), *open_disputes(made)),
        ahead=tuple(ahead(made, reader, asked)) if is_latest else (),
        seal=seal(book, place),
        foot=foot(shared, member, reader),
    )


def latest(book: Book) -> int:
    """The place of the latest turn that is over, or of the first one."""
    last = len(book.logs) - 1
    return max(last - 1, 0) if is_open(book.logs, last) else last


def _corrected_lede(headline: str) -> str:
    return f"As it reads now: {headline}" if headline else ""


def _changed(log: AnyLog) -> list[str]:
    """What corrections changed in a turn, each correction in a line."""
    return [
        f"What was changed: {listed((*found.texts, *_others(found)))}."
        for _, found in sorted(log.corrected.items())
        if found.texts
    ]


def _others(found: CorrectedEvents) -> tuple[str, ...]:
    more = found.count - len(found.texts)
    return (counted(more, "more event"),) if more else ()


def _nothing(
    book: Book, asked: AskedBox | None, place: int, *, is_latest: bool, corrected: bool
) -> str:
    """One line instead of the box: nothing is asked, or play is elsewhere by now."""
    if asked is not None or corrected:
        return ""
    last = book.logs[-1]
    if last.end.campaign.closed:
        return OVER if is_latest else ""
    if is_latest:
        return NOTHING
    return f"Play has gone on since: it is {book.system.calendar.in_words(last.turn)} now."


def short_view(book: Book, occasion: Occasion, member: str, reader: Recipient) -> LetterView:
    """Something that happened, in its own sentence."""
    shared = book.logs[-1].end.campaign
    where = page(reader, shared.name)
    more = f"Everything about it: {where}" if where else ""
    if occasion.kind == "failures":
        more = f"What the server said, and what to do: campaign mail-status {shared.name}"
    return LetterView(
        campaign=title(shared),
        label=book.system.calendar.in_words(occasion.turn),
        headline=occasion.headline,
        lines=tuple(filter(None, (occasion.what_to_do, more))),
        foot=foot(shared, member, reader),
    )


def request_view(
    book: Book, occasion: Occasion, member: str, reader: Recipient, subject: str
) -> LetterView:
    """Something that is asked of a member."""
    last = book.logs[-1].end
    shared, names = last.campaign, book.system.view.names(last)
    found = own(occasion, shared, member, reader.now) or list(occasion.owed)
    label = book.system.calendar.in_words(occasion.turn)
    if occasion.is_reminder:
        label = f"{label} · {'last reminder' if occasion.is_last else 'reminder'}"
    return LetterView(
        campaign=title(shared),
        label=label,
        headline=capital(in_a_title(found, names.the_seat)),
        asked=asked_by(occasion, shared, member, reader, subject),
        nothing=NOTHING,
        foot=foot(shared, member, reader),
    )


# --- parts --------------------------------------------------------------------------------------


def title(shared: Campaign) -> str:
    """What a campaign is called; a what-if says that it is one."""
    name = shared.title or shared.name
    return f"{name} (a what-if)" if shared.record.branch_of is not None else name


def open_disputes(book: Book) -> list[str]:
    """Disputes that wait for somebody, each in a sentence."""
    last = book.logs[-1]
    shared, names = last.end.campaign, book.system.view.names(last.end)
    rests = shared.record.frozen_for
    return [
        f"Dispute {dispute.id} waits for {waits(shared, dispute, names)}"
        f"{'; play rests until then' if dispute.id == rests else ''}."
        for dispute in shared.record.disputes.values()
        if shared.record.awaits(dispute)
    ]


def ahead(book: Book, reader: Recipient, asked: AskedBox | None) -> list[str]:
    """Deadlines that the box does not name, and who is away now or later."""
    last = book.logs[-1]
    if not is_open(book.logs, len(book.logs) - 1):
        return []
    known = {asked.when, *(item.when for item in asked.items)} if asked else set()
    names, zone = book.system.view.names(last.end), reader.choices.zone
    deadlines = [
        (line.what, in_full(line.until, zone)) for line in deadline_lines(book.system, last)
    ]
    absences = last.end.campaign.schedule.absences
    return [
        *(f"{capital(what)}: by {when}." for what, when in deadlines if when not in known),
        *(f"{away_in_words(one, names)}." for one in absences if one.last >= last.latest[:10]),
    ]


def seal(book: Book, place: int) -> Seal:
    """The digest of the turn's page, and how to check it."""
    log = book.logs[place]
    name = book.logs[-1].end.campaign.name
    command, rules = f"campaign verify {name} --against FILE", log.end.campaign.rules
    return Seal(log.version, log.head, rules, command)


def foot(shared: Campaign, member: str, reader: Recipient) -> LetterFoot:
    """Why the reader gets this, and how to choose or stop."""
    token = reader.token(ROOT)
    return LetterFoot(
        why=f"You get this as a member of {title(shared)}.",
        choices=f"{reader.url.rstrip('/')}/"
        if reader.url
        else f"campaign mail-choices {shared.name} {member}"
        if shared.is_host(member)
        else "",
        has_page=bool(reader.url),
        stop=mail_to(reader.club, f"{STOP} [{token}]" if token else STOP, STOP_MAIL)
        if reader.club and reader.takes_answers
        else "",
    )
