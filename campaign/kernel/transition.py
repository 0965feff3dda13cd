"""A step of a history: an event, with the state before it and the state after. Pure."""

from typing import Generic, Protocol

import msgspec

from campaign.kernel.state import S
from events.base import Event


class HistoryPlace(Protocol):
    """An event of a history, which a correction may have struck."""

    @property
    def version(self) -> int:
        """Its version in the log; for an inserted event, its correction's."""

    @property
    def event(self) -> Event:
        """The event, in its amended form where it was amended."""

    @property
    def struck_by(self) -> int:
        """Version of the correction that struck it; 0 where it counts."""


class CorrectedPlace(HistoryPlace, Protocol):
    """An event of a history, with all that corrections did to it."""

    @property
    def amended_by(self) -> int:
        """Version of the correction that amended it; 0 if it stands as recorded."""

    @property
    def inserted(self) -> bool:
        """Whether a correction put it there."""


class HistoryEntry(CorrectedPlace, Protocol):
    """An event at its place in a log, as the corrections leave it."""

    @property
    def digest(self) -> str:
        """The digest of the event's bytes in the log."""

    @property
    def was(self) -> Event | None:
        """The event as recorded, if it was amended."""


class Transition(msgspec.Struct, Generic[S], frozen=True):
    """An event with the states around it."""

    record: HistoryEntry
    turn: str
    """The turn that it belongs to."""
    before: S | None
    """None before a campaign's first event."""
    after: S
