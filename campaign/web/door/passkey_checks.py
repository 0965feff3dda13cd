"""What a browser hands in of a passkey, checked beside its signature. Pure."""

import hmac

import msgspec

from campaign.kernel.signing import from_text
from campaign.web.addresses import PublicAddress

LONGEST = 4096
_COUNT = slice(33, 37)
"""Where a passkey says how often it signed."""


class _Made(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    challenge: str
    origin: str
    cross_origin: bool = False


class _Touched(msgspec.Struct, frozen=True, rename="camel"):
    authenticator_data: str


def is_made_here(client: str, address: PublicAddress, challenge: bytes) -> bool:
    """Whether a browser made a passkey on a page of this service, for this challenge."""
    if len(client) > LONGEST or not client.isascii():
        return False
    try:
        found = msgspec.json.decode(from_text(client) or b"", type=_Made)
        asked = from_text(found.challenge) or b""
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return (
        found.type == "webauthn.create"
        and not found.cross_origin
        and bool(challenge)
        and hmac.compare_digest(asked, challenge)
        and found.origin.lower() in address.origins
    )


def count_of(assertion: str) -> int:
    """How often a passkey says that it signed; only of an assertion that was found good."""
    touched = msgspec.json.decode(from_text(assertion) or b"", type=_Touched)
    return int.from_bytes((from_text(touched.authenticator_data) or b"")[_COUNT], "big")
