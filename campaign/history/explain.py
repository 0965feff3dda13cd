"""Explained figures, and queries over a history. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from campaign.history.effective import step
from campaign.kernel.decisions import HIDDEN
from campaign.kernel.projections import HistoryPlace
from campaign.kernel.system import AnySystem
from events import codec
from events.base import Event, public_type, topic

# --- Explained figures: the events that made a figure what it is, with the running total --------


class FigureEvent(msgspec.Struct, frozen=True):
    """One event that changed a figure."""

    version: int
    turn: str
    event: Event
    rule: str
    before: Any
    after: Any
    amended_by: int = 0
    """The correction that amended it; 0 where it counts as it was recorded."""
    inserted: bool = False
    """Whether the correction of that version inserted it as a forgotten event."""

    @property
    def change(self) -> int | None:
        """By how much, if the figure is a number."""
        if isinstance(self.after, bool) or not isinstance(self.after, int):
            return None
        return self.after - (self.before or 0)


def rule_of(event: type[Event] | Event) -> str:
    """The rule with which an event's description begins, such as `XY 4.1(3)`,
    or `XyZ Heading` in a book without numbers; else `Record`."""
    kind = event if isinstance(event, type) else type(event)
    match = _RULE.match(kind.__doc__ or "")
    return match.group(1) if match else "Record"


_RULE = re.compile(
    r"([A-Z][A-Za-z]+ [0-9][^:,]*|[A-Z][a-z]*[A-Z][A-Za-z]* (?:[A-Z]|ruling [0-9])[^:,]*)[:,]"
)
"""The short name of a rulebook and a rule's number or heading, with which a description begins."""


def explain(
    system: AnySystem, history: Iterable[HistoryPlace], value: Callable[[Any], Any]
) -> Iterator[FigureEvent]:
    """Each event that changed a figure, in the effective history's order.

    `value` gives the figure in a state, a number or words. What it is at the opening is no change.
    """
    state: Any = None
    before: Any = None
    for place in history:
        opens, state = state is None, step(system, state, place)
        after = value(state)
        if after != before and not opens:
            turn = state.campaign.turn or state.campaign.first_turn
            yield FigureEvent(
                place.version,
                turn,
                place.event,
                rule_of(place.event),
                before,
                after,
                place.amended_by,
                place.inserted,
            )
        before = after


# --- Queries over a history: `type=TurnBegan by=anna`; every word must match --------------------

STAMP = ("type", "by", "at", "turn", "rule")
"""What any event can be searched by, besides its own fields."""
_BOOK = re.compile(r"^[a-z]+ *(?=[0-9])")
"""The short name of a rulebook before a rule's number."""
_YES_NO = {"yes": "true", "no": "false"}


class QueryError(ValueError):
    """A query that makes no sense; one line for the user."""


class Query(msgspec.Struct, frozen=True):
    """Words that must all match an event."""

    text: str
    terms: tuple[tuple[str, str], ...]
    """Field and value in lower case; without a field, a word found anywhere in the event."""

    def matches(self, event: Event, turn: str) -> bool:
        """Whether an event of that turn matches."""
        return all(_holds(field, value, event, turn) for field, value in self.terms)


def parse(system: AnySystem, text: str) -> Query:
    """A query from what was typed, about a system's events. Raises `QueryError`."""
    import shlex  # reports ask for no query

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise QueryError(f"{text!r} lacks a closing quotation mark") from error
    if not words:
        raise QueryError(f"say what to look for, such as {system.front.stops.example}")
    return Query(text, tuple(_term(system, word) for word in words))


def _term(system: AnySystem, word: str) -> tuple[str, str]:
    field, equals, value = word.partition("=")
    if not equals:
        return "", word.lower()
    name, example = field.strip().lower().replace("-", "_"), system.front.stops.example
    if name not in STAMP and name not in (known := fields(system)):
        hint = _near(name, (*STAMP, *known)) or f"; look for {example}"
        raise QueryError(f"no event has a field {field!r}{hint}")
    if not value:
        raise QueryError(f"{name}: say which, as in {example}")
    value = value.lower()
    kinds = system.codec.events.values()
    if name == "type" and not any(value in _names(kind) for kind in kinds):
        names = {kind.__name__.lower(): kind.__name__ for kind in kinds}
        hint = _near(value.rpartition(".")[2], names, names)
        raise QueryError(f"there is no event {word.partition('=')[2]!r}{hint}")
    return name, value


def fields(system: AnySystem) -> tuple[str, ...]:
    """Every field of every event that anybody may see."""
    names = {name for kind in system.codec.events.values() for name in kind.__struct_fields__}
    return tuple(sorted(names - {*HIDDEN, *Event.__struct_fields__, *STAMP}))


def _names(kind: type[Event] | Event) -> tuple[str, ...]:
    """What a type of event may be called, in lower case."""
    name = (kind if isinstance(kind, type) else type(kind)).__name__
    return name.lower(), topic(kind).lower(), public_type(kind).lower()


def _near(word: str, known: Iterable[str], shown: Mapping[str, str] | None = None) -> str:
    import difflib  # slow to load

    matches = difflib.get_close_matches(word, list(known), 2, 0.6)
    names = [shown[name] if shown else name for name in matches]
    return f"; did you mean {' or '.join(names)}?" if names else ""


def _holds(field: str, value: str, event: Event, turn: str) -> bool:
    match field:
        case "":
            shown = [held for name, held in codec.fields(event).items() if name not in HIDDEN]
            return _within(value, shown)
        case "type":
            return value in _names(event)
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
    """Whether a rule is the wanted one or part of it: 4.1(2b) is part of 4.1(2), 4.1 and 4."""
    rule, wanted = _BOOK.sub("", rule), _BOOK.sub("", wanted).strip()
    parts = wanted[:-1] if wanted.endswith(")") else (f"{wanted}(", f"{wanted}.")
    return rule == wanted or (bool(wanted) and rule.startswith(parts))


def _is(wanted: str, value: object) -> bool:
    """Whether a value is the wanted one, or a list or table that holds it."""
    if isinstance(value, dict):
        return any(_is(wanted, item) for pair in value.items() for item in pair)
    if isinstance(value, list | tuple):
        return any(_is(wanted, item) for item in value)
    if isinstance(value, bool):
        return str(value).lower() == _YES_NO.get(wanted, wanted)
    return str(value).lower() == wanted


def _within(wanted: str, value: object) -> bool:
    """Whether a word occurs anywhere in a value's texts."""
    if isinstance(value, dict):
        return any(_within(wanted, item) for pair in value.items() for item in pair)
    if isinstance(value, list | tuple):
        return any(_within(wanted, item) for item in value)
    return wanted in value.lower() if isinstance(value, str) else str(value).lower() == wanted
