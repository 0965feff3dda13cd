"""What a reader of the diary gets: which dispatches of a campaign they may read, in their order.
Pure.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from campaign.diary.words import Dispatch, PictureShown, read
from campaign.kernel.members import Campaign
from campaign.kernel.record import FiledDispatch
from campaign.text.json_values import JsonObject
from campaign.text.prose import in_letters
from campaign.text.turns import Calendar


class Content(msgspec.Struct, frozen=True):
    """What is kept of a dispatch beside the record."""

    words: str
    pictures: tuple[PictureShown, ...] = ()
    subject: str = ""
    """What it is about, where that is sealed with its words; else the record says it."""


def mark_of(content: Content, salt: str) -> str:
    """The digest that the record keeps of a dispatch; `salt` is 64 hex digits."""
    said: JsonObject = {
        "words": content.words,
        "pictures": [
            {"digest": digest_of(one.jpeg), "alt": one.alt, "caption": one.caption}
            for one in content.pictures
        ],
    }
    if content.subject:
        said["subject"] = content.subject
    text = msgspec.json.encode(said, order="deterministic")
    return hashlib.sha256(bytes.fromhex(salt) + text).hexdigest()


def digest_of(jpeg: bytes) -> str:
    """A picture's digest."""
    return hashlib.sha256(jpeg).hexdigest()


# --- Who may read what --------------------------------------------------------------------------

PUBLIC = None
"""The reader of published pages, who is no member."""
Standing = Literal["there", "sealed", "early"]
"""Whether a dispatch may be read: by its author alone while it is sealed, and not by the public
before the end of the turn in which it was filed.
"""


def is_over(campaign: Campaign, calendar: Calendar, turn: str) -> bool:
    """Whether a turn has ended."""
    if campaign.closed or not campaign.turn:
        return campaign.closed
    return calendar.ordinal(turn) < calendar.ordinal(campaign.turn)


def is_sealed(campaign: Campaign, calendar: Calendar, one: FiledDispatch) -> bool:
    """Whether a dispatch is still sealed."""
    if one.until == "end":
        return not campaign.closed
    return one.until == "turn" and not is_over(campaign, calendar, one.filed_in)


def may_read(
    campaign: Campaign, calendar: Calendar, one: FiledDispatch, reader: str | None
) -> bool:
    """Whether a reader may know of a dispatch: a member, or the public."""
    if is_sealed(campaign, calendar, one):
        return reader is not PUBLIC and one.by == reader
    return reader is not PUBLIC or is_over(campaign, calendar, one.filed_in)


def readable(
    campaign: Campaign, calendar: Calendar, reader: str | None
) -> tuple[FiledDispatch, ...]:
    """The dispatches that a reader may know of, by turn; an edited one is where the first was."""
    if campaign.record.branch_of is not None:
        return ()
    known = campaign.record.dispatches
    places = {one: number for number, one in enumerate(known)}
    shown = [
        one
        for one in known.values()
        if not one.replaced_by and may_read(campaign, calendar, one, reader)
    ]

    def place(one: FiledDispatch) -> tuple[int, int]:
        first = one
        while first.replaces:
            first = known[first.replaces]
        return calendar.ordinal(one.turn), places[first.id]

    return tuple(sorted(shown, key=place))


def is_loose(campaign: Campaign, calendar: Calendar, turn: str) -> bool:
    """Whether a turn was undone, so that what was written of it is a loose leaf."""
    return not campaign.turn or calendar.ordinal(turn) > calendar.ordinal(campaign.turn)


def shown(
    campaign: Campaign, wanted: Iterable[FiledDispatch], contents: Mapping[str, Content]
) -> Iterator[Dispatch]:
    """Dispatches as somebody reads them who may. `contents` are those that are kept here, by id:
    one whose words are not here is left out, and of a removed one it is said that it stood there.
    """
    for one in wanted:
        author = campaign.called(one.by)
        content = contents.get(one.id)
        if one.removed:
            yield Dispatch(one.id, one.turn, one.subject, author, one.at, removed=True)
        elif content is not None:
            subject = one.subject or content.subject
            words = read(content.words)
            yield Dispatch(one.id, one.turn, subject, author, one.at, words, content.pictures)


def waiting(
    campaign: Campaign, id: str, by: str, at: str, sent: bytes, content: Content
) -> Dispatch:
    """What is not filed yet, as it would be read; `sent` is its command without the words."""
    asked = msgspec.json.decode(sent)
    first = campaign.record.dispatches.get(asked.get("replaces") or "")
    turn = asked.get("turn") or (first.turn if first else campaign.turn)
    about = asked.get("subject")
    if about is None:
        about = content.subject or (first.subject if first else "")
    author = campaign.called(by)
    return Dispatch(id, turn, about, author, at, read(content.words), content.pictures)


QUOTED = 300
"""So many letters of a dispatch are quoted in a mail."""


def quoted(one: Dispatch, subjects: Mapping[str, str]) -> str:
    """The beginning of a dispatch in a line: who wrote it, and on what."""
    text = " ".join(in_letters(one.words).split())
    if len(text) > QUOTED:
        text = f"{text[:QUOTED].rpartition(' ')[0] or text[:QUOTED]} …"
    about = f" on {subjects.get(one.subject, one.subject)}" if one.subject else ""
    return f"{one.author}{about}: {text}"
