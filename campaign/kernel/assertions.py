"""Passkey assertions: what a passkey signs when it is touched, checked without its maker. Pure.

A passkey signs its own data and the SHA-256 of the browser's; the browser's data names what was
done, at which site, and the challenge, which here says what the touch is for. As a text it is JSON
in base64url: `authenticatorData`, `clientDataJSON` and `signature`, each in base64url as well.
"""

import hashlib
import hmac
from urllib.parse import urlsplit

import msgspec

from campaign.kernel.signing import from_text, is_ed25519, loaded

LONGEST = 4096
"""How many letters an assertion's text may have; one of Chromium has 320 to 470 bytes."""
_HASH_BYTES = 32
_SHORTEST = 37
"""The site's digest, a byte of flags, and a counter of four."""
_PRESENT = 0x01
"""The flag that somebody touched the passkey."""
_WEAK_BITS = 2048
"""Fewer bits of an RSA key can be broken."""
_LOCAL = "localhost"
"""The one site that browsers trust without a certificate; a bare address has no passkeys."""


class _Assertion(msgspec.Struct, frozen=True, rename="camel"):
    authenticator_data: str
    client_data: str = msgspec.field(name="clientDataJSON")
    signature: str


class _ClientData(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    challenge: str
    origin: str
    cross_origin: bool = False


def asserted(public: str, party: str, assertion_text: str, challenge: bytes) -> bool:
    """Whether a passkey was touched at a site for exactly this challenge.

    `public` is the key in its common form (SPKI) in base64url: Ed25519, ES256 or RS256.
    """
    if len(assertion_text) > LONGEST:
        return False
    try:
        found = msgspec.json.decode(from_text(assertion_text) or b"", type=_Assertion)
        data, raw = from_text(found.authenticator_data), from_text(found.client_data)
        given = from_text(found.signature)
        client = msgspec.json.decode(raw or b"", type=_ClientData)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    if not data or not raw or not given:
        return False
    asked = from_text(client.challenge)
    if client.type != "webauthn.get" or client.cross_origin or asked is None:
        return False
    if not hmac.compare_digest(asked, challenge) or not _at(client.origin, party):
        return False
    return _touched(data, party) and _made_by(public, given, data + hashlib.sha256(raw).digest())


def is_passkey(public: str) -> bool:
    """Whether a text is a public key of a kind that passkeys have, in its common form."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

    key = loaded(from_text(public) or b"")
    if isinstance(key, EllipticCurvePublicKey):
        return isinstance(key.curve, SECP256R1)
    if isinstance(key, RSAPublicKey):
        return key.key_size >= _WEAK_BITS
    return isinstance(key, Ed25519PublicKey) and is_ed25519(public)


def _at(origin: str, party: str) -> bool:
    """Whether a page of the site asked, over a connection that nobody could change."""
    try:
        parts = urlsplit(origin)
        host = parts.hostname or ""
    except ValueError:
        return False
    safe = parts.scheme == "https" or (parts.scheme == "http" and host == _LOCAL)
    return safe and host == party


def _touched(data: bytes, party: str) -> bool:
    """Whether the passkey itself says that it belongs to the site and that somebody was there."""
    ours = hmac.compare_digest(data[:_HASH_BYTES], hashlib.sha256(party.encode()).digest())
    return len(data) >= _SHORTEST and ours and bool(data[_HASH_BYTES] & _PRESENT)


def _made_by(public: str, signature: bytes, text: bytes) -> bool:
    """Whether the key signed the text, in the one way that its kind has."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.hazmat.primitives.hashes import SHA256

    if not is_passkey(public):
        return False
    key = loaded(from_text(public) or b"")
    try:
        if isinstance(key, EllipticCurvePublicKey):
            key.verify(signature, text, ECDSA(SHA256()))
        elif isinstance(key, RSAPublicKey):
            key.verify(signature, text, PKCS1v15(), SHA256())
        elif isinstance(key, Ed25519PublicKey):
            key.verify(signature, text)
        else:
            return False
    except InvalidSignature:
        return False
    return True
