"""Acts: the events that one command produced, and whether it would produce them again. Pure."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaign.history.diff import differences
from campaign.history.effective import DOES_NOT_FOLD, Effective, own, step
from campaign.history.recorded_acts import recorded
from campaign.kernel.decisions import RECORD, Refused
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.text.plain import called, in_short
from events import codec
from events.base import Event, unstamped


class Act(msgspec.Struct, frozen=True):
    """The events of one command, in their order; some or all of them may have been struck."""

    placed: tuple[Effective, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """Their versions in the log."""
        return tuple(entry.version for entry in self.placed)

    @property
    def by(self) -> str:
        """The member whose command it was."""
        return self.placed[0].event.by

    @property
    def events(self) -> tuple[Event, ...]:
        """The events themselves."""
        return tuple(entry.event for entry in self.placed)

    @property
    def standing(self) -> tuple[Effective, ...]:
        """The events that count."""
        return tuple(entry for entry in self.placed if not entry.struck_by)

    @property
    def said(self) -> object:
        """What it keeps of its command, as corrected last; None where nothing is kept."""
        last = max(self.placed, key=lambda one: (bool(one.event.act), one.amended_by))
        return last.event.act

    @property
    def own(self) -> bool:
        """Whether it is about the record itself, not the game."""
        return own(self.placed[0].event)


def acts(history: Iterable[Effective]) -> Iterator[Act]:
    """A history in acts."""
    run: list[Effective] = []
    for placed in history:
        if run and not _goes_on(run[-1], placed):
            yield Act(tuple(run))
            run = []
        run.append(placed)
    if run:
        yield Act(tuple(run))


def _goes_on(last: Effective, placed: Effective) -> bool:
    if placed.inserted or last.inserted:
        return placed.inserted and last.inserted and placed.version == last.version
    return bool(placed.event.nth)


class Judgement(msgspec.Struct, frozen=True):
    """What today's rules say of an act that was recorded."""

    versions: tuple[int, ...]
    command: str
    """The command's name; empty where the act cannot be read back into one."""
    rule: str | None = None
    reason: str = ""
    """Why it would be refused; empty where it would not."""
    differs: str = ""
    """What would follow instead; empty if nothing differs."""

    @property
    def holds(self) -> bool:
        """Whether the same would be recorded again, as far as anybody can say."""
        return not self.reason and not self.differs

    @property
    def unread(self) -> bool:
        """Whether it cannot be judged: the act was not read back into a command."""
        return not self.command and self.holds


def judge(system: AnySystem, state: GameState | None, act: Act) -> Judgement | None:
    """What the rules say of an act, given the state before it.

    None if there is nothing to judge: the opening, facts about the record, struck acts.
    """
    standing = act.standing
    if state is None or act.own or not standing:
        return None
    versions = tuple(entry.version for entry in standing)
    if act.placed[0].struck_by:
        text = f"event {act.placed[0].version} brought it, and was struck"
        return Judgement(versions, "", RECORD, text)
    if (said := act.said) is None:
        return Judgement(versions, "")
    return _judged(system, state, [entry.event for entry in standing], versions, said)


def _judged(
    system: AnySystem, state: GameState, then: list[Event], versions: tuple[int, ...], said: object
) -> Judgement:
    try:
        request = recorded(system, state, then, said)
        name = type(request.command).__name__
        decision = system.rules.decide(request.state or state, request.command, request.given)
        if isinstance(decision, Refused):
            return Judgement(versions, name, decision.rule, decision.reason)
        now, old = list(decision), [unstamped(event) for event in then]
        if (veil := request.veil) is not None:
            now, old = [veil(event) for event in now], [veil(event) for event in old]
        if now == old:
            return Judgement(versions, name)
    except DOES_NOT_FOLD as error:
        return Judgement(versions, "", RECORD, f"does not follow any more ({_text_of(error)})")
    return Judgement(versions, name, differs=_difference(old, now))


def judged(
    system: AnySystem, history: Iterable[Effective]
) -> Iterator[tuple[Act, Judgement | None]]:
    """Each act of a history with its judgement; None where there is nothing to judge.

    Raises what a fold raises for events that do not follow from one another.
    """
    state: GameState | None = None
    for act in acts(history):
        yield act, judge(system, state, act)
        for placed in act.placed:
            state = step(system, state, placed)


def _text_of(error: Exception) -> str:
    return str(error) or "no reason is given"


def _difference(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The event, and its field, in which a new answer differs from the old."""
    for old, new in zip(then, now, strict=False):
        if type(old) is not type(new):
            return f"{called(new)} instead of {called(old)}"
        for difference in differences(codec.fields(old), codec.fields(new)):
            text = f"{in_short(difference.after)} instead of {in_short(difference.before)}"
            return f"{called(old)}, {difference.where}: {text}"
    longer, word = (now, "also") if len(now) > len(then) else (then, "without")
    return f"{word} {called(longer[min(len(now), len(then))])}"
