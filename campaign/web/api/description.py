"""The list of all calls for programs, and their description (OpenAPI 3.1) with examples, made from
the types that they use. Pure.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from campaign.kernel.terminal.screens import ProgramExamples
from campaign.systems import SYSTEMS
from campaign.systems import commands as systems_commands
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import as_published
from campaign.web.api import commands, endpoint, record
from campaign.web.api.endpoint import ONE, ApiCall, Failed, Parameter, Success
from campaign.web.replies import Reply
from events import seats

# --- The calls for programs: the one list that routes, description and tests walk through -------


def calls() -> tuple[ApiCall, ...]:
    """Every call."""
    return tuple(call for module in (record, commands) for call in module.CALLS)


# --- Examples in the description of the calls: what is asked, sent and answered -----------------
#
# They are written by hand from the contract. What is a game's own is given by the game.


@cache
def _examples() -> JsonFields:
    """What every game has: `asked` by parameter, `answers` by call, commands that can be sent, what
    fails by status, what is malformed by call, and what each answer but 200 means.
    """
    examples: JsonFields = msgspec.json.decode(
        Path(__file__).with_name("examples.json").read_bytes()
    )
    return examples


def asked(call: str, parameter: str) -> Any:
    """What a call is asked for, by one of its parameters; None where there is no example."""
    for game in _games():
        if parameter in (examples := game.asked.get(call, {})):
            return examples[parameter]
    return _examples()["asked"].get(parameter)


def answered(call: str) -> Any:
    """What a call answers when all is well; a game's own example comes first."""
    for game in _games():
        if call in game.answers:
            return game.answers[call]
    return _examples()["answers"][call]


def sent() -> dict[str, JsonObject]:
    """Commands that can be sent, by their names."""
    every = (*_examples()["sent"], *(command for game in _games() for command in game.sent))
    return {command["command"]: {"value": command} for command in every}


def failed(call: str, status: int) -> JsonObject:
    """What a call answers when it fails."""
    made: dict[int, Callable[[], Reply]] = {
        401: endpoint.unknown_caller,
        404: endpoint.not_found,
        429: lambda: endpoint.too_often(20),
        503: lambda: endpoint.unavailable("too much to do; nothing was recorded", 5),
    }
    if status in made:
        answer: JsonObject = msgspec.json.decode(made[status]().body)
        return answer
    answer = {"accepted": False, **_examples()["failures"][str(status)]}
    if status == 422 and call in _examples()["malformed"]:
        return answer | {"reason": _examples()["malformed"][call]}
    return answer


def _games() -> Iterator[ProgramExamples]:
    return (system.rooms.examples for system in SYSTEMS.values())


# --- The description of the calls, OpenAPI 3.1, made from the types that they use ---------------

VERSION = "1.0"
"""Of the calls: the first number rises where a program that worked would fail."""
_SCHEMAS = "#/components/schemas/{name}"
_FAILED = "Failed"
_COMMAND = "Command"
EVERYWHERE = (401, 429, 500, 503)
_LATER = {
    "Retry-After": {"description": "seconds to wait", "schema": {"type": "integer", "minimum": 1}}
}


def _streamed(_: object) -> Any:
    """A stream of server-sent events: `event: version` with the number of the last event as `id`,
    whenever the campaign has grown; `event: bye` at its end.
    """
    raise NotImplementedError


LIVE = ApiCall(
    f"{ONE}/events/live",
    "followEvents",
    _streamed,
    Success("The stream.", media="text/event-stream"),
    takes=(
        Parameter("Last-Event-ID", "header", "the last version that is known: only what is newer"),
    ),
)
"""The stream is no call like the others, but is described with them."""


@cache
def described() -> bytes:
    """The whole description, as it is served."""
    return msgspec.json.format(msgspec.json.encode(description()), indent=1) + b"\n"


def description() -> JsonObject:
    """The description as values."""
    every = (*calls(), LIVE)
    paths: dict[str, JsonObject] = {}
    for call in sorted(every, key=lambda call: (call.path, call.method)):
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Campaign tracker",
            "version": VERSION,
            "description": "What the command line can do, for programs. New fields, calls and "
            "commands may come at any time; a program should pass over what it does not know.",
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "a program's token, from `campaign token`",
                },
                "device": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "__Host-device",
                    "description": "a browser that was let in",
                },
            },
        },
        "security": [{"token": []}, {"device": []}],
    }


def _operation(call: ApiCall) -> JsonObject:
    operation: JsonObject = {
        "operationId": call.id,
        "summary": call.about,
        "parameters": [_parameter(call.id, one) for one in call.parameters],
        "responses": dict(_responses(call)),
    }
    if call.method == "POST":
        body: JsonObject = {"schema": {"$ref": _SCHEMAS.format(name=_COMMAND)}}
        body["examples"] = sent()
        if call.takes_kind is not None:
            (schema,), _ = _components((call.takes_kind,))
            body = {"schema": schema, "examples": _examples()["interviews"]}
        operation["requestBody"] = {"required": True, "content": {"application/json": body}}
    return operation


def _parameter(call: str, one: Parameter) -> JsonObject:
    parameter: JsonObject = {
        "name": one.name,
        "in": one.where,
        "description": one.about,
        "required": one.required,
        "schema": dict(one.schema),
    }
    if (example := asked(call, one.name)) is not None:
        parameter["example"] = example
    return parameter


def _responses(call: ApiCall) -> Iterator[tuple[str, JsonObject]]:
    yield "200", _success(call.id, call.answer)
    statuses = {*EVERYWHERE, *call.failures}
    if call.about_one:
        statuses.add(404)
    if call.scope == "act" or call.id == "exportCampaign":
        statuses.add(403)
    for status in sorted(statuses):
        answer: JsonObject = {"description": _examples()["meanings"][str(status)]}
        if status in (429, 503):
            answer["headers"] = _LATER
        if status != 304:
            content = {
                "schema": {"$ref": _SCHEMAS.format(name=_FAILED)},
                "example": failed(call.id, status),
            }
            answer["content"] = {"application/json": content}
        yield str(status), answer


def _success(call: str, answer: Success) -> JsonObject:
    response: JsonObject = {"description": answer.about}
    if answer.headers:
        response["headers"] = {
            name: {"description": about, "schema": {"type": "string"}}
            for name, about in answer.headers.items()
        }
    if answer.kind is None:
        schema: JsonObject = {"type": "string"}
    else:
        (schema,), _ = _components((answer.kind,))
    response["content"] = {answer.media: {"schema": schema, "example": answered(call)}}
    return response


def _components(kinds: tuple[Any, ...]) -> tuple[tuple[JsonObject, ...], dict[str, JsonObject]]:
    hook = seats.schema(SYSTEMS.seats, own=SYSTEMS.own_seats)
    found, named = as_published(
        msgspec.json.schema_components(kinds, schema_hook=hook, ref_template=_SCHEMAS)
    )
    for schema in named.values():
        for field in schema.get("properties", {}).values():
            if field.get("default") == ():  # an empty tuple here is an empty list in JSON
                field["default"] = []
    return found, named


def _schemas() -> JsonObject:
    """Every type by its name: the answers, each command, and any command at all."""
    known = systems_commands()
    both = ((call.answer.kind, call.takes_kind) for call in calls())
    kinds = (Failed, *(kind for pair in both for kind in pair if kind is not None))
    _, answers = _components(kinds)
    _, taken = _components(tuple(known.values()))
    refs = {str(kind.__struct_config__.tag): kind.__name__ for kind in known.values()}
    places = {tag: _SCHEMAS.format(name=name) for tag, name in refs.items()}
    any_command = {
        "description": "A command; the field `command` says which.",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "command", "mapping": places},
    }
    return dict(sorted({**taken, **answers, _COMMAND: any_command}.items()))
