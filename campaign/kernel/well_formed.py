"""Checks the names, texts and figures of what is recorded, and of what came from outside. Pure.

One check for all: nothing is recorded that an audit of the record would find wrong. Pages, tables
and files use the names as names, and figures are calculated with.
"""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from campaign.kernel import content, unknown
from campaign.kernel.content import ACT, SHEET, Field, fields, sound
from campaign.kernel.decisions import About, Finding, Refused
from campaign.text.json_values import JsonObject
from campaign.text.moments import is_day, is_time, later
from campaign.text.plain import in_words
from events import codec
from events.base import Event
from events.codec import AnyCodec
from events.disputes import EventAmended, EventsInserted
from events.schedule import AbsenceTold, DeadlineSet

LONGEST = 1_000_000
"""How many bytes an event may have; the line of an export that holds it has a little more."""
_LOOKED_INTO = (EventAmended, EventsInserted, DeadlineSet, AbsenceTold)
"""Events that are more than their fields one by one."""


class Malformed(msgspec.Struct, frozen=True):
    """Something in an event that is not a proper name, text or figure."""

    what: str
    says: str
    at: tuple[str, ...] = ()
    """The field, within the one that holds it, as they are stored; empty for the whole event."""

    @property
    def finding(self) -> str:
        """The same, for a reader who has the whole record before them."""
        return f"{self.says} ({_called(self.at[-1])})" if self.at else self.says


def refused(
    reads: AnyCodec, events: Iterable[Event], fields: Collection[str] = ()
) -> Refused | None:
    """Why events may not be recorded: an audit of the record would find them wrong.

    `fields` are those of the command that they come of.
    """
    for event in events:
        try:
            body = codec.encode(event)
            read = reads.decode(body)
        except UnicodeError:
            return Refused(None, "a text holds a sign that cannot be written down")
        except codec.UnreadableEventError as error:
            return Refused(None, in_words(error, type(event)))
        for found in within(reads, read, body):
            named = next((name for name in found.at if name in fields), "")
            where = _called(" ".join(found.at))
            if not where:
                return Refused(None, found.says)
            return Refused(None, f"{where}: {found.says}", About(named), found.says)
    return None


def check(reads: AnyCodec, version: int, event: Event, body: bytes = b"") -> Iterator[Finding]:
    """What is wrong with an event; `body` are the bytes that it was read from, if any."""
    for found in within(reads, event, body):
        yield Finding(version, found.what, found.finding)


def within(reads: AnyCodec, event: Event, body: bytes = b"") -> Iterator[Malformed]:
    """What in an event is not a proper name, text or figure."""
    if body:
        yield from _stored(reads, event, body)
    if event.at and not is_time(event.at):
        yield Malformed("time", f"{_short(event.at)} is no time in UTC")
    if not sound(type(event))(event):
        yield from _in_struct(event)
    if isinstance(event, _LOOKED_INTO):
        yield from (Malformed("time", text) for text in _timed(event))
        for form in _forms(event):
            yield from _inner(reads, form)


def _stored(reads: AnyCodec, event: Event, body: bytes) -> Iterator[Malformed]:
    """What is wrong with an event's bytes: too many, or data that no fold has looked at."""
    if len(body) > LONGEST:
        yield Malformed(
            "event", f"what is recorded has {len(body):,} bytes; the most is {LONGEST:,}"
        )
    if codec.encode(event) == body:
        return
    try:
        held = reads.newest(msgspec.json.decode(body))
    except codec.UNREADABLE:  # reading an event skips the name of an unknown field unseen
        yield Malformed("event", "holds bytes that are not text")
        return
    yield from (Malformed("event", text) for text in unknown.fields(held, event))


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


def _inner(reads: AnyCodec, form: JsonObject) -> Iterator[Malformed]:
    try:
        made = reads.form(form)
    except (msgspec.MsgspecError, KeyError, TypeError):
        yield Malformed("event", "brings something that is not an event")
        return
    yield from (Malformed("event", text) for text in unknown.fields(reads.newest(form), made))
    yield from within(reads, made)


def _in_struct(value: msgspec.Struct, path: tuple[str, ...] = ()) -> Iterator[Malformed]:
    for field in fields(type(value)):
        if (held := getattr(value, field.name)) != field.unset:
            yield from _faults(field, held, (*path, field.written))


def _faults(field: Field, value: object, at: tuple[str, ...]) -> Iterator[Malformed]:
    """What is wrong with a field and everything in it."""
    match value:
        case _ if field.holds == ACT or (field.holds == SHEET and isinstance(value, dict)):
            yield from _sheet(value, at, *content.limits(field.holds))
        case str():
            yield from _text(field, value, at)
        case bool() | None:
            return
        case int():
            yield from _figure(field, value, at)
        case msgspec.Struct():
            yield from _in_struct(value, at)
        case dict():
            for key, held in value.items():
                if not content.key(key):
                    yield Malformed("name", f"{_short(key)} is no name", at)
                yield from _faults(field, held, at)
        case list() | tuple():
            for held in value:
                yield from _faults(field, held, at)


def _sheet(value: object, at: tuple[str, ...], least: int, most: int) -> Iterator[Malformed]:
    """What is wrong with a whole sheet: texts must not move the cursor, figures be in bounds."""
    match value:
        case str() if not content.lines(value):
            yield Malformed("text", _moves(value), at)
        case int() if not least <= value <= most:
            yield Malformed("figure", _beyond(value, most), at)
        case dict():
            for pair in value.items():
                for held in pair:
                    yield from _sheet(held, at, least, most)
        case list() | tuple():
            for held in value:
                yield from _sheet(held, at, least, most)


def _text(field: Field, text: str, at: tuple[str, ...]) -> Iterator[Malformed]:
    if content.text(field.holds)(text):
        return
    match field.holds:
        case "moment":
            yield Malformed("time", f"{_short(text)} is no time in UTC", at)
        case "day":
            yield Malformed("time", f"{_short(text)} is no day", at)
        case "text" | "line":
            yield Malformed("text", _moves(text), at)
        case _:
            yield Malformed("name", f"{_short(text)} is no name", at)


def _figure(field: Field, figure: int, at: tuple[str, ...]) -> Iterator[Malformed]:
    least, most = content.limits(field.holds)
    if least <= figure <= most:
        return
    if field.holds == "seeds":
        yield Malformed("figure", f"{figure:,} draw seeds; there are from {least} to {most:,}")
    elif figure < least == 0:
        yield Malformed("figure", f"{figure} is below zero", at)
    else:
        yield Malformed("figure", _beyond(figure, most), at)


def _moves(text: str) -> str:
    return f"{_short(text)} holds a character that moves the cursor"


def _beyond(figure: int, most: int) -> str:
    return f"{figure:,} is out of range; the most is {most:,}"


def _called(name: str) -> str:
    return name.replace("_", " ")


def _short(text: str) -> str:
    """A text, shortened so that it can be shown."""
    shown = ascii(text)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
