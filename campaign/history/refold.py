"""Folds a corrected log in one pass, all its corrections known beforehand. Pure.

A timeline follows a record event by event, and folds again with each correction. Whoever only wants
the state at the end needs no more than one pass: most events count as they were recorded, and the
few others are known by their versions.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Any

from campaign.history.effective import CorrectionPlan, Logged, step
from campaign.history.timeline import Base, continues, first_touched, named
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem
from events.base import Event

Keep = Callable[[int, GameState], int]
"""Keeps the state after a version; returns from which version on the next one is due."""


class KnownCorrections:
    """The corrections in a part of a log, and how far back they reach."""

    def __init__(self, corrections: Sequence[Logged], following: Event | None = None) -> None:
        """`following` is the event behind that part, which may be of the last correction.

        The events of one correction take effect with the last of them. Where it is still to come,
        the others are on record and change nothing.
        """
        self.all = tuple(version for version, _ in corrections)
        self.in_effect = corrections[: _whole(corrections, following)]
        touched: dict[int, int] = {}
        for version, event in self.in_effect:
            touched[version] = first_touched(touched, version, event)
        self._versions = tuple(touched)
        self._reach = tuple(accumulate(reversed(touched.values()), min))[::-1]

        self.look_back = all(
            number < version for version, event in corrections for number in named(event)
        )
        """Whether each is about earlier events alone, as in every sound record."""

    @property
    def first(self) -> int:
        """The first event that any of them touches; 0 if there are none."""
        return self._reach[0] if self._reach else 0

    def settled_from(self, version: int) -> int:
        """The first version from this one on whose state no later correction changes."""
        place = bisect_right(self._versions, version)
        if place == len(self._reach) or self._reach[place] > version:
            return version
        last = max(at for at in range(place, len(self._reach)) if self._reach[at] <= version)
        return self.settled_from(self._versions[last])


class Refold:
    """One pass over the events behind a base that no correction in effect touches."""

    def __init__(self, system: AnySystem, known: KnownCorrections, base: Base) -> None:
        self.version, self.state = base
        self._system = system
        self._known = known
        self._plan = CorrectionPlan(system.codec, known.in_effect)
        self._special = sorted({1, *known.all, *self._plan.versions})
        """The events that are not simply folded, the opening among them."""

    def follow(self, events: Iterator[Event], end: int, due: int, keep: Keep) -> Any:
        """The state at a version, from the events up to there.

        From the version `due` on, the state before an act is kept where no later correction changes
        it. Raises what a fold raises.
        """
        while self.version < end:
            plain = min(self._next_special(), due + 1, end + 1) - self.version - 1
            if plain > 0:
                self._plainly(events, plain)
                continue
            event = next(events)
            if self.version >= due and not event.nth:
                settled = self._known.settled_from(self.version)
                due = keep(self.version, self.state) if settled == self.version else settled
            self._singly(event)
        return self.state

    def _next_special(self) -> int:
        """The next event that is not simply folded; after all events if there is none."""
        place = bisect_right(self._special, self.version)
        return self._special[place] if place < len(self._special) else 1 << 62

    def _plainly(self, events: Iterator[Event], count: int) -> None:
        """Folds events that count as they were recorded."""
        state, evolvers = self.state, self._system.rules.evolvers
        for event in islice(events, count):
            state = evolvers[type(event)](state, event)
        self.version, self.state = self.version + count, state

    def _singly(self, event: Event) -> None:
        """Folds an event as it counts, with what was forgotten behind it."""
        self.version += 1
        for placed in self._plan.placed(self.version, event):
            self.state = step(self._system, self.state, placed)


def _whole(corrections: Sequence[Logged], following: Event | None) -> int:
    """How many corrections are in effect: all but one whose last event is still to come."""
    count, behind = len(corrections), following
    while count and behind is not None and continues(corrections[count - 1][1], behind):
        count, behind = count - 1, corrections[count - 1][1]
    return count
