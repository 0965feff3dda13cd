"""Signed acts: a member's own signature over the very text of a command. Pure.

What is signed is the SHA-256 of four lines, each ended by a line feed:

    campaign-tracker act 1
    <campaign id>          32 hex digits
    <member>               who sends it
    <text>                 the command's JSON, as it is handed in, without white space around it

An Ed25519 key signs these 32 bytes; for a passkey they are the challenge. The text bears an `id`
of its own, so that it counts once. What holds a secret is not signed: whoever has the signature
could try which choice fits it.
"""

import hashlib
from typing import Annotated

import msgspec

from campaign.kernel.assertions import asserted
from campaign.kernel.decisions import Command, Refused, missing_field
from campaign.kernel.key_state import Key
from campaign.kernel.members import Campaign
from campaign.kernel.signing import head_text, signed

RULE = "Keys"
HEADER = "campaign-tracker act 1"
LONGEST = 16_384
"""How many bytes a signed text may have: it is kept in its receipt."""


class ActSignature(msgspec.Struct, frozen=True):
    """A signature that comes beside a command's text."""

    key: str
    """The id of the key that made it."""
    value: Annotated[str, msgspec.Meta(max_length=4096)]
    """In base64url; of a passkey the assertion."""


class _Own(msgspec.Struct, frozen=True):
    id: str = ""


def act_digest(campaign_id: str, member: str, text: bytes) -> bytes:
    """What a member signs of a command: 32 bytes."""
    lines = (HEADER.encode(), campaign_id.encode(), member.encode(), text)
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).digest()


def act_signed(key: Key, given: str, digest: bytes) -> bool:
    """Whether a key made a signature over an act's digest."""
    if key.algorithm == "ed25519":
        return signed(key.public, given, digest)
    return asserted(key.public, key.party, given, digest)


def head_signed(key: Key, given: str, campaign: Campaign, version: int, head: str) -> bool:
    """Whether a key made a signature over a head; a passkey signs the digest of the five lines."""
    text = head_text(campaign.id, version, head, campaign.rules)
    if key.algorithm == "ed25519":
        return signed(key.public, given, text)
    return asserted(key.public, key.party, given, hashlib.sha256(text).digest())


def refused(
    campaign: Campaign, command: Command, text: bytes, given: ActSignature | None
) -> Refused | None:
    """Why a command does not count with this signature, or without one; None if it does."""
    if command.by not in campaign.members:
        return None  # nobody's command is refused for that
    if given is None:
        return _missing(campaign, command)
    who, mine = campaign.called(command.by), campaign.record.keys.of(command.by)
    key = mine.get(given.key)
    if key is None:
        text_of = f"{who} has no key {given.key} in use; the keys in use are"
        return Refused(RULE, f"{text_of}: {', '.join(mine) or 'none'}")
    if not own_id(text):
        return missing_field("id", "missing; a signed command has its id in its text")
    if len(text) > LONGEST:
        return Refused(RULE, f"a signed command has at most {LONGEST} bytes, and this {len(text)}")
    if not act_signed(key, given.value, act_digest(campaign.id, command.by, text)):
        return Refused(RULE, f"this is not key {given.key}'s signature over this command")
    if command.tells_secret and not command.counts_unsigned:
        return Refused(RULE, _SECRET)
    return None


def demanded(campaign: Campaign, command: type[Command], by: str) -> bool:
    """Whether a member's command counts only with a signature. In a what-if it never does."""
    is_real = campaign.record.branch_of is None
    return is_real and not command.counts_unsigned and campaign.record.keys.only(by)


def kept(command: Command | Refused, given: ActSignature | None) -> bool:
    """Whether text and signature go into the receipt: only where the text tells no secret."""
    return given is not None and not isinstance(command, Refused) and not command.tells_secret


def own_id(text: bytes) -> str:
    """The id that stands in a command's own text; empty without one."""
    try:
        return msgspec.json.decode(text, type=_Own).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


def _missing(campaign: Campaign, command: Command) -> Refused | None:
    if not demanded(campaign, type(command), command.by):
        return None
    who, mine = campaign.called(command.by), campaign.record.keys.of(command.by)
    if command.tells_secret:
        return Refused(RULE, f"what {who} sends counts only with a signature; {_SECRET}")
    ways = f"sign it with key {' or '.join(mine)} (`--sign FILE`, or a passkey on the web)"
    return Refused(RULE, f"what {who} sends counts only with {who}'s signature; {ways}")


_SECRET = (
    "a signature would give away a secret or an address that it covers; leave it out, or seal it"
    " on your own device and sign the seal"
)
