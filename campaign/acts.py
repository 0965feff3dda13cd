"""Acts: the events that one command yielded, and whether it would yield them again. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.decider import Refused, System
from campaign.effective import OWN, Placed, step
from events.base import Event

NOT_FOLLOWING = (KeyError, AttributeError, ValueError, TypeError, msgspec.MsgspecError)
"""How a fold fails over events that do not follow from one another."""


class Act(msgspec.Struct, frozen=True):
    """The events of one command, in their order."""

    placed: tuple[Placed, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """Their versions in the log."""
        return tuple(one.version for one in self.placed)

    @property
    def by(self) -> str:
        """The member whose command it was."""
        return self.placed[0].event.by

    @property
    def events(self) -> tuple[Event, ...]:
        """The events themselves."""
        return tuple(one.event for one in self.placed)


def acts(history: Iterable[Placed]) -> Iterator[Act]:
    """A history in acts. In a log of before `nth` was kept, an act is what shares its stamp."""
    whole = list(history)
    goes_on = _goes_on if any(one.event.nth for one in whole) else _same_stamp
    run: list[Placed] = []
    for placed in whole:
        if run and not goes_on(run[-1], placed):
            yield Act(tuple(run))
            run = []
        run.append(placed)
    if run:
        yield Act(tuple(run))


def _goes_on(last: Placed, placed: Placed) -> bool:
    if placed.inserted or last.inserted:
        return placed.inserted and last.inserted and placed.version == last.version
    return bool(placed.event.nth)


def _same_stamp(last: Placed, placed: Placed) -> bool:
    one, other = last.event, placed.event
    return (one.at, one.by, one.key) == (other.at, other.by, other.key) and one.at != ""


class Judgement(msgspec.Struct, frozen=True):
    """What today's rules say of an act that was recorded."""

    versions: tuple[int, ...]
    command: str
    """The command's name; empty where the act cannot be read back into one."""
    rule: str | None = None
    reason: str = ""
    """Why it would be refused; empty where it would not."""
    differs: str = ""
    """What would follow instead; empty where the same would."""

    @property
    def holds(self) -> bool:
        """Whether the same would be recorded again."""
        return not self.reason and not self.differs


def judge(system: System, state: Any, act: Act) -> Judgement:
    """What the rules say of an act, given the state before it."""
    try:
        asked = system.asked(state, act.events)
        if asked is None:
            return Judgement(act.versions, "")
        command, given = asked
        decision = system.decide(state, command, given)
    except NOT_FOLLOWING as error:
        return Judgement(act.versions, "", "Record", f"does not follow any more ({error})")
    name = type(command).__name__
    if isinstance(decision, Refused):
        return Judgement(act.versions, name, decision.rule, decision.reason)
    now, then = [_plain(one) for one in decision], [_plain(one) for one in act.events]
    differs = "" if now == then else _difference(then, now)
    return Judgement(act.versions, name, differs=differs)


def judged(system: System, history: Iterable[Placed]) -> Iterator[tuple[Act, Judgement | None]]:
    """Each standing act of a history with its judgement; None for the record's own facts.

    Raises what a fold raises over events that do not follow from one another.
    """
    state: Any = None
    for act in acts(history):
        first = act.placed[0]
        own = isinstance(first.event, OWN)
        if state is None or own or any(one.struck_by for one in act.placed):
            yield act, None
        else:
            yield act, judge(system, state, act)
        for placed in act.placed:
            state = step(system, state, placed)


def _plain(event: Event) -> Event:
    return replace(event, at="", by="", key="", nth=0, prev="")


def _difference(then: Sequence[Event], now: Sequence[Event]) -> str:
    """In which event, and in which of its fields, a new answer differs from the old."""
    for old, new in zip(then, now, strict=False):
        if type(old) is not type(new):
            return f"{type(new).__name__} instead of {type(old).__name__}"
        for field in old.__struct_fields__:
            if getattr(old, field) != getattr(new, field):
                return f"{type(old).__name__}: another {field}"
    longer, word = (now, "and also") if len(now) > len(then) else (then, "without")
    return f"{word} {type(longer[min(len(now), len(then))]).__name__}"
