"""Checks the names, texts and figures of a record that came from outside. Pure.

Commands only let in well-formed ones; a record written by hand may hold anything. Pages, tables and
files use the names as names, and figures are calculated with.
"""

import re
from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec import inspect

from campaign.kernel.decisions import Finding
from campaign.proof import unknown
from campaign.text.json_values import JsonObject
from campaign.text.moments import is_day, is_time, later
from events.base import Event
from events.codec import Codec
from events.disputes import EventAmended, EventsInserted
from events.schedule import AbsenceTold, DeadlineSet

MOST = 10_000
"""A limit that no figure of a game reaches."""
LARGEST = 1_000_000_000
"""A limit that no count of events or draws reaches."""
SEEDS = 100_000
"""The most draw seeds in a chain. The program makes some hundreds; working one out takes as many
steps as the chain is long.
"""

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}(\.[a-z0-9-]{1,63})?")
_MOVING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_LINES = re.compile(f"[^{_MOVING}]*")
_LINE = re.compile(f"[^{_MOVING}\t\n\u2028\u2029]*")
_UNSEEN = "\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff\u2028\u2029"
_NAME = re.compile(f"(?=.*\\S)[^{_MOVING}\t\n{_UNSEEN}]{{1,120}}")


class _Field(msgspec.Struct, frozen=True):
    """A field of a form: what is checked, and how."""

    name: str
    unset: object
    """Its default, which is never wrong."""
    holds: str
    """The kind of content that its type declares; empty for a plain word or figure."""


_SHEET = "sheet"
"""The kind of content of a field that may hold any JSON."""


def check(codec: Codec, version: int, event: Event) -> Iterator[Finding]:
    """What in an event is not a proper name, text or figure."""
    if event.at and not is_time(event.at):
        yield Finding(version, "time", f"{_short(event.at)} is no time in UTC")
    yield from (Finding(version, what, text) for what, text in _in_struct(event))
    yield from (Finding(version, "time", text) for text in _timed(event))
    for fields in _forms(event):
        yield from _inner(codec, version, fields)


def _timed(event: Event) -> Iterator[str]:
    """What is wrong with the times that an event holds, one beside the other."""
    match event:
        case DeadlineSet() if event.at and is_time(event.at) and is_time(event.until):
            if not later(event.until, event.at):
                yield f"the deadline {event.until} was past when it was set"
        case AbsenceTold() if is_day(event.first) and event.last < event.first:
            yield f"the absence ends on {_short(event.last)}, before it begins"


def _forms(event: Event) -> tuple[JsonObject, ...]:
    """The events that a correction contains, as it holds them."""
    match event:
        case EventAmended():
            return (event.event,)
        case EventsInserted():
            return event.events
    return ()


def _inner(codec: Codec, version: int, fields: JsonObject) -> Iterator[Finding]:
    try:
        made = codec.form(fields)
    except (msgspec.MsgspecError, KeyError, TypeError):
        yield Finding(version, "event", "brings an event that is none")
        return
    yield from (Finding(version, "event", text) for text in unknown.fields(fields, made))
    yield from check(codec, version, made)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[_Field, ...]:
    """The fields of a form to check. What a correction contains is checked as events."""
    stamp = ("at", "prev", "key") if issubclass(kind, Event) else ()
    brought = ("event", "events") if kind in (EventAmended, EventsInserted) else ()
    form = inspect.type_info(kind)
    assert isinstance(form, inspect.StructType)
    return tuple(
        _Field(field.name, _unset(field), _holding(field.type))
        for field in form.fields
        if field.name not in (*stamp, *brought)
    )


def _unset(field: inspect.Field) -> object:
    return msgspec.NODEFAULT if field.required else field.default


def _holding(kind: inspect.Type) -> str:
    """The kind of content that a field's type declares; empty if it declares none.

    For a table, the kind of its values; its keys are always names.
    """
    match kind:
        case inspect.Metadata(extra={"holds": str(holds)}):
            return holds
        case inspect.AnyType():
            return _SHEET
        case inspect.Metadata():
            inner: tuple[inspect.Type, ...] = (kind.type,)
        case inspect.DictType():
            inner = (kind.value_type,)
        case inspect.VarTupleType() | inspect.ListType():
            inner = (kind.item_type,)
        case inspect.TupleType():
            inner = kind.item_types
        case inspect.UnionType():
            inner = kind.types
        case _:
            inner = ()
    return next(filter(None, map(_holding, inner)), "")


def _in_struct(value: msgspec.Struct) -> Iterator[tuple[str, str]]:
    for field in _fields(type(value)):
        if (held := getattr(value, field.name)) != field.unset:
            yield from _faults(field, held)


def _faults(field: _Field, value: object) -> Iterator[tuple[str, str]]:
    """What is wrong with a field and everything in it."""
    match value:
        case str():
            yield from _text(field, value)
        case bool() | None:
            return
        case int():
            yield from _figure(field, value)
        case msgspec.Struct():
            yield from _in_struct(value)
        case dict() if field.holds == _SHEET:
            yield from _sheet(field, value)
        case dict():
            for key, held in value.items():
                if not _KEY.fullmatch(key):
                    yield "name", f"{_short(key)} is no name ({_called(field)})"
                yield from _faults(field, held)
        case list() | tuple():
            for held in value:
                yield from _faults(field, held)


def _sheet(field: _Field, value: object) -> Iterator[tuple[str, str]]:
    """What is wrong with a whole sheet: texts must not move the cursor, figures be in bounds."""
    match value:
        case str() if not _LINES.fullmatch(value):
            yield "text", _moves(field, value)
        case int() if not -MOST <= value <= MOST:
            yield "figure", _beyond(field, value, MOST)
        case dict():
            for pair in value.items():
                for held in pair:
                    yield from _sheet(field, held)
        case list() | tuple():
            for held in value:
                yield from _sheet(field, held)


def _text(field: _Field, text: str) -> Iterator[tuple[str, str]]:
    no_name = "name", f"{_short(text)} is no name ({_called(field)})"
    match field.holds:
        case "id" | "id or nothing":
            if not _SLUG.fullmatch(text) and (text or field.holds == "id"):
                yield no_name
        case "name":
            if not _NAME.fullmatch(text):
                yield no_name
        case "moment":
            if not is_time(text):
                yield "time", f"{_short(text)} is no time in UTC ({_called(field)})"
        case "day":
            if not is_day(text):
                yield "time", f"{_short(text)} is no day ({_called(field)})"
        case "text" | "line":
            if not (_LINES if field.holds == "text" else _LINE).fullmatch(text):
                yield "text", _moves(field, text)
        case _:
            leads_away = ".." in text or "\\" in text or text[:1] in ("/", ".")
            if leads_away or not _LINE.fullmatch(text):
                yield no_name


def _figure(field: _Field, figure: int) -> Iterator[tuple[str, str]]:
    if field.holds == "seeds":
        if not 1 <= figure <= SEEDS:
            yield "figure", f"{figure:,} draw seeds; there are from 1 to {SEEDS:,}"
        return
    most = LARGEST if field.holds == "count" else MOST
    if figure < 0 and field.holds != "signed":
        yield "figure", f"{figure} is below zero ({_called(field)})"
    elif not -most <= figure <= most:
        yield "figure", _beyond(field, figure, most)


def _moves(field: _Field, text: str) -> str:
    return f"{_short(text)} holds a character that moves the cursor ({_called(field)})"


def _beyond(field: _Field, figure: int, most: int) -> str:
    return f"{figure:,} is out of range; the most is {most:,} ({_called(field)})"


def _called(field: _Field) -> str:
    return field.name.replace("_", " ")


def _short(text: str) -> str:
    """A text, shortened so that it can be shown."""
    shown = ascii(text)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
