"""The audit of Leaders in Flames: what its chapters check and take on trust, together. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping

from campaign.kernel.chapter import joined
from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames.abilities import audit as abilities
from campaign.leaders_in_flames.board import audit as board
from campaign.leaders_in_flames.force_pools import audit as force_pools
from campaign.leaders_in_flames.on_map import audit as on_map
from campaign.leaders_in_flames.politics import audit as politics
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import audit_trusted
from campaign.leaders_in_flames.us_entry.audit import EntryAuditor
from events.base import Event

_TRUSTED = joined(
    chapter.TRUSTED for chapter in (politics, board, on_map, abilities, force_pools, audit_trusted)
)
"""What only the players at the table saw or said, by kind.

A war's target, a unit's place, what a combat cost, a die or chit from the table's own cup: the
tracker checks that the rules allow it, never that it happened.
"""
_COUNTED = joined(chapter.COUNTED for chapter in (board, on_map, audit_trusted))
"""What of it is counted otherwise than by its events."""


class LifAuditor:
    """One pass over a campaign."""

    def __init__(self) -> None:
        self._drawn: list[ClaimedDraw] = []
        self._entry = EntryAuditor()
        self._trusted: Counter[str] = Counter()

    def pending(self, state: State | None) -> Mapping[str, int]:
        """What can only be checked once a secret or a marker is shown."""
        return {**self._entry.pending(), **board.pending(state)}

    def drawn(self) -> list[ClaimedDraw]:
        """The draws claimed since this was last read: of leaders, then of US entry."""
        drawn = self._drawn + self._entry.drawn()
        self._drawn.clear()
        return drawn

    def trusted(self) -> Mapping[str, int]:
        """The facts that rest on the players' word alone."""
        return self._trusted

    def check(self, version: int, state: State, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""
        self._trust(state, event)
        yield from force_pools.check(version, state, event)
        yield from self._entry.check(version, state, event)
        yield from board.check(version, state, event, self._drawn)
        yield from on_map.check(version, state, event, self._drawn)

    def _trust(self, state: State, event: Event) -> None:
        """Adds the parts of an event that are taken on trust."""
        if kind := _TRUSTED.get(type(event)):
            self._trusted[kind] += 1
        if count := _COUNTED.get(type(event)):
            for kind, number in count(state, event):
                self._trusted[kind] += number
