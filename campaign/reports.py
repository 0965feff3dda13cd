"""Turn reports: self-contained HTML pages, one a turn and an index. IO only to write them.

The pages depend on the history alone: no clock, no script, no request to anywhere.
"""

import os
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

import campaign
from campaign import turns
from campaign.leaders_in_flames.names import POWER_CODES, POWER_NAMES
from campaign.ledger import Ledger
from campaign.reporting.index_page import index_page
from campaign.reporting.turn_log import TurnLog, collect
from campaign.reporting.turn_page import turn_page
from campaign.reporting.us_entry_private import private_page
from campaign.store import StoreError

TEMPLATES = Path(campaign.__file__).parent.parent / "templates"
INDEX = "index.html"


class ReportError(StoreError):
    """A report cannot be written as asked. One line for the user."""


def write(ledger: Ledger, name: str, out: Path, turn: str | None = None) -> list[Path]:
    """Writes the report of each turn, or of one, and the index; the files written, index last.

    Raises `ReportError` for a turn that the campaign has not had, or a folder that takes no files.
    """
    ledger.live(name)  # tells that there is no such campaign
    logs = collect(ledger.counted(name))
    places = range(len(logs))
    if turn is not None:
        places = range(_place(logs, turn), _place(logs, turn) + 1)
    pages = [(page_name(logs[place].turn), turn_html(logs, place)) for place in places]
    pages.append((INDEX, index_html(logs)))
    try:
        out.mkdir(parents=True, exist_ok=True)
        return [_written(out / file, text) for file, text in pages]
    except OSError as error:
        raise ReportError(f"cannot write reports to {out}: {error.strerror or error}") from error


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


def page_name(turn: str) -> str:
    """The file of a turn's report."""
    return f"{turn}.html"


def turn_html(logs: Sequence[TurnLog], place: int) -> str:
    """The page of the turn at a place in the logs."""
    return _render("turn.html", turn_page(logs, place))


def index_html(logs: Sequence[TurnLog]) -> str:
    """The page of the whole campaign."""
    return _render("index.html", index_page(logs))


def _place(logs: Sequence[TurnLog], turn: str) -> int:
    for place, log in enumerate(logs):
        if log.turn == turn:
            return place
    raise ReportError(f"the campaign has no turn {turn!r} yet: {logs[0].turn} to {logs[-1].turn}")


def _render(template: str, page: Any) -> str:
    return _environment().get_template(template).render(page=page, frame=page.frame)


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
