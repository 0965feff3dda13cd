"""LiF 5.3: chits whose values nobody has seen yet, along a log. Pure."""

from events.base import Event
from events.lif.us_entry import (
    AsideChitsEntered,
    EntryChitsDealtAnew,
    EntryChitsDrawn,
    EntryChitsStocked,
    EntrySecretOpened,
    PoolBelowZero,
)

_SEALING = (
    EntryChitsStocked,
    EntryChitsDrawn,
    AsideChitsEntered,
    PoolBelowZero,
    EntryChitsDealtAnew,
)


class UnopenedChits:
    """The versions of events that laid chits, or sealed their secret; all open with the secret."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()

    def follow(self, version: int, event: Event) -> None:
        """The next event of the log."""
        if isinstance(event, _SEALING):
            self.hidden.add(version)
        elif isinstance(event, EntrySecretOpened):
            self.hidden.clear()
