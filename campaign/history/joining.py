"""When each member joined; those who joined before play count as there from the start. Pure."""

from events.base import Event
from events.campaign import MemberEnrolled, PowerAssigned, PowerReleased

_BEFORE_PLAY = (MemberEnrolled, PowerAssigned, PowerReleased)


class Joining:
    """One pass over a log."""

    def __init__(self) -> None:
        self._found: dict[str, int] = {}
        self._first: tuple[int, Event] | None = None
        self._counted: bool | None = None
        self._started = False

    @property
    def play_has_begun(self) -> bool:
        """Whether something was played; from then on only enrolments matter."""
        return self._started

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event."""
        if self._first is None:
            self._first = version, event
        elif self._counted is None:
            self._counted = bool(event.nth)  # logs of before acts were counted have times
            self._started = self._plays(*self._first)
        if not self._started and self._counted is not None:
            self._started = self._plays(version, event)
        if isinstance(event, MemberEnrolled):
            self._found.setdefault(event.member, version if self._started else 0)

    def _plays(self, version: int, event: Event) -> bool:
        """Whether an event belongs to play, and not to the opening or the preparations."""
        assert self._first
        opening = event.nth > 0 if self._counted else event.at == self._first[1].at
        return not (version == 1 or opening or isinstance(event, _BEFORE_PLAY))

    def before(self, version: int) -> dict[str, int]:
        """The event with which each member joined, up to a version; 0 for the start."""
        return {who: since for who, since in self._found.items() if since < version}
