"""Which events the ledger drew or rolled for. Pure."""

from events.base import Event
from events.lif import on_map as play
from events.lif import us_entry as entry
from events.lif.board import LeaderDrawn


def drew(event: Event) -> bool:
    """Whether the ledger, not the table, drew or rolled for an event."""
    match event:
        case LeaderDrawn():
            return event.source == "ledger"
        case play.LeaderRecalled():
            return event.draw > 0 and event.source == "ledger"
        case (
            entry.EntryChitsDrawn()
            | entry.EntryChitsReturned()
            | entry.EntryChitsMoved()
            | entry.PoolBelowZero()
        ):
            return event.draw > 0
        case entry.EntryOptionPicked() | entry.EntryActionTaken():
            return any(one.roll and one.roll.source == "ledger" for one in event.outcomes.values())
        case entry.NeutralMinorEntered():
            return event.roll.source == "ledger"
    return False
