"""Verbs of the service: run it, and invite members to it."""

import os
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_params import MemberIdParam
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage

if TYPE_CHECKING:
    from campaign.settings import ServiceSettings
    from campaign.web.serve import Serving


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
@click.option("--check", is_flag=True, help="Say what is missing, and run nothing.")
def serve(session: Session, listen: str | None, url: str | None, plain: bool, check: bool) -> None:
    """Lets members play from their own phones and laptops, until it is stopped. Prints `ready` and
    the address once it answers. Only this machine reaches it unless you say otherwise; beyond it,
    either a proxy with a certificate stands before it and --url names its address, or --plain.
    """
    settings = _settings(session)
    serving = _serving(session, settings, listen, url, is_plain=plain)
    if check:
        _check(session, serving)
        return
    if not session.ledger.store.exists():
        raise click.ClickException(
            f"there is no campaign store at {session.path}; start a campaign"
        )
    from campaign.web import serve as service

    service.log_to_errors()
    try:
        service.serve(serving, lambda found: _say(f"ready {found}"))
    except OSError as error:
        where = f"{serving.host}:{serving.port}"
        raise click.ClickException(f"cannot listen on {where}: {_why(error)}") from error


def _why(error: OSError) -> str:
    """Why an address can't be used, in the system's words; `create_server` adds its own."""
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


def _say(line: str) -> None:
    """A line that a program waiting for it sees at once."""
    output.echo(line)
    sys.stdout.flush()


def _settings(session: Session) -> "ServiceSettings":
    from campaign.settings import SettingsError, read_settings

    try:
        return read_settings(session.path).service
    except SettingsError as error:
        raise click.ClickException(str(error)) from error


def _serving(
    session: Session,
    settings: "ServiceSettings",
    listen: str | None,
    url: str | None,
    *,
    is_plain: bool,
) -> "Serving":
    """How it is to run, from what was typed and the settings. Refuses what others could read."""
    from campaign.settings import is_loopback
    from campaign.web.serve import Serving

    where = listen or settings.listen
    host, port = _place(where)
    address = (url if url is not None else "" if listen else settings.url) or ""
    parts = urlsplit(address)
    if address and (
        parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/")
    ):
        raise WrongUsage(f"write an address like https://club.example after --url, not {address}")
    is_open = not is_loopback(host) or bool(parts.hostname and not is_loopback(parts.hostname))
    if is_open and parts.scheme != "https" and not is_plain:
        raise Refusal(
            f"{where} can be reached by other machines, and nothing would be encrypted. Let a "
            "proxy with a certificate stand before it and name its address with --url https://…, "
            "or say --plain on a network that you trust"
        )
    return Serving(session.path, host, port, address, settings.proxy, is_plain=is_plain)


def _place(where: str) -> tuple[str, int]:
    host, _, port = where.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise WrongUsage(f"write a host and a port like 127.0.0.1:8720 after --listen, not {where}")
    return host.strip("[]"), int(port)


def _check(session: Session, serving: "Serving") -> None:
    """A line for each thing that the service needs; exit 1 if one is missing."""
    import socket

    missing = []
    if not session.ledger.store.exists():
        missing.append(f"there is no campaign store at {session.path}; start a campaign first")
    elif not session.ledger.vault.exists():
        missing.append(
            "the vault's key is not beside the store; what is sealed could not be opened"
        )
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    try:
        with socket.create_server((serving.host, serving.port), family=family):
            pass
    except OSError as error:
        missing.append(f"cannot listen on {serving.host}:{serving.port}: {_why(error)}")
    for line in missing:
        output.echo(f"missing: {line}")
    if missing:
        raise click.exceptions.Exit(1)
    output.echo(f"store     {session.path}")
    output.echo(f"listens   {serving.host}:{serving.port}")
    output.echo(f"address   {serving.url or 'where it listens'}")
    output.echo(f"encrypted {'no' if not serving.url.startswith('https') else 'by the proxy'}")
    output.echo("nothing is missing")


@verb("invite", "campaign invite club anna\ncampaign invite club anna --json")
@the_campaign
@argument("member", "MEMBER", MemberIdParam())
@as_json
def invite(session: Session, name: str, member: str, as_json: bool) -> None:
    """Prints an address that lets a member come in to the service with one device, within fourteen
    days. An earlier one that they have not used counts no more. If they have come in before, the
    record says that they were invited again, where everybody sees it.
    """
    from campaign.people.doors import DOORS, Doors
    from campaign.people.people import People
    from campaign.store.clock import utc_now
    from campaign.text.suggest import near
    from campaign.web.inviting import invite as make
    from campaign.web.inviting import noted_address

    session.must_exist(name)
    members = session.live(name).state.campaign.members
    if member not in members:
        raise WrongUsage(f"{member!r} is not enrolled in {name}{near(member, members)}")
    url = (_settings(session).url or noted_address(session.path)).rstrip("/")
    if not url:
        raise Refusal(
            "nobody has said where the service is: run `campaign serve`, or write url under "
            "[service] into club.toml. Nothing was recorded"
        )
    people = People(session.path, (DOORS,))
    try:
        doors = Doors(people.file, clock=utc_now)
        made = make(session.desk, doors, people, name, member, session.member)
    finally:
        people.close()
    if made.refused:
        raise Refusal(made.refused)
    address = f"{url}/in/{made.token}"
    if as_json:
        output.json_line({"url": address})
        return
    if sys.stdout.isatty():
        import segno

        segno.make(address, error="m").terminal(compact=True)
    output.echo(address)


VERBS: dict[str, ClickVerb] = {"serve": serve, "invite": invite}
