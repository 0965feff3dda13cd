"""What a reader looks for in a history: `leader=rommel by=anna`, every word of it true. Pure."""

import difflib
import shlex
from typing import Any

import msgspec

from campaign.history.explain import rule_of
from campaign.kernel.wire import HIDDEN
from campaign.systems import CODEC
from events import codec
from events.base import Event, public_type

STAMP = ("type", "by", "at", "turn", "rule")
"""What every event can be asked for, beside its own fields."""
EXAMPLE = "leader=rommel, type=LeaderDrawn, by=anna, rule=4.1"
_YES_NO = {"yes": "true", "no": "false"}

FIELDS: tuple[str, ...] = tuple(
    sorted(
        {name for kind in CODEC.events.values() for name in kind.__struct_fields__}
        - {*HIDDEN, *Event.__struct_fields__, *STAMP}
    )
)
"""Every field of every event that anybody may see."""
_TYPES = {
    name.lower(): kind
    for topic, kind in CODEC.events.items()
    for name in (kind.__name__, topic, public_type(kind))
}


class QueryError(ValueError):
    """A query that cannot be meant; one line for the user."""


class Query(msgspec.Struct, frozen=True):
    """Words that must all be true of an event."""

    text: str
    terms: tuple[tuple[str, str], ...]
    """Field and value in lower case; without a field, what stands anywhere in the event."""

    def matches(self, event: Event, turn: str) -> bool:
        """Whether an event of that turn is one that was looked for."""
        return all(_holds(field, value, event, turn) for field, value in self.terms)


def parse(text: str) -> Query:
    """A query from what was typed. Raises `QueryError`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise QueryError(f"{text!r} lacks a closing quotation mark") from error
    if not words:
        raise QueryError(f"say what to look for, such as {EXAMPLE}")
    return Query(text, tuple(_term(word) for word in words))


def _term(word: str) -> tuple[str, str]:
    field, equals, value = word.partition("=")
    if not equals:
        return "", word.lower()
    name = field.strip().lower().replace("-", "_")
    if name not in STAMP and name not in FIELDS:
        hint = _near(name, (*STAMP, *FIELDS)) or f"; look for {EXAMPLE}"
        raise QueryError(f"no event has a field {field!r}{hint}")
    if not value:
        raise QueryError(f"{name}: say which, as in {EXAMPLE}")
    value = value.lower()
    if name == "type" and value not in _TYPES:
        names = {kind.__name__.lower(): kind.__name__ for kind in CODEC.events.values()}
        hint = _near(value.rpartition(".")[2], names, names)
        raise QueryError(f"there is no event {word.partition('=')[2]!r}{hint}")
    return name, value


def _near(word: str, known: Any, shown: dict[str, str] | None = None) -> str:
    found = difflib.get_close_matches(word, list(known), 2, 0.6)
    told = [shown[one] if shown else one for one in found]
    return f"; did you mean {' or '.join(told)}?" if told else ""


def _holds(field: str, value: str, event: Event, turn: str) -> bool:
    match field:
        case "":
            told = [one for name, one in codec.fields(event).items() if name not in HIDDEN]
            return _within(value, told)
        case "type":
            return type(event) is _TYPES[value]
        case "by":
            return event.by.lower() == value
        case "at":
            return event.at.lower().startswith(value)
        case "turn":
            return turn.lower() == value
        case "rule":
            return _of_rule(rule_of(event).lower(), value)
    if field not in event.__struct_fields__:
        return False
    return _is(value, codec.fields(event)[field])


def _of_rule(rule: str, wanted: str) -> bool:
    """Whether a rule is the one wanted or part of it: 4.1(2b) is of 4.1(2), of 4.1 and of 4."""
    rule, wanted = rule.removeprefix("lif "), wanted.removeprefix("lif").strip()
    parts = wanted[:-1] if wanted.endswith(")") else (f"{wanted}(", f"{wanted}.")
    return rule == wanted or (bool(wanted) and rule.startswith(parts))


def _is(wanted: str, value: Any) -> bool:
    """Whether a value is what is wanted, or a list or table that holds it."""
    if isinstance(value, dict):
        return any(_is(wanted, one) for pair in value.items() for one in pair)
    if isinstance(value, list | tuple):
        return any(_is(wanted, one) for one in value)
    if isinstance(value, bool):
        return str(value).lower() == _YES_NO.get(wanted, wanted)
    return str(value).lower() == wanted


def _within(wanted: str, value: Any) -> bool:
    """Whether a word stands anywhere in a value's texts."""
    if isinstance(value, dict):
        return any(_within(wanted, one) for pair in value.items() for one in pair)
    if isinstance(value, list | tuple):
        return any(_within(wanted, one) for one in value)
    return wanted in value.lower() if isinstance(value, str) else str(value).lower() == wanted
