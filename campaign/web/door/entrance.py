"""What the door stands on: passkeys, codes, who signed in, and how often one may try. IO."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from campaign.people.codes import CODES, Codes
from campaign.people.operators import OPERATORS, Operators
from campaign.people.passkeys import PASSKEYS, Passkeys
from campaign.people.protocol import Part, PeopleDatabase
from campaign.people.signins import SIGN_INS, SignIns
from campaign.web.addresses import PublicAddress
from campaign.web.door.address_moves import AddressMoves, MovingAddresses
from campaign.web.door.challenges import Challenges
from campaign.web.door.door_post import DoorPost
from campaign.web.door.limits import READS, TRIES, LimitMaker, Rate, network_of, own_limits

if TYPE_CHECKING:
    from campaign.web.together.knowing import Together

DOOR_PARTS: tuple[Part, ...] = (PASSKEYS, SIGN_INS, CODES, OPERATORS)
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

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, made: LimitMaker | None = None
    ) -> None:
        made = made or own_limits(clock)
        self._codes, self._tokens = made("codes", CODE_TRIES), made("invitations", TRIES)
        self._pages, self._tests = made("pages", PAGES), made("tests", TESTS)
        self._testing = threading.Lock()  # each process has threads of its own to keep free

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


class Entrance(NamedTuple):
    """What the door stands on."""

    passkeys: Passkeys
    signins: SignIns
    codes: Codes
    challenges: Challenges
    moves: MovingAddresses
    limits: PageLimits
    post: DoorPost
    operators: Operators
    party: str
    """The site that passkeys are bound to; empty where browsers allow none."""


def entrance(
    file: PeopleDatabase,
    clock: Callable[[], str],
    post: DoorPost,
    address: PublicAddress,
    *,
    is_plain: bool = False,
    together: "Together | None" = None,
) -> Entrance:
    """The door of a service; with what it knows together with other processes, if there are any."""
    return Entrance(
        Passkeys(file, clock=clock),
        SignIns(file, clock=clock),
        Codes(file, clock=clock),
        together.challenges(clock) if together else Challenges(clock),
        together.moves if together else AddressMoves(clock),
        PageLimits(made=together.limits if together else None),
        post,
        Operators(file, clock=clock),
        "" if is_plain else party_of(address),
    )


def party_of(address: PublicAddress) -> str:
    """The site of passkeys: a name that is reached by HTTPS, or the machine itself by its name."""
    host = urlsplit(address.url).hostname or ""
    return host if address.is_encrypted or host == "localhost" else ""
