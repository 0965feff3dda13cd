"""How often somebody may ask: a bucket for each caller, filled again at a steady rate.

Whoever is let in is asked to slow down only where a program runs wild; whoever is not let in, and
keeps trying, much sooner.
"""

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


class Limiting(Protocol):
    """How much each caller has left, for any thread."""

    def wait(self, caller: str) -> int:
        """Counts a request. 0 if it may pass, else after how many whole seconds the next may."""


LimitMaker = Callable[[str, Rate], Limiting]
"""Makes the limit of a name at a rate."""


def network_of(address: str) -> str:
    """The network that an address is from: the first three numbers of four, or 48 bits."""
    if ":" in address:
        return ":".join(address.split(":")[:3])
    return address.rpartition(".")[0]
