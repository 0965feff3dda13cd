"""How reports compare with the record: a row for each, and what an audit's last line counts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from campaign.cli import output
from campaign.text.english import counted, listed
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.reports.outcomes import Compared, Outcome

FINDINGS: tuple["Outcome", ...] = ("newer", "differs", "unknown")
"""Outcomes that are findings."""
_OUTCOMES = {
    "same": "the same, byte by byte",
    "then": "the same, as the record stood then",
    "facts": "the same in its facts ({facts}): written by version {by}, whose words are not "
    "compared{unread}",
    "newer": "NOT PROVED: it names version {by}, newer than these pages ({known}): compare it with "
    "that version of the program",
    "unknown": "DIFFERS: it carries no digest of this history",
    "missing": "not in the folder",
    "uncompared": "not compared",
}
_DIFFERS = {
    "": "DIFFERS: changed by hand",
    "words": "DIFFERS: changed by hand; its facts are the record's, its words are not",
    "facts": "DIFFERS: facts that are not the record's: {other}; it names version {by}",
    "unread": "DIFFERS: it names {names} and bears no facts that can be read",
    "extra": "DIFFERS: the record gives no page of this name at the digest that it carries",
    "day": "DIFFERS: neither today's, nor of the day of the pages beside it or before a correction",
}


def differs(report: "Compared") -> bool:
    """Whether it is a finding that a page compares so."""
    return report.outcome in FINDINGS


def finding(report: "Compared") -> JsonObject:
    """A page that differs, as a finding of the audit."""
    text = f"{report.file}: {in_words(report)}"
    return {"version": report.version, "what": "report", "text": text}


def in_words(report: "Compared") -> str:
    """How a page compares, with the facts by which it was judged and those that were left out."""
    from campaign.reports.pages import PAGES

    unread = ""
    if report.unread:
        are = "is" if len(report.unread) == 1 else "are"
        unread = f", nor {are} {listed(report.unread)}, which this version does not know"
    differs = report.outcome == "differs"
    text = _DIFFERS[report.why] if differs else _OUTCOMES[report.outcome]
    if report.outcome == "uncompared" and report.why == "version":
        text += ": not as this version makes it, and a page beside it is by another one"
    return text.format(
        by=report.written_by,
        names=f"version {report.written_by}" if report.written_by else "no version",
        facts=", ".join(report.facts),
        unread=unread,
        other=", ".join(report.other),
        known=PAGES,
    )


def told(compared: "Sequence[Compared]", as_json: bool) -> list[JsonObject]:
    """A row for each report; as JSON they are answered instead."""
    if not as_json:
        if not compared:
            output.echo("the reports were not compared: the record itself has findings")
            return []
        rows = [(report.file, report.version, report.head, in_words(report)) for report in compared]
        output.table(("report", "event", "digest", "compared"), rows, "event")
    return [msgspec.to_builtins(report) for report in compared]


def counts(compared: "Sequence[Compared]") -> Iterator[str]:
    """What the last line says of the reports: how many are proved whole, and what is not."""
    if not compared:
        return
    found = Counter(report.outcome for report in compared)
    yield f"{counted(found['same'] + found['then'], 'report')} the same"
    if facts := found["facts"]:
        yield f"{facts} by {_its(facts)} facts only: {_its(facts)} words are not proved"
    if missing := found["missing"]:
        yield f"{missing} of {len(compared)} not in the folder"
    if uncompared := found["uncompared"]:
        yield f"{uncompared} not compared"


def _its(number: int) -> str:
    return "its" if number == 1 else "their"
