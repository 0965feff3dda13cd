"""What happens in Flames of War campaigns: its stored vocabulary, a file for each part."""

from events.codec import events_of
from events.fow import battles, forces, ground, missions, set_up, table_top

EVENTS = tuple(
    kind
    for part in (set_up, forces, missions, ground, battles, table_top)
    for kind in events_of(part)
)
"""Every event, in the order of a campaign's course."""
