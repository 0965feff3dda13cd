"""How often somebody may ask: a bucket for each caller, filled again at a steady rate.

Whoever is let in is asked to slow down only where a program runs wild; whoever is not let in, and
keeps trying, much sooner.
"""

import math
import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol


class Rate(NamedTuple):
    """How much a caller may do."""

    at_once: int
    """How many requests in a row."""
    a_second: float
    """How many more come free in a second."""


ACTS = Rate(600, 30.0)
"""Commands of one member."""
READS = Rate(1200, 120.0)
"""Other requests of one member."""
TRY_RATE = Rate(20, 1 / 30)
"""Requests with a wrong token, from one network."""
MANY = 10_000
"""How many callers are remembered at most. The first is forgotten, and may begin anew."""


class Limit:
    """How much each caller has left. One thread at a time uses it."""

    def __init__(self, rate: Rate, clock: Callable[[], float], most: int = MANY) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._left: dict[str, tuple[float, float]] = {}
        """For each caller, what was left, and when."""

    def wait(self, caller: str) -> int:
        """Counts a request. 0 if it may pass, else after how many whole seconds the next may."""
        now = self._clock()
        left, since = self._left.pop(caller, (float(self._rate.at_once), now))
        left = min(self._rate.at_once, left + max(0.0, now - since) * self._rate.a_second)
        passes = left >= 1
        self._left[caller] = (left - 1 if passes else left, now)
        if len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        return 0 if passes else math.ceil((1 - left) / self._rate.a_second)


class Limiting(Protocol):
    """How much each caller has left, for any thread."""

    def wait(self, caller: str) -> int:
        """Counts a request. 0 if it may pass, else after how many whole seconds the next may."""


LimitMaker = Callable[[str, Rate], Limiting]
"""Makes the limit of a name at a rate."""


class OwnLimit:
    """A limit of this process alone. Several threads may use it at once."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._limit = Limit(rate, clock)
        self._turn = threading.Lock()

    def wait(self, caller: str) -> int:
        """Counts a request. 0 if it may pass, else after how many whole seconds the next may."""
        with self._turn:
            return self._limit.wait(caller)


def own_limits(clock: Callable[[], float]) -> LimitMaker:
    """Limits of this process alone, as where one process has a store for itself."""
    return lambda name, rate: OwnLimit(rate, clock)


def network_of(address: str) -> str:
    """The network that an address is from: the first three numbers of four, or 48 bits."""
    if ":" in address:
        return ":".join(address.split(":")[:3])
    return address.rpartition(".")[0]
