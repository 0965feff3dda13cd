"""Verbs about the record itself: journal, reports, audit, export, import, tables for reading."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import Verb
from campaign.cli.words import Campaign, Turn, argument, as_json, span, the_campaign, verb

if TYPE_CHECKING:
    from campaign.decider import Finding
    from campaign.verify import Audit


@verb("log", "campaign log club\ncampaign log club --turn 1939-SO\ncampaign log club --json")
@the_campaign
@click.option("--turn", type=Turn(), help="Only this turn.")
@as_json
def log(session: Session, name: str, turn: str | None, as_json: bool) -> None:
    """Tells the journal: number, time, member and sentence of every event; what is sealed stays
    so. With --json one event a line, with its digest.
    """
    session.must_exist(name)
    first, last = span(session, name, turn) if turn else (1, session.ledger.store.version(name))
    history = session.ledger.history(name, first - 1, last)
    if as_json:
        from campaign import answers

        for one in history:
            output.json_line(answers.stamped(one.version, one.event, one.digest))
        return
    from campaign.leaders_in_flames.journal import sentence

    names = output.names_of(session.ledger, name)
    wide = max([4, *map(len, names.members)])
    for one in history:
        at = one.event.at[:16].replace("T", " ")
        label = f"{one.version:>5}  {at}  {one.event.by:<{wide}}  "
        output.entry(label, sentence(one.event, names))


@verb("report", "campaign report club --out reports")
@the_campaign
@click.option("--turn", type=Turn(), help="Only this turn; without it all of them.")
@click.option("--out", required=True, metavar="FOLDER", type=click.Path(path_type=Path),
              help="Where the pages go.")  # fmt: skip
def report(session: Session, name: str, turn: str | None, out: Path) -> None:
    """Writes a page for every turn and an index: HTML files that need nothing else."""
    session.must_exist(name)
    if turn is not None:
        span(session, name, turn)
    from campaign import reports

    reports.write(session.ledger, name, out, turn)
    click.echo(f"{out / 'index.html'}")


@verb("verify", "campaign verify club")
@argument("name", "[NAME]", Campaign(), required=False)
@click.option("--against", metavar="DIGEST", help="A head digest from an old report or mail.")
@click.option("--file", metavar="EXPORT", type=click.Path(path_type=Path), help="Audit an export.")
@as_json
def verify(
    session: Session, name: str | None, against: str | None, file: Path | None, as_json: bool
) -> None:
    """Audits a campaign of the store, or an export without any store: the chain of digests, what
    was sealed, the draws, and that the events alone give the state. A line for each finding, and
    a last line with the count of events checked. Exit status 1 where there are findings.
    """
    from campaign import exchange
    from campaign.ledger import Ledger

    if (name is None) == (file is None):
        raise WrongUsage("say what to verify: a campaign of the store, or --file EXPORT")
    if against is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", against):
        raise WrongUsage("--against: a digest is 64 hex digits")
    source = session.ledger if file is None else exchange.Export(file)
    filed = name if isinstance(source, Ledger) else source.name
    assert filed is not None
    audit = exchange.audit_of(source, filed, [against.lower()] if against else [])
    count = 0
    for finding in _findings(session, audit, name, file, against):
        count += 1
        if as_json:
            output.json_line(
                {"version": finding.version, "what": finding.what, "told": finding.told}
            )
        else:
            click.echo(str(finding))
    _verdict(audit, count, as_json)
    if count:
        raise click.exceptions.Exit(1)


def _findings(
    session: Session, audit: "Audit", name: str | None, file: Path | None, against: str | None
) -> "Iterator[Finding]":
    from campaign import exchange
    from campaign import verify as auditor
    from campaign.decider import Finding
    from campaign.store import StoreError

    if file is not None:
        rows = exchange.Export(file).rows()
    else:
        assert name is not None
        session.must_exist(name)
        rows = session.ledger.store.rows(name)
    try:
        yield from audit.findings(rows)
        if file is None and name is not None:
            live = session.ledger.live(name)
            yield from auditor.compare(audit, live.version, live.head, live.state)
    except StoreError as error:
        if not audit.checked:
            raise
        yield Finding(audit.version + 1, "event", f"cannot be read: {error}")
    if against is not None and audit.contains is None:
        told = f"the history has nowhere the digest {against[:12]}…"
        yield Finding(audit.version, "head", told)


def _verdict(audit: "Audit", count: int, as_json: bool) -> None:
    if as_json:
        output.json_line(
            {
                "checked": audit.checked,
                "findings": count,
                "head": audit.head,
                "unproved": audit.unproved,
                "contains": audit.contains,
            }
        )
        return
    told = [f"{audit.checked} events checked", f"{count} findings" if count else "no findings"]
    if count == 1:
        told[1] = "1 finding"
    if audit.contains is not None:
        told.append(f"the digest is that of version {audit.contains}")
    if audit.unproved:
        told.append(f"{audit.unproved} to be proved later, when a seed or secret is revealed")
    click.echo("; ".join(told))


@verb("export", "campaign export club club.jsonl")
@the_campaign
@argument("file", "FILE.jsonl", click.Path(path_type=Path))
def export(session: Session, name: str, file: Path) -> None:
    """Writes a campaign to one file, loss-free: anybody can verify it, any store can import it.
    The vault's key is not in it.
    """
    from campaign import exchange

    session.must_exist(name)
    if file.is_dir():
        raise WrongUsage(f"{file} is a folder; name a file in it")
    if not file.absolute().parent.is_dir():
        raise WrongUsage(f"there is no folder {file.parent} to put {file.name} in")
    try:
        count = exchange.export(session.ledger, name, file)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error
    click.echo(f"{count} events written to {file}")


@verb("import", "campaign --store copy.db import club.jsonl")
@argument("file", "FILE.jsonl", click.Path(path_type=Path))
def import_(session: Session, file: Path) -> None:
    """Takes a campaign from an export into the store, after verifying it. It keeps its name and
    its head digest. To play on, the vault's key must be brought along.
    """
    from campaign import exchange

    name, count = exchange.import_(session.ledger, file)
    session.update(name)
    click.echo(f"{name}: {count} events taken in, head {session.ledger.live(name).head}")
    if not session.ledger.vault.exists():
        told = f"campaign: to play on, bring the vault's key to {session.ledger.vault.path}"
        click.echo(told, err=True)


@verb("rebuild", "campaign rebuild club")
@the_campaign
def rebuild(session: Session, name: str) -> None:
    """Makes the campaign's tables for reading anew, from its events alone."""
    from campaign import read_model

    session.must_exist(name)
    with _progress("reading") as progress:
        count = read_model.rebuild(session.ledger, name, progress)
    click.echo(f"{count} events read into {read_model.path(session.path)}")


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error where a person watches; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda done, whole: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


VERBS: dict[str, Verb] = {
    "log": log, "report": report, "verify": verify, "export": export, "import": import_,
    "rebuild": rebuild,
}  # fmt: skip
