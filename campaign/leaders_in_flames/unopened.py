"""Which events of a log seal something that is not open yet: markers and entry chits. Pure."""

from collections.abc import Iterable

from events.base import Event
from events.disputes import SealedOpened
from events.lif import us_entry
from events.lif.board import (
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)

_CHITS = (
    us_entry.EntryChitsStocked, us_entry.EntryChitsDrawn, us_entry.AsideChitsEntered,
    us_entry.PoolBelowZero, us_entry.EntryChitsDealtAnew,
)  # fmt: skip


def unopened(log: Iterable[tuple[int, Event]]) -> frozenset[int]:
    """The versions whose choice or value nobody has seen, be it replaced, withheld or waiting.

    A marker is open when its own nonce was shown, chits when their secret is.
    """
    hidden: set[int] = set()
    chits: set[int] = set()
    laid: dict[str, list[int]] = {}
    """By power: the marker that lies, and the handing-in of what opens it."""
    for version, event in log:
        match event:
            case BallotSealed() | VoteSealed():
                laid[event.power] = [version]
                hidden.add(version)
            case BallotRevealed() | VoteRevealed():
                laid.setdefault(event.power, []).append(version)
                hidden.add(version)
            case BallotsOpened():
                shown = {who for who, one in event.ballots.items() if one.nonce}
                hidden.difference_update(*(laid.get(who, ()) for who in shown))
                laid = {}
            case VotesOpened():
                shown = {who for who, one in event.votes.items() if one.nonce}
                hidden.difference_update(*(laid.get(who, ()) for who in shown))
                laid = {}
            case SealedOpened():
                hidden.discard(event.about)
            case us_entry.EntrySecretOpened():
                chits.clear()
            case _ if isinstance(event, _CHITS):
                chits.add(version)
    return frozenset(hidden | chits)
