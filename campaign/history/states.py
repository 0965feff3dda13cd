"""Access to every state of a record: some are kept, the others are folded from those. Pure.

A plain event is folded on top. A correction folds again from the first event it touches.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from campaign.history.effective import Effective, Logged, rewriting, step
from campaign.history.timeline import Timeline, continues
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject

EVERY = 250
"""How many events lie between the states that are kept."""

Kept = tuple[int, Any]
"""A state, and how many entries came before it."""
_SHOWN = 4
"""How many shown states are kept: a step needs two, and the step back the same two."""


class States:
    """The states along a history: a log as it was recorded, or as it counts now."""

    def __init__(
        self,
        system: AnySystem,
        log: Sequence[Logged],
        entries: Sequence[Effective],
        *,
        effectively: bool,
    ) -> None:
        self.turns: list[tuple[int, str]] = []
        """Entries at which the turn changed, and to which."""
        self._system = system
        self._entries = entries
        self._kept: list[Kept] = [(0, None)]
        self._shown: dict[int, JsonObject] = {}
        past = Timeline(system, lambda after: log[after:])
        state: Any = None
        for index, entry in enumerate(entries):
            count = index + 1
            corrects = not effectively and rewriting(entry.event)
            if effectively:
                state = step(system, state, entry)
            else:
                state = past.follow(entry.version, entry.event)
                if corrects and _whole(entries[index : index + 2]):
                    state = past.settle()
                elif corrects:
                    state = step(system, state, entry)
            if corrects or count % EVERY == 0 or count == len(entries):
                self._kept.append((count, state))
            turn = state.campaign.turn or state.campaign.first_turn
            if not self.turns or turn != self.turns[-1][1]:
                self.turns.append((index, turn))
        self.last = state
        self._cursor: Kept = self._kept[-1]

    def after(self, count: int) -> Any:
        """The state after this many entries; None before the first."""
        start = self._kept[bisect_right(self._kept, count, key=lambda kept: kept[0]) - 1]
        if start[0] <= self._cursor[0] <= count:
            start = self._cursor
        state = start[1]
        for entry in self._entries[start[0] : count]:
            state = step(self._system, state, entry)
        self._cursor = (count, state)
        return state

    def shown(self, count: int) -> JsonObject:
        """The state after this many entries, as everybody may see it."""
        if count not in self._shown:
            while len(self._shown) >= _SHOWN:
                self._shown.pop(next(iter(self._shown)))
            self._shown[count] = self._system.view.show(self.after(count))
        return self._shown[count]

    def turn(self, index: int) -> str:
        """The turn that an entry belongs to; entries before the first turn belong to it."""
        return self.turns[bisect_right(self.turns, index, key=lambda turn: turn[0]) - 1][1]


def _whole(entries: Sequence[Effective]) -> bool:
    """Whether a correction has its last event here, and so takes effect."""
    return len(entries) < 2 or not continues(entries[0].event, entries[1].event)
