"""LiF 5.3: the chits in a log whose values nobody has seen yet. Pure."""

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
    """Versions of events that laid chits or sealed their secret; the secret opens them all."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event of the log."""
        if isinstance(event, _SEALING):
            self.hidden.add(version)
        elif isinstance(event, EntrySecretOpened):
            self.hidden.clear()
