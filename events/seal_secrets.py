"""A seal secret: one secret of a member's, from which every seal of their devices follows.

The nonce of a seal is HMAC-SHA-256 with the secret over lines of ASCII text:

    campaign-tracker nonce 1
    <campaign id>
    <kind>
    <draw number>
    <power>
    <attempt>              decimal: the seals that this power laid on this draw before

each ended by a line feed. So whoever has the secret finds choice and nonce again from nothing but
the commitment. Written down it is the recovery code: nine groups of four signs, of which the last
is a check on the others.
"""

import hashlib
import hmac
from collections.abc import Iterable

import msgspec

from events.sealed import Opening, Subject, opens

SECRET_BYTES = 20
ATTEMPTS = 100
"""How many seals of one power on one draw are looked through."""
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two digits and letters; I, L, O and U are left out, which are easily misread."""
GROUP, GROUPS = 4, 9
NONCE_HEADER = "campaign-tracker nonce 1"
CHECK_HEADER = b"campaign-tracker seal secret 1\n"
_CHECK_SIGNS = GROUP
_SIGN_BITS = 5
_MISREAD = str.maketrans("ILO", "110")


class Unreadable(msgspec.Struct, frozen=True):
    """Why something typed is no recovery code, in a sentence that repeats nothing of it."""

    why: str


class Recovered(msgspec.Struct, frozen=True):
    """What opens a commitment, and the number of the attempt that it was."""

    opening: Opening
    attempt: int


def nonce(secret: bytes, subject: Subject, attempt: int) -> str:
    """The nonce of a seal: 64 hex digits."""
    text = f"{NONCE_HEADER}\n{subject.lines()}{attempt}\n"
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


def recovered(
    secret: bytes, subject: Subject, choices: Iterable[str], commitment: str
) -> Recovered | None:
    """What opens a commitment that this secret made; None if it made none such."""
    words = tuple(choices)
    for attempt in range(ATTEMPTS):
        derived = nonce(secret, subject, attempt)
        for choice in words:
            if opens(subject, opening := Opening(choice, derived), commitment):
                return Recovered(opening, attempt)
    return None


def code(secret: bytes) -> str:
    """The recovery code of a secret, in groups with a blank between them."""
    signs = _signs(secret) + check(secret)
    return " ".join(signs[place : place + GROUP] for place in range(0, len(signs), GROUP))


def check(secret: bytes) -> str:
    """The last group of the code: the first 20 bits of a digest of the secret."""
    digest = hashlib.sha256(CHECK_HEADER + secret).digest()
    return _signs(digest)[:_CHECK_SIGNS]


def read(typed: str) -> bytes | Unreadable:
    """The secret of a recovery code, typed with any blanks and hyphens, in any case.

    The letters I and L are read as 1, and O as 0.
    """
    signs = "".join(typed.split()).replace("-", "").upper().translate(_MISREAD)
    if any(sign not in SIGNS for sign in signs):
        return Unreadable("a recovery code has digits and letters only, and no U")
    if len(signs) != GROUP * GROUPS:
        wanted = f"{GROUPS} groups of {GROUP}"
        return Unreadable(f"a recovery code has {wanted} signs; this has {len(signs)} signs")
    number = 0
    for sign in signs[:-_CHECK_SIGNS]:
        number = number << _SIGN_BITS | SIGNS.index(sign)
    secret = number.to_bytes(SECRET_BYTES, "big")
    if not hmac.compare_digest(check(secret), signs[-_CHECK_SIGNS:]):
        return Unreadable("its last group does not fit the others: a sign is wrong")
    return secret


def _signs(content: bytes) -> str:
    """Bytes in signs of five bits, the highest first; what is left over is not written."""
    number, bits = int.from_bytes(content, "big"), len(content) * 8
    places = range(bits - _SIGN_BITS, -1, -_SIGN_BITS)
    return "".join(SIGNS[number >> place & 31] for place in places)
