"""The list of all calls for programs, and their description (OpenAPI 3.1) with examples, made from
the types that they use. Pure.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from campaign.kernel.screens import ProgramExamples
from campaign.systems import SYSTEMS
from campaign.systems import commands as systems_commands
from campaign.text.json_values import JsonFields, JsonObject
from campaign.web.api import campaigns, commands, endpoint, interviews, record
from campaign.web.api.endpoint import NAME, ONE, ApiCall, Failed, Parameter, Success
from events import seats

# --- The calls for programs: the one list that routes, description and tests walk through -------


def calls() -> tuple[ApiCall, ...]:
    """Every call."""
    return tuple(
        call for module in (campaigns, commands, interviews, record) for call in module.CALLS
    )


# --- Examples in the description of the calls: what is asked, sent and answered -----------------
#
# They are written by hand from the contract. What is a game's own is given by the game.

_HEAD, _EARLIER = "5e" * 32, "c0" * 32
_AT = "2026-03-05T19:04:11.250Z"
_UNTIL = "2026-03-09T21:00:00Z"
_DRAWN_WITH = {"version": 41, "type": "campaign.EntropyAdded", "value": "grey geese"}
_STANDS = {"by": "anna", "struck_by": None, "amended_by": None}
_ASKED: Mapping[str, Any] = {
    "name": "club",
    "at": 40,
    "If-None-Match": f'"{_HEAD}"',
    "from": "40",
    "to": "now",
    "after": 40,
    "limit": 100,
    "number": 17,
    "Idempotency-Key": "geese-1",
    "Campaign-Signature": f"{'6d' * 8} {'mFlYw7Q2' * 10}qg",
    "Last-Event-ID": "40",
}
"""What is asked, by the parameters' names."""
_ANSWERS: JsonFields = {
    "listCampaigns": [
        {"name": "club", "title": "Thursday club", "turn": "", "version": 41, "head": _HEAD}
    ],
    "showWaiting": {
        "waiting": [{"member": "ben", "power": None, "what": "dispute:1", "until": _UNTIL}]
    },
    "compare": {
        "from": {"campaign": "club", "version": 40},
        "to": {"campaign": "club", "version": 41},
        "differences": [{"path": ["frozen"], "before": None, "after": 1}],
    },
    "listEvents": {
        "events": [{**_DRAWN_WITH, "at": _AT, "digest": _HEAD, **_STANDS}],
        "next": 41,
    },
    "showReceipt": {
        "id": "club/17",
        "at": _AT,
        "accepted": True,
        "by": "anna",
        "command": "AddEntropy",
        "versions": [41, 41],
        "head": _EARLIER,
        "sent": "1b" * 32,
        "prev": "2d" * 32,
        "digest": "3f" * 32,
    },
    "showReport": '<!DOCTYPE html>\n<html lang="en">…</html>\n',
    "exportCampaign": '{"campaign":"club","version":41,…}\n{"version":1,…}\n',
    "followEvents": "id: 41\nevent: version\ndata: 41\n\n",
    "sendCommand": {
        "accepted": True,
        "version": 41,
        "head": _HEAD,
        "events": [_DRAWN_WITH],
        "receipt": {"id": "club/17", "at": _AT, "digest": "3f" * 32, "salt": "4a" * 16},
    },
    "tryCommand": {"accepted": True, "events": [_DRAWN_WITH]},
    "askNext": {"page": {"questions": [{"key": "value", "label": "Value", "kind": "Text"}]}},
}
INTERVIEWS: JsonFields = {"AddEntropy": {"value": {"command": "AddEntropy", "answers": {}}}}
"""What is sent to be asked."""
"""What is answered when all is well, by the calls' ids."""
_SENT: tuple[JsonFields, ...] = (
    {"command": "AddEntropy", "id": "geese-1", "value": "grey geese"},
    {"command": "SetDeadline", "id": "deadline-9", "what": "turn", "until": _UNTIL},
    {
        "command": "TellAbsence",
        "id": "away-2",
        "first": "2026-03-06",
        "last": "2026-03-20",
        "wish": "wait",
    },
)
"""Commands of every game."""
_FAILURES: Mapping[int, JsonObject] = {
    401: msgspec.json.decode(endpoint.unknown_caller().body),
    403: {
        "accepted": False,
        "rule": None,
        "reason": "this token may only read; make one with --scope act",
    },
    404: msgspec.json.decode(endpoint.not_found().body),
    409: {
        "accepted": False,
        "rule": "Members",
        "reason": "only a host can do this, and Anna is not a host",
    },
    413: {
        "accepted": False,
        "rule": None,
        "reason": "this is more than 65536 bytes; nothing was recorded",
    },
    422: {
        "accepted": False,
        "rule": None,
        "reason": "id: missing; give the command an id of its own, here or as Idempotency-Key",
    },
    429: msgspec.json.decode(endpoint.too_often(20).body),
    500: {
        "accepted": False,
        "rule": None,
        "reason": "something broke on our side; what was accepted before is safe [fault 4f1c0d2e]",
    },
    503: msgspec.json.decode(endpoint.unavailable("too much to do; nothing was recorded", 5).body),
}
"""What fails, by status."""
_MALFORMED = {
    "showCampaign": "at: club has the versions 1 to 41",
    "compare": "from: 'yesterday' is no point of club; give a version, a turn or now",
    "listEvents": "after: a version, 0 for all events",
    "explain": "figure: there is no figure 'luck'",
    "tryCommand": "value: missing",
    "askNext": "answers: send `command` and `answers`, as JSON",
}
"""What is malformed, where it is not a command without an id."""


def asked(call: str, parameter: str) -> Any:
    """What a call is asked for, by one of its parameters; None where there is no example."""
    for game in _games():
        if parameter in (found := game.asked.get(call, {})):
            return found[parameter]
    return _ASKED.get(parameter)


def answered(call: str) -> Any:
    """What a call answers when all is well; a game's own example comes first."""
    for game in _games():
        if call in game.answers:
            return game.answers[call]
    return _ANSWERS[call]


def sent() -> dict[str, JsonObject]:
    """Commands that can be sent, by their names."""
    every = (*_SENT, *(command for game in _games() for command in game.sent))
    return {command["command"]: {"value": command} for command in every}


def failed(call: str, status: int) -> JsonObject:
    """What a call answers when it fails."""
    found = _FAILURES[status]
    if status == 422 and call in _MALFORMED:
        return found | {"reason": _MALFORMED[call]}
    return found


def _games() -> Iterator[ProgramExamples]:
    return (system.rooms.examples for system in SYSTEMS.values())


# --- The description of the calls, OpenAPI 3.1, made from the types that they use ---------------

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
        body["examples"] = sent()
        if call.takes_kind is not None:
            (schema,), _ = _components((call.takes_kind,))
            body = {"schema": schema, "examples": INTERVIEWS}
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
    if (example := asked(call, one.name)) is not None:
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
                "example": failed(call.id, status),
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
    found["content"] = {answer.media: {"schema": schema, "example": answered(call)}}
    return found


def _components(kinds: tuple[Any, ...]) -> tuple[tuple[JsonObject, ...], dict[str, JsonObject]]:
    hook = seats.schema(SYSTEMS.seats, own=SYSTEMS.own_seats)
    return msgspec.json.schema_components(kinds, schema_hook=hook, ref_template=_SCHEMAS)


def _schemas() -> JsonObject:
    """Every type by its name: the answers, each command, and any command at all."""
    known = systems_commands()
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
