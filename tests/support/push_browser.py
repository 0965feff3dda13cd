"""A browser that can be woken: its keys, and what it reads of a message, as RFC 8291 says."""

import hashlib
import hmac
import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from campaign.extensions.push.posts import public_of
from campaign.kernel.keys import from_text, to_text

CURVE = ec.SECP256R1()


class PushBrowser:
    """One subscription, seen from the browser."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)

    @property
    def form(self) -> dict[str, str]:
        """What its script puts into the form."""
        public = to_text(public_of(self.private))
        return {"endpoint": self.endpoint, "public": public, "auth": to_text(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says."""
        found: dict[str, Any] = json.loads(opened(body, self.private, self.auth))
        return found


def opened(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """RFC 8188 and 8291, step by step, with HMAC alone."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert size == 4096 and len(sealed) <= size
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
    secret = private.exchange(ec.ECDH(), theirs)
    mixed = _hmac(auth, secret)
    shared = _hmac(mixed, b"WebPush: info\0" + public_of(private) + sender + b"\1")
    base = _hmac(salt, shared)
    key = _hmac(base, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _hmac(base, b"Content-Encoding: nonce\0\1")[:12]
    plain = AESGCM(key).decrypt(nonce, sealed, None)
    assert plain.endswith(b"\2")
    return plain[:-1]


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def claims_of(header: str) -> tuple[dict[str, Any], bytes, bytes, bytes]:
    """What a service says of itself: its claims, what it signed, the signature, its public key."""
    assert header.startswith("vapid t=")
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    head, body, signature = token.split(".")
    found = [from_text(one) or b"" for one in (head, body, signature, key)]
    assert json.loads(found[0]) == {"typ": "JWT", "alg": "ES256"}
    return json.loads(found[1]), f"{head}.{body}".encode(), found[2], found[3]
