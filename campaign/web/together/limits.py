"""Rates that several processes keep together: each takes a handful at a time from a shared row. IO.

So most requests cost no look at the database, and yet all processes together let through no more
than the rate says: what one of them has taken and not used is lost, never given twice. A try at the
door is taken alone.
"""

import threading
import time
from collections.abc import Callable

import msgspec

from campaign.web.door.limits import MANY, Limiting, LimitMaker, Rate
from campaign.web.together.rows import TogetherRows

HANDFUL = 30
"""What one process takes at a time of a rate that allows many; a thirtieth of it at most."""
SPENT = 60.0
"""After how many seconds a handful that was not used up counts no more."""


class _Hand(msgspec.Struct):
    """What a process has of one caller's rate."""

    left: int = 0
    until: float = 0.0
    """Until when that counts."""
    shut: float = 0.0
    """Before then there is nothing to be had: the row need not be asked."""


class SharedLimit:
    """How much each caller has left at all processes. Several threads may use it at once."""

    def __init__(
        self,
        rows: TogetherRows,
        name: str,
        rate: Rate,
        clock: Callable[[], float] = time.monotonic,
        most: int = MANY,
    ) -> None:
        self._rows = rows
        self._name = name
        self._rate = rate
        self._clock = clock
        self._most = most
        self._handful = max(1, min(HANDFUL, rate.at_once // HANDFUL))
        self._hands: dict[str, _Hand] = {}
        self._turn = threading.Lock()

    def wait(self, caller: str) -> int:
        """Counts a request. 0 if it may pass, else after how many whole seconds the next may."""
        now = self._clock()
        with self._turn:
            hand = self._hands.pop(caller, None) or _Hand()
            self._hands[caller] = hand
            if len(self._hands) > self._most:
                del self._hands[next(iter(self._hands))]
            if hand.left and now < hand.until:
                hand.left -= 1
                return 0
            if now < hand.shut:
                return max(1, round(hand.shut - now))
        taken = self._rows.take(self._rows.mark(self._name, caller), self._rate, self._handful)
        with self._turn:
            if not taken.some:
                hand.shut = now + taken.wait
                return taken.wait
            hand.left, hand.until = hand.left + taken.some - 1, now + SPENT
            return 0


def shared_limits(rows: TogetherRows) -> LimitMaker:
    """Limits that all processes of a database keep together."""

    def made(name: str, rate: Rate) -> Limiting:
        return SharedLimit(rows, name, rate)

    return made
