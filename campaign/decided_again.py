"""Every act on record, decided again: read back into its command, in the state before it. Pure.

Each act is judged by what was known when it was made: a later correction makes no earlier act
wrong, and a correction is an act like any other.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, overload

import msgspec
from msgspec.structs import replace

from campaign import referee
from campaign.campaigns import RULES, Campaign
from campaign.decider import Finding, Given, Refused, System
from campaign.record.diff import differences
from campaign.record.effective import OWN, Logged
from campaign.record.readback import read_back
from events import codec
from events.base import Event, public_type
from events.campaign import CampaignOpened, MemberEnrolled
from events.record import Branched, RulesAdopted

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_LONGEST = 60
"""Letters of a value that are told."""


class Past(Sequence[Logged]):
    """The log before a version, without copying it."""

    def __init__(self, log: Sequence[Logged], count: int) -> None:
        self._log = log
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Logged: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Logged]: ...
    def __getitem__(self, at: int | slice) -> Logged | Sequence[Logged]:
        if isinstance(at, slice):
            return [self._log[index] for index in range(*at.indices(self._count))]
        if not -self._count <= at < self._count:
            raise IndexError(at)
        return self._log[at % self._count]

    def __iter__(self) -> Iterator[Logged]:
        log = self._log
        return (log[index] for index in range(self._count))


class Answer(msgspec.Struct, frozen=True):
    """What the rules say of an act."""

    command: str
    """The command's name; empty where the act cannot be read back into one."""
    wrong: str = ""
    """How the record differs from what the rules give; empty where it does not."""


def decided_again(
    system: System, state: Any, events: Sequence[Event], past: Sequence[Logged]
) -> Answer:
    """What the rules say of an act, given the state and the log before it.

    Raises whatever events that follow from nothing make the rules raise.
    """
    asked = read_back(system, state, events, past)
    if asked is None:
        return Answer("", f"no command begins with {public_type(events[0])}")
    command = replace(asked.command, id=events[0].key)
    name = type(command).__name__
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as error:
        return Answer(name, f"{name} takes no such thing: {error}")
    given: Given = replace(asked.given, past=past, now=events[0].at)
    decision = referee.decide(system, asked.state or state, command, given)
    if isinstance(decision, Refused):
        rule = f" ({decision.rule})" if decision.rule else ""
        return Answer(name, f"{name} would be refused{rule}: {decision.reason}")
    now, then = list(decision), [unstamped(one) for one in events]
    if isinstance(events[0], OWN):
        now = [codec.decode(codec.encode(one)) for one in now]
    if (veil := asked.veil) is not None:
        now, then = [veil(one) for one in now], [veil(one) for one in then]
    return Answer(name, difference(then, now) if now != then else "")


def unstamped(event: Event) -> Event:
    """An event without its stamp."""
    return replace(event, at="", by="", key="", nth=0, prev="")


def difference(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The first thing in which a record differs from what the rules give."""
    for old, new in zip(then, now, strict=False):
        if type(old) is not type(new):
            return f"the record has {public_type(old)}, and the rules give {public_type(new)}"
        for one in differences(codec.fields(old), codec.fields(new)):
            values = f"the record has {_short(one.before)}, and the rules give {_short(one.after)}"
            return f"{public_type(old)}, {one.where}: {values}"
    if len(now) > len(then):
        return f"the rules also give {public_type(now[len(then)])}"
    return f"the rules do not give {public_type(then[len(now)])}"


def _short(value: Any) -> str:
    if value in (None, "", [], {}):
        return "nothing"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


class Acts:
    """One pass over a log: give it each event with the state before, and ask for the `rest`."""

    def __init__(self, system: System, log: Sequence[Logged]) -> None:
        self.judged = 0
        """Acts decided again."""
        self.facts_until = 0
        """The last event that stands as a fact, because its rules were older ones; 0 for none."""
        self._system = system
        self._log = log
        self._run: list[Event] = []
        self._first = 0
        self._before: Any = None
        self._addresses: list[Finding] = []

    def event(self, version: int, event: Event, state: Any) -> Iterator[Finding]:
        """What is wrong with the act before, where this event begins another."""
        if event.nth == 0 or not self._run:
            yield from self.rest()
            self._first, self._before = version, state
        self._run.append(event)

    def rest(self) -> Iterator[Finding]:
        """What is wrong with the last act."""
        run, self._run = self._run, []
        if not run:
            return
        if not _judged(self._before, run):
            self.facts_until = self._first + len(run) - 1
            return
        yield from _stamps(self._first, run)
        if self._before is None:
            return
        self.judged += 1
        if isinstance(begun := run[0], Branched):
            self._addresses = []
            told = what_if(self._system, self._before.campaign, begun, run[1:])
            yield from (Finding(self._first, "what-if", wrong) for wrong in told)
            return
        try:
            past = Past(self._log, self._first - 1)
            wrong = decided_again(self._system, self._before, run, past).wrong
        except Exception as error:
            wrong = f"cannot be decided again ({type(error).__name__} {error})"
        if wrong and isinstance(run[0], MemberEnrolled):
            self._addresses.append(Finding(self._first, "rules", wrong))
        elif wrong:
            yield Finding(self._first, "rules", wrong)

    def over(self) -> Iterator[Finding]:
        """What is wrong with the last act, and what only a what-if would have excused.

        A what-if leaves addresses out, so that a changed address seems to change nothing there.
        """
        yield from self.rest()
        yield from self._addresses


def _judged(before: Any, run: Sequence[Event]) -> bool:
    """Whether today's rules judge an act, given the state before it; they judge their adoption."""
    first = run[0]
    if before is None:
        return isinstance(first, CampaignOpened) and first.rules == RULES
    return before.campaign.rules == RULES or isinstance(first, RulesAdopted)


def what_if(
    system: System, origin: Campaign, begun: Branched, dealt: Sequence[Event]
) -> Iterator[str]:
    """A what-if begins on the word of a member, with a chain of its own and chits dealt anew."""
    if begun.by != begun.maker or begun.maker not in origin.members:
        yield f"{begun.maker} is no member who made it"
    if begun.origin != origin.name:
        yield f"it comes from {begun.origin}, and this is {origin.name}"
    if not _NAME.fullmatch(begun.name):
        yield "its name is none: it needs lower-case letters, digits and hyphens"
    hexes = ((begun.head, 64), (begun.id, 32), (begun.seed_anchor, 64))
    if begun.seed_links < 1 or not all(_hex(text, length) for text, length in hexes):
        yield "it has no digest of its origin, or no seeds of its own"
    kinds = [type(event) for event in dealt]
    if len(set(kinds)) < len(kinds) or not {*kinds} <= {*system.dealt}:
        yield f"it does not begin with {', '.join(map(public_type, dealt))}"


def _hex(text: str, length: int) -> bool:
    return len(text) == length and set(text) <= set("0123456789abcdef")


def _stamps(first: int, run: Sequence[Event]) -> Iterator[Finding]:
    """The events of one command bear one stamp, and are counted from 0."""
    stamp = (run[0].at, run[0].by, run[0].key)
    for nth, event in enumerate(run):
        if event.nth != nth:
            told = f"is number {event.nth} of its command's events, and should be number {nth}"
            yield Finding(first + nth, "rules", told)
        if (event.at, event.by, event.key) != stamp:
            told = "has another time, member or key than the other events of its command"
            yield Finding(first + nth, "rules", told)
