"""Acts that a correction puts into the record in the name of a member who signs everything. Pure.

A ruling may allow that: what was forgotten happened at the table. But no signature covers it, so it
is told wherever somebody could take it for their word.
"""

from campaign.kernel.key_state import Keys
from events.base import Event
from events.disputes import EventsInserted


def named_unsigned(event: Event, keys: Keys) -> tuple[str, ...]:
    """Members who sign everything, in whose name a correction of somebody else inserts events."""
    if not isinstance(event, EventsInserted):
        return ()
    named = dict.fromkeys(str(one.get("by", "")) for one in event.events)
    return tuple(who for who in named if who != event.by and keys.only(who))
