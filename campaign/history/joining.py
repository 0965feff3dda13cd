"""When each member joined; those who joined before play count as there from the start. Pure."""

from events.base import Event
from events.campaign import MemberEnrolled, PowerAssigned, PowerReleased

_BEFORE_PLAY = (MemberEnrolled, PowerAssigned, PowerReleased)


class Joining:
    """One pass over a log."""

    def __init__(self) -> None:
        self._found: dict[str, int] = {}
        self._started = False

    @property
    def play_has_begun(self) -> bool:
        """Whether something was played; from then on only enrolments matter."""
        return self._started

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event."""
        self._started = self._started or _plays(version, event)
        if isinstance(event, MemberEnrolled):
            self._found.setdefault(event.member, version if self._started else 0)

    def before(self, version: int) -> dict[str, int]:
        """The event with which each member joined, up to a version; 0 for the start."""
        return {who: since for who, since in self._found.items() if since < version}


def _plays(version: int, event: Event) -> bool:
    """Whether an event belongs to play, and not to the opening or the preparations."""
    return not (version == 1 or event.nth or isinstance(event, _BEFORE_PLAY))
