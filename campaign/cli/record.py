"""Verbs that show the record: journal, reports, read tables."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import Turn, as_json, span, the_campaign, verb
from campaign.cli.session import Session
from campaign.text.english import counted

if TYPE_CHECKING:
    from campaign.store.reader import LogEntry
    from events.base import Event


@verb("log", "campaign log club\ncampaign log club --turn <turn>\ncampaign log club --json")
@the_campaign
@click.option("--turn", type=Turn(), help="Only this turn.")
@as_json
def log(session: Session, name: str, turn: str | None, as_json: bool) -> None:
    """Tells the journal: number, time, member and sentence of every event; what is sealed stays
    so. What a later correction struck or amended says so. With --json one event a line, with its
    digest, and the events that struck or amended it.
    """
    session.must_exist(name)
    first, last = span(session, name, turn) if turn else (1, session.ledger.store.version(name))
    history = session.ledger.effective(name, first - 1, last)
    as_recorded = (entry for entry in history if not entry.inserted)
    if as_json:
        from campaign.store.entries import in_json

        for entry in as_recorded:
            output.json_line(in_json(entry))
        return
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    names = output.names_of(session.ledger, name)
    sentence = output.sentences(session.ledger, name)
    made = {one.version: one.event for one in session.ledger.corrections(name, first - 1)}
    wide = max([4, *map(len, names.members.values())])
    for entry in as_recorded:
        event = entry.recorded
        at = event.at[:16].replace("T", " ")
        label = f"{entry.version:>5}  {at}  {names.member(event.by):<{wide}}  "
        output.entry(label, sentence(event, entry.version))
        for mark in _marks(entry, made, sentence):
            output.entry(" " * (len(label) - 2) + "! ", mark)


def _marks(
    entry: "LogEntry", made: "dict[int, Event]", sentence: "Callable[..., str]"
) -> Iterator[str]:
    """What happened to an event since it was recorded, and what it replaced."""
    from campaign.history.effective import form
    from campaign.systems import SYSTEMS
    from events.disputes import ActUndone, EventsInserted, Rewound

    if isinstance(entry.event, EventsInserted):
        yield from (
            f"so: {sentence(form(SYSTEMS.codec, new, entry.event), entry.version)}"
            for new in entry.event.events
        )
    if entry.amended_by:
        text = sentence(entry.event, entry.version)
        yield f"amended by event {entry.amended_by}; it counts as: {text}"
    if entry.struck_by:
        words = {ActUndone: "taken back by event {}", Rewound: "play went back, by event {}"}
        kind = type(made[entry.struck_by])
        yield words.get(kind, "struck by event {}").format(entry.struck_by)


@verb("report", "campaign report club --out reports")
@the_campaign
@click.option("--turn", type=Turn(), help="Only this turn; without it all of them.")
@click.option(
    "--out",
    required=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where the pages go.",
)
def report(session: Session, name: str, turn: str | None, out: Path) -> None:
    """Writes a page for every turn and an index: HTML files that need nothing else."""
    session.must_exist(name)
    if turn is not None:
        span(session, name, turn)
    from campaign.reports import pages

    pages.write(session.ledger, name, out, turn)
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    output.echo(f"{out / 'index.html'}")


@verb("rebuild", "campaign rebuild club")
@the_campaign
def rebuild(session: Session, name: str) -> None:
    """Makes the campaign's read tables again, from its events alone."""
    from campaign.tables import database, follower

    session.must_exist(name)
    with progress_bar("reading") as progress:
        count = follower.rebuild(session.ledger, name, progress)
    output.echo(f"{count} events read into {database.path(session.path)}")


@verb("datasette", "campaign datasette club --out reports")
@the_campaign
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where the file goes. Without it: beside the store.",
)
def datasette(session: Session, name: str, out: Path | None) -> None:
    """Writes what Datasette shows beside the campaign's tables, a description of each and saved
    queries, and prints the command that starts it. Datasette is a program of its own for looking
    at tables in a browser: pipx install datasette.
    """
    from campaign.tables import database, datasette, follower

    session.must_exist(name)
    follower.update(session.ledger, name)
    shared = session.live(name).state.campaign
    system = session.ledger.system(name)
    folder = out or session.path.parent
    file = datasette.write(session.path, name, shared.title, system, folder)
    call = f"datasette {quote(str(database.path(session.path)))} --metadata {quote(str(file))}"
    output.what_if(session.ledger, name)
    queries = counted(len(datasette.queries(system)), "saved query", "saved queries")
    output.echo(f"Descriptions and {queries}: {file}")
    output.echo("Tables that are empty now are left out of the list; to add new ones, run it again")
    output.echo(f"Datasette 0.64 or 0.65:\n  {call}")
    output.echo(f"Datasette 1.0:\n  {call} --config {quote(str(file))}")


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error at a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda done, whole: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


VERBS: dict[str, ClickVerb] = {
    "log": log,
    "report": report,
    "rebuild": rebuild,
    "datasette": datasette,
}
