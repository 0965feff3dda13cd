"""The verb by which the record proves itself: the audit, of a campaign, an export or reports."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from campaign.cli import output
from campaign.cli.click_verb import CampaignParam, selected_one
from campaign.cli.files import pasted
from campaign.cli.params import argument, as_json, path_option, verb
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.text.english import capital, counted, listed
from campaign.text.faults import in_short
from campaign.text.json_values import JsonObject
from campaign.world import clock

if TYPE_CHECKING:
    from campaign.kernel.decisions import Finding
    from campaign.reports.comparison import Compared, Outcome
    from campaign.store.export import Export
    from campaign.store.ledger import Ledger
    from campaign.store.reader import LogEntry
    from campaign.verify.audit import Verification


# --- How reports compare with the record: a row for each, and what an audit's last line counts --

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


_SHOWN = 16
"""How many signs of a digest a person sees."""


def page_finding(report: "Compared") -> JsonObject:
    """A page that differs, as a finding of the audit."""
    text = f"{report.file}: {report_in_words(report)}"
    return {"version": report.version, "what": "report", "text": text}


def report_in_words(report: "Compared") -> str:
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


def report_rows(compared: "Sequence[Compared]", as_json: bool) -> list[JsonObject]:
    """A row for each report that is not the same; as JSON all are answered instead."""
    if not as_json:
        if not compared:
            output.echo("the reports were not compared: the record itself has findings")
            return []
        rows = [
            (report.file, report.version, report.head[:_SHOWN], report_in_words(report))
            for report in compared
            if report.outcome != "same"
        ]
        if rows:
            output.table(("report", "event", "digest", "compared"), rows, "event")
    return [msgspec.to_builtins(report) for report in compared]


def report_counts(compared: "Sequence[Compared]") -> Iterator[str]:
    """What the last line says of the reports: how many are proved whole, and what is not."""
    if not compared:
        return
    counts = Counter(report.outcome for report in compared)
    yield f"{counted(counts['same'] + counts['then'], 'report')} the same"
    if facts := counts["facts"]:
        yield f"{facts} by {_its(facts)} facts only: {_its(facts)} words are not proved"
    if missing := counts["missing"]:
        yield f"{missing} of {len(compared)} not in the folder"
    if uncompared := counts["uncompared"]:
        yield f"{uncompared} not compared"


def _its(number: int) -> str:
    return "its" if number == 1 else "their"


# --- The result of an audit: one JSON object for programs, a few lines for people ---------------


def audit_summary(audit: "Verification", findings: list[JsonObject], now: str) -> JsonObject:
    """The whole audit as one JSON object; `now` is this computer's time."""
    origin = audit.state.campaign.record.branch_of if audit.state is not None else None
    page: JsonObject = {
        "events": audit.checked,
        "receipts": audit.papers.checked if audit.papers else 0,
        "head": audit.head,
        "findings": findings,
        "pending": audit.pending,
        "taken_on_trust": audit.on_trust,
    }
    if audit.signed:
        page["signed"] = audit.signed
    if until := audit.facts_until:
        page["facts_until"] = until
    if ahead := clock.to_come(now, audit.stamps):
        page["clock"] = ahead
    if audit.set_up:
        page["set_up"] = [
            {"where": change.where, "scenario": change.before, "club": change.after}
            for change in audit.set_up
        ]
    if audit.renewed:
        page["renewed"] = [
            {"version": version, "draws": draws} for version, draws in audit.renewed.items()
        ]
    if origin is not None:
        page["branch_of"] = origin.shown()
    return page


def tell_what_if(audit: "Verification") -> None:
    """Says that a record is a what-if, and what cannot be checked without its campaign."""
    if (begun := audit.branched) is not None:
        output.echo(
            f"{begun.name} is a what-if of {begun.origin}, made by {begun.maker}: up to event "
            f"{begun.behind} it is a copy, and proves nothing about {begun.origin}."
        )


def verdict(audit: "Verification", count: int, now: str, more: Iterable[str] = ()) -> None:
    """What was not checked, in words, and a last line with the count of events checked.

    `more` are parts of that line, such as how reports compared.
    """
    if ahead := clock.to_come(now, audit.stamps):
        output.echo(f"The {ahead}: no later event can bear an earlier time.")
    _about_judging(audit)
    _about_the_campaign(audit)
    if audit.on_trust:
        output.echo(f"Taken on trust: {_counted(audit.on_trust)}.")
    if audit.pending:
        output.echo(f"Pending until a seed, secret or marker is shown: {_counted(audit.pending)}.")
    output.echo("; ".join((*_last_line(audit, count), *more)))


def _about_judging(audit: "Verification") -> None:
    """What this program does not judge."""
    if not (until := audit.facts_until):
        return
    what = f"{capital(audit.unjudged)} {'was' if until == 1 else 'were'}"
    output.echo(
        f"{what} recorded under rules by which this program does not judge. "
        "Their digests, draws and openings were checked; if that is enough for you, "
        "--allow-unjudged ends with 0."
    )
    if audit.acts and (back := audit.acts.backward):
        output.echo(f"{back} of them bear an earlier time than the command before.")


def _about_the_campaign(audit: "Verification") -> None:
    """How it differs from its scenario, and when its vault was renewed."""
    if audit.set_up:
        places = "; ".join(
            f"{change.where} {in_short(change.after)} (scenario: {in_short(change.before)})"
            for change in audit.set_up
        )
        output.echo(f"The club's set-up differs from its scenario: {places}.")
    for version, draws in audit.renewed.items():
        first = ", ".join(f"draw {number} ({what})" for what, number in draws.items())
        since = f"from {first} on" if first else "from there on"
        output.echo(
            f"Event {version} renewed the vault: a keeper of before foresees nothing {since}."
        )


def _last_line(audit: "Verification", count: int) -> Iterator[str]:
    """The parts of the last line."""
    papers = audit.papers.checked if audit.papers else 0
    checked = f"{audit.checked} events checked"
    if papers:
        checked += f", {papers} receipt{'s' if papers > 1 else ''}"
    if audit.signed:
        checked += f", {audit.signed} of them signed"
    yield checked
    yield "1 finding" if count == 1 else f"{count} findings" if count else "no findings"
    if audit.unjudged:
        yield f"{audit.unjudged} not judged"
    if (begun := audit.branched) is not None:
        yield f"a what-if of {begun.origin}, behind its event {begun.behind}"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in counts.items())


# --- verify -------------------------------------------------------------------------------------


@verb(
    "verify",
    """
    campaign verify club
    campaign verify club --against reports/<turn>.html --reports reports
    """,
)
@argument("name", "[NAME]", CampaignParam(), required=False)
@path_option("--file", metavar="EXPORT", help="Audit an export.")
@click.option(
    "--against",
    metavar="DIGEST|FILE|-",
    multiple=True,
    help="A digest from an old report or mail, or the whole text of one: is the history of that "
    "day still in this one? Repeatable.",
)
@click.option(
    "--sheet",
    metavar="FILE|-",
    help="A sheet from which a position was taken over, with its salt: is it the one on record?",
)
@click.option("--salt", metavar="HEX", help="The sheet's, from the own data of who stated it.")
@click.option("--standings", is_flag=True, help="Tell what the events alone come to.")
@click.option(
    "--reports",
    metavar="FOLDER|ZIP",
    type=click.Path(path_type=Path, exists=True),
    help="Write every report again and compare it with these, byte by byte, pictures (SVG) and "
    "feed too; one of another version of the program by the facts it bears.",
)
@click.option(
    "--allow-unjudged",
    "knows",
    is_flag=True,
    help="End with 0 although acts under older rules were not judged: you know that.",
)
@as_json
def verify(
    session: Session,
    name: str | None,
    file: Path | None,
    against: tuple[str, ...],
    sheet: str | None,
    salt: str | None,
    standings: bool,
    reports: Path | None,
    knows: bool,
    as_json: bool,
) -> None:
    """Audits a campaign of the store, or an export without any store or key: the chain of digests,
    every act decided again by the rules, what was sealed, the draws, the receipts, and that the
    events alone give the state. A line for each finding, what was taken on trust and what cannot
    be checked yet, and a last line with the count of events checked. Exit status 1 where there
    are findings, or acts that today's rules do not judge.
    """
    from campaign.store import audit as store_audit
    from campaign.store import export

    stated = _stated(session, sheet, salt)
    source, name, wanted = _asked(session, name, file, against)
    sound = store_audit.sound_record(source, name, wanted)
    audit = sound or export.audit_of(source, name, wanted)
    faults = () if sound else audit.findings(_rows(source, name))
    findings = list(_findings(source, name, audit, faults, wanted))
    rows = [msgspec.structs.asdict(finding) for finding in findings]
    if not as_json:
        tell_what_if(audit)
        for finding in findings:
            output.echo(str(finding))
    answers = _answers(source, audit, wanted, name, as_json, standings=standings)
    compared: list[Compared] = []
    if reports is not None:
        compared = [] if rows else list(_compared(source, name, reports))
        rows += [page_finding(one) for one in compared if one.outcome in FINDINGS]
        answers["reports"] = report_rows(compared, as_json)
    if stated is not None and not rows:
        answers["sheet"], differing = _of_sheet(_log(source, name), stated, audit, as_json)
        rows += differing
    now = clock.utc_now()
    if as_json:
        output.json_line({**audit_summary(audit, rows, now), **answers})
    else:
        verdict(audit, len(rows), now, report_counts(compared))
    if rows or (audit.unjudged and not knows):
        raise click.exceptions.Exit(1)


def _asked(
    session: Session, name: str | None, file: Path | None, against: Sequence[str]
) -> "tuple[Ledger | Export, str, list[str]]":
    """What is audited, an export or the store, the campaign's name, and the digests to look for."""
    from campaign.store.export import Export

    if name is None and file is None:
        name = selected_one(click.get_current_context()) or None
    if (name is None) == (file is None):
        raise WrongUsage("say what to verify: a campaign of the store, or --file EXPORT")
    wanted = _wanted(against)
    if file is not None:
        export = Export(file)
        return export, export.name, wanted
    assert name is not None
    session.must_exist(name)
    session.ledger.store.forget_turns(name)  # the next pages are made of the record, as checked
    return session.ledger, name, wanted


def _stated(session: Session, sheet: str | None, salt: str | None) -> tuple[str, str] | None:
    """What a sheet is called and its digest with its salt; None where none is compared."""
    from campaign.accounts.people import SALT_BYTES, digest_of_sheet

    if sheet is None and salt is None:
        return None
    if sheet is None or salt is None:
        raise WrongUsage("--sheet and --salt go together: the digest on record is of both")
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SALT_BYTES}}}", salt):
        raise WrongUsage(f"--salt: {salt!r} is no salt ({2 * SALT_BYTES} hex digits)")
    text, called = pasted(session, sheet)
    return called, digest_of_sheet(text, salt)


def _of_sheet(
    log: "Iterable[LogEntry]", stated: tuple[str, str], audit: "Verification", as_json: bool
) -> tuple[JsonObject | None, list[JsonObject]]:
    """Which position on record is by a sheet; as a finding that none is."""
    from campaign.disputes.restating import statements
    from campaign.kernel.decisions import Finding

    called, digest = stated
    for version, member, known in statements((one.version, one.recorded) for one in log):
        if known == digest:
            if not as_json:
                names = audit.state.campaign.names if audit.state is not None else {}
                who = names.get(member, member)
                output.echo(f"{called} is the sheet that {who} stated, event {version}")
            return {"version": version, "stated_by": member}, []
    text = f"no position on record was stated by {called} with this salt"
    finding = Finding(audit.version, "sheet", text)
    if not as_json:
        output.echo(str(finding))
    return None, [msgspec.structs.asdict(finding)]


def _answers(
    source: "Ledger | Export",
    audit: "Verification",
    wanted: Sequence[str],
    name: str,
    as_json: bool,
    *,
    standings: bool,
) -> JsonObject:
    """What was asked besides the findings; for a reader it is printed."""
    answers: JsonObject = {}
    if countersigned := _countersigned(audit, as_json):
        answers["countersigned"] = countersigned
    if wanted:
        answers["contains"] = audit.contains
        answers["against"] = _against(audit, wanted, name, as_json)
    if lacking := _diary(source, name)[1]:
        answers["dispatches_not_here"] = lacking
        if not as_json:
            output.echo(f"{capital(counted(lacking, 'dispatch', 'dispatches'))} not here.")
    if standings:
        answers["standings"] = _standings(audit, as_json)
    return answers


def _wanted(against: Sequence[str]) -> list[str]:
    """The digests to look for: those typed, and those in the named texts."""
    from campaign.verify.witness import digests_in

    wanted: list[str] = []
    for word in against:
        if re.fullmatch(r"[0-9a-fA-F]{64}", word):
            wanted.append(word.lower())
            continue
        if word == "-":
            text = sys.stdin.buffer.read()
        elif Path(word).is_file():
            text = Path(word).read_bytes()
        else:
            raise WrongUsage(
                f"--against: {word!r} is no digest (64 hex digits), and there is no such file"
            )
        digests = digests_in(text.decode("utf-8", "replace"))
        if not digests:
            raise WrongUsage(f"--against: there is no digest (64 hex digits) in {word}")
        wanted += digests
    return list(dict.fromkeys(wanted))


def _rows(source: "Ledger | Export", name: str) -> Iterator[tuple[int, str, bytes]]:
    from campaign.store.export import Export

    return source.rows() if isinstance(source, Export) else source.store.rows(name)


def _findings(
    source: "Ledger | Export",
    name: str,
    audit: "Verification",
    faults: "Iterable[Finding]",
    wanted: Sequence[str],
) -> "Iterator[Finding]":
    from campaign.kernel.decisions import Finding
    from campaign.store.export import Export
    from campaign.store.protocol import StoreError
    from campaign.verify import audit as auditor

    try:
        yield from faults
        if not isinstance(source, Export):
            live = source.plain(name)
            yield from auditor.compare(audit, live.version, live.head, live.state)
            yield from _diary(source, name)[0]
    except StoreError as error:
        if not audit.checked:
            raise
        if audit.lacks:
            return
        yield Finding(audit.version + 1, "event", f"cannot be read: {error}")
    for digest in wanted:
        if digest not in audit.found and not (audit.papers and digest in audit.papers.numbers):
            text = f"no event or receipt has the digest {digest[:12]}…"
            yield Finding(audit.version, "head", text + _inside(source, name, digest))


def _diary(source: "Ledger | Export", name: str) -> "tuple[list[Finding], int]":
    """What of the diary differs from its marks, and how many dispatches are not here."""
    from campaign.store.ledger import Ledger
    from campaign.store.protocol import StoreError

    if not isinstance(source, Ledger) or source.lacks(name):
        return [], 0
    with suppress(StoreError):  # what cannot be read is a finding already
        if source.live(name).state.campaign.record.dispatches:
            from campaign.handler.dispatches import DiaryShelf

            with closing(DiaryShelf(source)) as shelf:
                return shelf.findings(name)
    return [], 0


def _inside(source: "Ledger | Export", name: str, digest: str) -> str:
    """The event that holds a word other than a digest: a seed, nonce or commitment."""
    for version, _, stored in _rows(source, name):
        if digest.encode() in stored:
            return f"; event {version} holds it as something else"
    return ""


def _against(
    audit: "Verification", wanted: Sequence[str], name: str, as_json: bool
) -> dict[str, int | str | None]:
    """Where the history has each digest."""
    numbers = audit.papers.numbers if audit.papers else {}
    places: dict[str, int | str | None] = {}
    for digest in wanted:
        places[digest] = audit.found.get(digest)
        if places[digest] is None and digest in numbers:
            places[digest] = f"{name}/{numbers[digest]}"
        if as_json or places[digest] is None:
            continue
        what = "receipt" if digest in numbers else "version"
        output.echo(f"{digest[:12]}… is the digest of {what} {places[digest]}")
    return places


def _countersigned(audit: "Verification", as_json: bool) -> list[JsonObject]:
    """Which member countersigned which event, as the record proves by their keys."""
    import msgspec

    names = audit.state.campaign.names if audit.state is not None else {}
    witnesses = audit.countersigned.witnesses
    if not as_json:
        for witness in witnesses:
            who = names.get(witness.member, witness.member)
            signed = f"event {witness.about} with key {witness.key}, in {witness.turn}"
            output.echo(f"{who} countersigned {signed}")
    return [msgspec.to_builtins(witness) for witness in witnesses]


def _standings(audit: "Verification", as_json: bool) -> JsonObject:
    """The standings, worked out from the events alone."""
    from campaign.systems import SYSTEMS

    state = audit.state
    if state is None:
        return {}
    campaign = state.campaign
    standings = SYSTEMS[campaign.system].front.screens.standings(state)
    if not as_json:
        output.heading(f"{campaign.name}, {campaign.turn}, event {audit.version}")
        output.grid(standings.grid)
    return {"turn": campaign.turn, "version": audit.version, **standings.json}


def _compared(source: "Ledger | Export", name: str, folder: Path) -> "Iterator[Compared]":
    from campaign.reports.comparison import compare

    return compare(_log(source, name), folder)


def _log(source: "Ledger | Export", name: str) -> "Sequence[LogEntry]":
    from campaign.store.export import Export

    return source.log() if isinstance(source, Export) else list(source.history(name))
