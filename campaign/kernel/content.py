"""What the fields of a record may hold: names, texts, times and figures. Pure.

Each type of event is looked through once; then its fields are known, and how each is checked.
`well_formed` has the words for whatever does not fit.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import inspect

from campaign.text.moments import is_day, is_time
from events.base import Event
from events.disputes import EventAmended, EventsInserted

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
_LINES = re.compile(f"[^{_MOVING}]*").fullmatch
_LINE = re.compile(f"[^{_MOVING}\t\n\u2028\u2029]*").fullmatch
_UNSEEN = "\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff\u2028\u2029"
_NAME = re.compile(f"(?=.*\\S)[^{_MOVING}\t\n{_UNSEEN}]{{1,120}}").fullmatch

SHEET, ACT = "sheet", "act"
"""The kinds of content of fields that may hold any JSON: a game's own, and what an act keeps."""

Check = Callable[[Any], object]
"""Says of a value whether it fits; true where it does."""


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
def fields(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
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
    return not leads_away and _LINE(text) is not None


_TEXTS: Mapping[str, Check] = {
    "id": _SLUG,
    "id or nothing": lambda text: not text or _SLUG(text),
    "name": _NAME,
    "moment": is_time,
    "day": is_day,
    "text": _LINES,
    "line": _LINE,
}


def text(holds: str) -> Check:
    """Whether a text is one of the kind that a field holds."""
    return _TEXTS.get(holds, _word)


def limits(holds: str) -> tuple[int, int]:
    """The least and the most that a figure of the kind may be."""
    if holds == "seeds":
        return 1, SEEDS
    most = LARGEST if holds in ("count", ACT) else MOST
    return (-most if holds in ("signed", SHEET, ACT) else 0), most


key = _KEY
"""Whether a text names an entry of a table."""
lines = _LINES
"""Whether a text leaves the cursor alone."""


# --- whole forms --------------------------------------------------------------------------------


@cache
def sound(kind: type[msgspec.Struct]) -> Check:
    """Whether everything in a form fits: prepared once for each type, and quick.

    A no may be mistaken where a field holds any JSON; whoever gets one looks for what is wrong.
    """
    known = fields(kind)
    if not known:
        return lambda form: True
    # With a second name in any case, this gives a tuple even for a form of one field.
    values = attrgetter(*(field.name for field in known), "__class__")
    checks = [(field.unset, _fits(field.type, field.holds)) for field in known]

    def check(form: msgspec.Struct) -> bool:
        for value, (unset, fits) in zip(values(form), checks, strict=False):
            if value != unset and not fits(value):
                return False
        return True

    return check


def _fits(kind: inspect.Type, holds: str) -> Check:
    """Whether a value of a type fits where a field of the kind holds it."""
    match kind:
        case inspect.StrType() | inspect.CustomType():
            good = text(holds)
            return lambda value: type(value) is str and good(value)
        case inspect.LiteralType(values=values):
            usual = {value for value in values if type(value) is str and text(holds)(value)}
            return lambda value: type(value) is str and value in usual
        case inspect.IntType():
            least, most = limits(holds)
            return lambda value: type(value) is int and least <= value <= most
        case inspect.BoolType() | inspect.NoneType():
            return lambda value: value is None or type(value) is bool
        case inspect.StructType():
            form = sound(kind.cls)
            return lambda value: type(value) is kind.cls and form(value)
        case inspect.AnyType():
            least, most = limits(holds)
            return lambda value: _fits_sheet(value, least, most)
        case inspect.DictType() if holds != SHEET:
            held = _fits(kind.value_type, holds)
            return lambda table: all(map(key, table)) and all(map(held, table.values()))
    return _fits_inside(kind, holds)


def _fits_sheet(value: object, least: int, most: int) -> bool:
    """Whether in any JSON no text moves the cursor, and no figure is out of bounds."""
    match value:
        case str():
            return _LINES(value) is not None
        case int():
            return least <= value <= most
        case dict():
            return all(_LINES(key) and _fits_sheet(value[key], least, most) for key in value)
        case list() | tuple():
            return all(_fits_sheet(held, least, most) for held in value)
    return True


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
