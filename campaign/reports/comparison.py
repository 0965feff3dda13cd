"""Compares reports with the record: renders every page and picture again, as of its own day if
needed. IO.
"""

import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec

from campaign.history.effective import rewriting
from campaign.kernel.pages import INDEX
from campaign.reports import pages, publishing
from campaign.reports.book import Book
from campaign.reports.pages import BookPage, WrittenPage, compared, differing, facts_in, same
from campaign.reports.publishing import (
    BOOK_PAGE,
    FEED,
    AddressError,
    feed,
    web_address,
    without_address,
)
from campaign.store.protocol import StoreError
from campaign.store.reader import LogEntry
from campaign.text.json_values import JsonFields
from campaign.verify.witness import digests_in

# --- How a file compares with the record --------------------------------------------------------
# Values.

Outcome = Literal["same", "then", "facts", "newer", "differs", "unknown", "missing", "uncompared"]
"""As the record gives it today; as it was at the page's own digest; by another version of the
program, with the facts that it had on its day; by a version that this program does not know yet;
different; without a digest of this record; missing from the folder; no file that can be written
again here.
"""
Why = Literal["", "words", "facts", "unread", "extra", "day", "version"]
"""In what a page differs: in its words alone; in facts; it bears none that can be read; the record
gives no page of its name. Of a picture or the feed: it is neither today's nor of the day
of the pages beside it; these name another version, which may have drawn it otherwise.
"""


class Compared(msgspec.Struct, frozen=True):
    """A page, picture or feed in a folder, compared with what the record gives."""

    file: str
    turn: str
    version: int
    """The last event that it covers; 0 if unknown."""
    head: str
    """The digest printed on it; empty if it bears none."""
    outcome: Outcome
    written_by: str = ""
    """The version of the program that wrote the page; empty if unknown."""
    facts: tuple[str, ...] = ()
    """The facts by which it was compared, where they were."""
    unread: tuple[str, ...] = ()
    """Facts that it bears and this version does not know."""
    why: Why = ""
    """In what it differs."""
    other: tuple[str, ...] = ()
    """The facts in which it differs."""


# --- The files of a folder or ZIP of reports, as somebody got them ------------------------------

LARGEST = 64_000_000
"""Bytes of one file in a ZIP, unpacked; no report comes near."""
MOST = 1_000_000_000
"""Bytes of all of them."""
COMPARED = (".html", ".svg", ".atom")
"""The endings of files that are compared; of others only the names are told."""


class NoReportsError(StoreError):
    """What was given is no folder or ZIP of reports. One line for the user."""


def read_files(place: Path) -> dict[str, bytes]:
    """Every file by its name, those in folders below left out; of a ZIP those in its one folder.

    One that is not compared is empty here.

    Raises `NoReportsError` for a file that is no ZIP, or one that cannot be read.
    """
    try:
        if place.is_dir():
            files = (file for file in sorted(place.iterdir()) if _own(file))
            return {file.name: file.read_bytes() if _read(file.name) else b"" for file in files}
        with zipfile.ZipFile(place) as packed:
            return _unpacked(place, packed)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        text = f"{place} is neither a folder nor a ZIP of reports that can be read"
        raise NoReportsError(text) from error
    except OSError as error:
        text = f"cannot read the reports in {place}: {error.strerror or error}"
        raise NoReportsError(text) from error


def _own(file: Path) -> bool:
    return file.is_file() and not file.name.startswith(".")


def _read(name: str) -> bool:
    return PurePosixPath(name).suffix in COMPARED


def _unpacked(place: Path, packed: zipfile.ZipFile) -> dict[str, bytes]:
    """The files of a ZIP, read in memory; nothing is written, whatever their names are."""
    listed = [one for one in packed.infolist() if not one.is_dir()]
    sizes = [one.file_size for one in listed]
    if max(sizes, default=0) > LARGEST or sum(sizes) > MOST:
        raise NoReportsError(f"{place} is larger unpacked than any reports are")
    paths = [PurePosixPath(one.filename) for one in listed]
    if len({path.parent for path in paths}) > 1:
        raise NoReportsError(f"{place} has files in several folders: unpack it and name one")
    files = {path.name: one for path, one in zip(paths, listed, strict=True)}
    if len(files) < len(listed):
        raise NoReportsError(f"{place} has two files of one name")
    return {name: packed.read(one) if _read(name) else b"" for name, one in files.items()}


# --- Compares published pictures and the feed with the record, byte by byte ---------------------
#
# They name neither a digest nor a version: their day is that of the pages beside them.

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
    known = {
        FEED: "",
        **{f"{publishing.picture_name(log.turn)}.svg": log.turn for log in today.logs},
    }
    ours = {name for name in files if name.endswith((".svg", ".atom"))} | (known.keys() & files)
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
            yield _picture_compared(name, turn, text, book, days, foreign)


def _picture_compared(
    name: str,
    turn: str,
    text: bytes,
    book: Callable[[int], Book],
    days: Sequence[int],
    foreign: bool,
) -> Compared:
    version = next((day for day in dict.fromkeys(days) if _made(book(day), name, text) == text), 0)
    if version:
        return Compared(name, turn, version, "", "same" if version == days[0] else "then")
    if foreign:
        return Compared(name, turn, 0, "", "uncompared", why="version")
    return Compared(name, turn, 0, "", "differs", why="day")


def _made(made: Book, name: str, text: bytes) -> bytes:
    """A picture or the feed as it is made from a book; the feed for the address that it names."""
    if name == FEED:
        return feed(made, _address(text))
    pictures = (f"{publishing.picture_name(log.turn)}.svg" for log in made.logs)
    place = next((place for place, picture in enumerate(pictures) if picture == name), None)
    return b"" if place is None else publishing.poster_svg(made, place).encode()


def _address(text: bytes) -> str:
    """The address on the web that a feed names, which the record does not know."""
    match = _OWN_ADDRESS.search(text)
    try:
        return web_address(unescape(match[1].decode())) if match else ""
    except (AddressError, UnicodeDecodeError):
        return ""


# --- Compares reports with the record: renders every page again, as of its own day if needed ----


def compare(log: Sequence[LogEntry], place: Path) -> Iterator[Compared]:
    """Renders every page again from a log and compares it with the files of a folder or ZIP.

    A page of today's form must be equal byte by byte. One from an earlier day is rendered from the
    events up to the digest printed on it, or up to a later correction. A page by another version of
    the program is held to the facts that it bears, on that day; one of the first version, which
    bears none, to that digest: its turn must have had it on that day.

    A folder with none of the game's own pages was written without them, and misses none. Where
    pictures or a feed lie beside the pages, they are compared too; no other file is.
    """
    all_files = read_files(place)
    files = {
        name: without_address(text)
        for name, text in all_files.items()
        if name.endswith(".html") and name != BOOK_PAGE
    }
    today, past = _expected(log, files), _Past(log)
    rows = [
        _page_compared(past, name, today.get(name), files.get(name))
        for name in sorted({*today, *files})
    ]
    yield from rows
    beside = {name: text for name, text in all_files.items() if name not in files}
    foreign = not {"facts", "newer"}.isdisjoint(row.outcome for row in rows)
    covered = (row.version for row in rows if row.outcome != "missing")
    days = (log[-1].version, max(covered, default=0), *past.changed)
    yield from compare_beside(beside, past.book, list(filter(None, days)), foreign)


def _expected(log: Sequence[LogEntry], files: Collection[str]) -> dict[str, WrittenPage]:
    """Today's pages; the game's own only where the folder has one of them."""
    today = {page.file: page for page in pages.pages(log)}
    own = {name for name, page in today.items() if not page.turn and name != INDEX}
    if own.isdisjoint(files):
        today = {name: page for name, page in today.items() if name not in own}
    return today


def _page_compared(
    past: "_Past", name: str, page: WrittenPage | None, text: bytes | None
) -> Compared:
    """Compares a page of today with a file of the folder; either may be missing."""
    if text is None:
        assert page is not None
        return Compared(name, page.turn, page.version, page.head, "missing")
    by = written_by(text)
    if page is not None and page.html.encode() == text:
        return Compared(name, page.turn, page.version, page.head, "same", by)
    version, head = past.digest_in(text)
    outcome: Outcome = past.outcome(name, version, head, text) if version else "unknown"
    turn = page.turn if page is not None else past.turn(name, version)
    if outcome == "differs":
        why, other = past.why(name, version, head, text)
        return Compared(name, turn, version, head, outcome, by, why=why, other=other)
    facts = facts_in(text) if outcome == "facts" else None
    if facts is None:
        return Compared(name, turn, version, head, outcome, by)
    known = pages.facts_of(past.book(version))
    unread = tuple(sorted(facts.keys() - known.keys()))
    return Compared(name, turn, version, head, outcome, by, compared(facts, known), unread)


class _Past:
    """A log as it stood on earlier days, each folded once."""

    def __init__(self, log: Sequence[LogEntry]) -> None:
        self._log = log
        self._versions = {entry.digest: entry.version for entry in log}
        self.changed = [
            entry.version - 1 for entry in log if rewriting(entry.event) and not entry.event.nth
        ]
        """The days before a correction."""
        self._books: dict[int, Book] = {}

    def digest_in(self, text: bytes) -> tuple[int, str]:
        """The event whose digest is printed on a page; 0 if it is not one of this record."""
        heads = digests_in(text.decode("utf-8", "replace"))
        known = ((self._versions[head], head) for head in heads if head in self._versions)
        return next(known, (0, "".join(heads[:1])))

    def outcome(self, name: str, version: int, head: str, text: bytes) -> Outcome:
        """Whether a page is from an earlier day: that of its digest, or before a correction.

        A turn that is over keeps its digest, and its page links to the turn after it.
        """
        days = self._days(version)
        by = written_by(text)
        if _number(by) > _number(pages.PAGES):
            return "newer"
        if by == pages.PAGES:
            return "then" if any(self._page(name, day) == text for day in days) else "differs"
        facts = facts_in(text)
        if facts is None or (facts.get("program"), facts.get("digest")) != (by, head):
            return "differs"
        return "facts" if any(same(facts, self._facts(name, day)) for day in days) else "differs"

    def why(self, name: str, version: int, head: str, text: bytes) -> tuple[Why, tuple[str, ...]]:
        """In what a page differs, and the facts in which it does, on the day nearest to it."""
        by, facts = written_by(text), facts_in(text)
        known = [of_day for day in self._days(version) if (of_day := self._facts(name, day))]
        if not known:
            return "extra", ()
        if facts is None:
            return "unread", ()
        nearest = min(
            (differing(facts, {**of_day, "program": by}, by == pages.PAGES) for of_day in known),
            key=len,
        )
        other = {*nearest, *(("digest",) if facts.get("digest") != head else ())}
        return ("facts" if other else "words"), tuple(sorted(other))

    def _days(self, version: int) -> tuple[int, ...]:
        """The days on which a page with the digest of an event may have been written."""
        return (version, *(day for day in self.changed if day > version))

    def book(self, day: int) -> Book:
        """The book of the record as it stood on a day."""
        if day not in self._books:
            until = [entry for entry in self._log if entry.version <= day]
            self._books[day] = pages.book(until)
        return self._books[day]

    def page(self, name: str, day: int) -> BookPage | None:
        """A page as it was on a day; None if there was no such page yet."""
        matches = (page for page in pages.book_pages(self.book(day)) if page.file == name)
        return next(matches, None)

    def turn(self, name: str, day: int) -> str:
        """The turn of a page; empty for the index and other pages of the whole campaign."""
        page = self.page(name, day) if day else None
        return "" if page is None or page.place < 0 else self.book(day).logs[page.place].turn

    def _facts(self, name: str, day: int) -> JsonFields:
        """The facts of a page on a day; none if there was no such page yet."""
        page = self.page(name, day)
        return pages.facts_of(self.book(day), page.place) if page else {}

    def _page(self, name: str, day: int) -> bytes:
        """A page as it was rendered on a day."""
        page = self.page(name, day)
        return page.html().encode() if page else b""


_WRITTEN_BY = re.compile(rb'<meta name="generator" content="campaign-tracker ([0-9a-z.+-]{1,40})">')


def _number(version: str) -> tuple[int, ...]:
    """A version in an order; what follows its numbers does not count."""
    match = re.match(r"\d{1,9}(?:\.\d{1,9})*", version)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def written_by(text: bytes) -> str:
    """The version of the program that a page names; empty where it names none."""
    match = _WRITTEN_BY.search(text)
    return match[1].decode() if match else ""
