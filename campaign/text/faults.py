"""What is wrong with a value or an error, in a person's words: no pattern, no type name. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec
from msgspec import MsgspecError, inspect

from campaign.text.json_values import FORM
from campaign.text.moments import SEEN
from events.base import Event, public_type

_AT = r"(?s:^(?P<what>.*?)(?: - at (?:`key` in )?`\$?\.?(?P<where>[^`]*)`)?$)"
_TYPES = {
    "str": "text",
    "int": "a whole number",
    "bool": "yes or no",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
    "float": "a number with a fraction",
}
_BOUND = r"Expected `(?:int|float)` (?P<sign>>=|<=) (?P<bound>-?[0-9]+)"
_LENGTH = r"Expected `(?P<type>\w+)` of length (?P<sign>>=|<=) (?P<bound>[0-9]+)"
_KIND = r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>\w+)`"
_ENUM = r"(?s:Invalid (?:enum value|value) (?P<value>.*))"
_UNKNOWN = r"Object (?:contains unknown|missing required) field `(?P<field>[^`]*)`"
_WRITTEN = r"(?s:Expected `str` matching regex ['\"](?P<pattern>.*)['\"]$)"
_FORMS = (
    ("[a-z0-9-]{0,62}", "lower-case letters, digits and hyphens"),
    ("[0-9a-f]{64}", "64 digits from 0 to 9 and a to f"),
    ("[0-9a-f]{16}", "16 digits from 0 to 9 and a to f"),
    ("^d[1-9]", "a dispute like d1"),
    ("^[0-9]{4}-(0[1-9]", "a day like 2026-01-31, or a time in UTC like 2026-01-31T20:00Z"),
    ("A-Za-z0-9_-", "letters, digits, hyphens and underlines"),
    (r"\S+@\S+", "an address with an @ and without spaces"),
    (rf"(?=.*{SEEN})", "one line of text that can be seen"),
    (rf"(?=[\s\S]*{SEEN})", "text that can be seen"),
)
"""What a shared pattern requires, by a part that identifies it; the first match counts."""


def in_words(error: Exception, *kinds: type, as_sent: bool = False) -> str:
    """A fault of a value: its field first, then what is wrong with it.

    `kinds` are the types that it was read as, as far as known: they say what their own patterns
    require. `as_sent` names the field as programs write it.
    """
    match = re.match(_AT, str(error))
    assert match is not None
    where = re.sub(r"\[(?:\.\.\.|[0-9]+)\]|[.\[\]]+", " ", match["where"] or "").strip()
    text = _wrong(match["what"], kinds)
    name = where if as_sent else where.replace("_", " ")
    return f"{name}: {text}" if name else text


_LONGEST = 60
"""How many letters of a value are shown."""


def in_short(value: object) -> str:
    """A value in a few letters."""
    if value in (None, "", [], {}):
        return "nothing"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def called(event: Event | type[Event]) -> str:
    """What an event is called in a sentence: "turn began"."""
    name = public_type(event).rpartition(".")[2]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


_UNWRITTEN = "it is not written as it should be"


def _wrong(what: str, kinds: Sequence[type]) -> str:
    for pattern, words in (
        (_BOUND, _bound),
        (_LENGTH, _length),
        (_KIND, _kind),
        (_ENUM, _choice),
        (_UNKNOWN, _field),
    ):
        if match := re.match(pattern, what):
            return words(match)
    if match := re.match(_WRITTEN, what):
        form = _form(match["pattern"].replace("\\\\", "\\"), kinds)
        return f"expected {form}" if form else _UNWRITTEN
    return _UNWRITTEN


def _bound(match: re.Match[str]) -> str:
    word = "least" if match["sign"] == ">=" else "most"
    return f"expected a whole number of at {word} {match['bound']}"


def _length(match: re.Match[str]) -> str:
    word = "least" if match["sign"] == ">=" else "most"
    unit, units = ("letter", "letters") if match["type"] == "str" else ("entry", "entries")
    return f"expected at {word} {match['bound']} {unit if match['bound'] == '1' else units}"


def _kind(match: re.Match[str]) -> str:
    wanted = (_TYPES.get(kind.strip(), "a value") for kind in match["wanted"].split("|"))
    return f"expected {' or '.join(wanted)}, got {_TYPES.get(match['got'], 'something else')}"


def _choice(match: re.Match[str]) -> str:
    value = match["value"]
    plain = {"True": "yes", "False": "no", "None": "nothing"}.get(value, value)
    return f"there is no {value}" if value[:1] in "'\"" else f"it cannot be {plain}"


def _field(match: re.Match[str]) -> str:
    missing = "missing" in match[0]
    return f"{match['field']} is missing" if missing else f"there is no {match['field']}"


# --- patterns -----------------------------------------------------------------------------------


def _form(pattern: str, kinds: Sequence[type]) -> str:
    """What a pattern requires: in the types' own words, or in the shared ones."""
    own = next((form for kind in kinds for known, form in _forms(kind) if known == pattern), "")
    return own or next((words for part, words in _FORMS if part in pattern), "")


@cache
def _forms(kind: type) -> tuple[tuple[str, str], ...]:
    """The patterns within a type, with what each requires in its own words."""
    return tuple(_within([inspect.type_info(kind)], set()))


def _within(infos: Iterable[inspect.Type], seen: set[type]) -> Iterator[tuple[str, str]]:
    for info in infos:
        match info:
            case inspect.Metadata(type=inspect.StrType(pattern=str(pattern)), extra=dict(extra)):
                if FORM in extra:
                    yield pattern, extra[FORM]
            case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
                yield from _within([inner], seen)
            case inspect.DictType(key_type=key, value_type=value):
                yield from _within([key, value], seen)
            case inspect.TupleType(item_types=inner) | inspect.UnionType(types=inner):
                yield from _within(inner, seen)
            case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
                seen.add(cls)
                yield from _within((field.type for field in fields), seen)


# --- Why something in a record could not be worked out, in words for a person -------------------


def because(error: Exception) -> str:
    """The end of a sentence: what an error says, where that is in words and not a program's."""
    match error:
        case KeyError(args=(str() as key,)):
            return f": there is no {key!r}"
        case MsgspecError():
            return f": {in_words(error)}"
        case ValueError(args=(str() as text,)):
            return f": {text}"
    return ""
