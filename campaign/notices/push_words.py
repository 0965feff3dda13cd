"""What a push says: what waits for its reader or has happened, never a choice. Pure."""

from collections.abc import Iterator

import msgspec

from campaign.desk.waiting import askees
from campaign.notices.kinds import Occasion
from campaign.notices.public_news import public_news
from campaign.reports.book import Book
from campaign.text.english import capital
from campaign.text.moments import in_words

LONGEST = 500
"""How many letters are said."""
MOST = 3000
"""How many bytes a message may have: less than every service takes."""
SHORTER = 50
"""So many letters fewer, as often as it takes."""
DECLARATIVE = 8030
"""The number by which browsers know that they may show a message without a worker."""


def push_text(book: Book, occasion: Occasion, member: str, now: str) -> str:
    """A sentence or two."""
    if occasion.kind in ("asked", "disputes"):
        return ". ".join(_asked(book, occasion, member, now)) + "."
    found = next((one.text for one in public_news(book, (occasion,), now)), "")
    return found or " ".join(filter(None, (occasion.headline, occasion.what_to_do)))


def _asked(book: Book, occasion: Occasion, member: str, now: str) -> Iterator[str]:
    """What its reader has to do, and by when."""
    campaign = book.logs[-1].end.campaign
    by = f", by {in_words(occasion.until)}" if occasion.until else ""
    for part in occasion.owed:
        is_theirs = occasion.kind == "disputes" or member in askees(campaign, part, now)
        if is_theirs:
            yield f"{capital(part.does)}{by}"


def payload(title: str, text: str, url: str, tag: str) -> bytes:
    """The message in the declarative form, which our worker reads as well.

    Of what is too long less is said, so that what arrives can be read.
    """
    for letters in range(LONGEST, 0, -SHORTER):
        told = {"title": title[:letters], "body": text[:letters], "navigate": url, "tag": tag}
        found = msgspec.json.encode({"web_push": DECLARATIVE, "notification": told})
        if len(found) <= MOST:
            break
    return found
