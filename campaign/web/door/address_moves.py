"""Addresses on their way: one counts once its code was typed on the device that asked.

They are kept in memory alone: a copy of the people's file tells nothing of them, and a restart
makes members ask anew. Where several processes answer they are sealed in the database.
"""

import secrets
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple, Protocol

from campaign.people.codes import COUNTS, MOST, TRIES, six_digits
from campaign.people.doors import moment
from campaign.web.door.limits import Limit, Rate

AN_HOURS_CODES = Rate(MOST, MOST / timedelta(hours=1).total_seconds())
"""Codes for a new address, of one person."""


class _Waiting(NamedTuple):
    address: str
    device: str
    code: str
    at: str
    tries: int = 0


class TypedMove(NamedTuple):
    """What became of a code that was typed."""

    address: str = ""
    """The address that it proved; empty if it was the wrong one."""
    is_over: bool = False
    """Whether no code counts any more."""


class MovingAddresses(Protocol):
    """The address that each person wants their mail to go to. Several threads may use it at once.

    A person has one at a time, and gets a few codes an hour.
    """

    def ask(self, person: str, device: str, address: str) -> str:
        """The code to send to an address; empty if the person had enough of them."""

    def awaited(self, person: str, device: str) -> str:
        """The address whose code may still be typed on a device; empty if there is none."""

    def typed(self, person: str, device: str, code: str) -> TypedMove:
        """Counts a try. The right code is used up."""


class AddressMoves:
    """The same in memory."""

    def __init__(
        self,
        clock: Callable[[], str],
        random: Callable[[], str] = six_digits,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._random = random
        self._codes = Limit(AN_HOURS_CODES, monotonic)
        self._waiting: dict[str, _Waiting] = {}
        self._turn = threading.Lock()

    def ask(self, person: str, device: str, address: str) -> str:
        """The code to send to an address; empty if the person had enough of them."""
        with self._turn:
            if self._codes.wait(person):
                return ""
            code = self._random()
            self._waiting[person] = _Waiting(address, device, code, self._clock())
            return code

    def awaited(self, person: str, device: str) -> str:
        """The address whose code may still be typed on a device; empty if there is none."""
        with self._turn:
            found = self._found(person, device)
            return found.address if found else ""

    def typed(self, person: str, device: str, code: str) -> TypedMove:
        """Counts a try. The right code is used up."""
        with self._turn:
            found = self._found(person, device)
            if found is None:
                return TypedMove(is_over=True)
            if secrets.compare_digest(found.code, code):
                del self._waiting[person]
                return TypedMove(found.address)
            if found.tries + 1 >= TRIES:
                del self._waiting[person]
                return TypedMove(is_over=True)
            self._waiting[person] = found._replace(tries=found.tries + 1)
            return TypedMove()

    def _found(self, person: str, device: str) -> _Waiting | None:
        found = self._waiting.get(person)
        if found is None or found.device != device:
            return None
        return found if moment(self._clock()) - moment(found.at) <= COUNTS else None
