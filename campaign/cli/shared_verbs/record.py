"""Verbs that show the record, explain it, and pass it on: journal, reports, tables, chat, web,
calendar.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click
import msgspec

from campaign import extend
from campaign.cli import output
from campaign.cli.params import (
    MemberIdParam,
    Turn,
    argument,
    as_json,
    path_option,
    span,
    the_campaign,
    verb,
)
from campaign.cli.session import Session, as_typed
from campaign.cli.stores import WrongUsage
from campaign.text.english import counted
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.diary.words import Dispatch
    from campaign.history.diff import Difference
    from campaign.history.explain import FigureEvent
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
        from campaign.store.reader import entry_in_json

        for entry in as_recorded:
            output.json_line(entry_in_json(entry))
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
@path_option("--out", metavar="FOLDER", required=True, help="Where the pages go.")
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
    from campaign.projections import database, projector
    from campaign.store import outlines

    session.must_exist(name)
    with progress_bar("reading") as progress:
        count = projector.rebuild(session.ledger, name, progress)
    outlines.keep(session.ledger, name)
    output.echo(f"{count} events read into {database.path(session.path)}")


@verb("datasette", "campaign datasette club --out reports")
@the_campaign
@path_option("--out", metavar="FOLDER", help="Where the file goes. Without it: beside the store.")
def datasette(session: Session, name: str, out: Path | None) -> None:
    """Writes what Datasette shows beside the campaign's tables, a description of each and saved
    queries, and prints the command that starts it. Datasette is a program of its own for looking
    at tables in a browser: pipx install datasette.
    """
    from campaign.projections import database, projector

    session.must_exist(name)
    projector.update(session.ledger, name)
    shared = session.live(name).state.campaign
    system = session.ledger.system(name)
    folder = out or session.path.parent
    file = database.write_metadata(session.path, name, shared.title, system, folder)
    call = f"datasette {quote(str(database.path(session.path)))} --metadata {quote(str(file))}"
    output.what_if(session.ledger, name)
    queries = counted(len(database.saved_queries(system)), "saved query", "saved queries")
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


# --- Verbs that compare and explain: two points of a campaign, and a figure down to its events --


@verb(
    "diff",
    """
    campaign diff club <turn> <next turn>
    campaign diff club 3 now
    """,
)
@the_campaign
@argument("first", "A")
@argument("second", "[B]", required=False)
@as_json
def diff(session: Session, name: str, first: str, second: str | None, as_json: bool) -> None:
    """Tells every figure in which two points differ. A and B are versions, turns (as they ended) or
    `now`, which B is where it is left out; or another campaign that shares the past, a branch
    say, at a point of its own: club-what-if-1@<later turn>.
    """
    from campaign.history.diff import differences

    if second is None:
        session.must_exist(name)
        first, second = ("now", first) if first in session.ledger.names() else (first, "now")
    before, after = _shown(session, name, first), _shown(session, name, second)
    changes = differences(before, after)
    if as_json:
        output.json_line(
            {
                "from": {"campaign": before["campaign"], "version": before["version"]},
                "to": {"campaign": after["campaign"], "version": after["version"]},
                "differences": changes,
            }
        )
        return
    output.heading(f"{_point(before)} → {_point(after)}")
    if not changes:
        output.echo("no figure differs")
        return
    tell(changes)


def _shown(session: Session, name: str, typed: str) -> JsonObject:
    """The state at a point: a version, a turn, `now`, or a campaign with one of them."""
    from campaign.handler import wording

    campaign, at, point = typed.rpartition("@")
    if not at and typed in session.ledger.names():
        campaign, point = typed, wording.NOW
    campaign = campaign or name
    session.must_exist(campaign)
    version = None if point == wording.NOW else wording.version_of(session.ledger, campaign, point)
    return session.ledger.show(campaign, version)


def _point(shown: JsonObject) -> str:
    return f"{shown['campaign']} {shown['turn']}, event {shown['version']}"


def tell(differences: "Iterable[Difference]") -> None:
    """Prints differences as lines: the figure, and how it changed."""
    from campaign.history.diff import lines

    rows = lines(differences)
    wide = min(34, max([0, *(len(where) for where, _ in rows)]))
    for where, what in rows:
        output.entry(f"{where:<{wide}}  ", what)


@verb(
    "explain",
    """
    campaign explain club <figure>
    campaign explain club <other figure>
    """,
)
@the_campaign
@argument("figure", "FIGURE")
@argument("of", "[OF]...", nargs=-1)
@as_json
def explain(session: Session, name: str, figure: str, of: tuple[str, ...], as_json: bool) -> None:
    """Lists each event that made a figure what it is, with the running total and the rule.

    FIGURE and what it is of: <figures>.
    """
    from campaign.handler.explanations import NoFigureError, explained

    session.must_exist(name)
    try:
        result = explained(session.ledger, name, figure, of)
    except NoFigureError as error:
        raise WrongUsage(as_typed(str(error))) from error
    if as_json:
        output.json_line(result.in_json())
        return
    output.heading(f"{result.title}: {result.value if result.value != '' else 'nowhere'}")
    _print(result.lines)


def _print(lines: "tuple[tuple[FigureEvent, str], ...]") -> None:
    from campaign.text.english import signed

    widest = max([0, *(len(str(line.after)) for line, _ in lines)])
    for line, why in lines:
        label = f"{line.version:>5}  {line.turn}  "
        text = f"{why} [{line.rule}]{_corrected(line)}"
        if line.change is not None:
            output.entry(f"{label}{signed(line.change):>3}  {line.after!s:>{widest}}  ", text)
        else:
            output.entry(label, str(line.after) or "nowhere")
            output.entry(" " * len(label), text)
    if not lines:
        output.echo("no event has changed it")


def _corrected(line: "FigureEvent") -> str:
    if line.amended_by:
        return f" (as amended by event {line.amended_by})"
    return " (forgotten, and put here by this event)" if line.inserted else ""


# --- The verb that prints a turn as a short text for a chat -------------------------------------


@verb(
    "post",
    """
    campaign post club
    campaign post club --markdown
    campaign post club --turn <turn> --full
    """,
)
@the_campaign
@click.option("--turn", type=Turn(), help="This turn; without it the latest with news.")
@click.option("--markdown", is_flag=True, help="As Markdown, for Discord and the like.")
@click.option("--full", is_flag=True, help="All the news, in lines of 72 columns.")
@as_json
def post(
    session: Session, name: str, turn: str | None, markdown: bool, full: bool, as_json: bool
) -> None:
    """Prints a turn as a short text for a chat: what happened, what is asked next and of whom. It
    says nothing that the turn's page does not say. Names that people typed call nobody, not even
    @everyone, and with --markdown they are neither markup nor links. --json is for programs: it
    gives every text as it was typed, so a program that posts it has to see to that itself.
    """
    from campaign.reports import turn_text

    if markdown and (full or as_json):
        raise WrongUsage("--markdown goes with neither --full nor --json")
    session.must_exist(name)
    if turn is not None:
        span(session, name, turn)
    posted = turn_text.posted_text(session.ledger, name, turn)
    if as_json:
        output.json_page(msgspec.to_builtins(posted))
        return
    form = turn_text.in_markdown if markdown else turn_text.in_full if full else turn_text.in_short
    output.echo(form(posted), nl=False)


# --- The verb that puts a campaign's pages where the club can see them --------------------------


NO_PDF = "the book is a page only; for a PDF too: pip install 'campaign-tracker[book]'"


@contextmanager
def _public_dispatches(
    session: Session, name: str, out: Path, *, left_out: bool
) -> "Iterator[tuple[Dispatch, ...]]":
    """What everybody may read of the diary, while it is published. The place is kept, as what is
    removed later is to go from there too. None where it is `left_out`.
    """
    campaign = session.ledger.live(name).state.campaign
    if left_out or not campaign.record.dispatches:
        yield ()
        return
    from campaign.diary.reading import PUBLIC
    from campaign.handler.dispatches import DiaryShelf

    place = str(out.absolute())
    with closing(DiaryShelf(session.ledger)) as shelf:
        shelf.rows.publish(campaign.id, place)
        yield shelf.dispatches(name, PUBLIC)
        shelf.rows.publish(campaign.id, place)  # what was removed meanwhile is there again
        shelf.settle(name, session.ledger.live(name))


@verb("publish", "campaign publish club site --address https://example.org/club/")
@the_campaign
@argument("out", "FOLDER|ZIP", click.Path(path_type=Path))
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where the folder will be on the web. A link in a chat then shows headline and picture.",
)
@click.option("--no-png", is_flag=True, help="Leave the pictures as SVG: much quicker.")
@click.option("--no-diary", is_flag=True, help="Leave out what members wrote in the war diary.")
@click.option("--book", is_flag=True, help="Put the campaign as a book among them.")
def publish(
    session: Session,
    name: str,
    out: Path,
    address: str,
    no_png: bool,
    no_diary: bool,
    book: bool,
) -> None:
    """Writes all that the club may see to a folder or a ZIP: the pages, a picture of each turn to
    share, and a feed of the turns. No private page is among them; any web server can serve it.
    """
    from campaign.reports import publishing

    session.must_exist(name)
    publishing.web_address(address)
    publishing.no_others(out, name)
    beside: Mapping[str, bytes] = {}
    with _public_dispatches(session, name, out, left_out=no_diary) as said:
        if book:
            beside = extend.wanted("pages", "book among published pages")(
                session.ledger, name, diary=not no_diary
            )
            if publishing.BOOK_PDF not in beside:
                session.note(NO_PDF)
        with progress_bar("publishing") as progress:
            done = publishing.publish(
                session.ledger,
                name,
                out,
                address,
                draw=not no_png,
                beside=beside,
                progress=progress,
                said=said,
            )
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    if done.pictures and not done.drawn and not no_png:
        text = "campaign: the pictures are SVG only; to have PNG too, install rsvg-convert"
        output.echo(f"{text} (Debian: librsvg2-bin) or chromium", err=True)
    if not address:
        chats = ", and chats to show headline and picture beside a link" if done.drawn else ""
        text = f"Feed readers need the folder’s address{chats}; name it with --address"
        output.echo(text, err=True)
    pictures = counted(done.pictures, "picture" if done.drawn else "SVG picture")
    output.echo(f"{counted(done.pages, 'page')} and {pictures} in {out}")


# --- The verb that writes a member's deadlines as a calendar ------------------------------------


@verb("calendar", "campaign calendar club anna anna.ics\ncampaign calendar club anna -")
@the_campaign
@argument("member", "MEMBER", MemberIdParam())
@argument("file", "FILE|-", click.Path(path_type=Path))
def calendar(session: Session, name: str, member: str, file: Path) -> None:
    """Writes a member's deadlines as a calendar (.ics), which any calendar program takes in. Taken
    in again it updates: a deadline that was changed moves, and what the member has done goes. It
    says only what everybody may know. With - it goes to standard output.
    """
    from campaign.notifications import feeds as notices
    from campaign.reports.book import StoredLog, read

    session.must_exist(name)
    book = read(StoredLog(session.ledger, name))
    called = session.called(name, member)
    written = notices.calendar(book, member)
    if str(file) == "-":
        output.file_content(written)
        return
    try:
        file.write_bytes(written)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error
    stand = [one for one in notices.calendar_entries(book, member) if not one.is_met]
    output.echo(f"{counted(len(stand), 'deadline')} of {called} in {file}")
