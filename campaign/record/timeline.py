"""The state of a record, followed event by event as its corrections leave it. Pure.

The events of one correction take effect together, with the last of them. A correction goes back to
a state that was kept before the first event it touches, so that it costs what lies behind that
event and not the whole record.
"""

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any

from campaign.decider import System
from campaign.record import state as record
from campaign.record.effective import Logged, Placed, corrected, rewriting, step
from events import record as facts
from events.base import Event

EVERY = 50
"""Events between the newest states that are kept; older ones lie further apart."""

Base = tuple[int, Any]
"""A version of a record, and its state there as today's corrections leave it."""
START: Base = (0, None)
"""Before the first event."""


class BaseError(LookupError):
    """A correction touches what lies before the state that the record is followed from."""

    def __init__(self, version: int) -> None:
        super().__init__(f"event {version} lies before what is followed")
        self.version = version


def continues(before: Event, event: Event) -> bool:
    """Whether two neighbouring events of a log are of one correction."""
    return rewriting(before) and rewriting(event) and event.nth == before.nth + 1


def named(event: Event) -> tuple[int, ...]:
    """The events that a correction makes count otherwise, by itself: what was rewound first."""
    return (event.to + 1,) if isinstance(event, facts.Rewound) else record.about(event)


class Checkpoints:
    """States kept along a record: close together at its end, further apart before."""

    def __init__(self, base: Base = START) -> None:
        self._kept: list[Base] = [base]

    @property
    def last(self) -> Base:
        """The newest."""
        return self._kept[-1]

    def keep(self, version: int, state: Any) -> None:
        """Keeps a state, and lets go of those that lie closer together than is worth it."""
        self._kept.append((version, state))
        kept, index = self._kept, len(self._kept) - 3
        while index > 0:
            if kept[index + 1][0] - kept[index - 1][0] <= (version - kept[index + 1][0]) // 2:
                del kept[index]
            index -= 1

    def before(self, version: int) -> Base:
        """The newest before an event. Raises `BaseError` where there is none."""
        for kept in reversed(self._kept):
            if kept[0] < version:
                return kept
        raise BaseError(version)

    def back_to(self, version: int) -> Base:
        """The same, letting go of all later ones."""
        found = self.before(version)
        while self._kept[-1] is not found:
            self._kept.pop()
        return found


class Timeline:
    """The state of a record after each of its events."""

    def __init__(
        self, system: System, log: Callable[[int], Iterable[Logged]], base: Base = START
    ) -> None:
        """`log` gives the events behind a version again, in order, at least those followed."""
        self.version, self._state = base
        self.folded = 0
        """How many events were folded, again or for the first time."""
        self.system = system
        self._log = log
        self._checkpoints = Checkpoints(base)
        self._corrections: list[Logged] = []
        self._touched: dict[int, int] = {}
        self._act: list[Logged] = []

    @property
    def waiting(self) -> tuple[Logged, ...]:
        """The events of a correction whose end is still to come."""
        return tuple(self._act)

    @property
    def state(self) -> Any:
        """The state after the last event; of a correction whose end is still to come, before it."""
        return self._state

    def continued_by(self, event: Event) -> bool:
        """Whether the next event is of the correction that was followed last."""
        return bool(self._act) and continues(self._act[-1][1], event)

    def follow(self, version: int, event: Event) -> Any:
        """The state after the next event. Raises what a fold raises over what does not follow."""
        if not self.continued_by(event):
            self.settle()
        if not event.nth and self.version - self._checkpoints.last[0] >= EVERY:
            self._checkpoints.keep(self.version, self._state)
        if rewriting(event):
            self._corrections.append((version, event))
            self._touched[version] = self._first(version, event)
            self._act.append((version, event))
        else:
            self.folded += 1
            self._state = self.system.evolve(self._state, event)
        self.version = version
        return self._state

    def settle(self) -> Any:
        """The state now that a correction has no further event."""
        act, self._act = self._act, []
        if not act:
            return self._state
        first, (last, _) = min(self._touched[version] for version, _ in act), act[-1]
        if first == act[0][0]:
            for version, event in act:
                self.folded += 1
                self._state = step(self.system, self._state, Placed(version, event))
            return self._state
        start, state = self._checkpoints.back_to(first)
        behind = takewhile(lambda pair: pair[0] <= last, self._log(start))
        later = [pair for pair in self._corrections if pair[0] > start]
        at = start
        for placed in corrected(later, behind):
            begins = not placed.inserted and not placed.event.nth
            if begins and at - self._checkpoints.last[0] >= EVERY:
                self._checkpoints.keep(at, state)
            self.folded += 1
            state = step(self.system, state, placed)
            at = placed.version if not placed.inserted else at
        self._state = state
        self._checkpoints.keep(last, state)
        return state

    def before(self, version: int) -> Base:
        """A state to fold from where a correction touches this event first.

        Raises `BaseError` where the record is not followed from so far back.
        """
        return self._checkpoints.before(version)

    def first_touched(self, version: int) -> int:
        """The first event that counts otherwise once an event counts otherwise."""
        return self._touched.get(version, version)

    def _first(self, version: int, event: Event) -> int:
        about = (version, *(one for one in named(event) if one > 0))
        return min(self._touched.get(one, one) for one in about)
