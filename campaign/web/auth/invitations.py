"""Invitations, and where the service can be found by programs beside it. IO."""

import logging
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path

import msgspec

from campaign.accounts.devices import INVITED, Credentials
from campaign.accounts.people import People
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.kernel.keys import ActSignature
from campaign.text.json_values import JsonObject

LOG = logging.getLogger("campaign.web")


class Invited(msgspec.Struct, frozen=True):
    """An invitation that was made, or why it was not."""

    token: str = ""
    is_offered: bool = False
    """Whether the member had a device before, so that the record says the seat was offered."""
    refused: str = ""


Signing = Callable[[JsonObject], tuple[bytes, ActSignature | None]]
"""Makes the text of a command, and its sender's signature where they want one."""


def unsigned(sent: JsonObject) -> tuple[bytes, None]:
    """The text of a command that nobody signs."""
    return msgspec.json.encode(sent), None


def invite(
    desk: CommandHandler,
    doors: Credentials,
    people: People,
    name: str,
    member: str,
    host: str,
    signed: Signing = unsigned,
) -> Invited:
    """Makes an invitation for a member of a campaign.

    If they had a device before, the record says that their seat was offered. An invitation that
    they have not used counts no more.
    """
    campaign = desk.ledger.live(name).state.campaign
    person = people.person_in(campaign.id, member)
    is_offered = bool(person) and doors.has_been_used(person)
    may_be_recorded = not campaign.closed
    if is_offered and may_be_recorded and member not in campaign.seats_offered:
        text, signature = signed({"command": "OfferSeat", "member": member})
        outcome = desk.submit(name, text, Actor(host), signature=signature)
        if outcome.refused is not None:
            return Invited(refused=outcome.refused.reason)
    token = doors.hand_out("invitation", campaign.id, member, "", INVITED)
    return Invited(token, is_offered)


def invite_all(
    desk: CommandHandler,
    doors: Credentials,
    people: People,
    name: str,
    host: str,
    signed: Signing = unsigned,
    *,
    unused: bool,
) -> Iterator[tuple[str, Invited]]:
    """Makes an invitation for every other member, by name; `unused` leaves out who has come in."""
    campaign = desk.ledger.live(name).state.campaign
    for member in campaign.members:
        person = people.person_in(campaign.id, member)
        has_come = bool(person) and doors.has_been_used(person)
        if member != host and not (unused and has_come):
            yield campaign.called(member), invite(desk, doors, people, name, member, host, signed)


def picture(url: str) -> str:
    """A code that a phone's camera reads, as the address of a picture."""
    import segno

    return segno.make(url, error="m").svg_data_uri(scale=6, border=3, light="#ffffff")


_SHEET = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Invitations</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ font-family: sans-serif; display: flex; flex-wrap: wrap; margin: 0 }}
section {{ width: 8cm; padding: 5mm; border: 1px dashed #555; break-inside: avoid }}
img {{ width: 5cm }} p {{ overflow-wrap: anywhere; font-size: 9pt }}</style></head>
<body><h1 hidden>Invitations</h1>{}</body></html>
"""


def sheet(invitations: Iterable[tuple[str, str]]) -> str:
    """Names with their addresses as slips to cut out, each with a code for a camera."""
    return _SHEET.format(
        "".join(
            f'<section><h2>{escape(name)}</h2><img alt="The address as a code for a camera" '
            f'src="{escape(picture(url))}"><p>{escape(url)}</p>'
            "<p>Lets in one device, within fourteen days.</p></section>"
            for name, url in invitations
        )
    )


def address_file(store: Path) -> Path:
    """Where the running service writes its address."""
    return store.with_name(f"{store.stem}.service")


def note_address(store: Path, url: str) -> None:
    """Writes down where the running service is, for whoever invites at the keyboard."""
    file = address_file(store)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_text(f"{url}\n", encoding="utf-8")
    except OSError as error:
        LOG.warning("cannot write %s: %s", file, error.strerror)


def noted_address(store: Path) -> str:
    """Where the running service said it is; empty if none has."""
    try:
        return address_file(store).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError):
        return ""
