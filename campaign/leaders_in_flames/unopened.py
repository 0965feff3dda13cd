"""The events of a log with a seal that is not open yet: markers and entry chits. Pure."""

from collections.abc import Iterable

from campaign.leaders_in_flames.board.unopened import UnopenedMarkers
from campaign.leaders_in_flames.us_entry.unopened import UnopenedChits
from events.base import Event


def unopened(log: Iterable[tuple[int, Event]]) -> frozenset[int]:
    """The versions whose choice or value nobody has seen."""
    markers, chits = UnopenedMarkers(), UnopenedChits()
    for version, event in log:
        markers.follow(version, event)
        chits.follow(version, event)
    return frozenset(markers.hidden | chits.hidden)
