"""Keys and signatures of members. Pure: checking a signature needs neither clock nor chance.

What a witness signs are five lines of ASCII text:

    campaign-tracker head 1
    <campaign id>          32 hex digits
    <version>              decimal
    <head>                 64 hex digits
    rules <number>         decimal: the rules that the campaign follows

each ended by a line feed. Any program that can sign with Ed25519 can be a witness.
"""

import base64
import binascii
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes

HEADER = "campaign-tracker head 1"
RAW_BYTES = 32
SIGNATURE_BYTES = 64
_ID_DIGITS = 16


def head_text(campaign_id: str, version: int, head: str, rules: int) -> bytes:
    """What a witness of a head signs."""
    return f"{HEADER}\n{campaign_id}\n{version}\n{head}\nrules {rules}\n".encode()


def to_text(value: bytes) -> str:
    """Bytes in base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def from_text(text: str) -> bytes | None:
    """The bytes of a base64url text, with or without padding; None if it is not base64url."""
    try:
        value = base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)
    except (binascii.Error, ValueError):
        return None
    return value if to_text(value) == text.rstrip("=") else None


def key_id(public: str) -> str:
    """The id of a public key, the same for both Ed25519 forms. Empty if it is not a key."""
    found = _ed25519(public)
    if found is not None:
        value = found.public_bytes_raw()
    elif (value := _other(public)) == b"":
        return ""
    return hashlib.sha256(value).hexdigest()[:_ID_DIGITS]


def is_ed25519(public: str) -> bool:
    """Whether a text is an Ed25519 public key."""
    return _ed25519(public) is not None


def signed(public: str, signature: str, text: bytes) -> bool:
    """Whether an Ed25519 key has signed a text."""
    from cryptography.exceptions import InvalidSignature

    key, value = _ed25519(public), from_text(signature)
    if key is None or value is None or len(value) != SIGNATURE_BYTES:
        return False
    try:
        key.verify(value, text)
    except InvalidSignature:
        return False
    return True


def _ed25519(public: str) -> "Ed25519PublicKey | None":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    value = from_text(public)
    if value is None:
        return None
    if len(value) == RAW_BYTES:
        found = Ed25519PublicKey.from_public_bytes(value)
        return None if value in _WEAK else found
    known = loaded(value)
    if not isinstance(known, Ed25519PublicKey):
        return None
    return None if known.public_bytes_raw() in _WEAK else known


def _other(public: str) -> bytes:
    """The bytes of a key of another kind, in its common form; empty if it is not a key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    value = from_text(public) or b""
    known = loaded(value)
    return b"" if known is None or isinstance(known, Ed25519PublicKey) else value


def loaded(value: bytes) -> "PublicKeyTypes | None":
    """A key of any kind in its common form; None if it is not a key.

    The library is imported only here and beside: few commands need it, and it is slow to load.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        return load_der_public_key(value)
    except (ValueError, UnsupportedAlgorithm):
        return None


_P = 2**255 - 19
_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_WEAK = frozenset(
    (y | sign << 255).to_bytes(RAW_BYTES, "little")
    for y in (0, 1, _P - 1, _P, _P + 1, _ORDER_8, _P - _ORDER_8)
    for sign in (0, 1)
)
"""Points of small order: such a key accepts signatures that nobody made."""
