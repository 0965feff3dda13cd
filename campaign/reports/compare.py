"""Compares reports with the record: renders every page again, as of its own day if needed."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from campaign.history.effective import rewriting
from campaign.kernel.page_links import INDEX, page_name
from campaign.kernel.pages import MorePage
from campaign.proof.digests import digests_in
from campaign.reports import pages
from campaign.reports.addressed import without_address
from campaign.reports.book import Book
from campaign.reports.facts import compared, differing, facts_in, same
from campaign.reports.folders import read_files
from campaign.reports.outcomes import Compared, Outcome, Why
from campaign.reports.pages import WrittenPage
from campaign.reports.pictures_compared import compare_beside
from campaign.store.reader import LogEntry
from campaign.text.json_values import JsonFields


def compare(log: Sequence[LogEntry], place: Path) -> Iterator[Compared]:
    """Renders every page again from a log and compares it with the files of a folder or ZIP.

    A page of today's form must be equal byte by byte. One from an earlier day is rendered from the
    events up to the digest printed on it, or up to a later correction. A page by another version of
    the program is held to the facts that it bears, on that day; one of the first version, which
    bears none, to that digest: its turn must have had it on that day.

    A folder with none of the game's own pages was written without them, and misses none. Where
    pictures or a feed lie beside the pages, they are compared too; no other file is.
    """
    today = {page.file: page for page in pages.pages(log)}
    found = read_files(place)
    files = {name: without_address(text) for name, text in found.items() if name.endswith(".html")}
    past = _Past(log)
    own = {name for name, page in today.items() if not page.turn and name != INDEX}
    if not own & files.keys():
        today = {name: page for name, page in today.items() if name not in own}
    rows = [
        _compared(past, name, today.get(name), files.get(name)) for name in sorted({*today, *files})
    ]
    yield from rows
    beside = {name: text for name, text in found.items() if name not in files}
    foreign = any(row.outcome in ("facts", "newer") for row in rows)
    covered = (row.version for row in rows if row.outcome != "missing")
    days = (log[-1].version, max(covered, default=0), *past.changed)
    yield from compare_beside(beside, past.book, [day for day in days if day], foreign)


def _compared(past: "_Past", name: str, page: WrittenPage | None, text: bytes | None) -> Compared:
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
    told = facts_in(text) if outcome == "facts" else None
    if told is None:
        return Compared(name, turn, version, head, outcome, by)
    known = pages.facts_of(past.book(version))
    unread = tuple(sorted(told.keys() - known.keys()))
    return Compared(name, turn, version, head, outcome, by, compared(told, known), unread)


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
        told = facts_in(text)
        if told is None or (told.get("program"), told.get("digest")) != (by, head):
            return "differs"
        return "facts" if any(same(told, self._facts(name, day)) for day in days) else "differs"

    def why(self, name: str, version: int, head: str, text: bytes) -> tuple[Why, tuple[str, ...]]:
        """In what a page differs, and the facts in which it does, on the day nearest to it."""
        by, told = written_by(text), facts_in(text)
        known = [found for day in self._days(version) if (found := self._facts(name, day))]
        if not known:
            return "extra", ()
        if told is None:
            return "unread", ()
        nearest = min(
            (differing(told, {**facts, "program": by}, by == pages.PAGES) for facts in known),
            key=len,
        )
        other = {*nearest, *(("digest",) if told.get("digest") != head else ())}
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

    def turn(self, name: str, day: int) -> str:
        """The turn of a page; empty for the index and other pages of the whole campaign."""
        place = self._place(name, day) if day else None
        return "" if place is None else self.book(day).logs[place].turn

    def _place(self, name: str, day: int) -> int | None:
        """The place of the turn whose page has a name; None if there was no such turn yet."""
        found = (
            place for place, log in enumerate(self.book(day).logs) if page_name(log.turn) == name
        )
        return next(found, None)

    def _head(self, name: str, day: int) -> str:
        """The digest that a page had on a day; empty if there was no such page yet."""
        place, book = self._place(name, day), self.book(day)
        if place is not None:
            return book.logs[place].head
        return book.logs[-1].head if name == INDEX or self._more(name, day) else ""

    def _facts(self, name: str, day: int) -> JsonFields:
        """The facts of a page on a day; none if there was no such page yet."""
        place, book = self._place(name, day), self.book(day)
        if place is not None:
            return pages.facts_of(book, place)
        return pages.facts_of(book) if self._head(name, day) else {}

    def _more(self, name: str, day: int) -> MorePage | None:
        """A page that the game adds, as it was on a day."""
        return next((page for page in pages.more(self.book(day)) if page.file == name), None)

    def _page(self, name: str, day: int) -> bytes:
        """A page as it was rendered on a day."""
        place, book = self._place(name, day), self.book(day)
        if place is not None:
            return pages.turn_html(book, place).encode()
        if name == INDEX:
            return pages.index_html(book).encode()
        page = self._more(name, day)
        return pages.more_html(book, page).encode() if page is not None else b""


_WRITTEN_BY = re.compile(rb'<meta name="generator" content="campaign-tracker ([0-9a-z.+-]{1,40})">')


def _number(version: str) -> tuple[int, ...]:
    """A version in an order; what follows its numbers does not count."""
    found = re.match(r"\d{1,9}(?:\.\d{1,9})*", version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def written_by(text: bytes) -> str:
    """The version of the program that a page names; empty where it names none."""
    found = _WRITTEN_BY.search(text)
    return found[1].decode() if found else ""
