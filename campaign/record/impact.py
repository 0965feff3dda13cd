"""What a correction would change: every figure, and every later act that hung on it. Pure.

The effective history is walked from where the correction first tells, and whatever the rules would
no longer allow is struck on the way. An act that was not by the rules before is no fault of the
correction, and what the referee himself amends is his word.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from campaign.decider import RECORD, Refused, System
from campaign.record.acts import Act, Judgement, acts, judge
from campaign.record.diff import Difference, differences
from campaign.record.effective import NOT_FOLLOWING, Logged, effective, step
from events import codec
from events.base import Event
from events.record import FigureAdjusted

RULE = "Corrections"


class Impact(msgspec.Struct, frozen=True):
    """What a correction would change."""

    changes: tuple[Difference, ...]
    """Every figure before and after; none where what follows would not even fit."""
    broken: tuple[Judgement, ...]
    """Later acts that the rules would no longer allow, each with those before it struck."""
    also: tuple[int, ...]
    """Events to strike along with it, so that nothing stands that was not allowed."""
    then: tuple[Difference, ...]
    """Every figure before and after, with those struck too."""
    digest: str
    """Of all this and of the log it was worked out on."""
    overruled: tuple[Judgement, ...] = ()
    """What the correction itself leaves otherwise than the rules would have it."""
    otherwise: tuple[Judgement, ...] = ()
    """Later acts that are allowed still and would end otherwise: they stand as recorded, unless
    the referee strikes or amends them."""


class _Walked(msgspec.Struct, frozen=True):
    """A part of a history, walked to its end."""

    state: Any
    faults: tuple[tuple[Act, Judgement], ...] = ()
    """Every act that does not hold."""
    unfit: str = ""
    """Why some act does not fold; such a one is passed over."""


def impact(system: System, past: Sequence[Logged], events: Sequence[Event]) -> Impact | Refused:
    """What correcting events would change, and what would have to go with them."""
    longer = [*past, *enumerate(events, len(past) + 1)]
    before, after = list(acts(effective(past))), list(acts(effective(longer)))
    same = _shared(before, after)
    start = _walk(system, None, before[:same], judging=False).state
    known: dict[tuple[int, ...], _Sort] = {}

    def new(act: Act, told: Judgement) -> bool:
        return not _spoken(act, len(past)) and known.get(act.versions) != _sort(told)

    def goes(act: Act, told: Judgement) -> bool:
        if act.own:
            return isinstance(act.placed[0].event, FigureAdjusted)
        return bool(told.reason) and new(act, told)

    cleared = _walk(system, start, after[same:])
    was = _walk(system, start, before[same:], judging=bool(cleared.faults))
    if cleared.faults:
        known |= {act.versions: _sort(told) for act, told in was.faults}
        cleared = _walk(system, start, after[same:], strikes=goes)
    if cleared.unfit:
        return Refused(RULE, f"what follows does not fit any more: {cleared.unfit}")
    broken = tuple(told for act, told in cleared.faults if goes(act, told))
    overruled = tuple(
        told
        for act, told in cleared.faults
        if _spoken(act, len(past)) and known.get(act.versions) != _sort(told)
    )
    otherwise = tuple(
        told for act, told in cleared.faults if told.differs and not act.own and new(act, told)
    )
    left = _walk(system, start, after[same:], judging=False) if broken else cleared
    shown = system.show(was.state)
    changes = () if left.unfit else tuple(differences(shown, system.show(left.state)))
    then = tuple(differences(shown, system.show(cleared.state)))
    also = tuple(sorted({version for told in broken for version in told.versions}))
    seen = msgspec.json.encode((changes, broken, overruled, otherwise, also, then))
    basis = [codec.encode(event) for _, event in past[-1:]]
    digest = hashlib.sha256(b"\n".join((*basis, *map(codec.encode, events), seen))).hexdigest()
    return Impact(changes, broken, also, then, digest, overruled, otherwise)


def _shared(before: Sequence[Act], after: Sequence[Act]) -> int:
    """How many acts at the beginning a correction leaves as they are."""
    for index, (one, other) in enumerate(zip(before, after, strict=False)):
        if _marks(one) != _marks(other):
            return index
    return min(len(before), len(after))


def _marks(act: Act) -> list[tuple[int, int, int]]:
    return [(one.version, one.struck_by, one.amended_by) for one in act.placed]


_Sort = tuple[str | None, bool, str]


def _sort(told: Judgement) -> _Sort:
    """In what way an act does not hold; the figures in its reason may change."""
    return told.rule, bool(told.reason), told.differs


def _spoken(act: Act, last: int) -> bool:
    """Whether new corrections say themselves how an act is to stand.

    They do not where they struck what began it: the rest then hangs in the air.
    """
    first = act.placed[0]
    by = [max(one.struck_by, one.amended_by) for one in act.placed]
    return max(by) > last and not first.struck_by


def _never(act: Act, told: Judgement) -> bool:
    return False


def _walk(
    system: System,
    state: Any,
    passed: Sequence[Act],
    strikes: Callable[[Act, Judgement], bool] = _never,
    *,
    judging: bool = True,
) -> _Walked:
    faults: list[tuple[Act, Judgement]] = []
    unfit = ""
    for act in passed:
        told, why = judge(system, state, act) if judging else None, ""
        try:
            after = state
            for placed in act.placed:
                after = step(system, after, placed)
            fits = True
        except NOT_FOLLOWING as error:
            after, fits = state, False
            why = f"does not follow any more ({error})"
            if told is None or not told.reason:
                name = told.command if told else ""
                told = Judgement(tuple(one.version for one in act.standing), name, RECORD, why)
        if told is not None and not told.holds:
            faults.append((act, told))
            if strikes(act, told):
                after, fits = _without(system, state, act), True
        if not fits and told is not None:
            unfit = unfit or f"event {told.versions[0]} {why}"
        state = after
    return _Walked(state, tuple(faults), unfit)


def _without(system: System, state: Any, act: Act) -> Any:
    """The state after an act that was struck."""
    for placed in act.placed:
        state = system.struck(state, placed.event)
    return state
