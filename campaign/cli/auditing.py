"""The verb by which the record proves itself: the audit."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import audit_reports, audit_words, output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, verb
from campaign.cli.remembered import is_interactive
from campaign.cli.session import Session, WrongUsage
from campaign.cli.which_campaign import CampaignParam
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.decisions import Finding
    from campaign.proof.verify import Verification
    from campaign.reports.outcomes import Compared
    from campaign.store.export import Export
    from campaign.store.ledger import Ledger


# --- verify -------------------------------------------------------------------------------------


@verb(
    "verify",
    """
    campaign verify club
    campaign verify club --against reports/<turn>.html --reports reports
    """,
)
@argument("name", "[NAME]", CampaignParam(), required=False)
@click.option("--file", metavar="EXPORT", type=click.Path(path_type=Path), help="Audit an export.")
@click.option(
    "--against",
    metavar="DIGEST|FILE|-",
    multiple=True,
    help="A digest from an old report or mail, or the whole text of one: is the history of that "
    "day still in this one? Repeatable.",
)
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
    from campaign.store import clock, export, sharing

    source, name, wanted = _asked(session, name, file, against)
    sound = sharing.found_sound(source, name, wanted)
    audit = sound or export.audit_of(source, name, wanted)
    faults = () if sound else audit.findings(_rows(source, name))
    findings = list(_findings(source, name, audit, faults, wanted))
    count, found = len(findings), [audit_words.in_json(finding) for finding in findings]
    if not as_json:
        audit_words.what_if(audit)
        for finding in findings:
            output.echo(str(finding))
    answers = _answers(audit, wanted, name, as_json, standings=standings)
    compared: list[Compared] = []
    if reports is not None:
        compared = [] if count else list(_compared(source, name, reports))
        changed = [audit_reports.finding(one) for one in compared if audit_reports.differs(one)]
        count, found = count + len(changed), [*found, *changed]
        answers["reports"] = audit_reports.told(compared, as_json)
    now = clock.utc_now()
    if as_json:
        output.json_line({**audit_words.summary(audit, found, now), **answers})
    else:
        audit_words.verdict(audit, count, now, audit_reports.counts(compared))
    if count or (audit.unjudged and not knows):
        raise click.exceptions.Exit(1)


def _asked(
    session: Session, name: str | None, file: Path | None, against: Sequence[str]
) -> "tuple[Ledger | Export, str, list[str]]":
    """What is audited, an export or the store, the campaign's name, and the digests to look for."""
    from campaign.store.export import Export

    if name is None and file is None and is_interactive():
        name = session.store.campaign() or None
    if (name is None) == (file is None):
        raise WrongUsage("say what to verify: a campaign of the store, or --file EXPORT")
    wanted = _wanted(against)
    if file is not None:
        export = Export(file)
        return export, export.name, wanted
    assert name is not None
    session.must_exist(name)
    return session.ledger, name, wanted


def _answers(
    audit: "Verification", wanted: Sequence[str], name: str, as_json: bool, *, standings: bool
) -> JsonObject:
    """What was asked besides the findings; for a reader it is printed."""
    answers: JsonObject = {}
    if countersigned := _countersigned(audit, as_json):
        answers["countersigned"] = countersigned
    if wanted:
        answers["contains"] = audit.contains
        answers["against"] = _against(audit, wanted, name, as_json)
    if standings:
        answers["standings"] = _standings(audit, as_json)
    return answers


def _wanted(against: Sequence[str]) -> list[str]:
    """The digests to look for: those typed, and those in the named texts."""
    import re

    from campaign.proof.digests import digests_in

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
        found = digests_in(text.decode("utf-8", "replace"))
        if not found:
            raise WrongUsage(f"--against: there is no digest (64 hex digits) in {word}")
        wanted += found
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
    from campaign.proof import verify as auditor
    from campaign.store.export import Export
    from campaign.store.protocol import StoreError

    try:
        yield from faults
        if not isinstance(source, Export):
            live = source.live(name)
            yield from auditor.compare(audit, live.version, live.head, live.state)
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

    members = audit.state.campaign.members if audit.state is not None else {}
    found = audit.countersigned.witnesses
    if not as_json:
        for witness in found:
            who = members[witness.member].name if witness.member in members else witness.member
            signed = f"event {witness.about} with key {witness.key}, in {witness.turn}"
            output.echo(f"{who} countersigned {signed}")
    return [msgspec.to_builtins(witness) for witness in found]


def _standings(audit: "Verification", as_json: bool) -> JsonObject:
    """The standings, worked out from the events alone."""
    from campaign.systems import SYSTEMS

    state = audit.state
    if state is None:
        return {}
    campaign = state.campaign
    found = SYSTEMS[campaign.system].front.screens.standings(state)
    if not as_json:
        output.heading(f"{campaign.name}, {campaign.turn}, event {audit.version}")
        output.grid(found.grid)
    return {"turn": campaign.turn, "version": audit.version, **found.json}


def _compared(source: "Ledger | Export", name: str, folder: Path) -> "Iterator[Compared]":
    from campaign.reports.compare import compare
    from campaign.store.export import Export

    log = source.log() if isinstance(source, Export) else list(source.history(name))
    return compare(log, folder)


VERBS: dict[str, ClickVerb] = {"verify": verify}
