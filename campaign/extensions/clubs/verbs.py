"""Verbs of an installation: the clubs of its directory, what each may use, and serving them all."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb, VerbGroup
from campaign.cli.params import argument, as_json, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage, is_interactive
from campaign.text.english import counted, listed

if TYPE_CHECKING:
    from campaign.accounts.allowance import Quotas, Used
    from campaign.accounts.settings import Settings
    from campaign.extensions.clubs.club import Club
    from campaign.extensions.clubs.directory import ClubDirectory
    from campaign.extensions.clubs.door import Terms
    from campaign.extensions.clubs.service import ClubPlace, ClubSource
    from campaign.text.json_values import JsonObject
    from campaign.web.server.operation import Serving


# --- What `campaign club` says of a club: what it uses beside its quotas ------------------------


def use_of(directory: "ClubDirectory", club: "Club") -> "tuple[Used | None, str]":
    """What a club uses, or why that is not known."""
    from campaign.extensions.clubs.directory import ClubAllowance, store_of
    from campaign.store.protocol import StoreError
    from campaign.store.reader import open_store

    place = store_of(club, directory.place)
    store = open_store(place)
    try:
        names = store.names() if store.exists() else []
        return ClubAllowance(directory, club.name, place).used(len(names)), ""
    except (StoreError, OSError) as error:
        return None, str(error)
    finally:
        store.close()


def club_row(club: "Club", used: "Used | None", why: str) -> tuple[str, ...]:
    """A line of the list."""
    from campaign.accounts.allowance import in_words

    quotas = club.quotas
    if used is None:
        return (club.name, club.url, club.state, "?", "?", "?", "?")
    size = in_words(used.bytes)
    return (
        club.name,
        club.url,
        club.state,
        _beside(str(used.campaigns), quotas.campaigns),
        _beside(str(used.commands), quotas.commands) if quotas.commands else "",
        _beside(str(used.mails), quotas.mails) if quotas.mails else "",
        f"{size} of {in_words(quotas.bytes)}" if quotas.bytes else size,
    )


def _beside(used: str, quota: int) -> str:
    return f"{used} of {quota}" if quota else used


def club_in_json(
    directory: "ClubDirectory", club: "Club", used: "Used | None", why: str
) -> "JsonObject":
    """A club as programs get it."""
    from campaign.extensions.clubs.directory import store_of

    quotas = msgspec.to_builtins(club.quotas)
    counts = None
    if used is not None:
        counts = {key: value for key, value in msgspec.to_builtins(used).items() if key != "quotas"}
    return {
        "name": club.name,
        "url": club.url,
        "store": str(store_of(club, directory.place)),
        "state": club.state,
        "since": club.since,
        **({"title": club.title, "ends": club.ends} if club.ends else {}),
        "quotas": quotas,
        "used": counts,
        **({"fault": why} if why else {}),
    }


def quotas_in_words(quotas: "Quotas") -> str:
    """Quotas in words."""
    from campaign.accounts.allowance import in_words

    parts = [
        counted(quotas.campaigns, "campaign") if quotas.campaigns else "",
        f"{counted(quotas.commands, 'command')} a minute" if quotas.commands else "",
        f"{counted(quotas.mails, 'mail')} a day" if quotas.mails else "",
        in_words(quotas.bytes) if quotas.bytes else "",
    ]
    return listed([text for text in parts if text]) or "no quotas"


# --- Verbs of an installation: the clubs of its directory, and what each may use ----------------

F = TypeVar("F", bound=Callable[..., Any])
NO_DIRECTORY = (
    "name the directory of clubs: --clubs FOLDER, or --clubs with the address of a database; "
    "CAMPAIGN_CLUBS names it as well"
)


def of_clubs(function: F) -> F:
    """The option that names the directory."""
    return click.option(
        "--clubs",
        "where",
        envvar="CAMPAIGN_CLUBS",
        metavar="DIRECTORY",
        help="A folder, or the address of a database; also CAMPAIGN_CLUBS.",
    )(function)


@contextmanager
def directory_at(where: str | None) -> "Iterator[ClubDirectory]":
    """The directory that somebody names."""
    from campaign.extensions.clubs.directory import ClubDirectory

    if not where:
        raise WrongUsage(NO_DIRECTORY)
    made = ClubDirectory(where)
    if not made.place.is_database and made.place.folder.is_file():
        raise WrongUsage(f"{where} is a file; a directory of clubs is a folder or a database")
    try:
        yield made
    finally:
        made.close()


def _waiting(text: str) -> None:
    output.echo(f"campaign: {text}", err=True)


@verb(
    "add",
    "campaign club add thursday --clubs clubs --url https://thursday.example",
    short_help="Add a club, with a store of its own.",
)
@argument("name", "NAME")
@click.option("--url", required=True, metavar="URL", help="Where its members find it.")
@click.option(
    "--store", "own", metavar="ADDRESS", help="Its store; without it, one of its own is made."
)
@click.option(
    "--from",
    "archive",
    metavar="ARCHIVE",
    type=click.Path(path_type=Path),
    help="A folder that `club delete` or another installation has left.",
)
@of_clubs
def add(
    session: Session, name: str, url: str, own: str | None, archive: Path | None, where: str | None
) -> None:
    """Adds a club. Without --store it gets a store of its own: in a folder, FOLDER/NAME/club.db;
    in a database, a database beside it. The directory keeps no passwords: they belong into
    ~/.pgpass. A service that runs opens the club within seconds.
    """
    from campaign.accounts.copying import copied
    from campaign.extensions.clubs import changes

    with directory_at(where) as directory:
        place = changes.add(directory, name, url, own or "", archive, copied, output.echo)
        output.echo(f"{name} is added; its store is {place}")


add.params = [param for param in add.params if param.name != "_store"]
"""Its `--store` is the club's, not that of the call."""


@verb("close", "campaign club close thursday --clubs clubs", short_help="Close a club for a while.")
@argument("name", "NAME")
@of_clubs
def close(session: Session, name: str, where: str | None) -> None:
    """Closes a club: its members see one sentence, and nothing is recorded. Returns once the
    service has let go of it.
    """
    from campaign.extensions.clubs import changes

    with directory_at(where) as directory:
        done = changes.close(directory, name, _waiting)
    output.echo(f"{name} is closed" if done else f"{name} is closed already")


@verb("open", "campaign club open thursday --clubs clubs", short_help="Open a club again.")
@argument("name", "NAME")
@of_clubs
def open_(session: Session, name: str, where: str | None) -> None:
    """Opens a club that was closed. A service that runs opens it within seconds."""
    from campaign.extensions.clubs import changes

    with directory_at(where) as directory:
        done = changes.open_again(directory, name)
    output.echo(f"{name} is open" if done else f"{name} is open already")


@verb(
    "move",
    "campaign club move thursday --clubs clubs --to elsewhere/thursday.db",
    short_help="Move a club to another store.",
)
@argument("name", "NAME")
@click.option(
    "--to", required=True, metavar="ADDRESS", help="A path, or the address of a database."
)
@of_clubs
def move(session: Session, name: str, to: str, where: str | None) -> None:
    """Moves a club to another store, people and key with it, while the others play. Both ends are
    verified. The store that it was in is kept, and takes nothing more in. A move that was cut short
    is finished by the same call again.
    """
    move_club(name, to, where)


def move_club(name: str, to: str, where: str | None) -> None:
    """Moves a club of a directory to another store."""
    from campaign.accounts.copying import moved
    from campaign.extensions.clubs import changes

    with directory_at(where) as directory:
        place = changes.move(directory, name, to, moved, _waiting)
        output.echo(f"{name} is in {place} now")


@verb(
    "delete",
    "campaign club delete thursday --clubs clubs --yes thursday",
    short_help="Archive a club, and delete it.",
)
@argument("name", "NAME")
@click.option(
    "--archive",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where the archive goes; without it NAME-DATE below archives, beside the directory.",
)
@click.option("--yes", metavar="NAME", help="The club's name again, where nobody can be asked.")
@of_clubs
def delete(
    session: Session, name: str, archive: Path | None, yes: str | None, where: str | None
) -> None:
    """Deletes a club and all that is its own. Before that, it leaves an archive: a folder with its
    record, an export of each campaign, its people and its key. `club add --from` opens that again,
    here or in another installation.
    """
    from campaign.accounts.copying import copied
    from campaign.extensions.clubs import changes
    from campaign.world.clock import utc_now

    with directory_at(where) as directory:
        changes.known(directory, name)
        _must_agree(name, yes)
        day = utc_now()[:10]
        folder = archive or _free(directory.place.folder / "archives" / f"{name}-{day}")
        names = changes.delete(directory, name, folder, copied, _waiting)
    if names is None:
        output.echo(f"{name} is deleted; it had no store any more, so there is no archive")
        return
    output.echo(f"{name} is deleted; {counted(len(names), 'campaign')} and its people are kept in")
    output.echo(f"{folder}: with its key, so keep it where only you can read it")


def _free(folder: Path) -> Path:
    """A folder that is not there yet."""
    number = 2
    candidate = folder
    while candidate.exists():
        candidate = folder.with_name(f"{folder.name}-{number}")
        number += 1
    return candidate


def _must_agree(name: str, yes: str | None) -> None:
    """Asks for the club's name, or wants it typed."""
    if yes is not None:
        if yes != name:
            raise Refusal(f"--yes names {yes}, and the club is {name}; nothing was deleted")
        return
    if not is_interactive():
        raise Refusal(f"to delete {name}, add --yes {name}; nothing was deleted")
    output.echo(
        f"Everything of {name} is deleted once it is archived. To do it, type {name}: ",
        nl=False,
        err=True,
    )
    if sys.stdin.readline().strip() != name:
        raise Refusal("nothing was deleted")


@verb("list", "campaign club list --clubs clubs", short_help="The clubs, and what they use.")
@click.option("--door", is_flag=True, help="Those alone that visitors began and nobody adopted.")
@of_clubs
@as_json
def list_(session: Session, door: bool, where: str | None, as_json: bool) -> None:
    """Lists the clubs of the directory: where their members find them, their state, and what they
    use beside their quotas. With --door what they are called and how long each stays.
    """
    with directory_at(where) as directory:
        clubs = [one for one in directory.clubs() if not door or one.ends]
        rows = [(club, *use_of(directory, club)) for club in clubs]
        if as_json:
            output.json_line({"clubs": [club_in_json(directory, *one) for one in rows]})
            return
    if not rows:
        there = "there is no club yet; `campaign club add` adds one"
        output.echo("no club waits to be adopted" if door else there)
    elif door:
        _list_door(rows)
    else:
        _list_all(rows)


def _list_door(rows: "list[tuple[Club, Used | None, str]]") -> None:
    """What visitors have begun, and how long it stays."""
    waiting = [(one, str(used.campaigns) if used else "?") for one, used, _ in rows]
    lines = [(one.name, one.title, one.ends[:10], one.state, number) for one, number in waiting]
    output.table(("club", "called", "stays until", "state", "campaigns"), lines)


def _list_all(rows: "list[tuple[Club, Used | None, str]]") -> None:
    """What every club uses beside its quotas."""
    heads = ("club", "address", "state", "campaigns", "commands", "mails", "size")
    output.table(heads, [club_row(*one) for one in rows])
    for club, _, why in rows:
        if why:
            output.entry(club.name, why)
    output.echo("Commands are of this minute, mails of today; both are counted under a quota only.")


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """How many bytes are meant."""
    from campaign.extensions.clubs.directory import read

    if value is None:
        return None
    if (size := read(value)) is None:
        raise click.BadParameter(
            f"{value!r} is no size; write 200MB or 2GB, or 0 for no quota", ctx, param
        )
    return size


COUNT = click.IntRange(0, 10**9)


def quotas_typed(function: F) -> F:
    """The options that say what a club may use."""
    for option in (
        click.option("--bytes", callback=_size, metavar="SIZE", help="Record and people."),
        click.option(
            "--mails", type=COUNT, metavar="N", help="Mails in a day, from midnight in UTC."
        ),
        click.option("--commands", type=COUNT, metavar="N", help="Commands in a minute."),
        click.option(
            "--campaigns", type=COUNT, metavar="N", help="Campaigns, what-ifs among them."
        ),
    ):
        function = option(function)
    return function


def changed(quotas: "Quotas", typed: Mapping[str, int | None]) -> "Quotas":
    """Quotas with what was typed in their place."""
    known = {key: value for key, value in typed.items() if value is not None}
    return msgspec.structs.replace(quotas, **known)


@verb(
    "quota",
    "campaign club quota thursday --clubs clubs --campaigns 12 --bytes 200MB",
    short_help="What a club may use.",
)
@argument("name", "NAME")
@quotas_typed
@of_clubs
def quota(session: Session, name: str, where: str | None, **typed: int | None) -> None:
    """Sets what a club may use; 0 is as much as it likes. What is not named stays as it is.
    Commands and campaigns over it are refused in one line, mails wait for the next day.
    """
    from campaign.extensions.clubs import changes

    with directory_at(where) as directory:
        quotas = changed(changes.known(directory, name).quotas, typed)
        directory.may_use(name, quotas)
    output.echo(f"{name}: {quotas_in_words(quotas)}")


@verb(
    "adopt",
    "campaign club adopt thursday --clubs clubs --campaigns 12",
    short_help="Keep a club that a visitor began.",
)
@argument("name", "NAME")
@quotas_typed
@of_clubs
def adopt(session: Session, name: str, where: str | None, **typed: int | None) -> None:
    """Keeps a club for good that a visitor began at the open door, also in the fortnight after its
    end. From then on it is a club like others, with mail where its settings have some; its quotas
    stay unless others are named.
    """
    from campaign.extensions.clubs.directory import TAKEN_ALONG, store_of

    with directory_at(where) as directory:
        club = directory.must(name)
        if store_of(club, directory.place).file.with_suffix(TAKEN_ALONG).is_file():
            raise Refusal(f"{name} has moved to another installation; nothing was changed")
        if not directory.adopt(name):
            raise Refusal(f"{name} stays for good already; nothing was changed")
        quotas = changed(club.quotas, typed)
        directory.may_use(name, quotas)
    output.echo(f"{name} stays for good: {quotas_in_words(quotas)}")


@verb(
    "demos",
    "campaign club demos pristine",
    short_help="Build the campaigns of the front page.",
)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
def demos(session: Session, folder: Path) -> None:
    """Plays the demos of the open door into a new folder. The service does so by itself each night,
    for those that it shows.
    """
    from campaign.extensions.clubs.demos import build

    if folder.exists():
        raise Refusal(f"{folder} is there already; name another folder")
    output.echo(f"{listed(build(folder))} are in {folder}")


club_ = VerbGroup(
    "club",
    example="campaign club add thursday --clubs clubs --url https://thursday.example\n"
    "campaign club list --clubs clubs",
    help="The clubs of an installation: which there are, where each lives, what each may use. "
    "`campaign serve --clubs` serves them.",
    commands={
        str(one.name): one for one in (add, list_, quota, adopt, demos, close, open_, move, delete)
    },
)
VERBS: dict[str, ClickVerb] = {"club": club_}


# --- Serving several clubs from one folder: `campaign serve --clubs` ----------------------------

NO_CLUB = (
    "no club is in {folder}: make a folder for each, with a club.toml that has its url, "
    "or add one with `campaign club add`"
)


def clubs_to_serve(where: str, *, is_plain: bool, may_be_none: bool = False) -> "ClubSource":
    """The clubs of a directory or a folder. Fails if there is neither."""
    from campaign.accounts.settings import FILE_VARIABLE
    from campaign.extensions.clubs.directory import ClubDirectory
    from campaign.extensions.clubs.service import ClubSource

    if FILE_VARIABLE in os.environ:
        raise WrongUsage(
            f"{FILE_VARIABLE} names one file of settings, and each club has its own: unset it"
        )
    directory = ClubDirectory(where)
    place = directory.place
    if not place.is_database and not place.folder.is_dir():
        raise Refusal(f"there is no folder {place.folder}")
    made = ClubSource(directory, is_plain=is_plain)
    if not may_be_none and not directory.exists() and not made.found():
        if place.is_database:
            raise Refusal(f"{place} is no directory of clubs yet; `campaign club add` begins one")
        raise Refusal(NO_CLUB.format(folder=place.folder))
    return made


def door_terms(settings: "Settings", where: str, *, is_plain: bool) -> "Terms":
    """What visitors may begin in a folder of clubs. Fails where the door can't be open."""
    from campaign.accounts.settings import SettingsError
    from campaign.extensions.clubs.door import must_be_a_folder, terms_of

    if is_plain:
        raise WrongUsage("with --open-door strangers come in: leave --plain out")
    try:
        with directory_at(where) as directory:
            place = settings.place or str(must_be_a_folder(directory) / "club.toml")
        terms = terms_of(settings.door, place)
    except SettingsError as error:
        raise Refusal(str(error)) from error
    if not settings.service.proxy and not settings.service.socket:
        raise Refusal(
            "the open door must know which network a visitor comes from: write "
            f'proxy = ["127.0.0.1"] under [service] into {place}'
        )
    return terms


def serve_clubs(
    at: "Serving",
    source: "ClubSource",
    ready: Callable[[str], None],
    terms: "Terms | None" = None,
) -> None:
    """Answers for all of them until it is stopped; says of each that is open that it answers."""
    from campaign.extensions.clubs.service import serve_clubs

    if terms is None:
        serve_clubs(at, source, ready)
        return
    from campaign.extensions.clubs.demos import Demos
    from campaign.extensions.clubs.door import ClubDoor
    from campaign.extensions.clubs.front import FrontPages

    demos = Demos(source.directory.place.folder / "demo", terms.to, at)
    serve_clubs(
        at, source, ready, FrontPages(ClubDoor(terms, source.directory, at.reserved), demos)
    )


def check_clubs(at: "Serving", clubs: "tuple[ClubPlace, ...]") -> None:
    """How each club would run, and a line for each thing that is missing; exit 1 then."""
    from campaign.web.server.operation import how_it_runs

    clubs = tuple(club for club in clubs if not club.away)
    lacking = [f"{club.name}: {line}" for club in clubs for line in _lacking(at, club)]
    for club in clubs:
        if club.fault:
            continue
        own = msgspec.structs.replace(
            at, store=club.store, url=club.address.url, settings=club.settings.service
        )
        for what, how in how_it_runs(own, club.settings):
            output.echo(f"{club.name}: {what:<9} {how}")
    for line in lacking:
        output.echo(f"missing: {line}")
    if lacking:
        raise click.exceptions.Exit(1)
    output.echo("nothing is missing")


def _lacking(at: "Serving", club: "ClubPlace") -> list[str]:
    """What is missing before a club can run."""
    from campaign.store.ledger import Ledger
    from campaign.web.server.operation import missing

    if club.fault:
        return [club.fault]
    settings = club.settings
    service = msgspec.structs.replace(settings.service, socket=at.settings.socket)
    own = msgspec.structs.replace(at, store=club.store, url=club.address.url, settings=service)
    with Ledger(club.store) as ledger:
        return [*missing(ledger, own, settings)]
