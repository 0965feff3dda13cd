"""LiF 4.1: the markers in a log that nobody has seen yet. Pure."""

from collections.abc import Mapping

from events.base import Event
from events.disputes import SealedOpened
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    Vote,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)


class UnopenedMarkers:
    """Versions of markers whose choice nobody has seen: replaced, withheld or waiting.

    A marker is open when its own nonce was shown.
    """

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        self._laid: dict[str, list[int]] = {}
        """By power: the marker that is laid, and the handing-in of what opens it."""

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event of the log."""
        match event:
            case BallotSealed() | VoteSealed():
                self._laid[event.power] = [version]
                self.hidden.add(version)
            case BallotRevealed() | VoteRevealed():
                self._laid.setdefault(event.power, []).append(version)
                self.hidden.add(version)
            case BallotsOpened():
                self._shown(event.ballots)
            case VotesOpened():
                self._shown(event.votes)
            case SealedOpened():
                self.hidden.discard(event.about)

    def _shown(self, markers: Mapping[str, Ballot] | Mapping[str, Vote]) -> None:
        for power, marker in markers.items():
            if marker.nonce:
                self.hidden.difference_update(self._laid.get(power, ()))
        self._laid = {}
