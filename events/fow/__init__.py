"""What happens in Flames of War campaigns: its stored vocabulary, a file for each part."""

from events.codec import events_of
from events.fow import battles, forces, ground, missions, set_up, table_top

OF_BATTLES = (missions, ground, battles, table_top)
"""The parts whose events are about a line's battle."""
EVENTS = tuple(kind for part in (set_up, forces, *OF_BATTLES) for kind in events_of(part))
"""Every event, in the order of a campaign's course."""
