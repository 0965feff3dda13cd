"""Where a replay of a game's record stops, and what readers search for. Pure."""

from collections.abc import Callable

import msgspec

from campaign.kernel import defaults
from events.base import Event


class Stops(msgspec.Struct, frozen=True):
    """A game's own stops, in addition to those of every record: events, acts and turns."""

    stages: tuple[type[Event], ...] = ()
    """The events that begin a stage of a turn; a turn begins one too."""
    draws: Callable[[Event], bool] = defaults.never
    """Whether an event is a draw to stop at."""
    example: str = "type=MemberEnrolled, by=anna"
    """What a reader may search for: fields of its events with values."""
