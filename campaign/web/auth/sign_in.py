"""What signing in stands on: passkeys and their challenges, codes, and how often one may try.
IO.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from campaign.accounts import sign_ins
from campaign.accounts.devices import OPERATORS, Operators, moment
from campaign.accounts.protocol import Part, PeopleDatabase
from campaign.kernel.keys import from_text, to_text
from campaign.web.auth.rate_limits import (
    READS,
    TRY_RATE,
    LimitMaker,
    Rate,
    network_of,
)
from campaign.web.replies import PublicAddress
from campaign.web.server.shared_state import SharedMoves, Together, TogetherRows
from campaign.world import chance, threads

# --- Challenges for passkeys: each for one purpose, once, within five minutes -------------------
#
# A challenge tells its own age and is sealed with a key of the service, so that nothing is kept of
# those that nobody uses; asking for many takes no memory. Where several processes share a database
# they have that key together, and what was used up at one of them is used up at all.

CHALLENGE_LASTS = timedelta(minutes=5)
DOOR = b"campaign-tracker door 1\n"
"""What stands before a challenge of the door in what a passkey signs."""
_TIME_BYTES, _RANDOM_BYTES, _SEAL_BYTES = 8, 16, 32


def at_the_door(challenge: bytes) -> bytes:
    """What a passkey signs for a challenge of the door: never what it would sign for an act."""
    return hashlib.sha256(DOOR + challenge).digest()


class Challenges:
    """What passkeys are asked to sign. Several threads may use it at once."""

    def __init__(self, clock: Callable[[], str], key: bytes, used: TogetherRows) -> None:
        self._clock = clock
        self._key = key
        self._used = used

    def made(self, purpose: str) -> str:
        """A new challenge, in base64url."""
        body = self._now().to_bytes(_TIME_BYTES, "big") + chance.random_bytes(_RANDOM_BYTES)
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
        lasts = int(CHALLENGE_LASTS.total_seconds())
        if not made <= now <= made + lasts:
            return b""
        return raw if self._used.use(raw, made + lasts, now) else b""

    def _now(self) -> int:
        return int(moment(self._clock()).timestamp())

    def _seal(self, body: bytes, purpose: str) -> bytes:
        return hmac.new(self._key, body + purpose.encode(), hashlib.sha256).digest()


# --- What the door stands on: passkeys, codes, who signed in, and how often one may try ---------

DOOR_PARTS: tuple[Part, ...] = (sign_ins.PASSKEYS, sign_ins.SIGN_INS, sign_ins.CODES, OPERATORS)
"""The tables of the door in the people's file."""
CODE_TRIES = Rate(20, 20 / 3600)
"""Codes asked for, and codes and passkeys tried, from one network: twenty an hour."""
TESTS = Rate(3, 1 / 60)
"""Tests of a channel, of one person: three at once, then one a minute."""
BUSY = "Another test is just being sent. Try again in a moment."
ENOUGH = "You have tried a few times; the next one can go in {} seconds."
PAGES = READS
"""Pages of one device."""


class PageLimits:
    """How often pages may be asked for. Several threads may use it at once."""

    def __init__(self, made: LimitMaker) -> None:
        self._codes, self._tokens = made("codes", CODE_TRIES), made("invitations", TRY_RATE)
        self._pages, self._tests = made("pages", PAGES), made("tests", TESTS)
        self._testing = threads.lock()  # each process has threads of its own to keep free

    def wait_for_code(self, address: str) -> int:
        """Counts a try to sign in; after how many seconds the network may try again, or 0."""
        return self._codes.wait(network_of(address))

    def wait_for_token(self, address: str) -> int:
        """The same for an invitation that nobody made."""
        return self._tokens.wait(network_of(address))

    def wait_for_page(self, device: str) -> int:
        """The same for a page, by a device that was let in."""
        return self._pages.wait(device)

    @contextmanager
    def testing(self, person: str) -> Iterator[str]:
        """One test of a channel at a time, whoever asks: why there is none now, empty if there is.

        A test waits for somebody else's server, and a page's thread waits with it.
        """
        if not self._testing.acquire(blocking=False):
            yield BUSY
            return
        try:
            wait = self._tests.wait(person)
            yield ENOUGH.format(wait) if wait else ""
        finally:
            self._testing.release()


class LetterPost(Protocol):
    """Sends short letters of the door, one after the other."""

    def is_set_up(self) -> bool:
        """Whether the settings name a mail server."""

    def later(self, errand: Callable[[], None]) -> None:
        """Does something after the answer has gone out. Any thread may ask."""

    def send(self, to: str, subject: str, text: str) -> None:
        """Sends a letter now. Raises what the settings or the mail server are wrong about."""

    def stop(self, patience: float = 1.0) -> None:
        """Ends after the errand under way, which is cut off if it takes long."""


class NoPost:
    """Where the program sends no mail: nobody is written to."""

    def is_set_up(self) -> bool:
        """Never."""
        return False

    def later(self, errand: Callable[[], None]) -> None:
        """Nothing: all errands end in a letter."""

    def send(self, to: str, subject: str, text: str) -> None:
        """Nothing."""

    def stop(self, patience: float = 1.0) -> None:
        """At once."""


class Entrance(NamedTuple):
    """What the door stands on."""

    passkeys: sign_ins.Passkeys
    signins: sign_ins.SignIns
    codes: sign_ins.Codes
    challenges: Challenges
    moves: SharedMoves
    limits: PageLimits
    post: LetterPost
    operators: Operators
    party: str
    """The site that passkeys are bound to; empty where browsers allow none."""


def entrance(
    file: PeopleDatabase,
    clock: Callable[[], str],
    post: LetterPost,
    address: PublicAddress,
    together: Together,
    *,
    is_plain: bool = False,
) -> Entrance:
    """The door of a service, with what it knows together with other processes."""
    return Entrance(
        sign_ins.Passkeys(file, clock=clock),
        sign_ins.SignIns(file, clock=clock),
        sign_ins.Codes(file, clock=clock),
        Challenges(clock, together.challenge_key, together.rows),
        together.moves,
        PageLimits(together.limits),
        post,
        Operators(file, clock=clock),
        "" if is_plain else party_of(address),
    )


def party_of(address: PublicAddress) -> str:
    """The site of passkeys: a name that is reached by HTTPS, or the machine itself by its name."""
    host = urlsplit(address.url).hostname or ""
    return host if address.is_encrypted or host == "localhost" else ""
