"""The command of an act, as its first event keeps it: without what the event says itself. Pure.

    command + first event  ──►  act      (what the stamp holds)
    act     + first event  ──►  fields   (the command again)

A field that the first event holds under the same name with the same value is left out, so that an
amendment of the event changes the command too. An event's empty value stands for None in a command
that may leave the field out. What is secret is in neither, at any depth.
"""

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec
from msgspec.structs import fields

from campaign.kernel.decisions import Command, secret
from campaign.kernel.vocabulary import Vocabulary
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.plain import in_short, in_words
from events import codec
from events.base import Event

_NEVER = frozenset({"command", "by", "id"})


class UnreadableActError(ValueError):
    """An act that does not say which command it answers, in one sentence.

    `value` says it of a field alone, where a field has an impossible value.
    """

    def __init__(self, text: str, value: str = "") -> None:
        super().__init__(text)
        self.value = value


def unfit(kind: type[Command], error: msgspec.ValidationError) -> UnreadableActError:
    """A command that may not have one of its values."""
    value = in_words(error, kind)
    return UnreadableActError(f"{kind.__name__} takes no such value: {value}", value)


def act_of(command: Command, first: Event, commands: Mapping[str, type[Command]]) -> JsonObject:
    """What the first event of an act keeps of its command."""
    kind = type(command)
    told, held, unset = _public(command, commands), _held(kind, first), _unset(kind)
    return {"command": kind.__name__} | {
        name: value
        for name, value in told.items()
        if not (_same(held[name], value) if name in held else _same(unset.get(name), value))
    }


def fields_of(act: JsonFields, first: Event, kind: type[Command]) -> JsonObject:
    """The command's fields from its act and the event that keeps it; no secret ones."""
    held = {name: value for name, value in _held(kind, first).items() if name in _kept(kind)}
    told = {name: value for name, value in act.items() if name != "command"}
    return {"command": kind.__name__, **_unset(kind), **held, **told}


def command_of(act: object, first: Event, commands: Vocabulary) -> Command:
    """The command of an act, its unseen fields as they stand until its events say more.

    Raises `UnreadableActError`.
    """
    if not isinstance(act, Mapping):
        raise UnreadableActError("keeps no command")
    name = act.get("command")
    if not isinstance(name, str) or name not in commands:
        raise UnreadableActError(f"keeps a command that there is not: {in_short(name)}")
    kind = commands[name]
    if hidden := next(secrets_in(act, commands, _NEVER), ""):
        raise UnreadableActError(f"keeps what is secret ({hidden})")
    values = {**fields_of(act, first, kind), **kind.unseen, "by": first.by, "id": first.key}
    try:
        return commands.command(name, values)
    except msgspec.ValidationError as error:
        raise unfit(kind, error) from error


def public(command: Command, commands: Mapping[str, type[Command]]) -> JsonObject:
    """A command's fields as its act gives them back, defaults included."""
    return {"command": type(command).__name__, **_public(command, commands)}


def secrets_in(
    act: JsonFields, commands: Mapping[str, type[Command]], more: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The fields that no act may hold, in a command within it too; that one has its own sender."""
    kind = commands.get(str(act.get("command", "")))
    hidden = (_hidden(kind) - _NEVER) | (more - {"command"}) if kind else frozenset()
    for name, value in act.items():
        if name in hidden:
            yield name
        elif isinstance(value, Mapping):
            yield from secrets_in(value, commands)


@cache
def _kept(kind: type[Command]) -> frozenset[str]:
    """The fields that an act may keep."""
    return frozenset(one.name for one in fields(kind)) - _hidden(kind)


@cache
def _hidden(kind: type[Command]) -> frozenset[str]:
    """The fields that no act keeps."""
    return _NEVER | secret(kind) | kind.unseen.keys()


def _public(command: Command, commands: Mapping[str, type[Command]]) -> JsonObject:
    """The fields that everybody may know, of a command within it too."""
    told: JsonObject = msgspec.to_builtins(command)
    hidden = _hidden(type(command))
    return {name: _bare(value, commands) for name, value in told.items() if name not in hidden}


def _bare(value: object, commands: Mapping[str, type[Command]]) -> object:
    if not isinstance(value, Mapping):
        return value
    hidden = frozenset(secrets_in(value, commands))
    return {name: _bare(held, commands) for name, held in value.items() if name not in hidden}


def _held(kind: type[Command], first: Event) -> JsonObject:
    """What an event holds, as a command would say it."""
    unset = _unset(kind)
    return {
        name: value if value or unset.get(name, value) is not None else None
        for name, value in codec.fields(first).items()
        if name not in _hidden(kind)
    }


@cache
def _unset(kind: type[Command]) -> JsonFields:
    """The defaults of a command's fields, as JSON values."""
    made = {
        one.name: one.default if one.default is not msgspec.NODEFAULT else one.default_factory()
        for one in fields(kind)
        if one.name in _kept(kind) and not one.required
    }
    values: JsonFields = msgspec.to_builtins(made)
    return values


def _same(one: object, other: object) -> bool:
    """Whether two values are written alike: true is not 1."""
    if type(one) is type(other) is str:
        return one == other
    return _written(one) == _written(other)


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
