"""What a campaign tells everybody, in a sentence each: nothing sealed, and no choice. Pure."""

from collections.abc import Iterable, Iterator

import msgspec

from campaign.notices.hours import hours_between
from campaign.notices.kinds import LAST, Occasion, reminder_key
from campaign.notices.planning import LAST_HOURS
from campaign.people.webhooks import HookKind
from campaign.reports.book import Book
from campaign.text.english import capital, listed
from campaign.text.moments import in_words, later


class PublicNews(msgspec.Struct, frozen=True):
    """Something that anybody may hear of."""

    key: str
    """What it is called in its campaign, for ever."""
    kind: HookKind
    turn: str
    since: str
    """When it came about."""
    text: str
    """A sentence."""


def public_news(book: Book, found: Iterable[Occasion], now: str) -> Iterator[PublicNews]:
    """The public side of what there is to tell members of; failures are the host's alone."""
    for one in found:
        match one.kind:
            case "turns":
                text = f"{book.system.calendar.in_words(one.turn)} is over."
                yield PublicNews(one.key, "turns", one.turn, one.since, text)
            case "corrections":
                text = one.headline or f"{book.system.calendar.in_words(one.turn)} was corrected."
                yield PublicNews(one.key, "corrections", one.turn, one.since, text)
            case "draws" | "votes":
                yield PublicNews(one.key, "opened", one.turn, one.since, one.headline)
            case "disputes":
                text = f"{capital(one.about)} is awaited."
                yield PublicNews(one.key, "disputes", one.turn, one.since, text)
                yield from _deadline(one, now)
            case "asked":
                yield _asked(book, one)
                yield from _deadline(one, now)


def _asked(book: Book, one: Occasion) -> PublicNews:
    """Who is awaited; where it is the host alone, everybody else is in."""
    names = book.system.seats_of(book.logs[-1].end).names
    seats = [names.get(part.seat, part.seat) for part in one.owed if part.seat]
    if not seats:
        return PublicNews(one.key, "all_in", one.turn, one.since, f"{capital(one.about)}.")
    are = "is" if len(seats) == 1 else "are"
    text = f"{capital(one.about)}: {listed(dict.fromkeys(seats))} {are} awaited."
    return PublicNews(one.key, "asked", one.turn, one.since, text)


def _deadline(one: Occasion, now: str) -> Iterator[PublicNews]:
    """That little time is left, once."""
    if not one.until or not later(one.until, now) or hours_between(now, one.until) > LAST_HOURS:
        return
    key = reminder_key(one.key, LAST, one.until)
    text = f"{capital(one.about)}: the deadline is {in_words(one.until)}."
    yield PublicNews(key, "deadlines", one.turn, now, text)
