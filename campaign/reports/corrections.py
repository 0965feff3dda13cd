"""What each correction of a history changed: figures before and after, now and at ends of turns.

Pure. A correction changes the past from the first event that it touches up to itself; events after
it were right from the start. So only that stretch is folded twice: as it counted before the
correction, and as it counts since.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

import msgspec

from campaign.history.diff import Difference, differences
from campaign.history.effective import Logged, effective, rewriting, step, touched
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.transition import HistoryEntry
from events import disputes as facts
from events.base import Event


class Fix(msgspec.Struct, frozen=True):
    """A correction and what it changed."""

    events: tuple[Logged, ...]
    """Its events: the correction itself, and the strikes that went with it."""
    since: int
    """The first event that it touches."""
    ruling: int
    """The event of the ruling it rests on; 0 for an act that a member took back."""
    struck: bool
    """Whether a later correction struck it."""
    changes: tuple[Difference, ...]
    """Every figure before and after it."""
    ends: dict[str, tuple[Difference, ...]]
    """The same for each turn that it changed: at the turn's end, or now for the turn in play."""

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.events[-1][0]

    @property
    def dispute(self) -> str:
        """The dispute under which it was made; empty if it needed none."""
        return str(getattr(self.events[0][1], "dispute", ""))


class TurnEnd(msgspec.Struct, Generic[S], frozen=True):
    """The state at the end of a turn, or the current state for the turn in play."""

    turn: str
    count: int
    """The turn's last event."""
    state: S


def fixes(system: System[S], history: Iterable[HistoryEntry]) -> tuple[Fix, ...]:
    """The corrections of a history, in their order."""
    whole = list(history)
    found = [entry for entry in whole if rewriting(entry.event)]
    if not found:
        return ()
    struck = {entry.version for entry in found if entry.struck_by}
    log = [(entry.version, entry.was or entry.event) for entry in whole if not entry.inserted]
    if all(isinstance(entry.event, facts.ActUndone) for entry in found):
        return tuple(
            Fix(((version, event),), min(event.versions), 0, struck=False, changes=(), ends={})
            for version, event in log
            if isinstance(event, facts.ActUndone)
        )  # an undo is not reported, and needs no second fold
    return tuple(_walked(system, log, struck))


def _walked(system: System[S], log: Sequence[Logged], struck: set[int]) -> Iterator[Fix]:
    state: S | None = None
    ended: list[TurnEnd[S]] = []
    rulings: dict[str, int] = {}
    turn = ""
    for run in _runs(log):
        last, event = run[-1]
        if not rewriting(event):
            before, after = state, step(system, state, _Plain(last, event))
            if before is not None and after.campaign.turn != turn:
                ended.append(TurnEnd(turn, last - 1, before))
            state, turn = after, after.campaign.turn
            if isinstance(event, facts.RulingGiven):
                rulings[event.dispute] = last
            continue
        assert state is not None
        was = [*ended, TurnEnd(turn, last, state)]
        since = min(touched(log, version) for version, _ in run)
        while ended and ended[-1].count >= since:
            ended.pop()
        now = _folded(system, log, ended[-1] if ended else None, last)
        then = {end.turn: system.view.show(end.state) for end in was[len(ended) :]}
        since_then = {end.turn: system.view.show(end.state) for end in now}
        ended += now[:-1]
        yield Fix(
            run,
            since,
            rulings.get(getattr(event, "dispute", ""), 0),
            all(version in struck for version, _ in run),
            tuple(differences(then[turn], since_then[now[-1].turn])),
            {
                changed: tuple(differences(then[changed], shown))
                for changed, shown in since_then.items()
                if changed in then
            },
        )
        turn, state = now[-1].turn, now[-1].state


def _runs(log: Sequence[Logged]) -> Iterator[tuple[Logged, ...]]:
    """A log event by event; the corrections of one command are grouped."""
    run: list[Logged] = []
    for version, event in log:
        if run and not (rewriting(event) and event.nth):
            yield tuple(run)
            run = []
        if rewriting(event):
            run.append((version, event))
        else:
            yield ((version, event),)
    if run:
        yield tuple(run)


class _Plain(msgspec.Struct, frozen=True):
    """An event that nothing has struck yet."""

    version: int
    event: Event
    struck_by: int = 0


def _folded(
    system: System[S], log: Sequence[Logged], start: TurnEnd[S] | None, until: int
) -> list[TurnEnd[S]]:
    """Folds, turn by turn, what counts up to a version, starting at a turn's end."""
    first = last = start.count if start else 0
    state, turn = start.state if start else None, ""
    ends: list[TurnEnd[S]] = []
    for placed in effective(system.codec, log[first:until]):
        before, state = state, step(system, state, placed)
        assert state is not None
        if turn and before is not None and state.campaign.turn != turn:
            ends.append(TurnEnd(turn, last, before))
        turn = state.campaign.turn
        last = max(last, placed.version) if not placed.inserted else last
    assert state is not None
    return [*ends, TurnEnd(turn, last, state)]
