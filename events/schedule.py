"""Facts about time: by when something is awaited, and which members are away. Neither changes play.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from events.base import Count, Day, Event, Id, Moment


class DeadlineSet(Event, frozen=True, kw_only=True, tag="campaign.DeadlineSet"):
    """The host says by when something is awaited. When the time has passed, nothing happens."""

    what: str
    """`turn`, `dispute:ID`, or something that the game awaits."""
    until: Moment
    """RFC 3339 in UTC, later than the event's own stamp."""
    draw: Count = 0
    """Number of the draw that it is about; 0 where it is about none."""


class AbsenceTold(Event, frozen=True, kw_only=True, tag="campaign.AbsenceTold"):
    """A member says from when to when they are away, and what they wish meanwhile."""

    member: Id
    first: Day
    last: Day
    wish: str
    """`wait`, `count-as-absent` or `substitute:MEMBER`."""
