"""Checks the names, texts and figures of what is recorded, and of what came from outside. Pure."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import inspect

from campaign.kernel.decisions import About, Finding, Refused
from campaign.text.faults import in_words
from campaign.text.json_values import JsonObject, are_plain, unknown_fields
from campaign.text.moments import is_day, is_time, later
from events import codec
from events.base import Event
from events.club import AbsenceTold, DeadlineSet
from events.codec import AnyCodec
from events.disputes import EventAmended, EventsInserted

# --- What the fields of a record may hold: names, texts, times and figures ----------------------
#
# Each type of event is looked through once; then its fields are known, and how each is checked.
# `well_formed` has the words for whatever does not fit.

MOST = 10_000
"""A limit that no figure of a game reaches."""
LARGEST = 1_000_000_000
"""A limit that no count of events or draws reaches."""
SEEDS = 100_000
"""The most draw seeds in a chain. The program makes some hundreds; working one out takes as many
steps as the chain is long.
"""

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}").fullmatch
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}(\.[a-z0-9-]{1,63})?").fullmatch
_MOVING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_MANY_LINES = re.compile(f"[^{_MOVING}]*").fullmatch
_ONE_LINE = re.compile(f"[^{_MOVING}\t\n\u2028\u2029]*").fullmatch
_UNSEEN = "\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff\u2028\u2029"
_NAME = re.compile(f"(?=.*\\S)[^{_MOVING}\t\n{_UNSEEN}]{{1,120}}").fullmatch

SHEET, ACT = "sheet", "act"
"""The kinds of content of fields that may hold any JSON: a game's own, and what an act keeps."""

Check = Callable[[Any], object]
"""Says of a value whether it fits; true where it does."""


def _still_lines(text: str) -> bool:
    """Whether a text of several lines leaves the cursor alone."""
    return (text.isascii() and text.isprintable()) or _MANY_LINES(text) is not None


def _still_line(text: str) -> bool:
    """Whether a text of one line does."""
    return (text.isascii() and text.isprintable()) or _ONE_LINE(text) is not None


class Field(msgspec.Struct, frozen=True):
    """A field of a form: what is checked, and how."""

    name: str
    written: str
    """The name under which it is stored."""
    unset: object
    """Its default, which is never wrong."""
    holds: str
    """The kind of content that its type declares; empty for a plain word or figure."""
    type: inspect.Type


@cache
def fields_to_check(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a form to check. What a correction contains is checked as events."""
    stamp = ("at", "prev", "key") if issubclass(kind, Event) else ()
    brought = ("event", "events") if kind in (EventAmended, EventsInserted) else ()
    form = inspect.type_info(kind)
    assert isinstance(form, inspect.StructType)
    return tuple(
        Field(field.name, field.encode_name, _unset(field), _holding(field.type), field.type)
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
            return SHEET
        case inspect.DictType():
            return _holding(kind.value_type)
    return next(filter(None, map(_holding, _inside(kind))), "")


def _inside(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a type is made of: those of its items, or those it may be."""
    match kind:
        case inspect.Metadata():
            return (kind.type,)
        case inspect.VarTupleType() | inspect.ListType():
            return (kind.item_type,)
        case inspect.TupleType():
            return kind.item_types
        case inspect.UnionType():
            return kind.types
    return ()


# --- texts and figures --------------------------------------------------------------------------


def _word(text: str) -> bool:
    """Whether a text can be a file's name, and leads nowhere else."""
    leads_away = ".." in text or "\\" in text or text[:1] in ("/", ".")
    return not leads_away and _still_line(text)


_TEXTS: Mapping[str, Check] = {
    "id": _SLUG,
    "id or nothing": lambda text: not text or _SLUG(text),
    "name": _NAME,
    "moment": is_time,
    "day": is_day,
    "text": _still_lines,
    "line": _still_line,
}


def text_check(holds: str) -> Check:
    """Whether a text is one of the kind that a field holds."""
    return _TEXTS.get(holds, _word)


def sheet_limits(holds: str) -> tuple[int, int]:
    """The least and the most that a figure of the kind may be."""
    if holds == "seeds":
        return 1, SEEDS
    most = LARGEST if holds in ("count", ACT) else MOST
    return (-most if holds in ("signed", SHEET, ACT) else 0), most


is_key = _KEY
"""Whether a text names an entry of a table."""
are_lines = _still_lines
"""Whether a text leaves the cursor alone."""


# --- whole forms --------------------------------------------------------------------------------


@cache
def sound(kind: type[msgspec.Struct]) -> Check:
    """Whether everything in a form fits: prepared once for each type, and quick.

    A no may be mistaken where a field holds any JSON; whoever gets one looks for what is wrong.
    """
    known = fields_to_check(kind)
    of_fields, fit = _values(known), _all_fit(known, _fits)
    return lambda form: fit(of_fields(form))


def _values(fields: Sequence[Field]) -> Callable[[msgspec.Struct], tuple[Any, ...]]:
    """What a form holds in some of its fields."""
    # With a second name in any case, this gives a tuple even for a form of one field.
    return attrgetter(*(field.name for field in fields), "__class__", "__class__")


def _all_fit(fields: Sequence[Field], prepared: Callable[[inspect.Type, str], Check]) -> Check:
    """Whether the values of some fields fit."""
    checks = [(field.unset, prepared(field.type, field.holds)) for field in fields]

    def check(values: Iterable[object]) -> bool:
        for value, (unset, fits) in zip(values, checks, strict=False):
            if value != unset and not fits(value):
                return False
        return True

    return check


# --- whole forms whose bytes are plain ----------------------------------------------------------


@cache
def sound_if_plain(kind: type[msgspec.Struct]) -> Check:
    """Whether everything in a form fits that was read from plain bytes: all else that its fields
    may hold. What was right once is remembered.
    """
    known = [field for field in fields_to_check(kind) if _may_be_wrong(field.type, field.holds)]
    simple = [field for field in known if isinstance(_bare(field.type), _SIMPLE)]
    others = [field for field in known if not isinstance(_bare(field.type), _SIMPLE)]
    fits_simple, of_simple = _all_fit(simple, _fits), _values(simple)
    fits_others, of_others = _all_fit(others, _fits_plain), _values(others)
    right: set[tuple[object, ...]] = set()

    def check(form: msgspec.Struct) -> bool:
        held = of_simple(form)
        if held not in right:
            if not fits_simple(held):
                return False
            if len(right) == _MANY:
                right.clear()
            right.add(held)
        return bool(fits_others(of_others(form)))

    return check


def _may_be_wrong(kind: inspect.Type, holds: str) -> bool:
    """Whether a value of a type may be wrong although all its texts are plain."""
    match kind:
        case inspect.StrType() | inspect.CustomType():
            return holds not in ("", "text", "line")
        case inspect.BoolType() | inspect.NoneType():
            return False
        case inspect.LiteralType(values=values):
            return not all(map(_fits(kind, holds), values))
        case inspect.StructType():
            return any(_may_be_wrong(one.type, one.holds) for one in fields_to_check(kind.cls))
    return not (inside := _inside(kind)) or any(_may_be_wrong(each, holds) for each in inside)


def _fits_plain(kind: inspect.Type, holds: str) -> Check:
    """Whether a value of a type fits if all its texts are plain; a sheet of texts alone does."""
    fits = _fits(kind, holds)
    match bare := _bare(kind):
        case inspect.StructType():
            return sound_if_plain(bare.cls)
        case inspect.AnyType():
            return lambda value: _ONLY_TEXTS.issuperset(map(type, _in_sheet(value))) or fits(value)
        case inspect.DictType(value_type=held) if holds != SHEET and not _may_be_wrong(held, holds):
            known, are_keys = _of_texts(is_key)
            return lambda table: known.issuperset(table) or all(map(are_keys, table))
    return fits


_ONLY_TEXTS = frozenset({str, type(None)})


def _in_sheet(sheet: object) -> Iterable[object]:
    """The values of a table or list; of anything else itself."""
    if type(sheet) is dict:
        return sheet.values()
    return sheet if type(sheet) is list else (sheet,)


def _bare(kind: inspect.Type) -> inspect.Type:
    """A type without what is noted of it."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


_SIMPLE = (inspect.StrType, inspect.CustomType, inspect.LiteralType, inspect.IntType)
"""The types of fields that hold a text or a figure and nothing else."""


def _fits(kind: inspect.Type, holds: str) -> Check:
    """Whether a value of a type fits where a field of the kind holds it."""
    match kind:
        case inspect.StrType() | inspect.CustomType():
            return _is_text(text_check(holds))
        case inspect.LiteralType(values=values):
            usual = frozenset(filter(_is_text(text_check(holds)), values))
            return _is_text(usual.__contains__)
        case inspect.IntType():
            return _is_figure(*sheet_limits(holds))
        case inspect.BoolType() | inspect.NoneType():
            return _is_yes_or_no
        case inspect.StructType():
            form = sound(kind.cls)
            return lambda value: type(value) is kind.cls and form(value)
        case inspect.AnyType():
            least, most = sheet_limits(holds)
            return lambda value: _fits_sheet(value, least, most)
        case inspect.DictType() if holds != SHEET:
            held = _fits(kind.value_type, holds)
            return lambda table: all(map(is_key, table)) and all(map(held, table.values()))
    return _fits_inside(kind, holds)


_SHORT, _MANY = 40, 2_000
"""How long a text may be that is remembered, and how many of a kind."""


def _is_text(is_good: Callable[[str], object]) -> Check:
    """Whether a value is a text, and a good one; short ones that were good are remembered."""
    known, fits = _of_texts(is_good)
    return lambda value: type(value) is str and (value in known or fits(value))


def _of_texts(is_good: Callable[[str], object]) -> tuple[set[str], Check]:
    """Short texts that were good, and whether any other value is a good text."""
    known: set[str] = set()

    def fits(value: Any) -> bool:
        if type(value) is not str:
            return False
        good = bool(is_good(value))
        if good and len(value) <= _SHORT:
            if len(known) == _MANY:
                known.clear()
            known.add(value)
        return good

    return known, fits


def _is_yes_or_no(value: object) -> bool:
    return value is None or type(value) is bool


def _is_figure(least: int, most: int) -> Check:
    """Whether a value is a whole number within its bounds."""
    return lambda value: type(value) is int and least <= value <= most


def _fits_sheet(value: Any, least: int, most: int) -> bool:
    """Whether in any JSON no text moves the cursor, and no figure is out of bounds."""
    kind = type(value)
    if kind is str:
        return value in _STILL or bool(_is_still(value))
    if isinstance(value, int):
        return least <= value <= most
    if kind is dict:
        if not (_STILL.issuperset(value) or all(map(_is_still, value))):
            return False
        value = value.values()
    elif kind not in (list, tuple):
        return True
    return all(_fits_sheet(held, least, most) for held in value)


_STILL, _is_still = _of_texts(_still_lines)
"""Whether a text leaves the cursor alone, and short ones of which it is known."""


def _fits_inside(kind: inspect.Type, holds: str) -> Check:
    inside = [_fits(each, holds) for each in _inside(kind)]
    match kind:
        case inspect.Metadata():
            return inside[0]
        case inspect.VarTupleType() | inspect.ListType():
            return lambda values: all(map(inside[0], values))
        case inspect.TupleType():
            return lambda values: all(
                fits(value) for fits, value in zip(inside, values, strict=False)
            )
        case inspect.UnionType():
            return lambda value: any(fits(value) for fits in inside)
    return lambda value: False


# --- Checks the names, texts and figures of what is recorded, and of what came from outside -----
#
# One check for all: nothing is recorded that an audit of the record would find wrong. Pages,
# tables and files use the names as names, and figures are calculated with.

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
        if is_sound(read, body):
            continue
        for fault in within(reads, read, body):
            named = next((name for name in fault.at if name in fields), "")
            where = _called(" ".join(fault.at))
            if not where:
                return Refused(None, fault.says)
            return Refused(None, f"{where}: {fault.says}", About(named), fault.says)
    return None


def check(reads: AnyCodec, version: int, event: Event, body: bytes = b"") -> Iterator[Finding]:
    """What is wrong with an event; `body` are the bytes that it was read from, if any."""
    for fault in within(reads, event, body):
        yield Finding(version, fault.what, fault.finding)


def is_sound(event: Event, body: bytes) -> bool:
    """Whether nothing is wrong with an event and the bytes that it was read from.

    A no may be mistaken; whoever gets one looks for what is wrong.
    """
    kind = type(event)
    fits = sound_if_plain(kind) if are_plain(body) else sound(kind)
    return (
        bool(fits(event))
        and kind not in _LOOKED_INTO
        and (not event.at or is_time(event.at))
        and codec.encode(event) == body
        and len(body) <= LONGEST
    )


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
    yield from (Malformed("event", text) for text in unknown_fields(held, event))


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
    yield from (Malformed("event", text) for text in unknown_fields(reads.newest(form), made))
    yield from within(reads, made)


def _in_struct(value: msgspec.Struct, path: tuple[str, ...] = ()) -> Iterator[Malformed]:
    for field in fields_to_check(type(value)):
        if (held := getattr(value, field.name)) != field.unset:
            yield from _faults(field, held, (*path, field.written))


def _faults(field: Field, value: object, at: tuple[str, ...]) -> Iterator[Malformed]:
    """What is wrong with a field and everything in it."""
    match value:
        case _ if field.holds == ACT or (field.holds == SHEET and isinstance(value, dict)):
            yield from _sheet(value, at, *sheet_limits(field.holds))
        case str():
            yield from _text(field, value, at)
        case bool() | None:
            return
        case int():
            yield from _figure(field, value, at)
        case msgspec.Struct():
            yield from _in_struct(value, at)
        case dict():
            yield from _in_map(field, value, at)
        case list() | tuple():
            for held in value:
                yield from _faults(field, held, at)


def _in_map(field: Field, value: Mapping[Any, object], at: tuple[str, ...]) -> Iterator[Malformed]:
    """What is wrong with a map's keys and values."""
    for key, held in value.items():
        if not is_key(key):
            yield Malformed("name", f"{_short(key)} is no name", at)
        yield from _faults(field, held, at)


def _sheet(value: object, at: tuple[str, ...], least: int, most: int) -> Iterator[Malformed]:
    """What is wrong with a whole sheet: texts must not move the cursor, figures be in bounds."""
    match value:
        case str() if not are_lines(value):
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
    if text_check(field.holds)(text):
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
    least, most = sheet_limits(field.holds)
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
