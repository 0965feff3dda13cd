"""Forms of commands, made from the types of their fields; and what was typed as a command. Pure."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from campaign.kernel.decisions import Command
from campaign.text.json_values import JsonFields
from campaign.text.moments import DAY, MOMENT
from events.seats import Seat

Kind = Literal[
    "choice",
    "yes-no",
    "number",
    "line",
    "text",
    "words",
    "choices",
    "each",
    "either",
    "json",
    "day",
    "moment",
]
HIDDEN = frozenset({"by", "id"})
LONG = 200
"""A text that may be longer than this gets a box of several lines."""


_TIMES: dict[str | None, Kind] = {DAY: "day", MOMENT: "moment"}
_UNTIL_MINUTES = len("2100-01-31T21:00")


class FormField(msgspec.Struct, frozen=True):
    """A field of a form."""

    name: str
    label: str
    hint: str
    kind: Kind
    is_required: bool
    choices: tuple[tuple[str, str], ...] = ()
    """What can be chosen, each with its text; for other kinds, what is likely. A field with a value
    for `each` of several has these."""
    value: Kind = "line"
    """The kind of the values of such a field."""
    is_rare: bool = False
    """Whether it is seldom filled in, so that a form folds it away."""


class NotReadError(Exception):
    """Something typed is not what its field takes: the field, and why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field, self.why = field, why


def fields(
    kind: type[Command],
    seats: Mapping[str, str],
    words: Mapping[str, Mapping[str, str]],
    closed: Collection[str] = (),
    rare: Collection[str] = (),
) -> tuple[FormField, ...]:
    """The fields of a command, given the names of the seats and what is likely in a field; of
    those that are closed, nothing else is possible. A field that may be left out is not asked for
    where there is nothing to choose.
    """
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    found = (
        _field(
            one,
            seats,
            words.get(f"{one.name}:" if _is_each(one) else one.name, {}),
            is_closed=one.name in closed,
        )
        for one in described.fields
        if one.name not in HIDDEN
    )
    return tuple(
        replace(one, is_rare=one.name in rare and not one.is_required)
        for one in found
        if one.is_required or one.name not in closed or len(one.choices) != 1
    )


def _field(
    field: inspect.Field, seats: Mapping[str, str], likely: Mapping[str, str], *, is_closed: bool
) -> FormField:
    hint, plain = _bare(field.type)
    kind, choices = _kind(plain, seats, likely)
    value: Kind = "line"
    if isinstance(plain, inspect.DictType) and likely:
        value = _value_kind(plain.value_type, seats)
        kind, choices = ("json" if value == "json" else "each"), tuple(likely.items())
    elif kind == "line" and is_closed and likely:
        kind = "choice"
    label = field.name.replace("_", " ")
    label = label[:1].upper() + label[1:]
    return FormField(field.name, label, hint, kind, field.required, choices, value)


def _is_each(field: inspect.Field) -> bool:
    """Whether a field has a value for each of several."""
    return isinstance(_bare(field.type)[1], inspect.DictType)


def _value_kind(described: inspect.Type, seats: Mapping[str, str]) -> Kind:
    """The kind of one of several values; either a number, or several words."""
    plain = _bare(described)[1]
    if isinstance(plain, inspect.UnionType):
        kinds = {_kind(_bare(one)[1], seats, {})[0] for one in plain.types}
        return "either" if kinds <= {"number", "words"} else "json"
    kind = _kind(plain, seats, {})[0]
    return "line" if kind == "choice" else kind if kind in ("number", "line", "words") else "json"


def _bare(described: inspect.Type) -> tuple[str, inspect.Type]:
    """A type without what is said of it, and what that is; of an optional type what it may be."""
    hint = ""
    while True:
        if isinstance(described, inspect.Metadata):
            schema = described.extra_json_schema or {}
            hint = hint or str(schema.get("description", ""))
            described = described.type
        elif isinstance(described, inspect.UnionType):
            others = [one for one in described.types if not isinstance(one, inspect.NoneType)]
            if len(others) != 1:
                return hint, described
            described = others[0]
        else:
            return hint, described


def _kind(
    described: inspect.Type, seats: Mapping[str, str], likely: Mapping[str, str]
) -> tuple[Kind, tuple[tuple[str, str], ...]]:
    offered = tuple(likely.items())
    match described:
        case inspect.CustomType() if described.cls is Seat:
            return "choice", tuple(seats.items())
        case inspect.LiteralType() if described.values == (True,):
            return "yes-no", ()
        case inspect.LiteralType():
            return "choice", tuple(
                (str(one), seats.get(str(one), _word(one))) for one in described.values
            )
        case inspect.BoolType():
            return "yes-no", ()
        case inspect.IntType():
            return "number", ()
        case inspect.StrType(pattern=pattern) if pattern in _TIMES:
            return _TIMES[pattern], offered
        case inspect.StrType():
            is_long = (described.max_length or 0) > LONG
            return ("text" if is_long else "line"), offered
        case inspect.VarTupleType() | inspect.ListType():
            return _several(described.item_type, seats, offered)
        case inspect.TupleType():
            kinds = {_kind(_bare(one)[1], seats, {})[0] for one in described.item_types}
            return ("words", offered) if kinds <= {"line", "choice", "number"} else ("json", ())
    return "json", ()


def _several(
    item: inspect.Type, seats: Mapping[str, str], offered: tuple[tuple[str, str], ...]
) -> tuple[Kind, tuple[tuple[str, str], ...]]:
    kind, choices = _kind(_bare(item)[1], seats, {})
    if kind == "choice":
        return "choices", choices
    return ("words", offered) if kind in ("line", "number") else ("json", ())


def _word(value: object) -> str:
    return str(value).replace("-", " ")


def filled(found: Sequence[FormField], typed: Mapping[str, str]) -> JsonFields:
    """The fields of a command from what was typed; a field left empty is left out.

    Raises `NotReadError` where the text of a field is not of its kind.
    """
    values: dict[str, Any] = {}
    for field in found:
        text = typed.get(field.name, "").strip()
        if field.kind == "choices":
            chosen = [one for one, _ in field.choices if f"{field.name}:{one}" in typed]
            if chosen:
                values[field.name] = chosen
        elif field.kind == "each":
            if each := _each(field, typed):
                values[field.name] = each
            elif field.is_required:
                raise NotReadError(field.name, "this is needed")
        elif text:
            values[field.name] = _value(field, text)
        elif field.is_required and field.kind in ("choice", "yes-no"):
            raise NotReadError(field.name, "choose one")
        elif field.is_required:
            raise NotReadError(field.name, "this is needed")
    return values


def _each(field: FormField, typed: Mapping[str, str]) -> dict[str, object]:
    """The values that were typed, by what they are for; a box left empty is left out."""
    texts = {one: typed.get(f"{field.name}:{one}", "").strip() for one, _ in field.choices}
    return {one: _value(field, text, field.value) for one, text in texts.items() if text}


def _value(field: FormField, text: str, kind: Kind | None = None) -> object:
    match kind or field.kind:
        case "yes-no":
            return text == "yes"
        case "number":
            if not text.lstrip("-").isdecimal() or not text.isascii() or len(text) > 15:
                raise NotReadError(field.name, "write a whole number")
            return int(text)
        case "moment" if len(text) == _UNTIL_MINUTES:
            return f"{text}:00Z"  # as browsers send the time that was picked
        case "words":
            return _words(text)
        case "either":
            return int(text) if _is_number(text) else _words(text)
        case "json":
            try:
                return msgspec.json.decode(text)
            except (msgspec.DecodeError, RecursionError):
                raise NotReadError(field.name, "this is not written as JSON") from None
    return text.replace("\r\n", "\n")


def _words(text: str) -> list[int | str]:
    return [int(one) if _is_number(one) else one for one in text.replace(",", " ").split()]


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 16
