"""Checks a club's TOML or JSON against a struct: every fault with its place and its line. Pure."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeGuard

import msgspec
from msgspec import inspect

from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import ONE_LINE
from events.base import Slug

# --- Checks a club's TOML or JSON against a struct: every fault with its place ------------------
#
# While msgspec stops at the first fault, this reports all of them, each with what would be right.
# Faulty values are left out of the result.

NONE = object()
"""Stands in for a faulty value."""
_SHOWN = 40
"""How many characters of a wrong value are shown."""


class Fault(msgspec.Struct, frozen=True):
    """One fault of a file: where it is, and what would be right."""

    where: str
    """Keys with dots, elements of lists by number from 1: `setup.wars[2]`."""
    text: str = msgspec.field(name="told")

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class Reading:
    """One file while it is read: its faults so far."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.left: dict[str, list[int]] = {}
        """Which elements of each list are not at fault, by their numbers."""

    def read(self, value: object, kind: type) -> Any:
        """The value as far as it fits its type, in plain values; `NONE` if nothing fits."""
        return self._read(value, _type_of(kind), "")

    def _wrong(self, where: str, text: str) -> object:
        self.faults.append(Fault(where, text))
        return NONE

    def _read(self, value: object, kind: inspect.Type, where: str) -> object:
        match kind:
            case inspect.StructType():
                return self._struct(value, kind, where)
            case inspect.DictType():
                return self._dict(value, kind, where)
            case inspect.VarTupleType():
                if not _is_list(value) or len(value) < (kind.min_length or 0):
                    return self._wrong(where, f"expected a list, got {as_written(value)}")
                return self._list(value, kind, where)
            case inspect.TupleType():
                return self._tuple(value, kind, where)
            case inspect.UnionType():
                return self._union(value, kind, where)
        if (right := _leaf(value, kind)) is not None:
            return self._wrong(where, _instead(value, right))
        return value

    def _struct(self, value: object, kind: inspect.StructType, where: str) -> object:
        if not isinstance(value, Mapping):
            return self._wrong(where, f"expected keys with values, got {as_written(value)}")
        fields = {field.encode_name: field for field in kind.fields}
        done: JsonObject = {}
        for key, inner in value.items():
            at = _at(where, str(key))
            if (field := fields.get(key)) is None:
                self._wrong(at, f"there is no such key; {near(str(key), list(fields))}")
            elif (read := self._read(inner, field.type, at)) is not NONE:
                done[key] = read
        for name in _lacking(fields, value):
            self._wrong(_at(where, name), f"is missing; {_wants(fields[name])}")
        return NONE if where and _lacking(fields, done) else done

    def _list(
        self, value: Sequence[object], kind: inspect.VarTupleType, where: str
    ) -> list[object]:
        read = [
            (number, self._read(item, kind.item_type, f"{where}[{number}]"))
            for number, item in enumerate(value, 1)
        ]
        self.left[where] = [number for number, item in read if item is not NONE]
        return [item for _, item in read if item is not NONE]

    def placed(self, fault: Fault) -> Fault:
        """A fault of a remaining element, by its number in the file."""
        name, bracket, rest = fault.where.partition("[")
        number, _, inner = rest.partition("]")
        if not bracket or name not in self.left:
            return fault
        return Fault(f"{name}[{self.left[name][int(number) - 1]}]{inner}", fault.text)

    def has_below(self, fault: Fault) -> bool:
        """Whether a fault further in was reported already; this one may only follow from it."""
        return any(item.where.startswith(f"{fault.where}.") for item in self.faults)

    def _dict(self, value: object, kind: inspect.DictType, where: str) -> object:
        if not isinstance(value, Mapping):
            return self._wrong(where, f"expected keys with values, got {as_written(value)}")
        done: JsonObject = {}
        for key, inner in value.items():
            at = _at(where, str(key))
            if (right := _leaf(key, kind.key_type)) is not None:
                self._wrong(at, _instead(key, right))
            elif (read := self._read(inner, kind.value_type, at)) is not NONE:
                done[key] = read
        return done

    def _tuple(self, value: object, kind: inspect.TupleType, where: str) -> object:
        count = len(kind.item_types)
        if not _is_list(value) or len(value) != count:
            return self._wrong(where, f"expected a list of {count}, got {as_written(value)}")
        pairs = zip(value, kind.item_types, strict=True)
        read = [
            self._read(item, inner, f"{where}[{number}]")
            for number, (item, inner) in enumerate(pairs, 1)
        ]
        return NONE if NONE in read else read

    def _union(self, value: object, kind: inspect.UnionType, where: str) -> object:
        """A number or keys; a value or null: told apart by what was written."""
        if value is None and any(isinstance(member, inspect.NoneType) for member in kind.types):
            return None
        kinds = [member for member in kind.types if not isinstance(member, inspect.NoneType)]
        keyed = inspect.StructType | inspect.DictType
        is_keyed = isinstance(value, Mapping)
        kinds = [kind for kind in kinds if isinstance(kind, keyed) is is_keyed] or kinds
        return self._read(value, kinds[0], where)


@cache
def _type_of(kind: type) -> inspect.Type:
    """A struct's fields and their types, worked out once: that takes longer than a reading."""
    return inspect.type_info(kind)


def as_written(value: object) -> str:
    """A value as a fault quotes it, on one line and not too long."""
    text = repr(value) if isinstance(value, str) else str(value)
    text = text.lower() if isinstance(value, bool) else text
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _instead(value: object, right: str) -> str:
    """A wrong value, and what would be right: `expected a list, got 3`."""
    if right.startswith("write "):
        return f"expected {right.removeprefix('write ')}, got {as_written(value)}"
    return f"there is no {as_written(value)}; {right}"


def near(word: str, words: Sequence[str]) -> str:
    """The likely name, or all known names."""
    import difflib  # slow to load

    matches = difflib.get_close_matches(word, words, 1)
    return f"did you mean {matches[0]}?" if matches else f"there is {', '.join(words)}"


def _at(where: str, key: str) -> str:
    """A key's place; characters that would move the cursor are escaped."""
    key = key if key.isprintable() else repr(key)
    return f"{where}.{key}" if where else key


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _lacking(fields: Mapping[str, inspect.Field], done: JsonFields) -> list[str]:
    """The required fields that are not there."""
    return [name for name, field in fields.items() if field.required and name not in done]


def _wants(field: inspect.Field) -> str:
    kind = field.type
    if isinstance(kind, inspect.LiteralType):
        return f"write one of {', '.join(map(str, kind.values))}"
    right = _leaf(None, kind)
    return right or "write it"


def _leaf(value: object, kind: inspect.Type) -> str | None:
    """What would be right in a value's place; None if it is right."""
    match kind:
        case inspect.LiteralType():
            return None if value in kind.values else _word(value, kind)
        case inspect.IntType():
            if _is_within(value, kind.ge, kind.le):
                return None
            is_open = kind.ge is None or kind.le is None
            return f"write a whole number{'' if is_open else f' from {kind.ge} to {kind.le}'}"
        case inspect.StrType():
            return None if _fits(value, kind) else _text(kind)
        case inspect.BoolType():
            return None if isinstance(value, bool) else "write true or false"
    return None


def _word(value: object, kind: inspect.LiteralType) -> str:
    """The word that was meant, or all that may be written."""
    words = list(map(str, kind.values))
    import difflib  # slow to load

    close = difflib.get_close_matches(str(value), words, 1)
    return f"did you mean {close[0]}?" if close else f"write one of {', '.join(words)}"


def _is_within(value: object, low: int | None, high: int | None) -> bool:
    if type(value) is not int:
        return False
    return (low is None or low <= value) and (high is None or value <= high)


def _fits(value: object, kind: inspect.StrType) -> bool:
    if not isinstance(value, str) or len(value) < (kind.min_length or 0):
        return False
    longest = kind.max_length
    return (longest is None or len(value) <= longest) and (
        kind.pattern is None or re.search(kind.pattern, value) is not None
    )


_SLUG = msgspec.inspect.type_info(Slug)


def _text(kind: inspect.StrType) -> str:
    if kind.pattern == getattr(_SLUG, "pattern", None):
        return "write lower-case letters, digits and hyphens"
    most = f" of at most {kind.max_length} characters" if kind.max_length else ""
    return f"write {'one line' if kind.pattern == ONE_LINE else 'a text'}{most}"


# --- Finds the line on which each part of a TOML or JSON file is written ------------------------
#
# The text must have been read before: here only its places are looked for. Keys are joined with
# dots, elements of lists are numbered from 1: `setup.wars[2]`.

_BLANK = re.compile(r"(?:[\s,]|#[^\n]*)*")
_KEY = re.compile(r'(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|([A-Za-z0-9_-]+))[ \t.]*')
_EQUALS = re.compile(rf"{_BLANK.pattern}[=:]*")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_PLAIN = re.compile(r"[^,\]}\n#]+")


class _Scanner:
    """A text and how far it was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[str, int] = {}
        self.ends = [match.start() for match in re.finditer("\n", text)]
        """Where each line ends."""
        self.tables: dict[str, int] = {}
        """How many tables of each list have begun."""

    def noted(self, path: str, at: int) -> None:
        self.found.setdefault(path, bisect_left(self.ends, at) + 1)

    def skip(self) -> str:
        """The next character behind blanks, commas and comments; empty at the end."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at + 1

    def key(self) -> list[str]:
        """One key, of several parts where it has dots."""
        parts: list[str] = []
        while match := _KEY.match(self.text, self.at):
            parts.append(match[match.lastindex or 0])
            self.at = match.end()
        return parts

    def _pass(self, signs: str) -> None:
        while self.at < len(self.text) and self.text[self.at] in signs:
            self.at += 1

    def pair(self, path: str) -> None:
        """A key with its value."""
        start = self.at
        inner = _joined(path, ".".join(self.key()))
        self.noted(inner, start)
        self.take(_EQUALS)
        self.value(inner)

    def value(self, path: str) -> None:
        """A value and everything in it."""
        sign = self.skip()
        if sign == "{":
            self.at += 1
            while self.skip() not in ("}", ""):
                self.pair(path)
            self.at += 1
        elif sign == "[":
            self.at += 1
            number = 0
            while self.skip() not in ("]", ""):
                number += 1
                self.noted(f"{path}[{number}]", self.at)
                self.value(f"{path}[{number}]")
            self.at += 1
        else:
            self.take(_TEXT if sign in ("'", '"') else _PLAIN)

    def header(self) -> str:
        """The table that a line in brackets begins."""
        start, several = self.at, self.text.startswith("[[", self.at)
        self._pass("[ \t")
        name = self._numbered(self.key())
        self._pass(" \t]")
        self.noted(name, start)
        if several:
            self.tables[name] = self.tables.get(name, 0) + 1
            name = f"{name}[{self.tables[name]}]"
            self.noted(name, start)
        return name

    def _numbered(self, parts: Sequence[str]) -> str:
        """A table's name; within a list it belongs to the element that began last."""
        for count in range(1, len(parts) if self.tables else 0):
            name = ".".join(parts[:count])
            if number := self.tables.get(name):
                return f"{name}[{number}].{'.'.join(parts[count:])}"
        return ".".join(parts)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def line_numbers(text: str, *, json: bool = False) -> Mapping[str, int]:
    """The line of every part of a file, by its place."""
    scanner = _Scanner(text.removeprefix("\ufeff"))
    if json:
        scanner.value("")
        return scanner.found
    table = ""
    while sign := scanner.skip():
        if sign == "[":
            table = scanner.header()
        else:
            before = scanner.at
            scanner.pair(table)
            scanner.at += scanner.at == before
    return scanner.found


def line_of(where: str, lines: Mapping[str, int]) -> int:
    """The line of a place, or of what it should be part of; 0 where nothing of it is written."""
    while where:
        if line := lines.get(where):
            return line
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return 0
