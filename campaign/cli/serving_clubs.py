"""Serving several clubs from one folder: `campaign serve --clubs`."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click
import msgspec

from campaign.cli import output
from campaign.cli.session import Refusal, WrongUsage

if TYPE_CHECKING:
    from campaign.web.running.club_folder import ClubPlace
    from campaign.web.running.club_source import ClubSource
    from campaign.web.running.serve import Serving

NO_CLUB = (
    "no club is in {folder}: make a folder for each, with a club.toml that has its url, "
    "or add one with `campaign club add`"
)


def source(where: str, *, is_plain: bool) -> "ClubSource":
    """The clubs of a directory or a folder. Fails if there is neither."""
    from campaign.clubs.directory import ClubDirectory
    from campaign.settings import FILE_VARIABLE
    from campaign.web.running.club_source import ClubSource

    if FILE_VARIABLE in os.environ:
        raise WrongUsage(
            f"{FILE_VARIABLE} names one file of settings, and each club has its own: unset it"
        )
    directory = ClubDirectory(where)
    place = directory.place
    if not place.is_database and not place.folder.is_dir():
        raise Refusal(f"there is no folder {place.folder}")
    made = ClubSource(directory, is_plain=is_plain)
    if not directory.exists() and not made.found():
        if place.is_database:
            raise Refusal(f"{place} is no directory of clubs yet; `campaign club add` begins one")
        raise Refusal(NO_CLUB.format(folder=place.folder))
    return made


def serve(at: "Serving", source: "ClubSource", ready: Callable[[str], None]) -> None:
    """Answers for all of them until it is stopped; says of each that is open that it answers."""
    from campaign.web.running.clubs_watch import serve_clubs

    serve_clubs(at, source, ready)


def check(at: "Serving", clubs: "tuple[ClubPlace, ...]") -> None:
    """How each club would run, and a line for each thing that is missing; exit 1 then."""
    from campaign.store.ledger import Ledger
    from campaign.web.running.checking import how_it_runs, missing

    lacking = []
    clubs = tuple(club for club in clubs if not club.away)
    for club in clubs:
        if club.fault:
            lacking.append(f"{club.name}: {club.fault}")
            continue
        settings = club.settings
        service = msgspec.structs.replace(settings.service, socket=at.settings.socket)
        own = msgspec.structs.replace(at, store=club.store, url=club.address.url, settings=service)
        with Ledger(club.store) as ledger:
            lacking += [f"{club.name}: {line}" for line in missing(ledger, own, settings)]
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
