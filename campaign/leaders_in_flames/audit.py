"""What the rules cannot decide again: chits whose secret is hidden, and what is on trust. Pure."""

from collections.abc import Iterator, Mapping

from campaign.kernel.decisions import Finding
from campaign.kernel.trusted import TrustAuditor
from campaign.leaders_in_flames.chapters import CHAPTERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.secrets import ChitAuditor
from events.base import Event


class LifAuditor(TrustAuditor[State]):
    """One pass over a campaign."""

    def __init__(self) -> None:
        super().__init__(CHAPTERS)
        self._chits = ChitAuditor()

    def pending(self, state: State | None) -> Mapping[str, int]:
        """What can only be checked once a secret or a marker is shown."""
        laid = state.board.markers.values() if state else ()
        sealed = sum(not marker.opened for marker in laid)
        return {**self._chits.pending(), "sealed markers": sealed}

    def check(self, version: int, state: State, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""
        yield from super().check(version, state, event)
        yield from self._chits.check(version, state, event)
