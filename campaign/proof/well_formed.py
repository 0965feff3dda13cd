"""Checks the names, texts and figures of a record that came from outside. Pure.

Commands only let in well-formed ones; a record written by hand may hold anything. Pages, tables and
files use the names as names, and figures are calculated with.
"""

from collections.abc import Iterator

import msgspec

from campaign.kernel.decisions import Finding
from campaign.proof import content, unknown
from campaign.proof.content import MOST, SHEET, Field, fields, sound
from campaign.text.json_values import JsonObject
from campaign.text.moments import is_day, is_time, later
from events.base import Event
from events.codec import AnyCodec
from events.disputes import EventAmended, EventsInserted
from events.schedule import AbsenceTold, DeadlineSet

_LOOKED_INTO = (EventAmended, EventsInserted, DeadlineSet, AbsenceTold)
"""Events that are more than their fields one by one."""


def check(codec: AnyCodec, version: int, event: Event) -> Iterator[Finding]:
    """What in an event is not a proper name, text or figure."""
    if event.at and not is_time(event.at):
        yield Finding(version, "time", f"{_short(event.at)} is no time in UTC")
    if not sound(type(event))(event):
        yield from (Finding(version, what, text) for what, text in _in_struct(event))
    if isinstance(event, _LOOKED_INTO):
        yield from (Finding(version, "time", text) for text in _timed(event))
        for form in _forms(event):
            yield from _inner(codec, version, form)


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


def _inner(codec: AnyCodec, version: int, form: JsonObject) -> Iterator[Finding]:
    try:
        made = codec.form(form)
    except (msgspec.MsgspecError, KeyError, TypeError):
        yield Finding(version, "event", "brings something that is not an event")
        return
    yield from (Finding(version, "event", text) for text in unknown.fields(form, made))
    yield from check(codec, version, made)


def _in_struct(value: msgspec.Struct) -> Iterator[tuple[str, str]]:
    for field in fields(type(value)):
        if (held := getattr(value, field.name)) != field.unset:
            yield from _faults(field, held)


def _faults(field: Field, value: object) -> Iterator[tuple[str, str]]:
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
        case dict() if field.holds == SHEET:
            yield from _sheet(field, value)
        case dict():
            for key, held in value.items():
                if not content.key(key):
                    yield "name", f"{_short(key)} is no name ({_called(field)})"
                yield from _faults(field, held)
        case list() | tuple():
            for held in value:
                yield from _faults(field, held)


def _sheet(field: Field, value: object) -> Iterator[tuple[str, str]]:
    """What is wrong with a whole sheet: texts must not move the cursor, figures be in bounds."""
    match value:
        case str() if not content.lines(value):
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


def _text(field: Field, text: str) -> Iterator[tuple[str, str]]:
    if content.text(field.holds)(text):
        return
    match field.holds:
        case "moment":
            yield "time", f"{_short(text)} is no time in UTC ({_called(field)})"
        case "day":
            yield "time", f"{_short(text)} is no day ({_called(field)})"
        case "text" | "line":
            yield "text", _moves(field, text)
        case _:
            yield "name", f"{_short(text)} is no name ({_called(field)})"


def _figure(field: Field, figure: int) -> Iterator[tuple[str, str]]:
    least, most = content.limits(field.holds)
    if least <= figure <= most:
        return
    if field.holds == "seeds":
        yield "figure", f"{figure:,} draw seeds; there are from {least} to {most:,}"
    elif figure < least == 0:
        yield "figure", f"{figure} is below zero ({_called(field)})"
    else:
        yield "figure", _beyond(field, figure, most)


def _moves(field: Field, text: str) -> str:
    return f"{_short(text)} holds a character that moves the cursor ({_called(field)})"


def _beyond(field: Field, figure: int, most: int) -> str:
    return f"{figure:,} is out of range; the most is {most:,} ({_called(field)})"


def _called(field: Field) -> str:
    return field.name.replace("_", " ")


def _short(text: str) -> str:
    """A text, shortened so that it can be shown."""
    shown = ascii(text)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
