"""Turn reports: self-contained HTML pages, one a turn, the game's own, an index. IO to write
them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import unescape
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

from campaign.kernel.members import S
from campaign.kernel.pages import INDEX, MorePage, PageContext, PrivateAnswer, page_name
from campaign.kernel.projections import AnyLog, GameLog
from campaign.kernel.system import System
from campaign.reports.book import Book, CachedBooks, ListedLog, StoredLog, read
from campaign.reports.kept_turns import newest
from campaign.reports.layout import LinkedPage, frame, linked, listed
from campaign.reports.rendering import render
from campaign.reports.views import further_page, index_page, more_pages, turn_page
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import LogEntry
from campaign.text.json_values import JsonFields, JsonObject
from campaign.world.files import write_whole

# --- The facts of a page, which it bears in a small block that programs can read ----------------
#
# They are what a page can be held to by another version of the program, whose words and form
# differ. The block is a `meta` element: readers do not see it, and a page stays without scripts.

EVERY = ("campaign", "turn", "number", "version", "digest")
"""The facts of every game, beside the version of the program."""
_BLOCK = re.compile(rb'<meta name="campaign-facts" content="([^"]*)">')


def facts(system: System[S], logs: Sequence[GameLog[S]], place: int, program: str) -> JsonFields:
    """The facts of a turn's page, or of one of the whole campaign at the end of a turn.

    The game's come after those of every game, and cannot replace them.
    """
    log = logs[place]
    campaign = log.end.campaign
    return {
        **system.pages.facts(PageContext(logs, place)),
        "campaign": campaign.name,
        "turn": log.turn,
        "number": system.calendar.count(campaign.first_turn, log.turn),
        "version": log.version,
        "digest": log.head,
        "program": program,
    }


def same(facts: JsonFields, known: JsonFields) -> bool:
    """Whether what a page of another version tells is what the record gives.

    Only facts that both versions know are compared; those of every game must be among them.
    """
    both = compared(facts, known)
    if any(key not in both for key in EVERY):
        return False
    return written({key: facts[key] for key in both}) == written({key: known[key] for key in both})


def compared(facts: JsonFields, known: JsonFields) -> tuple[str, ...]:
    """The facts that both know, but for the version of the program."""
    return tuple(sorted(key for key in facts.keys() & known.keys() if key != "program"))


def differing(facts: JsonFields, known: JsonFields, every: bool) -> tuple[str, ...]:
    """The facts in which a page differs from the record, those of every game that it lacks too.

    A page of this version must bear every fact that the record gives, and no other.
    """
    both = facts.keys() & known.keys()
    other = {key for key in both if written({"": facts[key]}) != written({"": known[key]})}
    lacking = facts.keys() ^ known.keys() if every else {*EVERY, "program"} - facts.keys()
    return tuple(sorted(other | lacking))


def written(facts: JsonFields) -> str:
    """Facts as a page bears them: JSON in one line, the same for the same facts."""
    return msgspec.json.encode(facts, order="sorted").decode()


def facts_in(text: bytes) -> JsonFields | None:
    """The facts that a page bears; None if it bears none that can be read, or several."""
    blocks = _BLOCK.findall(text)
    if len(blocks) != 1:
        return None
    try:
        return msgspec.json.decode(unescape(blocks[0].decode()), type=JsonObject)
    except (UnicodeDecodeError, msgspec.DecodeError):
        return None


# --- Turn reports: self-contained HTML pages, one a turn, the game's own, an index --------------
# IO to write them.
#
# The pages depend only on the history: no clock, no scripts, no network.

PAGES = "0.3.0"
"""The version of the program since which pages have their words and form.

If you change either on purpose, set it to the coming version. From then on pages name it, and those
of another version are held to their facts.
"""
HELD = 10_000
"""Up to how many events a log is held while all its pages are written; of a longer one each turn is
read again for its page."""


class ReportError(StoreError):
    """A report cannot be written as requested. One line for the user."""


class WrittenPage(msgspec.Struct, frozen=True):
    """One page: a turn's, or one of the whole campaign, which has no turn."""

    file: str
    turn: str
    version: int
    head: str
    """The digest printed on it."""
    html: str


def turn_html(made: Book, place: int) -> str:
    """The page of the turn at a place in a book."""
    page = turn_page(made.system, made.whole(place).logs, place, made.fixes)
    facts = written(facts_of(made, place))
    return render(made.system, made.logs[place].end, "turn.html", page, page.frame, PAGES, facts)


def index_html(made: Book) -> str:
    """The page of the whole campaign."""
    page = index_page(made.system, made.logs, made.fixes)
    facts = written(facts_of(made))
    return render(made.system, made.logs[-1].end, "index.html", page, page.frame, PAGES, facts)


def more(made: Book) -> tuple[MorePage, ...]:
    """The pages that the game adds."""
    return more_pages(made.system, made.logs, made.fixes)


def more_html(made: Book, page: MorePage, links: tuple[LinkedPage, ...] | None = None) -> str:
    """One of the pages that the game adds, with links to those that are listed, if known."""
    links = listed(made.system, made.logs) if links is None else links
    further = further_page(made.system, made.logs, page, links)
    facts = written(facts_of(made))
    end = made.logs[-1].end
    return render(made.system, end, "more.html", further, further.frame, PAGES, facts)


def facts_of(made: Book, place: int = -1) -> JsonFields:
    """The facts of a turn's page, or of a page of the whole campaign."""
    return facts(made.system, made.logs, place % len(made.logs), PAGES)


def book(log: Iterable[LogEntry]) -> Book:
    """What the pages of a log are made of, wherever it comes from. It begins with its opening."""
    return read(ListedLog(log), HELD)


def pages(log: Iterable[LogEntry], turn: str | None = None) -> list[WrittenPage]:
    """All the pages of a log, wherever it comes from; the index last.

    Raises `ReportError` for a turn that it has not had.
    """
    return list(_pages(read(ListedLog(log), 0 if turn else HELD), turn))


def in_book(made: Book) -> Iterator[WrittenPage]:
    """All the pages of a book; the index last."""
    return _pages(made, None)


class BookPage(NamedTuple):
    """A page of a book, which is written when it is asked for."""

    file: str
    place: int
    """The turn's place; -1 for a page of the whole campaign."""
    html: Callable[[], str]


def book_pages(made: Book, turn: str | None = None) -> Iterator[BookPage]:
    """All the pages of a book: turns, those that the game adds, the index last.

    Of one turn, its page and the index.
    """
    places = range(len(made.logs)) if turn is None else (_place(made.logs, turn),)
    for place in places:
        yield BookPage(page_name(made.logs[place].turn), place, partial(turn_html, made, place))
    if turn is None:
        further = more(made)
        links = linked(further)
        for page in further:
            yield BookPage(page.file, -1, partial(more_html, made, page, links))
    yield BookPage(INDEX, -1, partial(index_html, made))


def _pages(made: Book, turn: str | None) -> Iterator[WrittenPage]:
    for page in book_pages(made, turn):
        log = made.logs[page.place]
        name = log.turn if page.place >= 0 else ""
        yield WrittenPage(page.file, name, log.version, log.head, page.html())


def _place(logs: Sequence[AnyLog], turn: str) -> int:
    for place, log in enumerate(logs):
        if log.turn == turn:
            return place
    raise ReportError(f"the campaign has no turn {turn!r} yet: {logs[0].turn} to {logs[-1].turn}")


def write(
    ledger: Ledger, name: str, out: Path, turn: str | None = None, books: CachedBooks | None = None
) -> list[Path]:
    """Writes the report of each turn, the game's own pages and the index; the files, index last.

    Of one turn it writes that page and the index.
    Without `books` the campaign is read anew. Raises `ReportError` for a turn that the campaign
    has not had, or a folder that takes no files.
    """
    ledger.live(name)  # fails if there is no such campaign
    log = StoredLog(ledger, name)
    made = books.book(name) if books else newest(log) if turn else read(log, HELD)
    texts = _pages(made, turn)
    first = next(texts)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return [write_whole(out / page.file, page.html.encode()) for page in chain((first,), texts)]
    except OSError as error:
        raise ReportError(f"cannot write reports to {out}: {error.strerror or error}") from error


def write_private(ledger: Ledger, name: str, out: Path, member: str) -> Path:
    """Writes a member's own page, only for that member, to a file of their own.

    Raises `ReportError` for another member, or a folder that takes no files. `write` never
    writes it, and only its owner may read the file.
    """
    text = private_html(ledger, name, member)
    page = ledger.live(name).system.pages.sections.private
    assert page is not None, "it has been written"
    try:
        out.mkdir(parents=True, exist_ok=True)
        return write_whole(out / f"{page.file}-{member}.html", text.encode(), mode=0o600)
    except OSError as error:
        raise ReportError(f"cannot write the page to {out}: {error.strerror or error}") from error


def private_html(ledger: Ledger, name: str, member: str) -> str:
    """A member's own page, only for that member. Raises `ReportError` for another member."""
    answer = ledger.private(name, member)
    if not answer["accepted"]:
        raise ReportError(f"refused ({answer['rule']}): {answer['reason']}")
    live = ledger.live(name, answer["version"])
    page = live.system.pages.sections.private
    if page is None:
        raise ReportError(f"{live.system.pages.about(live.state).game} has no private page")
    own = PrivateAnswer(member, answer["version"], answer["head"], answer["private"])
    view = page.view(live.state, own)
    system, state = live.system, live.state
    return render(system, state, page.template, view, frame(system, state), PAGES)
