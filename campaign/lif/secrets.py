"""What is hidden in Leaders in Flames: what reveals it, and what deals it again. Pure."""

from collections.abc import Iterable, Mapping

from campaign.kernel import system
from campaign.kernel.chapters import Chapter, TrustAuditor
from campaign.kernel.decisions import Finding
from campaign.lif.board import corrections as board_corrections
from campaign.lif.board.corrections import UnopenedMarkers
from campaign.lif.corrections import CORRECTED
from campaign.lif.state import State
from campaign.lif.us_entry import available
from campaign.lif.us_entry.chits import secrets
from campaign.lif.us_entry.chits.secrets import ChitAuditor, UnopenedChits
from events.base import Event

# --- What the rules cannot decide again: chits whose secret is hidden, and what is on trust -----


class LifAuditor(TrustAuditor[State]):
    """One pass over a campaign."""

    def __init__(self, chapters: Iterable[Chapter[State]]) -> None:
        super().__init__(chapters)
        self._chits = ChitAuditor()

    def pending(self, state: State | None) -> Mapping[str, int]:
        """What can only be checked once a secret or a marker is shown."""
        markers = state.board.markers.values() if state else ()
        sealed = sum(not marker.opened for marker in markers)
        return {**self._chits.pending(), "sealed markers": sealed}

    def check(self, version: int, state: State, event: Event) -> Iterable[Finding]:
        """What is wrong with an event, given the state before it."""
        if type(event) in self.counts:
            super().check(version, state, event)  # it finds nothing
        return self._chits.check(version, state, event)


# --- The events of a log with a seal that is not open yet: markers and entry chits --------------


def unopened(log: Iterable[tuple[int, Event]]) -> frozenset[int]:
    """The versions whose choice or value nobody has seen."""
    markers, chits = UnopenedMarkers(), UnopenedChits()
    for version, event in log:
        markers.follow(version, event)
        chits.follow(version, event)
    return frozenset(markers.hidden | chits.hidden)


# --- What is hidden, and what is drawn and dealt again ------------------------------------------

SECRETS = system.Secrets[State](
    sealed=board_corrections.sealed,
    unopened=unopened,
    settles=CORRECTED.settles,
    numbers=CORRECTED.numbers,
    private_needs=available.private_needs,
    private=available.private,
)
BRANCHES = system.Branches[State](
    branch_needs=secrets.branch_needs,
    branch_events=secrets.dealt,
    reopen_needs=secrets.reopen_needs,
    reopen_events=secrets.redealt,
    renew_needs=secrets.renew_needs,
    renew_events=secrets.renew_events,
)
