"""A letter: what a notice says to one member, before it becomes a message. Pure."""

import msgspec

ROOT = "campaign"
"""The occasion that a campaign's thread begins with in a mail program. Nothing is sent for it."""


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with a letter."""

    name: str
    media: str
    """Its media type, with parameters: `text/html`, `text/calendar; method=PUBLISH`."""
    content: bytes


class Letter(msgspec.Struct, frozen=True):
    """What one member is told, as text and as a page. The same record gives the same letter."""

    occasion: str
    """The key of its occasion; of a digest `digest:` and its day."""
    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()
    follows: tuple[str, ...] = ()
    """Occasions whose messages to the same member come before it in one thread."""
    language: str = "en"
    takes_answers: bool = False
    """Whether it can be answered in a word."""
    version: int = 0
    """The last event that it was written from; 0 where it is about none."""
    campaign: str = ""
    """What the campaign is called: the name that its mail comes from."""
