"""Verbs of the service: run it, invite members to it, and let programs use it."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, urlsplit

import click

from campaign import extend
from campaign.accounts.allowance import from_environment
from campaign.cli import output
from campaign.cli.params import (
    MemberIdParam,
    Word,
    argument,
    as_json,
    path_option,
    the_campaign,
    verb,
)
from campaign.cli.session import Session, signed_envelope
from campaign.cli.stores import Refusal, WrongUsage

if TYPE_CHECKING:
    from campaign.accounts.devices import Credentials
    from campaign.accounts.people import People
    from campaign.accounts.settings import ServiceSettings, Settings
    from campaign.store.protocol import Where
    from campaign.web.auth.invitations import Invited
    from campaign.web.server.operation import Serving


NO_CLUB_YET = "https://club.invalid"
"""Stands for the address of the first club that will be added: each is looked at by itself."""


@verb(
    "serve",
    "campaign serve --listen 0.0.0.0:8720 --plain\ncampaign serve",
)
@click.option("--listen", metavar="HOST:PORT", help="Where it listens; 127.0.0.1:8720 without it.")
@click.option("--url", metavar="URL", help="Where members find it, if a proxy stands before it.")
@click.option(
    "--plain",
    is_flag=True,
    help="Allow other machines in without encryption, as at a club table; every page says so.",
)
@click.option("--socket", metavar="FILE", help="Listen at a file instead, for a proxy.")
@click.option(
    "--metrics", metavar="HOST:PORT", help="Show figures for a monitor there, on this machine."
)
@click.option(
    "--clubs",
    metavar="FOLDER",
    help="Serve several clubs: a folder in it for each, with its url; or the address of a database "
    "with a directory of clubs. Also CAMPAIGN_CLUBS, unless a store is named.",
)
@click.option(
    "--open-door",
    is_flag=True,
    help="With --clubs: visitors begin clubs at a front page, for some days.",
)
@click.option("--check", is_flag=True, help="Say what is missing, and run nothing.")
def serve(
    session: Session,
    plain: bool,
    clubs: str | None,
    open_door: bool,
    check: bool,
    **typed: str | None,
) -> None:
    """Lets members play from their own phones and laptops, until it is stopped. Prints `ready` and
    the address once it answers; where there is no club yet, also `begin` and an address that begins
    one in the browser. Only this machine reaches it unless you say otherwise; beyond it, either a
    proxy with a certificate stands before it and --url names its address, or --plain.
    """
    if clubs is None and not session.store.given:
        clubs = from_environment() or None
    if clubs is not None:
        manner = Manner(is_plain=plain, is_check=check, is_open=open_door)
        _serve_clubs(clubs, Typed(**typed), manner)
        return
    if open_door:
        raise WrongUsage("--open-door makes several clubs: name their folder with --clubs FOLDER")
    settings = _settings(session.path)
    serving = _serving(session.place, settings, Typed(**typed), is_plain=plain)
    if check:
        _check(session, serving, settings)
        return
    from campaign.web.server import serve as service

    _until_stopped(serving, lambda: service.serve(serving, lambda url: _say(f"ready {url}"), _say))


class Manner(NamedTuple):
    """How several clubs are to be served."""

    is_plain: bool
    is_check: bool
    is_open: bool
    """Whether visitors begin clubs."""


def _serve_clubs(where: str, typed: "Typed", manner: Manner) -> None:
    """Serves the clubs of a folder, or says what they lack."""
    clubs = extend.wanted("verbs", "club")
    if typed.url or typed.metrics:
        raise WrongUsage("with --clubs, write url and metrics into the club.toml of each club")
    is_plain = manner.is_plain
    source = clubs.clubs_to_serve(where, is_plain=is_plain, may_be_none=manner.is_open)
    served, place = source.found(), source.directory.place
    settings = _settings(place.file.with_name("club.db"))
    terms = clubs.door_terms(settings, where, is_plain=is_plain) if manner.is_open else None
    urls = (one.settings.service.url for one in served if not one.fault)
    usual = terms.url if terms else next(urls, NO_CLUB_YET)
    at = _serving(place.folder, settings, typed._replace(url=usual), is_plain=is_plain)
    if manner.is_check:
        clubs.check_clubs(at, served)
        return
    _until_stopped(
        at, lambda: clubs.serve_clubs(at, source, lambda url: _say(f"ready {url}"), terms)
    )


def _until_stopped(serving: "Serving", run: Callable[[], None]) -> None:
    from campaign.web.server.operation import log_to_errors

    log_to_errors(serving.settings)
    run()


def _say(line: str) -> None:
    """A line that a program waiting for it sees at once."""
    output.echo(line)
    sys.stdout.flush()


def _settings(store: Path) -> "Settings":
    from campaign.accounts.settings import read_settings

    return read_settings(store)


class Typed(NamedTuple):
    """What was typed of where it is found; None where nothing was."""

    listen: str | None = None
    url: str | None = None
    socket: str | None = None
    metrics: str | None = None


def _serving(store: "Where", settings: "Settings", typed: Typed, *, is_plain: bool) -> "Serving":
    """How it is to run, from what was typed and the settings. Refuses what others could read."""
    from campaign.accounts.settings import is_loopback
    from campaign.cli.verb_words import all_words
    from campaign.web.server.operation import Serving

    service = _with(settings.service, typed)
    host, port = _place(service.listen, "--listen")
    parts = _parts_of(service.url)
    _must_be_reached_as_meant(service)
    is_open = not service.socket and not is_loopback(host)
    if not is_plain:
        _must_be_encrypted(service, parts, is_open=is_open)
    if typed.listen and typed.url is None and service.url:
        if parts.scheme == "https":
            is_elsewhere = is_plain and is_open
        else:
            is_elsewhere = not service.proxy and not _leads_to(parts, host, port)
        _must_be_there(service, is_elsewhere=is_elsewhere)
    return Serving(
        store,
        host,
        port,
        service.url,
        service.proxy,
        is_plain=is_plain,
        settings=service,
        reserved=all_words(),
    )


def _must_be_reached_as_meant(service: "ServiceSettings") -> None:
    """Refuses a socket without the proxy's address, and figures that other machines could read."""
    from campaign.accounts.settings import is_loopback

    if service.socket and not service.url:
        raise WrongUsage("name the address of the proxy with --url: members do not see the socket")
    if service.metrics and not is_loopback(_place(service.metrics, "--metrics")[0]):
        raise Refusal(
            f"{service.metrics} can be reached by other machines, and figures are for this one; "
            "for a monitor elsewhere write metrics_token_file under [service]"
        )


def _must_be_there(service: "ServiceSettings", *, is_elsewhere: bool) -> None:
    """Refuses to listen where the address of the settings does not lead."""
    if is_elsewhere:
        raise Refusal(
            f"the settings say that members find it at {service.url}, and --listen "
            f"{service.listen} is not there: name the address that leads to it with --url, or "
            "leave --listen out"
        )


def _parts_of(address: str) -> SplitResult:
    """The parts of the address where members find it, if there is one."""
    parts = urlsplit(address)
    is_one = parts.scheme in ("http", "https") and parts.hostname and not parts.path.strip("/")
    if address and not (is_one and _port_of(parts) is not None):
        raise WrongUsage(f"write an address like https://club.example after --url, not {address}")
    return parts


def _leads_to(parts: SplitResult, host: str, port: int) -> bool:
    """Whether an address leads to a port without anything between."""
    from campaign.accounts.settings import is_loopback

    is_inside = is_loopback(host) and not is_loopback(parts.hostname or "")
    return not is_inside and _port_of(parts) == port


def _must_be_encrypted(service: "ServiceSettings", parts: SplitResult, *, is_open: bool) -> None:
    """Refuses to run where others could read what members send."""
    from campaign.accounts.settings import is_loopback

    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise Refusal(
            f"nothing would be encrypted at {service.url}: write https://… where a proxy has a "
            "certificate, or say --plain on a network that you trust"
        )
    if is_open and parts.scheme != "https":
        raise Refusal(
            f"{service.listen} can be reached by other machines, and nothing would be encrypted. "
            "Let a proxy with a certificate stand before it and name its address with "
            "--url https://…, or say --plain on a network that you trust"
        )


def _with(settings: "ServiceSettings", typed: Typed) -> "ServiceSettings":
    """The settings, with what was typed in their place. Listening at a port replaces a socket."""
    from msgspec.structs import replace

    if typed.listen and typed.socket:
        raise WrongUsage("it listens at one place: leave out --listen or --socket")
    changes = {name: value for name, value in typed._asdict().items() if value is not None}
    return replace(settings, **({"socket": ""} if typed.listen else {}), **changes)


def _port_of(parts: SplitResult) -> int | None:
    """The port that an address leads to; None if it is none."""
    try:
        return parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return None


def _place(where: str, option: str) -> tuple[str, int]:
    host, _, port = where.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        text = f"write a host and a port like 127.0.0.1:8720 after {option}, not {where}"
        raise WrongUsage(text)
    return host.strip("[]"), int(port)


def _check(session: Session, serving: "Serving", settings: "Settings") -> None:
    """How the service would run, and a line for each thing that is missing; exit 1 then."""
    from campaign.web.server.operation import how_it_runs, missing

    for what, how in how_it_runs(serving, settings):
        output.echo(f"{what:<9} {how}")
    lacking = list(missing(session.ledger, serving, settings))
    for line in lacking:
        output.echo(f"missing: {line}")
    if lacking:
        raise click.exceptions.Exit(1)
    if not session.ledger.store.exists():
        output.echo("no club yet; the page will ask")
    output.echo("nothing is missing to start it")


@verb("invite", "campaign invite club anna\ncampaign invite club --all --sheet slips.html")
@the_campaign
@argument("member", "[MEMBER]", MemberIdParam(), required=False)
@click.option("--all", "everybody", is_flag=True, help="Invite every other member.")
@click.option("--unused", is_flag=True, help="With --all: only those who have not come in yet.")
@click.option("--sheet", metavar="FILE", help="With --all: write slips with codes, to cut out.")
@as_json
def invite(
    session: Session,
    name: str,
    member: str | None,
    everybody: bool,
    unused: bool,
    sheet: str | None,
    as_json: bool,
) -> None:
    """Prints an address that lets a member come in to the service with one device, within fourteen
    days. An earlier one that they have not used counts no more. If they have come in before, the
    record says that they were invited again, where everybody sees it.
    """
    from campaign.web.auth.invitations import invite as make
    from campaign.web.auth.invitations import invite_all

    if everybody is (member is not None):
        raise WrongUsage("name a MEMBER, or --all for everybody. Nothing was recorded")
    if not everybody and (unused or sheet is not None):
        raise WrongUsage("--unused and --sheet go with --all. Nothing was recorded")
    session.must_exist(name)
    if session.is_dry_run:
        raise WrongUsage("an invitation can't be tried; leave --dry-run out. Nothing was recorded")
    if member is not None:
        session.called(name, member)
    url = _where(session)
    signed = partial(signed_envelope, session, name)
    with _credentials(session) as (people, doors):
        house = (session.desk, doors, people, name)
        if member is None:
            made = invite_all(*house, session.member, signed, unused=unused)
            _tell_all(made, url, sheet, as_json=as_json)
            return
        one = make(*house, member, session.member, signed)
    if one.refused:
        raise Refusal(one.refused)
    _tell(f"{url}/in/{one.token}", as_json=as_json)


def _tell_all(
    made: Iterable[tuple[str, "Invited"]], url: str, target: str | None, *, as_json: bool
) -> None:
    """Names beside their addresses, a tab between as sheets are pasted, and slips in a file where
    one is named.

    Each is printed as soon as it is made: the one before counts no more, whatever fails later.
    Raises `Refusal` for the first that was refused.
    """
    from campaign.web.auth.invitations import sheet

    refusals, addresses = [], []
    for called, one in made:
        if one.refused:
            refusals.append(f"{called}: {one.refused}")
            continue
        address = f"{url}/in/{one.token}"
        addresses.append((called, address))
        if as_json:
            output.json_line({"name": called, "url": address})
        else:
            output.cells(called, address)
    if target is not None:
        Path(target).write_text(sheet(addresses), encoding="utf-8")
    if refusals:
        raise Refusal(refusals[0])


@verb("operator", "campaign operator\ncampaign operator --json")
@as_json
def operator(session: Session, as_json: bool) -> None:
    """Prints an address that lets one device of yours in to the page about the club itself, within
    an hour. It shows campaigns by name and size, people, mail that did not arrive, backups and
    sign-ins, and starts campaigns; what is in a campaign it does not show. The one before counts no
    more. A device that may no longer see the page is ended there. Where there is no club yet, the
    address begins one.
    """
    from campaign.accounts.devices import OPERATORS, Operators
    from campaign.accounts.people import People
    from campaign.world.clock import utc_now

    url = _where(session)
    with closing(People(session.place, (OPERATORS,))) as people:
        token = Operators(people.file, clock=utc_now).offer()
    way = "club/in" if session.ledger.store.exists() else "begin"
    _tell(f"{url}/{way}/{token}", as_json=as_json)


def _where(session: Session) -> str:
    """Where members find the service."""
    from campaign.web.auth.invitations import noted_address

    url = (_settings(session.path).service.url or noted_address(session.path)).rstrip("/")
    if not url:
        raise Refusal(
            "nobody has said where the service is: run `campaign serve`, or write url under "
            "[service] into club.toml. Nothing was recorded"
        )
    return url


def _tell(address: str, *, as_json: bool) -> None:
    """An address; at a terminal with a code for a camera."""
    if sys.stdout.isatty() and not as_json:
        import segno

        segno.make(address, error="m").terminal(compact=True)
    output.said(address, as_json=as_json, url=address)


@contextmanager
def _credentials(session: Session) -> "Iterator[tuple[People, Credentials]]":
    """The people of the store, and what lets them in."""
    from campaign.accounts.devices import DOORS, Credentials
    from campaign.accounts.people import People
    from campaign.world.clock import utc_now

    with closing(People(session.place, (DOORS,))) as people:
        yield people, Credentials(people.file, clock=utc_now)


# --- Verbs about programs that use the service for a member: their tokens -----------------------

SCOPES = {"read": "looks", "act": "looks and sends commands"}


@verb("token", "campaign token club anna\ncampaign token club anna --scope act --json")
@the_campaign
@argument("member", "MEMBER", MemberIdParam())
@click.option(
    "--scope",
    type=Word("scope", lambda: tuple(SCOPES)),
    default="read",
    help="What the program may do: read, as without it, or act.",
)
@as_json
def token(session: Session, name: str, member: str, scope: str, as_json: bool) -> None:
    """Prints a token that lets a program use the service for a member, in this campaign alone. It
    is shown once and kept nowhere; whoever has it sees what the member sees, and with --scope act
    sends commands in their name. `campaign tokens` lists and ends them.
    """
    campaign = session.live(name).state.campaign
    session.called(name, member)
    with _credentials(session) as (_, doors):
        made = doors.hand_out("program", campaign.id, member, scope, None)
    output.said(made, as_json=as_json, token=made)


@verb("tokens", "campaign tokens club\ncampaign tokens club --json")
@the_campaign
@click.option("--end", metavar="ID", help="End one: it lets nobody in any more.")
@as_json
def tokens(session: Session, name: str, end: str | None, as_json: bool) -> None:
    """Lists the programs' tokens of a campaign: an id, whose they are, what they may do and since
    when. The tokens themselves are not kept. Who leaves or has lost one: --end ID.
    """
    from campaign.accounts import devices
    from campaign.world.clock import utc_now

    campaign = session.live(name).state.campaign
    with _credentials(session) as (people, _):
        if end is not None and not devices.end_program(people.file, campaign.id, end, utc_now()):
            raise WrongUsage(f"there is no token {end!r}; `campaign tokens {name}` lists them")
        programs = devices.programs(people.file, campaign.id)
    ids = [devices.program_id(one) for one in programs]
    if as_json:
        page = [
            {"id": id, "member": one.member, "scope": one.scope, "made": one.made}
            for id, one in zip(ids, programs, strict=True)
        ]
        output.json_line({"tokens": page})
    elif programs:
        rows = [
            (id, campaign.called(one.member), SCOPES.get(one.scope, one.scope), one.made[:16])
            for id, one in zip(ids, programs, strict=True)
        ]
        output.table(("id", "member", "may", "since (UTC)"), rows)
    else:
        output.echo("no program has a token")


# --- The files that a machine, a proxy or a container needs for the service ----------------------

SETUP = Path(__file__).parents[1] / "setup"
KINDS = ("systemd", "caddy", "nginx", "container")


@verb("setup", "campaign setup systemd --to units")
@argument("kind", "systemd|caddy|nginx|container", Word("kind", lambda: KINDS))
@path_option(
    "--to",
    "folder",
    metavar="FOLDER",
    required=True,
    help="Where to; it is made where there is none.",
)
def setup(session: Session, kind: str, folder: Path) -> None:
    """Writes the files with which a machine runs the service: units for systemd, the settings of a
    proxy, or a file for a container. Each says in its first lines where it belongs. Nothing is
    overwritten.
    """
    files = sorted((SETUP / kind).iterdir())
    if file := next((one for one in (folder, *folder.parents) if one.is_file()), None):
        raise WrongUsage(f"{file} is a file; name a folder with --to. Nothing was written")
    for file in files:
        if (folder / file.name).exists():
            text = f"{folder / file.name} is there already; name another folder with --to"
            raise WrongUsage(f"{text}. Nothing was written")
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        text = file.read_text(encoding="utf-8")
        with (folder / file.name).open("x", encoding="utf-8") as copy:
            copy.write(text)
        (folder / file.name).chmod(0o755 if text.startswith("#!") else 0o644)
        home = BELONGS.search(text)
        output.echo(f"{folder / file.name}{f' belongs at {home[1]}' if home else ''}")


BELONGS = re.compile(r"^# (/\S+):", re.M)
"""Where a file says that it belongs."""
