"""What a push service is handed: a message that only the browser can read (RFC 8291), and who we
are (RFC 8292). No clock is asked; chance can be given.

Own lines over `cryptography`: the library for it would bring two more clients of the web along, and
would call whatever address it is given.
"""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from campaign.kernel.signing import from_text, to_text

PushKey = ec.EllipticCurvePrivateKey
CURVE = ec.SECP256R1()
PUBLIC_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096
LASTS = timedelta(hours=12)
"""How long a word of who we are counts."""


class BrowserKeys(msgspec.Struct, frozen=True):
    """What a browser gave to encrypt for it."""

    public: bytes
    auth: bytes


def new_key() -> PushKey:
    """A key of our own."""
    return ec.generate_private_key(CURVE)


def key_bytes(key: PushKey) -> bytes:
    """A key as it is kept."""
    return key.private_numbers().private_value.to_bytes(32, "big")


def key_of(kept: bytes) -> PushKey:
    """The key that was kept."""
    return ec.derive_private_key(int.from_bytes(kept, "big"), CURVE)


def public_of(key: PushKey) -> bytes:
    """Its public half, as browsers take it."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def keys_of(public: str, auth: str) -> BrowserKeys | None:
    """What a browser gave, if it can be used."""
    found = BrowserKeys(from_text(public) or b"", from_text(auth) or b"")
    if len(found.public) != PUBLIC_BYTES or len(found.auth) != AUTH_BYTES:
        return None
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.public)
    except ValueError:
        return None
    return found


def encrypted(
    content: bytes,
    browser: BrowserKeys,
    key: Callable[[], PushKey] = new_key,
    random: Callable[[int], bytes] = os.urandom,
) -> bytes:
    """A message in one record, with a key and a salt that are used once."""
    own, salt = key(), random(SALT_BYTES)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser.public)
    secret = own.exchange(ec.ECDH(), theirs)
    both = b"WebPush: info\0" + browser.public + public_of(own)
    shared = _derived(secret, browser.auth, both, 32)
    cipher = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([PUBLIC_BYTES]) + public_of(own)
    return head + AESGCM(cipher).encrypt(nonce, content + b"\2", None)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def authorization(key: PushKey, endpoint: str, sender: str, now: str) -> str:
    """Who we are, for one push service: a signed word with an end, and our public key."""
    parts = urlsplit(endpoint)
    until = datetime.fromisoformat(now) + LASTS
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc.removesuffix(':443')}",
        "exp": int(until.timestamp()),
        "sub": sender,
    }
    head = to_text(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    signed = f"{head}.{to_text(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={to_text(public_of(key))}"
