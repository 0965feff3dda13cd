"""What a correction would change: every figure, and every later act that hung on it. Pure.

The effective history is walked from where the correction first tells, and whatever the rules would
no longer allow is struck on the way. An act that was not by the rules before is no fault of the
correction, and what the referee himself amends is his word.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from campaign.history.acts import Act, Judgement, acts, judge
from campaign.history.diff import Difference, differences
from campaign.history.effective import DOES_NOT_FOLD, Logged, effective, step
from campaign.history.timeline import START, Base
from campaign.kernel.decisions import RECORD, Refused
from campaign.kernel.system import AnySystem
from events import codec
from events import disputes as facts
from events.base import Event
from events.disputes import FigureAdjusted

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
    unsound: tuple[Refused, ...] = ()
    """What cannot be, and came about all the same; each but once."""


def impact(
    system: AnySystem,
    past: Sequence[Logged],
    events: Sequence[Event],
    base: Base = START,
    live: Any = None,
) -> Impact | Refused:
    """What correcting events would change, and what would have to go with them.

    `past` is the log, or what of it lies behind a `base` that they do not touch; `live` is the
    state that it gives, where it is known. Refused is what
    would leave a record that is not sound: the record as it would be is audited first.
    """
    last = past[-1][0] if past else base[0]
    longer = [*past, *enumerate(events, last + 1)]
    before = list(acts(effective(system.codec, past), behind=base[0]))
    after = list(acts(effective(system.codec, longer), behind=base[0]))
    same = _shared(before, after)
    start = _walk(system, base[1], before[:same], judging=False).state
    known: dict[tuple[int, ...], _Sort] = {}

    def new(act: Act, told: Judgement) -> bool:
        return not _spoken(act, last) and known.get(act.versions) != _sort(told)

    def goes(act: Act, told: Judgement) -> bool:
        if act.own:
            return isinstance(act.placed[0].event, FigureAdjusted)
        return bool(told.reason) and new(act, told)

    cleared = _walk(system, start, after[same:])
    doubtful = bool(cleared.faults or cleared.unsound)
    was = _Walked(live)
    if doubtful or live is None:
        was = _walk(system, start, before[same:], judging=doubtful)
    if cleared.faults:
        known |= {act.versions: _sort(told) for act, told in was.faults}
        cleared = _walk(system, start, after[same:], strikes=goes)
    if cleared.unfit:
        return Refused(RULE, f"what follows does not fit any more: {cleared.unfit}")
    if worse := [one for one in cleared.unsound if one not in was.unsound]:
        return worse[0]
    broken = tuple(told for act, told in cleared.faults if goes(act, told))
    overruled = tuple(
        told
        for act, told in cleared.faults
        if _spoken(act, last) and known.get(act.versions) != _sort(told)
    )
    otherwise = tuple(
        told for act, told in cleared.faults if told.differs and not act.own and new(act, told)
    )
    left = _walk(system, start, after[same:], judging=False) if broken else cleared
    shown = system.view.show(was.state)
    changes = () if left.unfit else tuple(differences(shown, system.view.show(left.state)))
    then = tuple(differences(shown, system.view.show(cleared.state)))
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
    system: AnySystem,
    state: Any,
    passed: Sequence[Act],
    strikes: Callable[[Act, Judgement], bool] = _never,
    *,
    judging: bool = True,
) -> _Walked:
    faults: list[tuple[Act, Judgement]] = []
    unfit, unsound = "", dict[Refused, None]()
    had = _faults(system, state) if judging else frozenset()
    for act in passed:
        told, why = judge(system, state, act) if judging else None, ""
        if judging and state is not None and act.own:
            unsound |= dict.fromkeys(_hanging(state, act))
        try:
            after = state
            for placed in act.placed:
                after = step(system, after, placed)
            fits = True
        except DOES_NOT_FOLD as error:
            after, fits = state, False
            why = f"does not follow any more ({error})"
            if told is None or not told.reason:
                told = _hangs(act, told, RECORD, why)
        adjusts = isinstance(act.placed[0].event, FigureAdjusted)
        touched = after is not state and (adjusts or not act.own)
        now = _faults(system, after) if judging and touched else had
        if fits and now - had and not (told and told.reason):
            worst = sorted(now - had, key=lambda one: one.reason)[0]
            told = _hangs(act, told, worst.rule, worst.reason)
        if told is not None and not told.holds:
            faults.append((act, told))
            if strikes(act, told):
                after, fits = _without(system, state, act), True
                now = _faults(system, after)
        if not fits and told is not None:
            unfit = unfit or f"event {told.versions[0]} {why}"
        unsound |= dict.fromkeys(now if judging else ())
        state, had = after, now
    return _Walked(state, tuple(faults), unfit, tuple(unsound))


def _faults(system: AnySystem, state: Any) -> frozenset[Refused]:
    return frozenset(system.corrections.faults(state)) if state is not None else frozenset()


def _hangs(act: Act, told: Judgement | None, rule: str | None, why: str) -> Judgement:
    """An act that cannot stand in a record that would be sound."""
    versions = tuple(one.version for one in act.standing)
    return Judgement(versions, told.command if told else "", rule, why)


_HOSTS = (
    facts.TermSet,
    facts.PlayFrozen,
    facts.PlayResumed,
    facts.KeeperNamed,
    facts.ReopeningAsked,
)
"""What only a host says in a dispute."""


def _hanging(state: Any, act: Act) -> Iterator[Refused]:
    """Members: what was said of the record itself stays said by a member who might say it.

    Nothing of it is ever struck, so that its members are not taken out from under it.
    """
    first, shared = act.placed[0], state.campaign
    by = first.event.by
    if not by:
        return
    roles: tuple[str, ...] = shared.members[by].roles if by in shared.members else ()
    name = f"event {first.version}"
    if by not in shared.members:
        yield Refused("Members", f"{name} is {by}'s, who would not have been enrolled then")
    elif isinstance(first.event, facts.RulingGiven) and not {"referee", "host"} & {*roles}:
        yield Refused("Members", f"{name} is {by}'s ruling, who would have been no referee then")
    elif isinstance(first.event, _HOSTS) and "host" not in roles:
        yield Refused("Members", f"{name} is {by}'s, who would have been no host then")
    keeper = first.event.member if isinstance(first.event, facts.KeeperNamed) else ""
    if keeper and keeper not in shared.members:
        told = f"{name} names {keeper}, who would not have been enrolled then"
        yield Refused("Members", told)


def _without(system: AnySystem, state: Any, act: Act) -> Any:
    """The state after an act that was struck."""
    for placed in act.placed:
        state = system.corrections.struck(state, placed.event)
    return state
