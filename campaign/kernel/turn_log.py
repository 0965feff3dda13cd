"""The part of a history that belongs to one turn, as the turn's page shows it. Pure."""

from typing import Any, Generic, TypeVar

import msgspec

from campaign.kernel.redraws import LedgerDraw
from campaign.kernel.state import GameState, S
from events.base import Event

T = TypeVar("T")
"""What a game notes about a turn."""


class JournalLine(msgspec.Struct, frozen=True):
    """One line of the journal."""

    version: int
    sentence: str
    at: str
    """The time, as the log has it."""
    when: str
    """The time, as a reader sees it."""
    by: str
    struck_by: int = 0
    """The correction that struck the event; 0 where it counts."""
    amended_by: int = 0
    was: str = ""
    """The sentence as recorded, if the event was amended and now reads differently."""
    inserted: bool = False
    """Whether the correction of that version inserted it as a forgotten event."""
    sealed: str = ""
    """What it sealed, in the word for several: `Orders`."""
    also: tuple[int, ...] = ()
    """Later events that the same line tells."""


class RecordEvent(msgspec.Struct, frozen=True):
    """An event of the record about itself: a dispute, a ruling, a correction."""

    version: int
    event: Event
    sentence: str


class CorrectedEvents(msgspec.Struct, frozen=True):
    """Events of one turn that one correction struck, amended or inserted."""

    count: int
    """How many; 0 for a correction that changes no event."""
    texts: tuple[str, ...]
    """The first few, each in words."""


class TurnLog(msgspec.Struct, Generic[S, T]):
    """What a turn's events say, in their order.

    A whole one is for the turn's own page. In any other, `lines`, `news` and `assigned` are empty,
    and the notes are what other pages need of them. Nobody changes a log once it is in a book.
    """

    turn: str
    end: S
    """The state at the turn's end, or now."""
    version: int
    """The last event that the report is written from."""
    head: str
    """The digest of that event."""
    last: int
    """The last event of the turn so far."""
    notes: T
    """What the game noted about the turn."""
    began: str
    """When its first event was recorded."""
    latest: str
    """When its last one was recorded."""
    lines: list[JournalLine] = []
    news: list[str] = []
    assigned: list[tuple[str, str]] = []
    """Seats taken over, with the member's name."""
    record: list[RecordEvent] = []
    """Disputes, rulings, corrections."""
    drawn: list[LedgerDraw] = []
    """What the ledger drew and rolled, struck or not."""
    corrected: dict[int, CorrectedEvents] = {}
    """What corrections changed in the turn, by the version of each."""


GameLog = TurnLog[S, Any]
AnyLog = TurnLog[GameState, Any]
"""A turn log for code that does not look at the game's notes."""
