"""Decides every recorded act again: its command, in the state before it. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec

from campaign.disputes import routing, undo
from campaign.disputes.undo import of_the_record
from campaign.history import effective
from campaign.history.acts import UnreadableActError, recorded
from campaign.history.diff import Difference, differences
from campaign.history.effective import Logged, LoggedEvents, Past, behind, newest, own, rewriting
from campaign.history.timeline import START, Base, Timeline
from campaign.kernel.chapters import Readers, untitled
from campaign.kernel.decisions import Claim, Command, Finding, LastAct, Refused
from campaign.kernel.draws import is_hex
from campaign.kernel.members import HOST, Campaign, GameState
from campaign.kernel.opening import SeedChain
from campaign.kernel.system import AnySystem
from campaign.kernel.well_formed import text_check
from campaign.text.faults import because, in_short
from campaign.text.moments import is_time
from campaign.verify.signatures import SignedActs
from events import codec
from events.base import STAMP, Event, public_type, unstamped
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned
from events.disputes import ActUndone, Branched, UndoConsented

# --- Compares a recorded act with what the rules give: the first difference ---------------------


def difference(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The first difference between the record and what the rules give."""
    for old, new in zip(then, now, strict=False):
        if type(old) is not type(new):
            return f"the record has {public_type(old)}, and the rules give {public_type(new)}"
        for difference in differences(codec.fields(old), codec.fields(new)):
            recorded, decided = in_short(difference.before), in_short(difference.after)
            values = f"the record has {recorded}, and the rules give {decided}"
            return f"{public_type(old)}, {difference.where}: {values}"
    if len(now) > len(then):
        return f"the rules also give {public_type(now[len(then)])}"
    return f"the rules do not give {public_type(then[len(now)])}"


# --- Works out again how a campaign or what-if begins, from what its first facts hold -----------

# --- campaigns ----------------------------------------------------------------------------------


def opened_again(system: AnySystem, run: Sequence[Event]) -> str:
    """What differs if a campaign is set up again from what its first facts hold."""
    opened = run[0]
    assert isinstance(opened, CampaignOpened)
    request = system.audit.request_of(run, False)
    if request is None:
        return "the opening does not hold the scenario that it was set up from"
    if opened.by != HOST or opened.key:
        return f"a campaign is opened by {HOST}, and not by {opened.by or 'nobody'}"
    decision = untitled(opened.title) or system.rules.open(request, _chain_of(opened))
    if isinstance(decision, Refused):
        return f"`campaign start` would be refused: {decision.reason}"
    then = list(map(unstamped, run))
    now = [system.codec.decode(codec.encode(event)) for event in decision]
    return difference(then, now) if now != then else ""


def set_up_by_the_club(system: AnySystem, run: Sequence[Event]) -> tuple[Difference, ...]:
    """Where the club's own set-up differs from its scenario: each field before and after."""
    opened = run[0]
    assert isinstance(opened, CampaignOpened)
    request = system.audit.request_of(run, True)
    decision = system.rules.open(request, _chain_of(opened)) if request else ()
    if isinstance(decision, Refused):
        return ()
    return tuple(
        difference
        for was, event in _pairs(decision, run)
        for difference in differences(codec.fields(was), codec.fields(event))
        if not difference.where.startswith("overrides")
    )


def _pairs(plain: Sequence[Event], run: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Pairs of events of one kind, from a plain opening and the club's; each kind occurs once."""
    by_kind = {type(event): event for event in run}
    for event in plain:
        if not isinstance(event, MemberEnrolled | PowerAssigned) and type(event) in by_kind:
            yield event, by_kind[type(event)]


def _chain_of(opened: CampaignOpened) -> SeedChain:
    return SeedChain(opened.id, opened.seed_anchor, opened.seed_links, opened.seed_sealed)


# --- what-ifs -----------------------------------------------------------------------------------


def _taken_over(past: Iterable[tuple[int, Event]]) -> Iterator[str]:
    """What the past of a what-if holds although it stays with the origin; the first of it."""
    for version, event in past:
        if field := effective.left(event):
            text = f"its event {version} holds what a what-if does not take over"
            yield f"{text} ({field.replace('_', ' ')})"
            break


def _of_its_own(begun: Branched) -> Iterator[str]:
    """What a what-if lacks of its own: a name that is one, seeds, the digest of its origin."""
    if not text_check("id")(begun.name):
        yield "its name is none: it needs lower-case letters, digits and hyphens"
    hexes = ((begun.head, 64), (begun.id, 32), (begun.seed_anchor, 64))
    if begun.seed_links < 1 or not all(is_hex(text, length) for text, length in hexes):
        yield "it has no digest of its origin, or no seeds of its own"


def what_if(
    system: AnySystem,
    origin: Campaign,
    begun: Branched,
    dealt: Sequence[Event],
    past: Iterable[tuple[int, Event]],
) -> Iterator[str]:
    """A what-if begins at a member's request, with its own chain and its own secrets.

    Its past is a copy without ciphertexts and keys, so its digests differ.
    """
    yield from _taken_over(past)
    if begun.head == begun.prev:
        yield "the event before it has the digest that it has in the origin, and is no copy"
    if begun.by != begun.maker or begun.maker not in origin.members:
        yield f"{begun.maker} is no member who made it"
    if begun.name == origin.name:
        yield "it bears the name of the campaign that it comes from"
    if begun.origin != origin.name:
        yield f"it comes from {begun.origin}, and this is {origin.name}"
    yield from _of_its_own(begun)
    kinds = [type(event) for event in dealt]
    if len(set(kinds)) < len(kinds) or not {*kinds} <= {*system.audit.dealt}:
        yield f"it does not begin with {', '.join(map(public_type, dealt))}"


# --- Decides every recorded act again: its command, in the state before it ----------------------
#
# Each act is judged by what was known when it was made: a later correction does not make an
# earlier act wrong, and a correction is an act like any other.

_LENGTH = len("2026-12-03T21:00:00.000Z")
"""UTC with milliseconds, as the ledger stamps it."""


_BEGINNINGS = (CampaignOpened, Branched)
"""Acts that have no command: their events say everything."""
_SEEDLESS = "its seeds are not sealed, so that nobody could draw"


class Answer(msgspec.Struct, frozen=True):
    """What the rules say about an act."""

    command: str
    """The command's name; empty where the act does not say it."""
    wrong: str = ""
    """How the record differs from what the rules give; empty if it does not."""
    claims: tuple[Claim, ...] = ()
    """The draws that it claims, to be checked once the seed is out."""


def _comparable(
    system: AnySystem,
    events: Sequence[Event],
    decision: Sequence[Event],
    veil: Callable[[Event], Event] | None,
) -> tuple[list[Event], list[Event]]:
    """The events on record and those decided now, both without their stamps and in one form."""
    now, then = list(decision), [newest(system.codec, unstamped(event)) for event in events]
    if own(events[0]):
        now = [system.codec.decode(codec.encode(event)) for event in now]
    if veil is not None:
        now, then = list(map(veil, now)), list(map(veil, then))
    return then, now


@cache
def _said(kind: type[Event]) -> Callable[[Event], tuple[object, ...]]:
    """All that an event says, its stamp left out."""
    said = [name for name in kind.__struct_fields__ if name not in STAMP]
    return attrgetter(*said, "__class__", "__class__")  # of two names or more it makes a tuple


_stamp = attrgetter(*STAMP)
_UNSTAMPED = _stamp(Event())


def _alike(then: Sequence[Event], now: Sequence[Event]) -> bool:
    """Whether events on record say the same as those decided now, which have no stamps yet."""
    if len(then) != len(now):
        return False
    for old, new in zip(then, now, strict=True):
        said = _said(type(old))
        if type(old) is not type(new) or said(old) != said(new) or _stamp(new) != _UNSTAMPED:
            return False
    return True


def _differs(
    system: AnySystem,
    events: Sequence[Event],
    decision: Sequence[Event],
    veil: Callable[[Event], Event] | None,
) -> str:
    """How the events on record differ from those decided now; empty if they do not."""
    if not own(events[0]) and veil is None and _alike(events, decision):
        return ""
    then, now = _comparable(system, events, decision, veil)
    return difference(then, now) if now != then else ""


def decided_again(
    system: AnySystem,
    state: GameState,
    events: Sequence[Event],
    past: Sequence[Logged],
    base: Base = START,
    last: LastAct | None = None,
    signed: Command | None = None,
    others: Readers[GameState] | None = None,
) -> Answer:
    """What the rules say about an act, given the state before it and the log, or its part after a
    base.

    `last` is the last act, for an undo of it alone. `signed` is the command that its member signed,
    to be decided in the place of the one on record. `others` are the readers of commands about the
    record, for whoever decides many acts.

    Raises whatever the rules raise for events that do not follow from anything.
    """
    others = of_the_record(system) if others is None else others
    claims: list[Claim] = []
    with_past: Mapping[str, Any] = {"past": past, "base": base, "last": last, "claims": claims}
    request = recorded(system, state, events, others=others, **with_past)
    command, supplied = request.command, request.supplied
    name = type(command).__name__
    if signed is not None:
        if type(signed) is not type(command):
            mine = type(signed).__name__
            return Answer(name, f"{mine}, and the events came from {name}")
        command = signed
    decision = routing.decide(system, request.state or state, command, supplied)
    if isinstance(decision, Refused):
        rule = f" ({decision.rule})" if decision.rule else ""
        act = _act(state.campaign, request.command)
        return Answer(name, f"{act} would be refused{rule}: {decision.reason}")
    if differs := _differs(system, events, decision, request.veil):
        return Answer(name, differs)
    if unused := len(supplied.drawn or ()) - len(claims):
        act = _act(state.campaign, request.command)
        return Answer(name, f"{act} draws {len(claims)} times, and {unused} more results are kept")
    return Answer(name, claims=tuple(claims))


def _act(campaign: Campaign, command: Command) -> str:
    """An act as people know it: its verb, and who sent it."""
    return f"`campaign {command.verb}` by {campaign.called(command.by)}"


class Acts:
    """One pass over a log: give it each event with the state before, then call `rest`."""

    def __init__(
        self,
        system: AnySystem,
        log: LoggedEvents,
        timeline: Timeline | None = None,
        signed: SignedActs | None = None,
    ) -> None:
        self.judged = 0
        """Acts decided again."""
        self.facts_until = 0
        """The last event that stands as a fact, because its rules are others; 0 for none."""
        self.backward = 0
        """Acts among those that are stamped earlier than the one before."""
        self.set_up: tuple[Difference, ...] = ()
        """Where the club's set-up differs from its scenario."""
        self.commands: dict[int, str] = {}
        """The command that each act answers, by the act's first event."""
        self.signed = signed or SignedActs(None)
        """What members signed of them."""
        self.claims: list[tuple[int, Claim]] = []
        """The draws claimed so far, each with the event that began its act; `drawn` takes them."""
        self._keys: dict[str, int] = {}
        self._system = system
        self._others = of_the_record(system)
        self._log = log
        self._timeline = timeline
        self._run: list[Event] = []
        self._first = 0
        self._before: GameState | None = None
        self._undone: LastAct | None = None
        self._last_at = ""
        self._excused: list[Finding] = []

    def drawn(self) -> list[tuple[int, Claim]]:
        """The draws claimed since this was last asked, each with the event that began its act."""
        claims, self.claims = self.claims, []
        return claims

    def event(self, version: int, event: Event, state: GameState | None) -> Sequence[Finding]:
        """What is wrong with the previous act, if this event begins a new one."""
        if event.nth and self._run:
            self._run.append(event)
            return ()
        findings = self.rest()
        self._first, self._before, self._run = version, state, [event]
        self._undone = self._last_act(event) if isinstance(event, ActUndone) else None
        return findings

    def rest(self) -> Sequence[Finding]:
        """What is wrong with the last act."""
        run, self._run = self._run, []
        if not run:
            return ()
        last, self._last_at = self._last_at, run[-1].at
        if not self._judges(run[0]):
            self.backward += run[0].at < last
            self.facts_until = self._first + len(run) - 1
            return ()
        self.judged += 1
        form = self._formal(run, last)
        if (state := self._before) is None:
            return (*form, *self._opening(run))
        if isinstance(begun := run[0], Branched):
            return (*form, *self._branch(state.campaign, begun, run))
        found = self._again(state, run)
        return (*form, *found) if form else found

    def _formal(self, run: Sequence[Event], last: str) -> Sequence[Finding]:
        """What is wrong with an act's stamps, its key and where it keeps its command, given the
        time of the act before.
        """
        number, first = self._first, run[0]
        found = _timed(number, first.at, last)
        if len(run) > 1 or first.nth:
            found = (*_stamps(number, run), *found)
        if first.key:
            found = (*found, *self._used(first.key))
        if len(run) > 1 or isinstance(first, _BEGINNINGS):
            found = (*found, *_act_only_first(number, run))
        return found

    def _judges(self, first: Event) -> bool:
        """Whether the program judges by the rules that the campaign follows."""
        said = first if self._before is None else self._before.campaign
        return getattr(said, "rules", 0) == self._system.rules.number

    def _branch(self, origin: Campaign, begun: Branched, run: Sequence[Event]) -> Iterator[Finding]:
        """Compares a what-if's beginning with the past that it shares."""
        self._excused = [] if begun.seed_sealed else [Finding(self._first, "rules", _SEEDLESS)]
        self.signed.missing.clear()
        before = Past(self._log, self._first - 1)
        for wrong in what_if(self._system, origin, begun, run[1:], before):
            yield Finding(self._first, "what-if", wrong)

    def _again(self, state: GameState, run: Sequence[Event]) -> Sequence[Finding]:
        """Decides an act again; whatever goes wrong meanwhile is a finding too."""
        try:
            past, base = ((), START) if self._undone else self._past(run)
            answer = decided_again(
                self._system, state, run, past, base, self._undone, others=self._others
            )
            self.commands[self._first], wrong = answer.command, answer.wrong
            if answer.claims:
                self.claims += [(self._first, claim) for claim in answer.claims]
            concerned = self.signed.may_concern(state.campaign)
            signatures = self._signature(state, run, past, base) if concerned else ()
        except UnreadableActError as error:
            return (Finding(self._first, "act", str(error)),)
        except Exception as error:
            wrong, signatures = f"does not follow from what came before{because(error)}", ()
        if not wrong:
            return signatures
        return (Finding(self._first, "rules", wrong), *signatures)

    def _signature(
        self, state: GameState, run: Sequence[Event], past: Sequence[Logged], base: Base
    ) -> Sequence[Finding]:
        """What is wrong with the signature of an act."""

        def again(command: Command) -> str:
            known = decided_again(
                self._system, state, run, past, base, self._undone, command, self._others
            )
            return known.wrong

        commands = self._system.rules.commands
        kind = commands.get(self.commands[self._first])
        return self.signed.findings(state.campaign, self._first, run[0], kind, again, commands)

    def _used(self, key: str) -> Sequence[Finding]:
        """An idempotency key belongs to one command; sent again, it records nothing."""
        if (first := self._keys.setdefault(key, self._first)) == self._first:
            return ()
        text = f"bears the key {key!r}, which event {first} bears already"
        return (Finding(self._first, "rules", text),)

    def _last_act(self, event: ActUndone) -> LastAct | None:
        """The member's last act, if undoing it needs nothing else of the past."""
        if self._timeline is None:
            return None
        if isinstance(event.act, Mapping) and event.act.get("versions"):
            return None  # it was taken back with everybody's consent
        return undo.last_act(self._timeline, event.by)

    def _past(self, run: Sequence[Event]) -> tuple[Sequence[Logged], Base]:
        """The log before an act; for a correction, only the part that it can touch."""
        whole = Past(self._log, self._first - 1)
        if self._timeline is None or not (rewriting(run[0]) or isinstance(run[0], UndoConsented)):
            return whole, START
        numbered = list(enumerate(run, self._first))
        base = undo.base(self._timeline, (*undo.named_in(numbered), self._first - 1))
        first = behind(self._log, base[0])
        return self._log[first : self._first - 1], base

    def _opening(self, run: Sequence[Event]) -> Iterator[Finding]:
        """Opens a campaign again from what its first facts hold, and compares."""
        try:
            wrong = opened_again(self._system, run)
            self.set_up = () if wrong else set_up_by_the_club(self._system, run)
        except Exception as error:
            wrong = f"the campaign cannot be set up again from it{because(error)}"
        if wrong:
            yield Finding(self._first, "rules", wrong)
        opened = run[0]
        if isinstance(opened, CampaignOpened) and not opened.seed_sealed:
            self._excused.append(Finding(self._first, "rules", _SEEDLESS))

    def over(self) -> Iterator[Finding]:
        """What is wrong with the last act, plus the findings that only a what-if excuses.

        A what-if leaves out the sealed seeds of its campaign.
        """
        yield from self.rest()
        yield from (*self._excused, *self.signed.missing)


def _act_only_first(first: int, run: Sequence[Event]) -> Sequence[Finding]:
    """Only the first event of an act keeps its command, and a beginning needs none."""
    from_first = 0 if isinstance(run[0], _BEGINNINGS) else 1
    text = "keeps a command that it does not begin with"
    return [
        Finding(first + nth, "act", text)
        for nth, event in enumerate(run)
        if nth >= from_first and (event.act is not None or event.drawn != ())
    ]


def _stamps(first: int, run: Sequence[Event]) -> Iterator[Finding]:
    """The events of one command share one stamp, and are counted from 0."""
    stamp = (run[0].at, run[0].by, run[0].key)
    for nth, event in enumerate(run):
        if event.nth != nth:
            text = f"is number {event.nth} of its command's events, and should be number {nth}"
            yield Finding(first + nth, "rules", text)
        if (event.at, event.by, event.key) != stamp:
            text = "has another time, member or key than the other events of its command"
            yield Finding(first + nth, "rules", text)


def _timed(version: int, at: str, last: str) -> Sequence[Finding]:
    """Time: a stamp is well formed and not earlier than the one before it."""
    if not (len(at) == _LENGTH and at[19] == "." and is_time(at)):
        text = f"is stamped {at or 'with nothing'}, which is no time in UTC"
    elif at < last:
        text = f"is stamped {at}, and the one before it {last}"
    else:
        return ()
    return (Finding(version, "time", text),)
