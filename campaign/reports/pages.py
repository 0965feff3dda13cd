"""Turn reports: self-contained HTML pages, one a turn and an index. IO only to write them.

The pages depend on the history alone: no clock, no script, no request to anywhere.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import jinja2
import msgspec

import campaign
from campaign.history.effective import rewriting
from campaign.kernel.transition import HistoryEntry
from campaign.leaders_in_flames import calendar as turns
from campaign.leaders_in_flames.names import POWER_CODES, POWER_NAMES
from campaign.proof.digests import digests_in
from campaign.reports.corrections import Fix
from campaign.reports.corrections import fixes as corrections_of
from campaign.reports.disputes import bumped
from campaign.reports.index_page import index_page
from campaign.reports.links import page_name
from campaign.reports.turn_log import TurnLog, collect
from campaign.reports.turn_page import turn_page
from campaign.reports.us_entry_private import private_page
from campaign.store.ledger import Ledger
from campaign.store.log import StoreError
from campaign.store.reader import LogEntry, as_they_count

PAGES = "0.1.0"
"""The version of the program whose words and form the pages have.

Whoever changes either on purpose sets it to the coming version. From then on pages name it, and
those of an older version are judged by digest and turn.
"""
FIRST = "0.1.0"
"""The version that did not name itself on its pages."""
TEMPLATES = Path(campaign.__file__).parent.parent / "templates"
INDEX = "index.html"


Outcome = Literal["same", "then", "judged", "differs", "unknown", "missing"]
"""As the record gives it today; as it stood at the page's own digest; by another version of the
program, with the digest that its turn had on its day; otherwise; with no digest of this record; not
in the folder.
"""


class ReportError(StoreError):
    """A report cannot be written as asked. One line for the user."""


def write(ledger: Ledger, name: str, out: Path, turn: str | None = None) -> list[Path]:
    """Writes the report of each turn, or of one, and the index; the files written, index last.

    Raises `ReportError` for a turn that the campaign has not had, or a folder that takes no files.
    """
    ledger.live(name)  # tells that there is no such campaign
    written = [(page.file, page.html) for page in pages(ledger.counted(name), turn)]
    try:
        out.mkdir(parents=True, exist_ok=True)
        return [_written(out / file, text) for file, text in written]
    except OSError as error:
        raise ReportError(f"cannot write reports to {out}: {error.strerror or error}") from error


class Page(msgspec.Struct, frozen=True):
    """One page: a turn's, or the index, which has none."""

    file: str
    turn: str
    version: int
    head: str
    """The digest that it carries."""
    html: str


def pages(history: Iterable[HistoryEntry], turn: str | None = None) -> list[Page]:
    """The pages that a history gives, wherever it comes from; the index last.

    Raises `ReportError` for a turn that it has not had.
    """
    logs, found = _logs(history)
    places = range(len(logs))
    if turn is not None:
        places = range(_place(logs, turn), _place(logs, turn) + 1)
    told = [
        Page(page_name(log.turn), log.turn, log.version, log.head, turn_html(logs, place, found))
        for place, log in ((place, logs[place]) for place in places)
    ]
    last = logs[-1]
    return [*told, Page(INDEX, "", last.version, last.head, index_html(logs, found))]


def _logs(history: Iterable[HistoryEntry]) -> tuple[Sequence[TurnLog], Sequence[Fix]]:
    """What the pages of a history are made of."""
    whole = list(history)
    logs, fixes = collect(whole), corrections_of(whole)
    bumped(logs, fixes, {one.version: one.digest for one in whole} if fixes else {})
    return logs, fixes


def write_private(ledger: Ledger, name: str, out: Path, member: str) -> Path:
    """Writes the USA's own page for its player, who asks for it; nobody else's file can be it.

    Raises `ReportError` for another member, or a folder that takes no files. `write` never
    writes it, and only its owner may read the file.
    """
    answer = ledger.private(name, member)
    if not answer["accepted"]:
        raise ReportError(f"refused ({answer['rule']}): {answer['reason']}")
    page = private_page(ledger.live(name, answer["version"]).state, answer, member)
    text = _render("us_entry_private.html", page)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return _written(out / f"us-entry-{member}.html", text, mode=0o600)
    except OSError as error:
        raise ReportError(f"cannot write the page to {out}: {error.strerror or error}") from error


def turn_html(logs: Sequence[TurnLog], place: int, fixes: Sequence[Fix] = ()) -> str:
    """The page of the turn at a place in the logs."""
    return _render("turn.html", turn_page(logs, place, fixes))


def index_html(logs: Sequence[TurnLog], fixes: Sequence[Fix] = ()) -> str:
    """The page of the whole campaign."""
    return _render("index.html", index_page(logs, fixes))


def _place(logs: Sequence[TurnLog], turn: str) -> int:
    for place, log in enumerate(logs):
        if log.turn == turn:
            return place
    raise ReportError(f"the campaign has no turn {turn!r} yet: {logs[0].turn} to {logs[-1].turn}")


def _render(template: str, page: Any) -> str:
    version = "" if PAGES == FIRST else PAGES
    return (
        _environment().get_template(template).render(page=page, frame=page.frame, version=version)
    )


@cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals |= {
        "power_names": {**POWER_NAMES, "minors": "Minor countries"},
        "power_codes": {**POWER_CODES, "minors": "Mi"},
        "page_name": page_name,
        "in_words": turns.in_words,
    }
    return made


def _written(path: Path, text: str, mode: int = 0o644) -> Path:
    """Writes a page whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".report-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


# --- reports held against the record ------------------------------------------------------------


class Compared(msgspec.Struct, frozen=True):
    """A page of a folder beside what the record gives."""

    file: str
    turn: str
    version: int
    """The event that it tells up to; 0 where that is not known."""
    head: str
    """The digest that it carries."""
    outcome: Outcome
    written_by: str = ""
    """The version of the program that wrote the page; empty for none."""


def compare(log: Sequence[LogEntry], folder: Path) -> Iterator[Compared]:
    """Renders every page again from a log and holds the files of a folder against it.

    A page of today's form must be equal byte by byte. One from an earlier day is rendered from the
    events up to the digest that it carries, or up to a later correction. A page by another version
    of the program is judged by that digest: its turn must have had it on that day.
    """
    today = {page.file: page for page in pages(as_they_count(log))}
    versions = {one.digest: one.version for one in log}
    changed = [one.version - 1 for one in log if rewriting(one.event) and not one.event.nth]
    earlier: dict[int, tuple[Sequence[TurnLog], Sequence[Fix]]] = {}

    def then(file: str, until: int, rendered: bool) -> tuple[str, bytes]:
        """The digest of a page as of a version, and its text where that is wanted."""
        if until not in earlier:
            earlier[until] = _logs(as_they_count([one for one in log if one.version <= until]))
        logs, fixes = earlier[until]
        if file == INDEX:
            return logs[-1].head, index_html(logs, fixes).encode() if rendered else b""
        for place, one in enumerate(logs):
            if page_name(one.turn) == file:
                return one.head, turn_html(logs, place, fixes).encode() if rendered else b""
        return "", b""

    given = {file.name: file.read_bytes() for file in sorted(folder.glob("*.html"))}
    for name in sorted({*today, *given}):
        page, text = today.get(name), given.get(name)
        if text is None:
            assert page is not None
            yield Compared(name, page.turn, page.version, page.head, "missing")
            continue
        by = written_by(text)
        if page is not None and page.html.encode() == text:
            yield Compared(name, page.turn, page.version, page.head, "same", by)
            continue
        heads = digests_in(text.decode("utf-8", "replace"))
        version, head = next(
            ((versions[head], head) for head in heads if head in versions), (0, "".join(heads[:1]))
        )
        outcome: Outcome = "unknown"
        if version:
            # A turn that is over keeps its digest, and its page links to the turn behind it.
            days = (version, *(day for day in changed if day > version))
            own = by == PAGES
            found = [then(name, day, own) for day in days]
            if own:
                outcome = "then" if any(html == text for _, html in found) else "differs"
            else:
                outcome = "judged" if any(one == head for one, _ in found) else "differs"
        yield Compared(name, Path(name).stem if name != INDEX else "", version, head, outcome, by)


_WRITTEN_BY = re.compile(rb'<meta name="generator" content="campaign-tracker ([0-9a-z.+-]{1,40})">')


def written_by(text: bytes) -> str:
    """The version of the program that a page names; the first version did not name itself."""
    found = _WRITTEN_BY.search(text)
    return found[1].decode() if found else FIRST
