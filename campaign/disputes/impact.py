"""What a correction would change: every figure, and every act that depended on it. Pure."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.history.acts import Act, Judgement, acts_of, judge, recorded
from campaign.history.diff import Difference, differences
from campaign.history.effective import DOES_NOT_FOLD, Logged, effective, step
from campaign.history.timeline import START, Base
from campaign.kernel import well_formed
from campaign.kernel.decisions import RECORD, Refused, never
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from events import codec
from events import disputes as facts
from events.base import Event, topic, unstamped
from events.disputes import FigureAdjusted

# --- What a correction would change: every figure, and every later act that depended on it ------
#
# The effective history is walked from the first event the correction touches, and every act that
# the rules would no longer allow is struck on the way. An act that broke the rules before is not
# the correction's fault, and what the referee amends is their decision.

RULE = "Corrections"
_ORDERED = msgspec.json.Encoder(order="deterministic")
"""A digest is over what is said, in whatever order a sender wrote the fields."""


class Impact(msgspec.Struct, frozen=True):
    """What a correction would change."""

    changes: tuple[Difference, ...]
    """Every figure before and after; none if the later events would no longer fold."""
    broken: tuple[Judgement, ...]
    """Later acts that the rules would no longer allow, each judged with those before it struck."""
    also: tuple[int, ...]
    """Events to strike along with it, so that nothing forbidden remains."""
    then: tuple[Difference, ...]
    """Every figure before and after, with those events struck too."""
    digest: str
    """Digest of all this and of the log it was worked out on."""
    overruled: tuple[Judgement, ...] = ()
    """Acts that the correction itself leaves different from what the rules say."""
    otherwise: tuple[Judgement, ...] = ()
    """Later acts that are still allowed but would end differently: they stay as recorded, unless
    the referee strikes or amends them.
    """


_Sort = tuple[str | None, bool, str]
"""The way in which an act does not hold; the figures in its reason may change."""


class _Blame(msgspec.Struct, frozen=True):
    """Which faults a correction causes: no older ones, and nothing that it states itself."""

    last: int
    """The last version before the correction."""
    known: Mapping[tuple[int, ...], _Sort] = {}
    """The acts that did not hold before it, and in what way."""

    def overruled(self, act: Act, judgement: Judgement) -> bool:
        """Whether the correction itself leaves an act different from what the rules say."""
        return _stated(act, self.last) and self._new(act, judgement)

    def otherwise(self, act: Act, judgement: Judgement) -> bool:
        """Whether a later act is still allowed but would end differently."""
        differs = bool(judgement.differs) and not act.own
        return differs and not _stated(act, self.last) and self._new(act, judgement)

    def goes(self, act: Act, judgement: Judgement) -> bool:
        """Whether a later act has to be struck along with it."""
        if act.own:
            return isinstance(act.placed[0].event, FigureAdjusted)
        broken = bool(judgement.reason) and not _stated(act, self.last)
        return broken and self._new(act, judgement)

    def _new(self, act: Act, judgement: Judgement) -> bool:
        return self.known.get(act.versions) != _sort(judgement)


def impact(
    system: AnySystem,
    past: Sequence[Logged],
    events: Sequence[Event],
    base: Base = START,
    live: GameState | None = None,
) -> Impact | Refused:
    """What a correction's events would change, and what would have to be struck with them.

    `past` is the log, or the part of it after a `base` that they do not touch; `live` is the state
    after it, if known. A correction that would leave an unsound record is refused: the corrected
    record is audited first.
    """
    if malformed := well_formed.refused(system.codec, events):
        return malformed
    last = past[-1][0] if past else base[0]
    longer = [*past, *enumerate(events, last + 1)]
    before = list(acts_of(effective(system.codec, past)))
    after = list(acts_of(effective(system.codec, longer)))
    same = _shared(before, after)
    start = _Walk(system, base[1], before[:same], judging=False).state
    cleared = _Walk(system, start, after[same:])
    was = _before(system, start, before[same:], cleared, live)
    blame = _Blame(last, {act.versions: _sort(judgement) for act, judgement in was.faults})
    if cleared.faults:
        cleared = _Walk(system, start, after[same:], blame.goes)
    if refused := _unsound(system, was, cleared):
        return refused
    whole = cleared
    if any(blame.goes(*fault) for fault in cleared.faults):
        whole = _Walk(system, start, after[same:], judging=False)
    basis = (*(event for _, event in past[-1:]), *events)
    return _summary(system, blame, was, whole, cleared, basis)


def _before(
    system: AnySystem,
    start: GameState,
    acts: Sequence[Act],
    cleared: "_Walk",
    live: GameState | None,
) -> "_Walk":
    """The history without a correction, judged only where something is wrong with it."""
    doubtful = bool(cleared.faults or cleared.unsound)
    if doubtful or live is None:
        return _Walk(system, start, acts, judging=doubtful)
    return _Walk(system, live, (), judging=False)


def _unsound(system: AnySystem, was: "_Walk", cleared: "_Walk") -> Refused | None:
    """Corrections: none leaves a record that does not fit together, or is worse than it was."""
    if cleared.unfit:
        return Refused(RULE, f"later events would no longer fit: {cleared.unfit}")
    if worse := [fault for fault in cleared.unsound if fault not in was.unsound]:
        return worse[0]
    unseen = _unseen(system, was.state, cleared.state)
    return Refused(RULE, unseen) if unseen else None


def _unseen(system: AnySystem, was: GameState, now: GameState) -> str:
    """Why nobody could be shown the state after a correction; an import would refuse it too."""
    try:
        msgspec.json.encode(system.view.show(now))
    except Exception:  # a fold takes more than can be shown
        return "what the record comes to could not be shown after that"
    known = system.view.below_zero(was)
    return next((text for text in system.view.below_zero(now) if text not in known), "")


def _summary(
    system: AnySystem,
    blame: _Blame,
    was: "_Walk",
    whole: "_Walk",
    cleared: "_Walk",
    basis: Sequence[Event],
) -> Impact:
    """The impact, given three histories: as it was, every act kept, broken acts struck."""
    broken, overruled, otherwise = (
        tuple(judgement for act, judgement in cleared.faults if of_kind(act, judgement))
        for of_kind in (blame.goes, blame.overruled, blame.otherwise)
    )
    shown = system.view.show(was.state)
    changes = () if whole.unfit else tuple(differences(shown, system.view.show(whole.state)))
    then = tuple(differences(shown, system.view.show(cleared.state)))
    also = tuple(sorted({version for judgement in broken for version in judgement.versions}))
    figures = (sorted(group, key=lambda one: one.path) for group in (changes, then))
    seen = (basis, *figures, broken, overruled, otherwise, also)
    digest = hashlib.sha256(_ORDERED.encode(seen)).hexdigest()
    return Impact(changes, broken, also, then, digest, overruled, otherwise)


def _shared(before: Sequence[Act], after: Sequence[Act]) -> int:
    """How many acts at the beginning a correction leaves unchanged."""
    for index, (act, other) in enumerate(zip(before, after, strict=False)):
        if _marks(act) != _marks(other):
            return index
    return min(len(before), len(after))


def _marks(act: Act) -> list[tuple[int, int, int]]:
    return [(entry.version, entry.struck_by, entry.amended_by) for entry in act.placed]


def _sort(judgement: Judgement) -> _Sort:
    return judgement.rule, bool(judgement.reason), judgement.differs


def _stated(act: Act, last: int) -> bool:
    """Whether new corrections state themselves how an act counts.

    They do not if they struck the event that began it: then the rest has lost its beginning.
    """
    first = act.placed[0]
    by = [max(entry.struck_by, entry.amended_by) for entry in act.placed]
    return max(by) > last and not first.struck_by


class _Walk:
    """A walk through a part of a history from a state on, act by act, and what came of it."""

    def __init__(
        self,
        system: AnySystem,
        state: GameState,
        passed: Iterable[Act],
        strikes: Callable[[Act, Judgement], bool] = never,
        *,
        judging: bool = True,
    ) -> None:
        """`strikes` names the acts whose events are struck on the way."""
        self.state = state
        self.faults: list[tuple[Act, Judgement]] = []
        """Every act that does not hold."""
        self.unfit = ""
        """Why some act does not fold; such an act is skipped."""
        self.unsound: dict[Refused, None] = {}
        """Impossible things that came about all the same."""
        self._system, self._strikes, self._judging = system, strikes, judging
        self._faults_before = _faults(system, state) if judging else frozenset[Refused]()
        """What cannot be in the state so far."""
        for act in passed:
            self._take(act)
            if self.state is None:  # the opening itself does not fold: nothing can follow it
                break

    def _take(self, act: Act) -> None:
        """Takes the next act: judges it, folds it, and notes what it leaves unsound."""
        judgement = self._judged(act)
        after, unfit = self._stepped(act)
        now = self._faults_of(act, after)
        if not (judgement and judgement.reason):
            judgement = self._unsound(act, judgement, unfit, now)
        if judgement is not None and not judgement.holds:
            self.faults.append((act, judgement))
            if self._strikes(act, judgement):
                after, unfit = _without(self._system, self.state, act), ""
                now = _faults(self._system, after)
        if unfit and judgement is not None:
            self.unfit = self.unfit or f"event {judgement.versions[0]} {unfit}"
        if self._judging:
            self.unsound |= dict.fromkeys(now)
        self.state, self._faults_before = after, now

    def _judged(self, act: Act) -> Judgement | None:
        if not self._judging:
            return None
        if self.state is not None and act.own:
            self.unsound |= dict.fromkeys(_hanging(self.state, act))
        return judge(self._system, self.state, act)

    def _unsound(
        self, act: Act, judgement: Judgement | None, unfit: str, now: frozenset[Refused]
    ) -> Judgement | None:
        """An act that the rules allow, judged by what it leaves behind."""
        if unfit:
            return _hangs(act, judgement, RECORD, unfit)
        if fresh := now - self._faults_before:
            worst = min(fresh, key=lambda fault: fault.reason)
            return _hangs(act, judgement, worst.rule, worst.reason)
        return judgement

    def _stepped(self, act: Act) -> tuple[GameState, str]:
        """The state after an act; or the unchanged state, and why the act does not fit it."""
        try:
            after = self.state
            for placed in act.placed:
                after = step(self._system, after, placed)
        except DOES_NOT_FOLD as error:
            return self.state, f"would no longer follow from those before it ({error})"
        return after, ""

    def _faults_of(self, act: Act, after: GameState) -> frozenset[Refused]:
        """What is impossible after an act; if it is not judged or changes nothing, as before it."""
        adjusts = isinstance(act.placed[0].event, FigureAdjusted)
        touched = after is not self.state and (adjusts or not act.own)
        return _faults(self._system, after) if self._judging and touched else self._faults_before


def _faults(system: AnySystem, state: GameState) -> frozenset[Refused]:
    return frozenset(system.corrections.faults(state)) if state is not None else frozenset()


def _hangs(act: Act, judgement: Judgement | None, rule: str | None, why: str) -> Judgement:
    """An act that cannot stay in a sound record."""
    versions = tuple(placed.version for placed in act.standing)
    return Judgement(versions, judgement.command if judgement else "", rule, why)


_HOSTS = (
    facts.TermSet,
    facts.PlayFrozen,
    facts.PlayResumed,
    facts.KeeperNamed,
    facts.ReopeningAsked,
)
"""Events of a dispute that only a host may cause."""


def _hanging(state: GameState, act: Act) -> Iterator[Refused]:
    """Members: what was said about the record needs a member who was allowed to say it.

    Such events are never struck, so the members who spoke must not be removed either.
    """
    event, shared = act.placed[0].event, state.campaign
    if not event.by:
        return
    name = f"event {act.placed[0].version}"
    if text := _not_allowed(shared, event):
        yield Refused("Members", f"{name} {text}")
    keeper = event.member if isinstance(event, facts.KeeperNamed) else ""
    if keeper and keeper not in shared.members:
        text = f"{name} names {keeper}, who would not have been enrolled then"
        yield Refused("Members", text)


def _not_allowed(shared: Campaign, event: Event) -> str:
    """Why the member could not have said this; empty if they could."""
    by, who = event.by, shared.called(event.by)
    if by not in shared.members:
        return f"is by {by}, who would not have been enrolled then"
    roles = shared.members[by].roles
    if isinstance(event, facts.RulingGiven) and not {"referee", "host"} & {*roles}:
        return f"is a ruling by {who}, who would not have been a referee then"
    if isinstance(event, _HOSTS) and "host" not in roles:
        return f"is by {who}, who would not have been a host then"
    return ""


def _without(system: AnySystem, state: GameState, act: Act) -> GameState:
    """The state after a struck act."""
    for placed in act.placed:
        state = system.corrections.struck(state, placed.event)
    return state


# --- worked out ---------------------------------------------------------------------------------
# What an amended event changes in acts that were worked out from it, in the same correction.
#
# A game says which acts those are (`Corrections.again`). Each is read back into its command and
# decided again: events that come out otherwise are amended, those that no longer come are struck,
# and new ones are added behind the act.


class WorkedOut(msgspec.Struct, frozen=True):
    """An amendment, with all that follows from it in the acts that were worked out from it."""

    made: facts.EventAmended
    """The amendment itself; what follows inside its event is in it."""
    amended: tuple[facts.EventAmended, ...] = ()
    struck: tuple[int, ...] = ()
    inserted: tuple[facts.EventsInserted, ...] = ()


def worked_out(
    system: AnySystem, past: Sequence[Logged], made: facts.EventAmended, base: Base = START
) -> WorkedOut:
    """What an amendment brings with it. An act that would be refused now stays as it is."""
    event = system.codec.form(made.event)
    if not system.corrections.again(event, event):
        return WorkedOut(made)
    last = past[-1][0] if past else base[0]
    result = WorkedOut(made)
    history = effective(system.codec, [*past, (last + 1, made)])
    walk = _Again(system, made, base[1], dict(past))
    try:
        for act in acts_of(history):
            result = walk.take(act, result)
    except DOES_NOT_FOLD:
        pass  # the preview tells what no longer fits
    return result


class _Again:
    """A walk through the history as an amendment leaves it."""

    def __init__(
        self,
        system: AnySystem,
        made: facts.EventAmended,
        state: GameState,
        log: dict[int, Event],
    ) -> None:
        self._system, self._made, self._state, self._log = system, made, state, log
        self._event: Event | None = None
        """The amended event, once the walk has come to it."""
        self._behind = 0
        """The last version of the act that was decided again just now."""

    def take(self, act: Act, so_far: WorkedOut) -> WorkedOut:
        """The next act: decided again, if it was worked out from the amended event."""
        if self._was_brought(act):
            struck = () if act.placed[0].struck_by else (act.placed[0].version,)
            return msgspec.structs.replace(so_far, struck=(*so_far.struck, *struck))
        self._behind = 0
        for placed in act.placed:
            if placed.version == self._made.about and not placed.inserted:
                self._event = placed.event
        decided = self._decided(act)
        if decided is None:
            for placed in act.placed:
                self._state = step(self._system, self._state, placed)
            return so_far
        for event in decided:
            self._state = self._system.rules.evolve(self._state, event)
        self._behind = act.versions[-1]
        return self._differing(act, decided, so_far)

    def _was_brought(self, act: Act) -> bool:
        """Whether an earlier amendment brought this act behind the one decided again just now."""
        if not self._behind or not act.placed[0].inserted:
            return False
        correction = self._log.get(act.placed[0].version)
        if not isinstance(correction, facts.EventsInserted):
            return False
        return bool(correction.nth) and correction.after == self._behind

    def _decided(self, act: Act) -> tuple[Event, ...] | None:
        """What an act brings now; None where it stays as it is recorded."""
        system, standing = self._system, [placed.event for placed in act.standing]
        if act.said is None or not self._is_worked_out(act, standing):
            return None
        request = recorded(system, self._state, standing, act.said)
        state = request.state or self._state
        decision = system.rules.decide(state, request.command, request.supplied)
        if isinstance(decision, Refused):
            return None
        return tuple(_stamped(event, act) for event in decision)

    def _is_worked_out(self, act: Act, standing: Sequence[Event]) -> bool:
        """Whether an act of the game was worked out from the amended event."""
        again, amended = self._system.corrections.again, self._event
        if amended is None or act.own or act.placed[0].inserted:
            return False
        return any(again(amended, event) for event in standing)

    def _differing(self, act: Act, now: Sequence[Event], result: WorkedOut) -> WorkedOut:
        standing, amended, made = act.standing, list(result.amended), result.made
        for placed, event in zip(standing, now, strict=False):
            if unstamped(placed.event) == unstamped(event):
                continue
            if placed.version == made.about:
                made = msgspec.structs.replace(made, event=_form(event))
            else:
                amended.append(
                    msgspec.structs.replace(made, about=placed.version, event=_form(event))
                )
        struck = (placed.version for placed in standing[len(now) :])
        more = now[len(standing) :]
        inserted = tuple(
            facts.EventsInserted(
                dispute=made.dispute,
                after=act.versions[-1],
                events=tuple(
                    {**_form(event), "by": act.by, "nth": nth} for nth, event in enumerate(more)
                ),
                reason=made.reason,
            )
            for _ in more[:1]
        )
        return WorkedOut(
            made,
            tuple(amended),
            (*result.struck, *struck),
            (*result.inserted, *inserted),
        )


def _form(event: Event) -> JsonObject:
    return {"type": topic(event), **codec.fields(event)}


def _stamped(event: Event, act: Act) -> Event:
    first = act.placed[0].event
    return msgspec.structs.replace(event, at=first.at, by=first.by, key=first.key)
