"""The description of the calls, OpenAPI 3.1, made from the types that they use. Pure."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from campaign.systems import SYSTEMS, commands
from campaign.text.json_values import JsonObject
from campaign.web.api import examples
from campaign.web.api.answers import Failed
from campaign.web.api.call import NAME, ONE, ApiCall, Parameter, Success
from campaign.web.api.calls import calls
from events import seats

VERSION = "1.0"
"""Of the calls: the first number rises where a program that worked would fail."""
_SCHEMAS = "#/components/schemas/{name}"
_FAILED = "Failed"
_COMMAND = "Command"
EVERYWHERE = (401, 429, 500, 503)
MEANINGS = {
    304: "Nothing has changed since the ETag that was sent.",
    401: "Nobody is signed in, or the token does not count.",
    403: "The token may only read, or the command names another member.",
    404: "There is no such thing, or it is not the caller's: both have the same answer.",
    409: "The rules refuse it; with `rule` null: another member's or another command's id.",
    413: "More than 64 KiB.",
    422: "Malformed; the reason names the field.",
    429: "Too many requests; Retry-After says when to try again.",
    500: "A fault of the service's own.",
    503: "The record cannot be used at the moment; Retry-After says when to try again.",
}
"""What each answer but 200 means."""
_LATER = {
    "Retry-After": {"description": "seconds to wait", "schema": {"type": "integer", "minimum": 1}}
}


def _no_view(_: object) -> Any:
    raise NotImplementedError


LIVE = ApiCall(
    f"{ONE}/events/live",
    "followEvents",
    "A stream of server-sent events: `event: version` with the number of the last event as `id`, "
    "whenever the campaign has grown; `event: bye` at its end.",
    _no_view,
    Success("The stream.", media="text/event-stream"),
    takes=(
        NAME,
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
    found: JsonObject = {
        "operationId": call.id,
        "summary": call.about,
        "parameters": [_parameter(call.id, one) for one in call.takes],
        "responses": dict(_responses(call)),
    }
    if call.method == "POST":
        body: JsonObject = {"schema": {"$ref": _SCHEMAS.format(name=_COMMAND)}}
        body["examples"] = examples.sent()
        if call.takes_kind is not None:
            (schema,), _ = _components((call.takes_kind,))
            body = {"schema": schema, "examples": examples.INTERVIEWS}
        found["requestBody"] = {"required": True, "content": {"application/json": body}}
    return found


def _parameter(call: str, one: Parameter) -> JsonObject:
    found: JsonObject = {
        "name": one.name,
        "in": one.where,
        "description": one.about,
        "required": one.required,
        "schema": dict(one.schema),
    }
    if (example := examples.asked(call, one.name)) is not None:
        found["example"] = example
    return found


def _responses(call: ApiCall) -> Iterator[tuple[str, JsonObject]]:
    yield "200", _success(call.id, call.answer)
    statuses = {*EVERYWHERE, *call.failures}
    if call.about_one:
        statuses.add(404)
    if call.scope == "act" or call.id == "exportCampaign":
        statuses.add(403)
    for status in sorted(statuses):
        answer: JsonObject = {"description": MEANINGS[status]}
        if status in (429, 503):
            answer["headers"] = _LATER
        if status != 304:
            content = {
                "schema": {"$ref": _SCHEMAS.format(name=_FAILED)},
                "example": examples.failed(call.id, status),
            }
            answer["content"] = {"application/json": content}
        yield str(status), answer


def _success(call: str, answer: Success) -> JsonObject:
    found: JsonObject = {"description": answer.about}
    if answer.headers:
        found["headers"] = {
            name: {"description": about, "schema": {"type": "string"}}
            for name, about in answer.headers.items()
        }
    if answer.kind is None:
        schema: JsonObject = {"type": "string"}
    else:
        (schema,), _ = _components((answer.kind,))
    found["content"] = {answer.media: {"schema": schema, "example": examples.answered(call)}}
    return found


def _components(kinds: tuple[Any, ...]) -> tuple[tuple[JsonObject, ...], dict[str, JsonObject]]:
    hook = seats.schema(SYSTEMS.seats, own=SYSTEMS.own_seats)
    return msgspec.json.schema_components(kinds, schema_hook=hook, ref_template=_SCHEMAS)


def _schemas() -> JsonObject:
    """Every type by its name: the answers, each command, and any command at all."""
    known = commands()
    both = ((call.answer.kind, call.takes_kind) for call in calls())
    kinds = (Failed, *(kind for pair in both for kind in pair if kind is not None))
    _, answers = _components(kinds)
    _, taken = _components(tuple(known.values()))
    for described in taken.values():
        for field in described.get("properties", {}).values():
            if field.get("default") == ():
                field["default"] = []
    refs = {str(kind.__struct_config__.tag): kind.__name__ for kind in known.values()}
    places = {tag: _SCHEMAS.format(name=name) for tag, name in refs.items()}
    any_command = {
        "description": "A command; the field `command` says which.",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "command", "mapping": places},
    }
    return dict(sorted({**taken, **answers, _COMMAND: any_command}.items()))


if __name__ == "__main__":
    print(described().decode(), end="")
