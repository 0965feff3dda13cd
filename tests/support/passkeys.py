"""Passkeys of our own for tests: they sign as the standard says, written out once more here."""

import base64
import hashlib
import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SITE = "club.example"


def text_of(value: bytes) -> str:
    """Bytes in base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class Passkey:
    """A passkey bound to a site, with a key of any kind that passkeys have; if none is named, a new
    one of the usual kind.
    """

    def __init__(self, key: Any = None, site: str = SITE) -> None:
        self.key, self.site = key or ec.generate_private_key(ec.SECP256R1()), site

    @property
    def public(self) -> str:
        form = PublicFormat.SubjectPublicKeyInfo
        return text_of(self.key.public_key().public_bytes(Encoding.DER, form))

    def touched(self, challenge: bytes, **changed: Any) -> str:
        """An assertion over a challenge; `changed` replaces what an honest browser would say."""
        client = {
            "type": "webauthn.get",
            "challenge": text_of(challenge),
            "origin": f"https://{self.site}",
            "crossOrigin": False,
        } | changed.get("client", {})
        flags, count = changed.get("flags", 0x05), 7
        site = changed.get("of", self.site)
        data = hashlib.sha256(site.encode()).digest() + bytes([flags]) + count.to_bytes(4)
        raw = json.dumps(client, separators=(",", ":")).encode()
        signature = self.signed(data + hashlib.sha256(raw).digest())
        return packed(authenticatorData=data, clientDataJSON=raw, signature=signature)

    def signed(self, text: bytes) -> bytes:
        if isinstance(self.key, ed25519.Ed25519PrivateKey):
            return self.key.sign(text)
        if isinstance(self.key, rsa.RSAPrivateKey):
            return self.key.sign(text, padding.PKCS1v15(), SHA256())
        return self.key.sign(text, ec.ECDSA(SHA256()))


def packed(**parts: bytes) -> str:
    """An assertion's text."""
    return text_of(json.dumps({name: text_of(part) for name, part in parts.items()}).encode())


def unpacked(assertion: str) -> dict[str, bytes]:
    """The parts of an assertion's text."""
    found = json.loads(base64.urlsafe_b64decode(assertion + "=" * (-len(assertion) % 4)))
    return {
        name: base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
        for name, part in found.items()
    }
