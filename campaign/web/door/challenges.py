"""Challenges for passkeys: each for one purpose, once, within five minutes.

A challenge tells its own age and is sealed with a key of the service, so that nothing is kept of
those that nobody uses; asking for many takes no memory. Where several processes share a database
they have that key together, and what was used up at one of them is used up at all.
"""

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from campaign.kernel.signing import from_text, to_text
from campaign.people.doors import moment

COUNTS = timedelta(minutes=5)
DOOR = b"campaign-tracker door 1\n"
"""What stands before a challenge of the door in what a passkey signs."""
_TIME_BYTES, _RANDOM_BYTES, _SEAL_BYTES = 8, 16, 32


def at_the_door(challenge: bytes) -> bytes:
    """What a passkey signs for a challenge of the door: never what it would sign for an act."""
    return hashlib.sha256(DOOR + challenge).digest()


class UsedOnce(Protocol):
    """What counts once, and has been used. Several threads may use it at once."""

    def use(self, raw: bytes, until: int, now: int) -> bool:
        """Uses something up that would count until a moment; whether it was still unused."""


class UsedHere:
    """What was used up at this process."""

    def __init__(self) -> None:
        self._used: dict[bytes, int] = {}
        self._turn = threading.Lock()

    def use(self, raw: bytes, until: int, now: int) -> bool:
        """Uses something up that would count until a moment; whether it was still unused."""
        with self._turn:
            for late in [one for one, end in self._used.items() if end < now]:
                del self._used[late]
            if raw in self._used:
                return False
            self._used[raw] = until
            return True


class Challenges:
    """What passkeys are asked to sign. Several threads may use it at once."""

    def __init__(
        self,
        clock: Callable[[], str],
        key: bytes = b"",
        random: Callable[[int], bytes] = secrets.token_bytes,
        used: UsedOnce | None = None,
    ) -> None:
        self._clock = clock
        self._random = random
        self._key = key or secrets.token_bytes(32)
        self._used = used or UsedHere()

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
        return raw if self._used.use(raw, made + lasts, now) else b""

    def _now(self) -> int:
        return int(moment(self._clock()).timestamp())

    def _seal(self, body: bytes, purpose: str) -> bytes:
        return hmac.new(self._key, body + purpose.encode(), hashlib.sha256).digest()
