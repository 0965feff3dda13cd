"""Signing on the web: what a form would send is told to its own page, which has it signed by touch.

A form that is to be signed comes twice: first with `sign=ask`, for the exact text that it would
send; then with the key and its signature over that text. The first records nothing.
"""

from typing import TYPE_CHECKING

import msgspec

from campaign.kernel import wire
from campaign.kernel.decisions import Refused
from campaign.kernel.signing import key_id
from campaign.web.replies import JSON, Reply
from campaign.web.visits import Entered, TextAskedError, Visit

if TYPE_CHECKING:
    from campaign.people.passkeys import KeptPasskey


class Signer(msgspec.Struct, frozen=True):
    """What a page needs to have something signed by touch."""

    campaign: str
    """The campaign's random id."""
    member: str
    party: str
    keys: dict[str, str]
    """What the browser calls each passkey that signs here, with its key's id."""
    rules: int
    """The number of the campaign's rules."""
    only: bool
    """Whether nothing of the member's counts unsigned."""

    @property
    def in_json(self) -> str:
        """The same for the page's script."""
        return msgspec.json.encode(self).decode()


def passkeys_of(visit: Visit) -> "list[KeptPasskey]":
    """The visitor's passkeys; none where browsers have none to give."""
    door = visit.house.entrance
    return door.passkeys.of(visit.person) if door.party else []


def signer(visit: Visit, here: Entered) -> Signer | None:
    """What signs for the visitor in a campaign; None where no passkey of theirs does."""
    keys = here.campaign.record.keys
    mine = {key for key, one in keys.of(here.member).items() if one.algorithm == "webauthn"}
    if not mine:
        return None
    found = {one.id: key_id(one.public) for one in passkeys_of(visit)}
    signs = {one: key for one, key in found.items() if key in mine}
    if not signs:
        return None
    party = visit.house.entrance.party
    campaign, only = here.campaign, keys.only(here.member)
    return Signer(campaign.id, here.member, party, signs, campaign.rules, only)


def nothing_to_sign() -> Reply:
    """The answer for a form that sends no command, or one that is not signed."""
    return _json({"unsigned": True})


def to_sign(asked: TextAskedError) -> Reply:
    """The text that a form would send, for its own page to have it signed."""
    here = asked.here
    command = wire.read(asked.text, here.live.system.rules.commands, here.member)
    if not isinstance(command, Refused) and (command.tells_secret or command.counts_unsigned):
        return nothing_to_sign()
    return _json({"text": asked.text.decode()})


def _json(value: dict[str, object]) -> Reply:
    return Reply(msgspec.json.encode(value), media=JSON)
