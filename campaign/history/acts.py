"""Acts: the events of one command, how it is recorded, and whether it is repeatable. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from campaign.history.effective import DOES_NOT_FOLD, Effective, own, step
from campaign.kernel import decisions
from campaign.kernel.chapters import SHARED_READERS, Readers
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem
from campaign.text.faults import called, in_short, in_words
from campaign.text.json_values import JsonFields, JsonObject
from events import codec
from events.base import STAMP, Event, unstamped

# --- The command of an act, as its first event keeps it: without what the event says itself -----
#
#     command + first event  ──►  act      (what the stamp holds)
#     act     + first event  ──►  fields   (the command again)
#
# A field that the first event holds under the same name with the same value is left out, so that
# an amendment of the event changes the command too. An event's empty value stands for None in a
# command that may leave the field out. What is secret is in neither, at any depth.

_NEVER = frozenset({"command", "by", "id"})
_PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that are JSON values as they are."""


class UnreadableActError(ValueError):
    """An act that does not say which command it answers, in one sentence.

    `value` says it of a field alone, where a field has an impossible value.
    """

    def __init__(self, text: str, value: str = "") -> None:
        super().__init__(text)
        self.value = value


def unfit(kind: type[decisions.Command], error: msgspec.ValidationError) -> UnreadableActError:
    """A command that may not have one of its values."""
    value = in_words(error, kind)
    return UnreadableActError(f"{kind.__name__} takes no such value: {value}", value)


def act_of(
    command: decisions.Command, first: Event, commands: Mapping[str, type[decisions.Command]]
) -> JsonObject:
    """What the first event of an act keeps of its command."""
    kind = type(command)
    return _left_out(kind, public(command, commands), _held(kind, first), _unset(kind))


def _left_out(
    kind: type[decisions.Command], fields: JsonFields, held: JsonFields, unset: JsonFields
) -> JsonObject:
    """A command without the fields that its first event holds, or that were not sent."""
    act: JsonObject = {"command": kind.__name__}
    for name, value in fields.items():
        if not _same(held[name] if name in held else unset.get(name), value):
            act[name] = value
    return act


def fields_of(act: JsonFields, first: Event, kind: type[decisions.Command]) -> JsonObject:
    """The command's fields from its act and the event that keeps it; no secret ones."""
    return {**_unset(kind), **_held(kind, first), **act, "command": kind.__name__}


def command_of_act(act: object, first: Event, commands: decisions.Vocabulary) -> decisions.Command:
    """The command of an act, its unseen fields as they stand until its events say more.

    Raises `UnreadableActError`.
    """
    if not isinstance(act, dict):
        raise UnreadableActError("keeps no command")
    name = act.get("command")
    kind = commands.get(name) if isinstance(name, str) else None
    if kind is None:
        raise UnreadableActError(f"keeps a command that there is not: {in_short(name)}")
    if _may_hold_secrets(act, kind) and (hidden := next(secrets_in(act, commands, _NEVER), "")):
        raise UnreadableActError(f"keeps what is secret ({hidden})")
    values = fields_of(act, first, kind)
    values.update(kind.unseen)
    values["by"], values["id"] = first.by, first.key
    try:
        return commands.read(kind, values)
    except msgspec.ValidationError as error:
        raise unfit(kind, error) from error


def secrets_in(
    act: JsonFields,
    commands: Mapping[str, type[decisions.Command]],
    more: frozenset[str] = frozenset(),
) -> Iterator[str]:
    """The fields that no act may hold, in a command within it too; that one has its own sender."""
    kind = commands.get(str(act.get("command", "")))
    hidden = (_hidden(kind) - _NEVER) | (more - {"command"}) if kind else frozenset()
    for name, value in act.items():
        if name in hidden:
            yield name
        elif isinstance(value, Mapping):
            yield from secrets_in(value, commands)


def _may_hold_secrets(act: JsonFields, kind: type[decisions.Command]) -> bool:
    """Whether to look closer: a field is one that no act may hold, or may have fields itself."""
    return not (_forbidden(kind).isdisjoint(act) and _PLAIN.issuperset(map(type, act.values())))


@cache
def _forbidden(kind: type[decisions.Command]) -> frozenset[str]:
    """The fields that no act may hold."""
    return _hidden(kind) - {"command"}


@cache
def _stored_fields(kind: type[decisions.Command]) -> frozenset[str]:
    """The fields that an act may keep."""
    return frozenset(one.name for one in fields(kind)) - _hidden(kind)


@cache
def _hidden(kind: type[decisions.Command]) -> frozenset[str]:
    """The fields that no act keeps."""
    return _NEVER | decisions.secret(kind) | kind.unseen.keys()


def public(
    command: decisions.Command, commands: Mapping[str, type[decisions.Command]]
) -> JsonObject:
    """The fields that everybody may know, of a command within it too."""
    fields: JsonObject = msgspec.to_builtins(command)
    hidden = _hidden(type(command))
    return {name: _bare(value, commands) for name, value in fields.items() if name not in hidden}


def _bare(value: object, commands: Mapping[str, type[decisions.Command]]) -> object:
    if not isinstance(value, dict):
        return value
    hidden = frozenset(secrets_in(value, commands))
    return {name: _bare(held, commands) for name, held in value.items() if name not in hidden}


def _held(kind: type[decisions.Command], first: Event) -> JsonObject:
    """What an event holds, as a command would say it."""
    held: JsonObject = {}
    for name, written, may_be_none in _in_both(kind, type(first)):
        value = getattr(first, name)
        if type(value) not in _PLAIN:
            value = msgspec.to_builtins(value)
        held[written] = value if value or not may_be_none else None
    return held


@cache
def _in_both(
    kind: type[decisions.Command], event: type[Event]
) -> tuple[tuple[str, str, bool], ...]:
    """The fields that an event holds and an act may keep: each with its name as it is stored, and
    whether the command may leave it out.
    """
    unset, stored = _unset(kind), _stored_fields(kind) - {"type", *STAMP} - kind.kept_whole
    named = zip(event.__struct_fields__, event.__struct_encode_fields__, strict=True)
    return tuple(
        (name, written, unset.get(written, "") is None)
        for name, written in named
        if written in stored
    )


@cache
def _unset(kind: type[decisions.Command]) -> JsonFields:
    """The defaults of a command's fields, as JSON values."""
    made = {
        one.name: one.default if one.default is not msgspec.NODEFAULT else one.default_factory()
        for one in fields(kind)
        if one.name in _stored_fields(kind) and not one.required
    }
    values: JsonFields = msgspec.to_builtins(made)
    return values


def _same(one: object, other: object) -> bool:
    """Whether two values are written alike: true is not 1."""
    if type(one) in _PLAIN and type(other) in _PLAIN:
        return type(one) is type(other) and one == other
    return _written(one) == _written(other)


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


# --- The command of a recorded act, and what the world supplied for it, from its events ---------
#
# The first event of an act keeps the command. A game's chapters say what the world supplied for
# the few commands that open or seal something; all others need only the time and the results of
# draws.


def keeping(
    system: AnySystem,
    command: decisions.Command,
    supplied: decisions.Supplied,
    decision: Sequence[Event],
) -> tuple[Event, ...]:
    """The events of a decision, the first with the command and the results of its public draws."""
    (first, *rest), commands, kind = decision, system.rules.commands, type(command)
    fields, held, unset = public(command, commands), _held(kind, first), _unset(kind)
    act = _left_out(kind, fields, held, unset)
    again = {**unset, **held, **act}
    assert again == {"command": kind.__name__, **fields}, f"{act} does not give its command back"
    drawn = tuple(claim.result for claim in supplied.claims)
    return (replace(first, act=act, drawn=drawn), *rest)


def recorded(
    system: AnySystem,
    state: GameState,
    events: Sequence[Event],
    said: object = None,
    others: Readers[GameState] | None = None,
    **more: Any,
) -> decisions.RecordedAct:
    """The command of an act with what the world supplied, and `more` of that.

    `said` is what is kept of the command, where a correction has changed that; `others` are readers
    for more commands. Raises `UnreadableActError`, and what a game's reader raises for events of no
    such act.
    """
    command = command_of_act(said or events[0].act, events[0], system.rules.commands)
    kind = type(command)
    read = system.audit.recorded.get(kind) or (others or {}).get(kind) or SHARED_READERS.get(kind)
    if read is None:
        drawn, now = _drawn(events[0]), events[0].at
        return decisions.RecordedAct(command, decisions.Supplied(drawn=drawn, now=now, **more))
    result = read(state, command, events)
    if result.command is not command:
        _check(system, result.command)
    drawn, now = _drawn(events[0]), events[0].at
    supplied = replace(result.supplied, drawn=drawn, now=now, **more)
    return decisions.RecordedAct(result.command, supplied, result.state, result.veil)


def _check(system: AnySystem, command: decisions.Command) -> None:
    try:
        system.rules.commands.check(command)
    except msgspec.ValidationError as error:
        raise unfit(type(command), error) from error


def corrected(system: AnySystem, said: object, was: Event, made: Event) -> JsonObject | None:
    """What an act keeps of its command once an event of it is amended, where that does not follow.

    A field that the event holds under the command's own name follows by itself.
    """
    says = system.audit.field_of.get(type(made))
    if says is None or not isinstance(said, dict):
        return None
    kind = system.rules.commands.get(str(said.get("command", "")))
    known = kind.__struct_fields__ if kind else ()
    before, after = (msgspec.to_builtins(says(event)) for event in (was, made))
    if before == after:
        return None
    return {**said, **{name: value for name, value in after.items() if name in known}}


def _drawn(first: Event) -> tuple[str, ...]:
    """The results on record. Raises `UnreadableActError` where they are no texts."""
    if isinstance(first.drawn, (list, tuple)):
        if not first.drawn:
            return ()
        if all(type(one) is str for one in first.drawn):
            return tuple(first.drawn)
    raise UnreadableActError("keeps results of draws that are none")


# --- Acts: the events that one command produced, and whether it would produce them again --------


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


def acts_of(history: Iterable[Effective]) -> Iterator[Act]:
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
        return Judgement(versions, "", decisions.RECORD, text)
    if (said := act.said) is None:
        return Judgement(versions, "")
    return _judged(system, state, [entry.event for entry in standing], versions, said)


def _judged(
    system: AnySystem, state: GameState, then: list[Event], versions: tuple[int, ...], said: object
) -> Judgement:
    try:
        request = recorded(system, state, then, said)
        name = type(request.command).__name__
        decision = system.rules.decide(request.state or state, request.command, request.supplied)
        if isinstance(decision, decisions.Refused):
            return Judgement(versions, name, decision.rule, decision.reason)
        now, old = list(decision), [unstamped(event) for event in then]
        if (veil := request.veil) is not None:
            now, old = [veil(event) for event in now], [veil(event) for event in old]
        if now == old:
            return Judgement(versions, name)
    except DOES_NOT_FOLD as error:
        return Judgement(
            versions, "", decisions.RECORD, f"does not follow any more ({_text_of(error)})"
        )
    return Judgement(versions, name, differs=_difference(old, now))


def judged(
    system: AnySystem, history: Iterable[Effective]
) -> Iterator[tuple[Act, Judgement | None]]:
    """Each act of a history with its judgement; None where there is nothing to judge.

    Raises what a fold raises for events that do not follow from one another.
    """
    state: GameState | None = None
    for act in acts_of(history):
        yield act, judge(system, state, act)
        for placed in act.placed:
            state = step(system, state, placed)


def _text_of(error: Exception) -> str:
    return str(error) or "no reason is given"


def _difference(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The event, and its field, in which a new answer differs from the old."""
    from campaign.history.diff import differences

    for old, new in zip(then, now, strict=False):
        if type(old) is not type(new):
            return f"{called(new)} instead of {called(old)}"
        for difference in differences(codec.fields(old), codec.fields(new)):
            text = f"{in_short(difference.after)} instead of {in_short(difference.before)}"
            return f"{called(old)}, {difference.where}: {text}"
    longer, word = (now, "also") if len(now) > len(then) else (then, "without")
    return f"{word} {called(longer[min(len(now), len(then))])}"
