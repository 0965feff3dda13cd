"""What happens in Flames of War campaigns: its stored vocabulary, a file for each part."""

from events.codec import events_of
from events.fow import battles, dice, forces, ground, missions, set_up, sides, table_top

EVENTS = tuple(
    kind
    for part in (set_up, sides, forces, missions, ground, battles, table_top, dice)
    for kind in events_of(part)
)
"""Every event, in the order of a campaign's course."""
