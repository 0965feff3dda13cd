"""Challenges for passkeys: each for one purpose, once, within five minutes.

A challenge tells its own age and is sealed with a key of this process, so that nothing is kept of
those that nobody uses; asking for many takes no memory.
"""

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable
from datetime import timedelta

from campaign.kernel.signing import from_text, to_text
from campaign.people.doors import moment

COUNTS = timedelta(minutes=5)
DOOR = b"campaign-tracker door 1\n"
"""What stands before a challenge of the door in what a passkey signs."""
_TIME_BYTES, _RANDOM_BYTES, _SEAL_BYTES = 8, 16, 32


def at_the_door(challenge: bytes) -> bytes:
    """What a passkey signs for a challenge of the door: never what it would sign for an act."""
    return hashlib.sha256(DOOR + challenge).digest()


class Challenges:
    """What passkeys are asked to sign. Several threads may use it at once."""

    def __init__(
        self,
        clock: Callable[[], str],
        key: bytes = b"",
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._clock = clock
        self._random = random
        self._key = key or secrets.token_bytes(32)
        self._used: dict[bytes, int] = {}
        self._turn = threading.Lock()

    def made(self, purpose: str) -> str:
        """A new challenge, in base64url."""
        body = self._now().to_bytes(_TIME_BYTES, "big") + self._random(_RANDOM_BYTES)
        return to_text(body + self._seal(body, purpose))

    def take(self, text: str, purpose: str) -> bytes:
        """The bytes of a challenge of ours, which then is used up; empty if it does not count."""
        raw = from_text(text) if text.isascii() else None
        if raw is None or len(raw) != _TIME_BYTES + _RANDOM_BYTES + _SEAL_BYTES:
            return b""
        body, seal = raw[:-_SEAL_BYTES], raw[-_SEAL_BYTES:]
        if not hmac.compare_digest(self._seal(body, purpose), seal):
            return b""
        now, made = self._now(), int.from_bytes(body[:_TIME_BYTES], "big")
        lasts = int(COUNTS.total_seconds())
        if not made <= now <= made + lasts:
            return b""
        with self._turn:
            for late in [one for one, at in self._used.items() if at + lasts < now]:
                del self._used[late]
            if raw in self._used:
                return b""
            self._used[raw] = made
        return raw

    def _now(self) -> int:
        return int(moment(self._clock()).timestamp())

    def _seal(self, body: bytes, purpose: str) -> bytes:
        return hmac.new(self._key, body + purpose.encode(), hashlib.sha256).digest()
