"""Composes what members are told: an occasion and its reader become a letter.

The same record, occasion and reader give the same letter. It says what the pages say, and to each
member what is asked of them; it reads nothing sealed.
"""

from collections.abc import Sequence

import msgspec

from campaign.notices.asking import Recipient, in_a_title, own
from campaign.notices.calendar import attached as deadline_file
from campaign.notices.kinds import Occasion
from campaign.notices.letter import Attachment, Letter
from campaign.notices.letter_view import (
    LetterView,
    foot,
    latest,
    request_view,
    short_view,
    title,
    turn_view,
)
from campaign.notices.rendering import rendered
from campaign.notices.report_copy import report_copy
from campaign.notices.zoned import in_short
from campaign.reports.book import Book

__all__ = ["TURN", "DigestPart", "digest", "latest", "letter", "note", "subject_of"]

TURN = "turn:"
"""What the occasion of an ended turn begins with."""
LANGUAGE = "en"
"""What every letter is written in, so far; a header that named another would mislead programs."""


class DigestPart(msgspec.Struct, frozen=True):
    """One occasion of a digest, with its campaign and what its member is there."""

    book: Book
    occasion: Occasion
    member: str
    reader: Recipient


def letter(book: Book, occasion: Occasion, member: str, reader: Recipient) -> Letter:
    """What an occasion says to one member."""
    subject, view = _composed(DigestPart(book, occasion, member, reader))
    attachments: tuple[Attachment, ...] = ()
    if occasion.kind == "turns":
        attachments = (report_copy(book, _place(book, occasion.turn), reader.url),)
        view = msgspec.structs.replace(view, attached=attachments[0].name)
    elif occasion.until:
        attachments = _deadline(book, occasion, member, reader)
    found = rendered(book.system, "letter", (view,))
    return Letter(
        occasion=occasion.key,
        subject=subject,
        text=found.text,
        html=found.html,
        attachments=attachments,
        follows=_follows(book, occasion),
        language=LANGUAGE,
        takes_answers=_takes(view),
        version=view.seal.version if view.seal else book.version,
        campaign=view.campaign,
    )


def _deadline(
    book: Book, occasion: Occasion, member: str, reader: Recipient
) -> tuple[Attachment, ...]:
    """The deadline of a request, for the reader's calendar."""
    from campaign.notices.calendar import attached

    asked = own(occasion, book.logs[-1].end.campaign, member, reader.now)
    found = attached(book, member, occasion.until, frozenset(one.what for one in asked))
    return (found,) if found else ()


def digest(parts: Sequence[DigestPart], day: str) -> Letter:
    """What waited for its hour, in one message: requests first. `day` names it: `2026-11-26`."""
    ordered = sorted(parts, key=lambda part: part.occasion.kind != "asked")
    first = ordered[0]
    mixed = len({part.book.logs[-1].end.campaign.id for part in ordered}) > 1
    attached = [_attached(part, _composed(part)[1], is_named=mixed) for part in ordered]
    views = tuple(view for view, _ in attached)
    campaigns = list(dict.fromkeys(view.campaign for view in views))
    name = campaigns[0] if len(campaigns) == 1 else "Your campaigns"
    when = in_short(f"{day}T12:00:00Z", "UTC").removesuffix(" 12:00")
    found = rendered(first.book.system, "digest", views, f"{name}: {when}")
    return Letter(
        occasion=f"digest:{day}",
        subject=f"{name}: {when}",
        text=found.text,
        html=found.html,
        language=LANGUAGE,
        attachments=tuple(file for _, files in attached for file in files),
        takes_answers=any(map(_takes, views)),
        version=first.book.version,
        campaign=campaigns[0],
    )


def note(
    book: Book, member: str, reader: Recipient, key: str, subject: str, lines: Sequence[str]
) -> Letter:
    """A short message of the program's own, such as a receipt; its first line is the heading."""
    shared = book.logs[-1].end.campaign
    headline, *rest = lines
    view = LetterView(
        campaign=title(shared),
        label=book.system.calendar.in_words(shared.turn),
        headline=headline,
        lines=tuple(rest),
        foot=foot(shared, member, reader),
    )
    found = rendered(book.system, "letter", (view,))
    return Letter(
        key,
        f"{title(shared)}: {subject}",
        found.text,
        found.html,
        language=LANGUAGE,
        version=book.version,
        campaign=view.campaign,
    )


def _composed(part: DigestPart) -> tuple[str, LetterView]:
    """The subject of an occasion's message, and what it says."""
    book, occasion, member, reader = part.book, part.occasion, part.member, part.reader
    about = _about(book, occasion, member, reader)
    subject = subject_of(book, occasion, member, reader)
    match occasion.kind:
        case "turns" | "corrections":
            place = _place(book, occasion.turn)
            corrected = occasion.kind == "corrections"
            return subject, turn_view(book, place, member, reader, about, corrected=corrected)
        case "asked" | "disputes":
            return subject, request_view(book, occasion, member, reader, about)
    return subject, short_view(book, occasion, member, reader)


def subject_of(book: Book, occasion: Occasion, member: str, reader: Recipient) -> str:
    """The subject of an occasion's message. It says what is asked, never an answer.

    One that can be answered by mail bears a token, so that the answer is known by it.
    """
    about = _about(book, occasion, member, reader)
    found = own(occasion, book.logs[-1].end.campaign, member, reader.now)
    takes = reader.takes_answers and reader.is_known
    is_answered = takes and any(one.answers for one in found)
    token = reader.token(occasion.key) if is_answered else ""
    return f"{about} [{token}]" if token else about


def _about(book: Book, occasion: Occasion, member: str, reader: Recipient) -> str:
    """The subject without a token."""
    name = title(book.logs[-1].end.campaign)
    match occasion.kind:
        case "turns":
            return f"{name}: {book.system.calendar.in_words(occasion.turn)}"
        case "corrections":
            return f"Corrected: {name}: {book.system.calendar.in_words(occasion.turn)}"
        case "asked" | "disputes":
            return _request(book, occasion, member, reader)
    return f"{name}: {occasion.headline.removesuffix('.')}"


def _request(book: Book, occasion: Occasion, member: str, reader: Recipient) -> str:
    last = book.logs[-1].end
    names = book.system.view.names(last)
    found = own(occasion, last.campaign, member, reader.now) or occasion.owed
    until = f", by {in_short(occasion.until, reader.choices.zone)}" if occasion.until else ""
    kind = "Last reminder: " if occasion.is_last else "Reminder: " if occasion.is_reminder else ""
    return f"{kind}{title(last.campaign)}: {in_a_title(found, names.the_seat)}{until}"


def _attached(
    part: DigestPart, view: LetterView, *, is_named: bool = False
) -> tuple[LetterView, tuple[Attachment, ...]]:
    """With the report of a turn that is over, or the deadline of a request for a calendar.

    `is_named` puts the campaign into the file's name.
    """
    book, occasion = part.book, part.occasion
    name = book.logs[-1].end.campaign.name
    found = None
    if occasion.kind == "turns":
        found = report_copy(book, _place(book, occasion.turn), part.reader.url)
    elif occasion.until:
        whats = frozenset(one.what for one in occasion.owed)
        found = deadline_file(book, part.member, occasion.until, whats)
    if found is None:
        return view, ()
    file = msgspec.structs.replace(found, name=f"{name}-{found.name}" if is_named else found.name)
    is_report = occasion.kind == "turns"
    return msgspec.structs.replace(view, attached=file.name if is_report else ""), (file,)


def _takes(view: LetterView) -> bool:
    return view.asked is not None and any(item.by_mail for item in view.asked.items)


def _place(book: Book, turn: str) -> int:
    """The place of a turn in the book; the last where it has none of this name."""
    found = (place for place, log in enumerate(book.logs) if log.turn == turn)
    return next(found, len(book.logs) - 1)


def _follows(book: Book, occasion: Occasion) -> tuple[str, ...]:
    """The message before it in the campaign's thread: what it answers, or the turn before."""
    if occasion.follows:
        return (occasion.follows,)
    place = _place(book, occasion.turn)
    return (f"{TURN}{book.logs[place - 1].turn}",) if place else ()
