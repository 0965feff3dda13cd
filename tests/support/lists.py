"""Writes every list that follows from the code: read what changed before it is committed.

PYTHONPATH=.:tests python -m support.lists

What a command says of its verb is written into the list of verbs. A new event gets two
examples, whose values are made up by type: put the game's own words in their place.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from campaign.systems import SYSTEMS
from campaign.web.api.description import described
from events.base import STAMP, Event
from messages.listed import write as write_messages
from support import verb_rows

TESTS = Path(__file__).parents[1]
EVENTS = TESTS / "events"
STAMPED: dict[str, Any] = {
    "at": "1939-09-01T04:45:00.000Z",
    "by": "host",
    "key": "a-key",
    "nth": 2,
    "prev": "ab" * 32,
    "act": {"command": "Example", "why": None},
    "drawn": ["3"],
}


def as_stored(value: Any) -> Any:
    """A value with every field of every struct in it, as JSON has it."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {stored: as_stored(getattr(value, name)) for stored, name in names}
    if isinstance(value, dict):
        return {key: as_stored(one) for key, one in value.items()}
    return [as_stored(one) for one in value] if isinstance(value, list | tuple) else value


def sample(kind: inspect.Type) -> Any:
    """A value of a type, as JSON has it."""
    match kind:
        case inspect.Metadata():
            return sample(kind.type)
        case inspect.LiteralType():
            return kind.values[-1]
        case inspect.StrType():
            return "ab" * 32 if "64" in (kind.pattern or "") else "rommel"
        case inspect.BoolType():
            return True
        case inspect.IntType() | inspect.FloatType():
            return max(kind.ge or 0, min(7, 7 if kind.le is None else kind.le))
        case inspect.UnionType():
            return sample(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))
        case inspect.DictType():
            return {sample(kind.key_type): sample(kind.value_type)}
        case inspect.TupleType():
            return [sample(one) for one in kind.item_types]
        case inspect.CollectionType():
            return [sample(kind.item_type)]
        case inspect.StructType():
            return {one.encode_name: sample(one.type) for one in kind.fields}
        case inspect.AnyType():
            return "said"
        case inspect.CustomType():
            return "germany"  # a seat
    raise TypeError(f"write the example by hand: {kind} is of no type that is known here")


def examples(topic: str, kind: type[Event]) -> list[dict[str, Any]]:
    """An event with all its fields, and one with those alone that it must have."""
    own = [one for one in inspect.type_info(kind).fields if one.name not in STAMP]
    whole = {"type": topic, **STAMPED, **{one.encode_name: sample(one.type) for one in own}}
    for one in own:
        if isinstance(one.default, bool):
            whole[one.encode_name] = not one.default
    least = {
        "type": topic,
        **{one.encode_name: whole[one.encode_name] for one in own if one.required},
    }
    return [
        {"stored": stored, "loads": as_stored(SYSTEMS.codec.decode(json.dumps(stored).encode()))}
        for stored in (whole, least)
    ]


def lines(cases: Iterable[dict[str, Any]]) -> str:
    """One example a line, as the files have them."""
    return "[\n " + ",\n ".join(json.dumps(one, ensure_ascii=False) for one in cases) + "\n]\n"


def write() -> None:
    """Adds what a new event lacks; writes the rest anew."""
    for list_of_verbs, text in verb_rows.lists().items():
        list_of_verbs.write_text(text, encoding="utf-8")
    for topic, kind in SYSTEMS.codec.events.items():
        file = EVENTS / f"{topic}.json"
        if not file.exists():
            file.write_text(lines(examples(topic, kind)))
    (TESTS / "openapi.json").write_bytes(described())
    write_messages()


if __name__ == "__main__":
    write()
