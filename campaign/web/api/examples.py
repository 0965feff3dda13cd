"""Examples in the description of the calls: what is asked, sent and answered. Pure.

They are written by hand from the contract. What is a game's own is given by the game.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campaign.kernel.rooms import ProgramExamples
from campaign.systems import SYSTEMS
from campaign.text.json_values import JsonFields, JsonObject
from campaign.web.api import answers

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
_FAILED: Mapping[int, JsonObject] = {
    401: msgspec.json.decode(answers.unknown_caller().body),
    403: {
        "accepted": False,
        "rule": None,
        "reason": "this token may only read; make one with --scope act",
    },
    404: msgspec.json.decode(answers.not_found().body),
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
    429: msgspec.json.decode(answers.too_often(20).body),
    500: {
        "accepted": False,
        "rule": None,
        "reason": "something broke on our side; what was accepted before is safe [fault 4f1c0d2e]",
    },
    503: msgspec.json.decode(answers.unavailable("too much to do; nothing was recorded", 5).body),
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
    found = _FAILED[status]
    if status == 422 and call in _MALFORMED:
        return found | {"reason": _MALFORMED[call]}
    return found


def _games() -> Iterator[ProgramExamples]:
    return (system.rooms.examples for system in SYSTEMS.values())
