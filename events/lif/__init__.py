"""What happens in Leaders in Flames: its stored vocabulary, a file for each chapter."""

from events.codec import events_of
from events.lif import aftermath, board, cup, force_pools, on_map, politics, us_entry

EVENTS = tuple(
    kind
    for chapter in (cup, politics, board, on_map, force_pools, us_entry, aftermath)
    for kind in events_of(chapter)
)
"""Every event in the order of the rulebook, as `campaign events` lists them."""
