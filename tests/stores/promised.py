"""What a release promises beside its stores: events' forms, what is typed, what programs are told.

Each is read off the program, written down once at a release, and compared with a later program.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from campaign import conformance
from campaign.accounts.settings import DoorSettings, MailSettings, ServiceSettings
from campaign.cli.click_verb import ClickVerb
from campaign.cli.root import root
from campaign.cli.verb_words import Words

EVENTS = Path(__file__).parents[1] / "events"
SUITE = Path(conformance.__file__).parent
Json = dict[str, Any]


# --- events and cases ---------------------------------------------------------------------------


def forms() -> dict[str, str]:
    """The topic of every example of an event, by its digest."""
    return {
        hashlib.sha256(json.dumps(example, sort_keys=True).encode()).hexdigest(): file.stem
        for file in sorted(EVENTS.glob("*.json"))
        for example in json.loads(file.read_text(encoding="utf-8"))
    }


def cases() -> dict[str, str]:
    """The digest of every case of the conformance suite; nothing where another takes its place."""
    known: dict[str, str] = {}
    for file in sorted(SUITE.glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            case = json.loads(line)
            known[f"{case['rulebook']}, {case['id']}"] = hashlib.sha256(line).hexdigest()
            if old := case.get("instead_of"):
                known[f"{case['rulebook']}, {old}"] = ""
    return known


# --- what is typed, and written into the file of settings ---------------------------------------


def examples() -> list[str]:
    """Every example of the help, as it is typed."""
    return [
        line.strip() for verb in _verbs().values() for line in verb.example.strip().splitlines()
    ]


def typed() -> Json:
    """Each verb's arguments and options by their words, and what the file of settings may have."""
    parts = {"mail": MailSettings, "service": ServiceSettings, "door": DoorSettings}
    return {
        "verbs": {word: _parts(verb) for word, verb in sorted(_verbs().items())},
        "settings": {name: _described(part) for name, part in parts.items()},
    }


def _described(part: type) -> Json:
    """The schema of a part of the settings, as JSON has it."""
    described: Json = json.loads(json.dumps(msgspec.json.schema(part)))
    return described


def _verbs() -> dict[str, ClickVerb]:
    words = Words()
    loaded = {words.path(word): root.load(click.Context(root), word) for word in words.verbs}
    return {word: verb for word, verb in loaded.items() if isinstance(verb, ClickVerb)}


def _parts(verb: ClickVerb) -> Json:
    arguments = [part for part in verb.params if isinstance(part, click.Argument)]
    options = [part for part in verb.params if isinstance(part, click.Option)]
    return {
        "arguments": [part.nargs for part in arguments],
        "required": [part.opts[0] for part in (*arguments, *options) if part.required],
        "options": {word: _takes(part) for part in options for word in _words(part)},
    }


def _words(option: click.Option) -> Iterable[str]:
    return (*option.opts, *option.secondary_opts)


def _takes(option: click.Option) -> Json:
    """How many values an option takes, how often it may stand, and which words alone it takes."""
    takes: Json = {"values": 0 if option.is_flag else option.nargs, "often": option.multiple}
    if isinstance(option.type, click.Choice):
        takes["enum"] = list(option.type.choices)
    return takes


# --- what programs are told ---------------------------------------------------------------------


def shape(value: Any) -> Any:
    """The keys of an answer and the kinds of its values; what a list has, as one."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in value.items()}
    if isinstance(value, list):
        kinds = [shape(one) for one in value]
        fields: Json = {}
        for kind in kinds:
            fields |= kind if isinstance(kind, dict) else {}
        others = sorted({str(kind) for kind in kinds if not isinstance(kind, dict)})
        return {"each": fields, "or": others}
    return "number" if type(value) in (int, float) else type(value).__name__


IN_WORDS = frozenset({"description", "summary", "title", "example", "examples", "version"})
"""What a description for programs says to people: it may be said better."""
SENT = ("parameters", "requestBody")
"""The parts of a call's description that say what is sent."""
LIMITS = frozenset({
    "required", "enum", "const", "pattern", "format", "minLength", "maxLength", "minimum",
    "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems", "uniqueItems",
    "additionalProperties", "minProperties", "maxProperties",
})  # fmt: skip
"""What narrows a value: none may join where a program sends one."""


def lost(then: Any, now: Any, where: str = "") -> Iterator[str]:
    """What JSON had then and lacks now, or has otherwise: what has joined is fine."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            if key not in now:
                yield f"{where}/{key}"
            elif not (key in IN_WORDS and isinstance(value, str)):
                yield from lost(value, now[key], f"{where}/{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from lost(one, other, f"{where}/{number}")
    elif isinstance(then, list) and isinstance(now, list):
        yield from (f"{where}: {value}" for value in then if value not in now)
    elif then != now:
        yield f"{where}: {then} → {now}"


def narrowed(then: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where a value that could be sent then is refused now: a limit or a required word joined."""
    if isinstance(then, dict) and isinstance(now, dict):
        names = where.endswith(("/properties", "/options", "/schemas", "/$defs"))  # of no limits
        for key, value in now.items():
            if key in then:
                yield from narrowed(then[key], value, f"{where}/{key}")
            elif key in LIMITS and not names:
                yield f"{where}/{key}"
    elif isinstance(then, list) and isinstance(now, list):
        if where.endswith("/required"):
            yield from (f"{where}: {value}" for value in now if value not in then)
        else:
            for number, (one, other) in enumerate(zip(then, now, strict=False)):
                yield from narrowed(one, other, f"{where}/{number}")


def sent(description: Json) -> Json:
    """What of a description of the API tells what may be sent, with the schemas behind it."""
    calls = {
        f"{method} {path}": {part: call[part] for part in SENT if part in call}
        for path, methods in description["paths"].items()
        for method, call in methods.items()
        if isinstance(call, dict)
    }
    schemas = description["components"]["schemas"]
    waiting, meant = list(_named(calls)), {}
    while waiting:
        if (name := waiting.pop()) not in meant:
            meant[name] = schemas[name]
            waiting += _named(schemas[name])
    return {"calls": calls, "schemas": meant}


def _named(value: Any) -> Iterator[str]:
    """The schemas that a part of a description names."""
    if isinstance(value, dict):
        if isinstance(name := value.get("$ref"), str):
            yield name.rpartition("/")[2]
        for one in value.values():
            yield from _named(one)
    elif isinstance(value, list):
        for one in value:
            yield from _named(one)
