"""The command of an act, as its first event keeps it: without what the event says itself. Pure.

    command + first event  ──►  act      (what the stamp holds)
    act     + first event  ──►  fields   (the command again)

A field that the first event holds under the same name with the same value is left out, so that an
amendment of the event changes the command too. What is secret is in neither, at any depth.
"""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import fields

from campaign.kernel.decisions import Command, secret
from campaign.text.json_values import JsonFields, JsonObject
from events import codec
from events.base import Event

_NEVER = frozenset({"command", "by", "id"})


def act_of(command: Command, first: Event, commands: Mapping[str, type[Command]]) -> JsonObject:
    """What the first event of an act keeps of its command."""
    kind, told, held = type(command), _public(command, commands), _held(command, first)
    unset = _unset(kind)
    return {"command": kind.__name__} | {
        name: value
        for name, value in told.items()
        if not (_same(held[name], value) if name in held else _same(unset.get(name), value))
    }


def fields_of(act: JsonFields, first: Event, kind: type[Command]) -> JsonObject:
    """The command's fields from its act and the event that keeps it; no secret ones."""
    names = {one.name for one in fields(kind)} - secret(kind) - _NEVER
    held = {name: value for name, value in codec.fields(first).items() if name in names}
    told = {name: value for name, value in act.items() if name != "command"}
    return {"command": kind.__name__, **_unset(kind), **held, **told}


def public(command: Command, commands: Mapping[str, type[Command]]) -> JsonObject:
    """A command's fields as its act gives them back, defaults included."""
    return {"command": type(command).__name__, **_public(command, commands)}


def secrets_in(act: JsonFields, commands: Mapping[str, type[Command]]) -> Iterator[str]:
    """The secret fields that an act holds, in a command within it too."""
    kind = commands.get(str(act.get("command", "")))
    hidden = secret(kind) if kind else frozenset()
    for name, value in act.items():
        if name in hidden:
            yield name
        elif isinstance(value, Mapping):
            yield from secrets_in(value, commands)


def _public(command: Command, commands: Mapping[str, type[Command]]) -> JsonObject:
    """The fields that everybody may know, of a command within it too."""
    told: JsonObject = msgspec.to_builtins(command)
    hidden = _NEVER | secret(type(command))
    return {name: _bare(value, commands) for name, value in told.items() if name not in hidden}


def _bare(value: object, commands: Mapping[str, type[Command]]) -> object:
    if not isinstance(value, Mapping):
        return value
    hidden = frozenset(secrets_in(value, commands))
    return {name: _bare(held, commands) for name, held in value.items() if name not in hidden}


def _held(command: Command, first: Event) -> JsonObject:
    hidden = _NEVER | secret(type(command))
    return {name: value for name, value in codec.fields(first).items() if name not in hidden}


def _unset(kind: type[Command]) -> JsonObject:
    """The defaults of a command's fields, as JSON values."""
    made = {
        one.name: one.default if one.default is not msgspec.NODEFAULT else one.default_factory()
        for one in fields(kind)
        if one.name not in _NEVER | secret(kind) and not one.required
    }
    values: JsonObject = msgspec.to_builtins(made)
    return values


def _same(one: object, other: object) -> bool:
    """Whether two values are written alike: true is not 1."""
    return _written(one) == _written(other)


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
