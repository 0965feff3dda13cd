"""What is wrong with a field's value, in words for a person: no pattern and no type name. Pure."""

import re

from events.base import Event, public_type

_AT = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`\$?\.?(?P<where>[^`]*)`)?$", re.DOTALL)
_TYPES = {
    "str": "text", "int": "a whole number", "bool": "yes or no", "array": "a list",
    "object": "a table", "null": "nothing", "float": "a number with a fraction",
}  # fmt: skip
_BOUND = re.compile(r"Expected `(?:int|float)` (?P<sign>>=|<=) (?P<bound>-?[0-9]+)")
_LENGTH = re.compile(r"Expected `(?P<type>\w+)` of length (?P<sign>>=|<=) (?P<bound>[0-9]+)")
_KIND = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>\w+)`")
_ENUM = re.compile(r"Invalid (?:enum value|value) (?P<value>.*)", re.DOTALL)
_UNKNOWN = re.compile(r"Object (?:contains unknown|missing required) field `(?P<field>[^`]*)`")
_WRITTEN = re.compile(r"Expected `str` matching regex ['\"](?P<pattern>.*)['\"]$", re.DOTALL)
_FORMS = (
    ("[a-z0-9-]{0,62}", "lower-case letters, digits and hyphens"),
    ("[0-9a-f]{64}", "64 digits from 0 to 9 and a to f"),
    ("[0-9a-f]{16}", "16 digits from 0 to 9 and a to f"),
    ("(JF|MA|MJ|JA|SO|ND)", "a turn like 1941-MJ"),
    ("sea:", "a place like W2214 or sea:north-sea/3"),
    ("^d[1-9]", "a dispute like d1"),
    ("^c[1-9]", "a chit like c1"),
    ("^[0-9]{4}-(0[1-9]", "a day like 2026-01-31, or a time in UTC like 2026-01-31T20:00Z"),
    ("A-Za-z0-9_-", "letters, digits, hyphens and underlines"),
    (r"^\S*$", "text without spaces"),
    (r"(?=.*\S)", "one line of text that can be seen"),
    (r"(?=[\s\S]*\S)", "text that can be seen"),
)
"""What a pattern asks for, by a part that no other has; the first that fits counts."""


def in_words(error: Exception, *, as_sent: bool = False) -> str:
    """A fault of a value: its field first, then what is wrong with it.

    `as_sent` names the field as programs write it.
    """
    found = _AT.match(str(error))
    assert found is not None
    where = re.sub(r"\[(?:\.\.\.|[0-9]+)\]|[.\[\]]+", " ", found["where"] or "").strip()
    told = _told(found["what"])
    name = where if as_sent else where.replace("_", " ")
    return f"{name}: {told}" if name else told


def called(event: Event | type[Event]) -> str:
    """What an event is called in a sentence: "leader drawn"."""
    name = public_type(event).rpartition(".")[2]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _told(what: str) -> str:
    if bound := _BOUND.match(what):
        word = "least" if bound["sign"] == ">=" else "most"
        return f"expected a whole number of at {word} {bound['bound']}"
    if length := _LENGTH.match(what):
        word = "least" if length["sign"] == ">=" else "most"
        one, more = ("letter", "letters") if length["type"] == "str" else ("entry", "entries")
        unit = one if length["bound"] == "1" else more
        return f"expected at {word} {length['bound']} {unit}"
    if kind := _KIND.match(what):
        wanted = " or ".join(
            _TYPES.get(one.strip(), "a value") for one in kind["wanted"].split("|")
        )
        return f"expected {wanted}, got {_TYPES.get(kind['got'], 'something else')}"
    if enum := _ENUM.match(what):
        value = enum["value"]
        plain = {"True": "yes", "False": "no", "None": "nothing"}.get(value, value)
        return f"there is no {value}" if value[:1] in "'\"" else f"it cannot be {plain}"
    if field := _UNKNOWN.match(what):
        missing = "missing" in what
        return f"{field['field']} is missing" if missing else f"there is no {field['field']}"
    if written := _WRITTEN.match(what):
        pattern = written["pattern"].replace("\\\\", "\\")
        form = next((words for part, words in _FORMS if part in pattern), "")
        return f"expected {form}" if form else "it is not written as it should be"
    return "it is not written as it should be"
