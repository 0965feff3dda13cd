"""Compares published pictures and the feed with the record, byte by byte. Pure.

They name neither a digest nor a version: their day is that of the pages beside them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape

from campaign.reports import posters
from campaign.reports.addressed import AddressError, web_address
from campaign.reports.book import Book
from campaign.reports.feed import FEED, feed
from campaign.reports.outcomes import Compared

_OWN_ADDRESS = re.compile(rb'<link rel="self" href="([^"]*)' + re.escape(FEED.encode()) + rb'"')
"""Where a feed says that it lies."""


def compare_beside(
    files: Mapping[str, bytes], book: Callable[[int], Book], days: Sequence[int], foreign: bool
) -> Iterator[Compared]:
    """Compares the files beside the pages; with none of ours among them, none is missing.

    `days` are those on which they may have been made, today first; `foreign` says that a page
    beside them is by another version of the program, which may draw and tell otherwise.
    """
    today = book(days[0])
    known = {FEED: "", **{f"{posters.picture_name(log.turn)}.svg": log.turn for log in today.logs}}
    ours = {name for name in files if name in known or name.endswith((".svg", ".atom"))}
    if not ours:
        known = {}
    for name in sorted({*known, *files}):
        text, turn = files.get(name), known.get(name, "")
        if text is None:
            if name == FEED or _made(today, name, b""):
                yield Compared(name, turn, 0, "", "missing")
        elif name not in ours:
            yield Compared(name, turn, 0, "", "uncompared")
        else:
            yield _compared(name, turn, text, book, days, foreign)


def _compared(
    name: str,
    turn: str,
    text: bytes,
    book: Callable[[int], Book],
    days: Sequence[int],
    foreign: bool,
) -> Compared:
    found = next((day for day in dict.fromkeys(days) if _made(book(day), name, text) == text), 0)
    if found:
        return Compared(name, turn, found, "", "same" if found == days[0] else "then")
    if foreign:
        return Compared(name, turn, 0, "", "uncompared", why="version")
    return Compared(name, turn, 0, "", "differs", why="day")


def _made(made: Book, name: str, text: bytes) -> bytes:
    """A picture or the feed as it is made from a book; the feed for the address that it names."""
    if name == FEED:
        return feed(made, _address(text))
    pictures = (f"{posters.picture_name(log.turn)}.svg" for log in made.logs)
    place = next((place for place, picture in enumerate(pictures) if picture == name), None)
    return b"" if place is None else posters.svg(made, place).encode()


def _address(text: bytes) -> str:
    """The address on the web that a feed names, which the record does not know."""
    found = _OWN_ADDRESS.search(text)
    try:
        return web_address(unescape(found[1].decode())) if found else ""
    except (AddressError, UnicodeDecodeError):
        return ""
