"""The state of a record at every version, followed as its corrections leave it. Pure."""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, takewhile
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from campaign.history.effective import REWRITING, Effective, Logged, corrected, own, rewriting, step
from campaign.kernel import record
from campaign.kernel.decisions import LastAct
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonObject
from events import disputes as facts
from events.base import Event
from events.disputes import ActUndone

# --- last acts ----------------------------------------------------------------------------------
# The last acts of a record, each with the state before it, while an undo would take back only it.
#
# After such an act only the acts above it here count, and undos. Once those above are taken back,
# nothing needs to be folded or decided again.

DEPTH = 64
"""How many acts are kept; earlier ones are looked up once all of these are taken back."""
WAITING = 2 * DEPTH
"""How many events at least wait until somebody asks; most are never looked at."""
_Passed = tuple[Effective, GameState, GameState]


class LastActs:
    """Give it each event of an effective history with the states before and after.

    The newest are looked at only when somebody asks for the last act.
    """

    def __init__(self, system: AnySystem) -> None:
        self._system = system
        self._acts: deque[LastAct] = deque(maxlen=DEPTH)
        self._from = 0
        self._passed: list[_Passed] = []
        """What was passed and not looked at yet."""

    @property
    def top(self) -> LastAct | None:
        """The last act that counts; None if something after it counts, or it is not kept."""
        self._look()
        return self._acts[-1] if self._acts else None

    @property
    def sought_before(self) -> int:
        """The event before which to look for the last act, if not kept; 0 if there is none."""
        self._look()
        return 0 if self._acts else self._from

    def begin(self, version: int) -> None:
        """Forgets all of them. The events from this one on are known."""
        self._passed.clear()
        self._acts.clear()
        self._from = version

    def passed(self, placed: Effective, before: GameState, after: GameState) -> None:
        """Takes the next event."""
        self._passed.append((placed, before, after))
        if len(self._passed) == 2 * WAITING:
            self._let_go()

    def _let_go(self) -> None:
        """Forgets the older half of what was passed, up to the beginning of an act."""
        place = next((n for n in range(WAITING, 2 * WAITING) if _begins(self._passed[n][0])), 0)
        if not place:
            self._look()  # one long act: it is known by its first event
            return
        waiting = self._passed[place:]
        self.begin(waiting[0][0].version)
        self._passed += waiting

    def _look(self) -> None:
        """Looks at what was passed."""
        waiting, self._passed = self._passed, []
        for placed, before, after in waiting:
            self._follow(placed, before, after)

    def _end(self) -> None:
        self._acts.clear()
        self._from = 0

    def take(self, event: Event) -> LastAct | None:
        """The last act, if the event takes back only this one and it leaves nothing behind."""
        top = self.top
        if top is None or not isinstance(event, ActUndone) or event.versions != top.versions:
            return None
        self._acts.pop()
        return top

    def _stays(self, placed: Effective, before: GameState, after: GameState) -> bool:
        """Whether an event leaves something that an undo of an earlier act has to consider."""
        event = placed.event
        if before is None or placed.inserted or placed.amended_by:
            return True
        if own(event) or self._system.secrets.settles(event):
            return True
        if placed.struck_by:
            return after is not before
        if not _of_the_game(before, after):
            return True
        return self._system.corrections.struck(before, event) is not before

    def _follow(self, placed: Effective, before: GameState, after: GameState) -> None:
        """Looks at the next event.

        Struck or undone events that leave nothing behind are skipped. Anything that stays (a fact
        about the record, a correction, a draw) ends the acts that can be taken back in this way:
        the last act is then looked up from further back.
        """
        event, acts = placed.event, self._acts
        if isinstance(event, ActUndone) and not placed.struck_by:
            return
        if self._stays(placed, before, after):
            self._end()
        elif placed.struck_by:
            return
        elif not event.nth:
            if len(acts) == DEPTH:
                self._from = acts[1].versions[0]
            acts.append(LastAct((placed.version,), event.by, before))
        elif (top := acts[-1] if acts else None) and _goes_on(top, placed):
            acts[-1] = replace(top, versions=(*top.versions, placed.version))
        else:
            self._end()


def _begins(placed: Effective) -> bool:
    """Whether an event is the first of its act."""
    return not (placed.event.nth or placed.inserted)


def _goes_on(act: LastAct, placed: Effective) -> bool:
    """Whether an event is the next one of an act."""
    return act.by == placed.event.by and act.versions[-1] == placed.version - 1


def _of_the_game(before: GameState, after: GameState) -> bool:
    """Whether an event left members, turn and the record itself as they were."""
    campaign, other = before.campaign, after.campaign
    return (
        campaign.record is other.record
        and campaign.members is other.members
        and bool(campaign.turn == other.turn)
    )


# --- The state of a record, followed event by event as its corrections leave it -----------------
#
# The events of one correction take effect together, with the last of them. A correction starts
# from a state kept before the first event it touches, so it folds only what comes after that event
# and not the whole record.

_CHECKPOINT_EVERY = 50
"""How many events lie between the newest kept states; older ones are further apart."""

Base = tuple[int, Any]
"""A version of a record, and its state there as today's corrections leave it."""
START: Base = (0, None)
"""Before the first event."""


class BaseError(LookupError):
    """A correction touches an event before the state that the record is followed from."""

    def __init__(self, version: int) -> None:
        super().__init__(f"event {version} lies before what is followed")
        self.version = version


def continues(before: Event, event: Event) -> bool:
    """Whether two neighbouring events of a log are of one correction."""
    return rewriting(before) and rewriting(event) and event.nth == before.nth + 1


def named(event: Event) -> tuple[int, ...]:
    """The events whose effect a correction itself changes; for a rewind, the first of them."""
    return (event.to + 1,) if isinstance(event, facts.Rewound) else record.about(event)


def first_touched(touched: Mapping[int, int], version: int, event: Event) -> int:
    """The first event whose effect changes with a correction.

    `touched` is that event for each correction before it, which the correction itself may correct.
    """
    about = (version, *(number for number in named(event) if number > 0))
    return min(touched.get(number, number) for number in about)


class Checkpoints:
    """States kept along a record: close together at its end, further apart before."""

    def __init__(self, base: Base = START) -> None:
        self._kept: list[Base] = [base]
        self.last = base
        """The newest."""

    def keep(self, version: int, state: GameState) -> None:
        """Keeps a state, and drops older ones that are too close together to be worth it."""
        self.last = (version, state)
        self._kept.append(self.last)
        states, index = self._kept, len(self._kept) - 3
        while index > 0:
            if states[index + 1][0] - states[index - 1][0] <= (version - states[index + 1][0]) // 2:
                del states[index]
            index -= 1

    def before(self, version: int) -> Base:
        """The newest before an event. Raises `BaseError` if there is none."""
        for base in reversed(self._kept):
            if base[0] < version:
                return base
        raise BaseError(version)

    def back_to(self, version: int) -> Base:
        """The same, dropping all later ones."""
        base = self.before(version)
        while self._kept[-1] is not base:
            self._kept.pop()
        self.last = base
        return base


class Timeline:
    """The state of a record after each of its events."""

    def __init__(
        self, system: AnySystem, log: Callable[[int], Iterable[Logged]], base: Base = START
    ) -> None:
        """`log` reads the events after a version again, in order: at least those followed."""
        self.version, self._state = base
        self.base = base[0]
        """The version that the record is followed from."""
        self.folded = 0
        """How many events were folded, again or for the first time."""
        self.system = system
        self._evolve = system.rules.evolve
        self.unrecorded: tuple[Logged, ...] = ()
        """Events that are followed before the log has them."""
        self._log = log
        self._checkpoints = Checkpoints(base)
        self._corrections: list[Logged] = []
        self._touched: dict[int, int] = {}
        self.waiting: list[Logged] = []
        """The events of a correction whose end was not seen yet."""
        self._last_acts = LastActs(system)
        self._last_acts.begin(base[0] + 1)

    @property
    def state(self) -> Any:
        """The state after the last event, or before a correction whose end is still to come."""
        return self._state

    @property
    def last_act(self) -> LastAct | None:
        """The last act, if everything after it was taken back. Call it once all is settled."""
        self._find_last_acts()
        return self._last_acts.top

    def continued_by(self, event: Event) -> bool:
        """Whether the next event belongs to the correction followed last."""
        return bool(self.waiting) and continues(self.waiting[-1][1], event)

    def follow(self, version: int, event: Event) -> Any:
        """The state after the next event. Raises what a fold raises for one that does not fit."""
        if self.waiting and not self.continued_by(event):
            self.settle()
        if not event.nth and self.version - self._checkpoints.last[0] >= _CHECKPOINT_EVERY:
            self._checkpoints.keep(self.version, self._state)
        if type(event) in REWRITING:
            self._corrections.append((version, event))
            self._touched[version] = first_touched(self._touched, version, event)
            self.waiting.append((version, event))
        else:
            self.folded += 1
            before = self._state
            self._state = after = self._evolve(before, event)
            self._last_acts.passed(Effective(version, event), before, after)
        self.version = version
        return self._state

    def settle(self) -> Any:
        """The state, once a correction has no further event."""
        act, self.waiting = self.waiting, []
        if not act:
            return self._state
        first, (last, _) = min(self._touched[version] for version, _ in act), act[-1]
        if len(act) == 1 and isinstance(act[0][1], facts.ActUndone):
            self._find_last_acts()
            if undone := self._last_acts.take(act[0][1]):
                return self._taken_back(undone, *act[0])
        if first == act[0][0]:
            self._last_acts.begin(0)
            for version, event in act:
                self.folded += 1
                self._state = step(self.system, self._state, Effective(version, event))
            return self._state
        self._state = self._again(self._checkpoints.back_to(first), last)
        self._checkpoints.keep(last, self._state)
        return self._state

    def _again(self, base: Base, last: int) -> Any:
        """The state after an event, folded from the newest that is kept."""
        start, state = base
        behind = takewhile(lambda pair: pair[0] <= last, chain(self._log(start), self.unrecorded))
        later = self._corrections[bisect_right(self._corrections, start, key=itemgetter(0)) :]
        at = start
        self._last_acts.begin(start + 1)
        for placed in corrected(self.system.codec, later, behind):
            begins = not placed.inserted and not placed.event.nth
            if begins and at - self._checkpoints.last[0] >= _CHECKPOINT_EVERY:
                self._checkpoints.keep(at, state)
            self.folded += 1
            before, state = state, step(self.system, state, placed)
            self._last_acts.passed(placed, before, state)
            at = placed.version if not placed.inserted else at
        return state

    def _find_last_acts(self) -> None:
        """Finds the last acts again, if all those kept were taken back."""
        while first := self._last_acts.sought_before:
            try:
                self._again(self._checkpoints.back_to(first - 1), first - 1)
            except BaseError:
                self._last_acts.begin(0)

    def _taken_back(self, undone: LastAct, version: int, event: Event) -> Any:
        """The state before the last act, with the facts about the record since then.

        After the act only undos count, and nothing struck there leaves a trace.
        """
        shared = replace(undone.before.campaign, record=self._state.campaign.record)
        self.folded += 1
        state = replace(undone.before, campaign=shared)
        self._state = step(self.system, state, Effective(version, event))
        self._checkpoints.back_to(undone.versions[0])
        return self._state

    def before(self, version: int) -> Base:
        """A state to fold from when a correction's first event is this one.

        Raises `BaseError` if the record is not followed from that far back.
        """
        return self._checkpoints.before(version)

    def first_touched(self, version: int) -> int:
        """The first event whose effect changes when this event's effect changes."""
        return self._touched.get(version, version)


# --- Access to every state of a record: some are kept, the others are folded from those ---------
#
# A plain event is folded on top. A correction folds again from the first event it touches.

STATE_EVERY = 250
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
            if not effectively:
                state = past.follow(entry.version, entry.event)
            if corrects and _whole(entries[index : index + 2]):
                state = past.settle()
            elif corrects or effectively:
                state = step(system, state, entry)
            if corrects or count % STATE_EVERY == 0 or count == len(entries):
                self._kept.append((count, state))
            turn = state.campaign.turn or state.campaign.first_turn
            if not self.turns or turn != self.turns[-1][1]:
                self.turns.append((index, turn))
        self.last = state
        self._cursor: Kept = self._kept[-1]

    def after(self, count: int) -> Any:
        """The state after this many entries; None before the first."""
        start = self._kept[bisect_right(self._kept, count, key=lambda base: base[0]) - 1]
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
