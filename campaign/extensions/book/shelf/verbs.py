"""The verbs of the shelf: the page of finished campaigns with their books, figures over them, and
who is one person there. IO.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from campaign import extend
from campaign.cli import output
from campaign.cli.params import argument, as_json, verb
from campaign.cli.registry import family_of
from campaign.cli.session import Session
from campaign.cli.shared_verbs.record import progress_bar
from campaign.cli.stores import Refusal, WrongUsage
from campaign.extensions.book import files
from campaign.extensions.book.files import BookSource
from campaign.extensions.book.page import BookLink, shelf_page
from campaign.extensions.book.shelf import made, seats
from campaign.extensions.book.shelf.made import Shelf
from campaign.extensions.book.typesetting import PrintOptions, TypesettingError, typesetter
from campaign.kernel.members import Campaign, is_name
from campaign.kernel.pages import INDEX
from campaign.kernel.terminal.screens import Grid
from campaign.store.protocol import StoreError
from campaign.text.english import counted, near
from campaign.world.files import write_whole

PAGES_ONLY = "the books are pages only; for PDFs too: pip install 'campaign-tracker[book]'"
KEPT = "The record keeps the name that was enrolled."


def _sources(session: Session) -> Iterator[BookSource]:
    """What the books of the finished campaigns are made from; one that can't be read is named."""
    for name in session.ledger.names():
        try:
            if made.is_finished(session.ledger.live(name).state.campaign):
                yield files.source_of(session.ledger, name)
        except StoreError as error:
            session.note(f"{name} is not on the shelf: {error}")


def _shelf(session: Session, sources: Iterator[BookSource] | list[BookSource]) -> Shelf:
    entries = [made.entry_of(source.made) for source in sources]
    with seats.people_of(session.place) as file:
        return made.shelf_of(entries, seats.persons(file))


# --- The page and the figures -------------------------------------------------------------------


@verb("write", "campaign shelf shelf", short_help="Write the shelf as pages.")
@argument("folder", "FOLDER", click.Path(path_type=Path, file_okay=False))
@click.option("--no-pdf", is_flag=True, help="Books as pages only: much quicker.")
def write(session: Session, folder: Path, no_pdf: bool) -> None:
    """Writes the finished campaigns of the store to a folder: a page with who played what, how each
    ended and figures over all, and the books. What-ifs are not among them.
    """
    sources = list(_sources(session))
    prints = not no_pdf and _can_print(session)
    links = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with progress_bar("making books") as progress:
            for number, source in enumerate(sources, 1):
                name = source.made.logs[-1].end.campaign.name
                content, links[name] = _book(source, name, prints=prints)
                for file, written in content.items():
                    write_whole(folder / file, written)
                progress(number, len(sources))
        shelf = _shelf(session, sources)
        write_whole(folder / INDEX, shelf_page(shelf, links).encode())
    except TypesettingError as error:
        raise Refusal(f"{error}; the shelf was not written") from error
    except OSError as error:
        raise Refusal(f"cannot write to {folder}: {error.strerror or error}") from error
    output.echo(f"{counted(len(sources), 'finished campaign')} on the shelf in {folder / INDEX}")


def _can_print(session: Session) -> bool:
    """Whether there is a typesetter; says what to install where there is none."""
    try:
        typesetter()
    except extend.MissingExtensionError:
        session.note(PAGES_ONLY)
        return False
    return True


def _book(
    source: BookSource, name: str, *, prints: bool
) -> tuple[dict[str, bytes], tuple[BookLink, ...]]:
    """The files of a campaign's book, and the links to it."""
    page, pdf = f"{name}-book.html", f"{name}-book.pdf"
    content, links = files.page_files(source, page), [BookLink("The book", page)]
    if prints:
        content[pdf] = files.printed(source, PrintOptions())
        links.append(BookLink("To print (PDF)", pdf))
    return content, tuple(links)


@verb("stats", "campaign stats --club", short_help="Figures over all finished campaigns.")
@as_json
def stats(session: Session, as_json: bool) -> None:
    """Prints what each player did in the finished campaigns of the store, added up within a game,
    as far as it counts anything. Two members are one player only where they signed in to both
    campaigns, or a host joined them.
    """
    shelf = _shelf(session, _sources(session))
    if as_json:
        output.json_page(made.in_json(shelf))
        return
    if not shelf.tables:
        output.echo("no finished campaign has figures yet")
    for number, table in enumerate(shelf.tables):
        if number:
            output.echo()
        output.echo(f"{table.game}: {counted(table.campaigns, 'finished campaign')}")
        heads = made.heads(table)
        rows = tuple(made.cells(table, row) for row in table.rows)
        output.grid(Grid(heads, rows, " ".join(heads[1:])))


# --- Who is one person, and what they are called ------------------------------------------------


class _TypedSeat(NamedTuple):
    """A seat as it was typed."""

    campaign: Campaign
    member: str

    @property
    def seat(self) -> seats.Seat:
        """As the people's file has it."""
        return self.campaign.id, self.member

    @property
    def text(self) -> str:
        """For a sentence."""
        return f"{self.campaign.called(self.member)} in {self.campaign.name}"


def _typed(session: Session, typed: str) -> _TypedSeat:
    member, at, name = typed.partition("@")
    if not (member and at and name):
        raise WrongUsage(f"{typed!r} is no seat; type it as anna@club")
    session.must_exist(name)
    campaign = session.live(name).state.campaign
    if member not in campaign.names:
        raise WrongUsage(f"{member!r} is not enrolled in {name}{near(member, campaign.names)}")
    return _TypedSeat(campaign, member)


def _must_host(session: Session, campaign: Campaign) -> None:
    if not campaign.is_host(session.member):
        called = campaign.called(session.member)
        raise Refusal(f"this is for a host of {campaign.name}. {called} is none", "Members")


def _must_be_theirs(session: Session, one: _TypedSeat) -> None:
    if session.member != one.member:
        _must_host(session, one.campaign)


@verb("join", "campaign shelf join anna@club anna@spring", short_help="Two seats are one player’s.")
@argument("one", "MEMBER@CAMPAIGN")
@argument("other", "MEMBER@CAMPAIGN", required=False)
@click.option("--undo", is_flag=True, help="Take one seat out again.")
def join(session: Session, one: str, other: str | None, undo: bool) -> None:
    """Says that two members of different campaigns are one player, for shelf, figures and later
    books. It is for the host of both. Whoever signs in to both campaigns is one player anyway.
    """
    if (other is None) != undo:
        raise WrongUsage("name two seats; with --undo one")
    first = _typed(session, one)
    _must_host(session, first.campaign)
    if other is None:
        with seats.people_of(session.place) as file:
            seats.part(file, first.seat)
        output.echo(f"{first.text} is joined by no host any more.")
        return
    second = _typed(session, other)
    _must_host(session, second.campaign)
    with seats.people_of(session.place) as file:
        refused = seats.join(file, first.seat, second.seat)
    if refused:
        raise Refusal(f"{refused}; nothing was changed")
    output.echo(f"{first.text} and {second.text} are one player.")


@verb("name", 'campaign shelf name anna@club "A."', short_help="What a player is called there.")
@argument("one", "MEMBER@CAMPAIGN")
@argument("name", "[NAME]", required=False)
def name(session: Session, one: str, name: str | None) -> None:
    """Calls a player by NAME on the shelf, in figures and in later books, in all their campaigns;
    without NAME as the record does. Each for themselves, or a host. The record keeps the name that
    was enrolled.
    """
    called = " ".join((name or "").split())
    if called and not is_name(called):
        raise WrongUsage(f"{name!r} is no name that can be printed")
    chosen = _typed(session, one)
    _must_be_theirs(session, chosen)
    with seats.people_of(session.place) as file:
        gone = seats.persons(file).is_forgotten(chosen.seat)
        if gone and session.member != chosen.member:
            raise Refusal(f"{chosen.text} wants no name; they alone can take that back")
        seats.call(file, chosen.seat, called)
    output.echo(f"{chosen.text} is called {called or 'as in the record'} from now on. {KEPT}")


@verb("forget", "campaign shelf forget anna@club", short_help="A player wants no name there.")
@argument("one", "MEMBER@CAMPAIGN")
def forget(session: Session, one: str) -> None:
    """Calls a player “a member” on the shelf and in later books, and leaves them out of its lists,
    in all their campaigns. Each for themselves, or a host. The record keeps the name that was
    enrolled; books that were made before have it too.
    """
    chosen = _typed(session, one)
    _must_be_theirs(session, chosen)
    with seats.people_of(session.place) as file:
        seats.forget(file, chosen.seat)
    output.echo(f"{chosen.text} is “{seats.FORGOTTEN}” from now on. {KEPT}")


_ANOTHER = """
campaign start spring --scenario <scenario>
campaign enrol spring anna --name Anna
"""

shelf = family_of(
    "shelf",
    (write, stats, join, name, forget),
    "Puts the finished campaigns of a club on a shelf: `campaign shelf FOLDER` writes it.",
    prepared=_ANOTHER,
    usual="write",
)
