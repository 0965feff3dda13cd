"""Names, texts and figures of a record that came from outside: are they any? Pure.

The commands let nothing else in; a record written by hand may hold anything. Whatever stands here
as a name is used as one by pages, tables and files, and a figure is counted with.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from campaign.kernel.decisions import Finding
from campaign.proof import unknown
from events.base import Event
from events.codec import Codec
from events.disputes import EventAmended, EventsInserted, KeeperNamed

MOST = 10_000
"""What no figure of a game comes to."""
LARGEST = 1_000_000_000
"""What no count of events or draws comes to."""
SEEDS = 100_000
"""Draw seeds that a chain has at most. The program makes some hundreds of them; working one out
takes as many steps as the chain is long."""

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}(\.[a-z0-9-]{1,63})?")
_STAMP = re.compile(
    r"(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3][0-9])"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z"
)
_MOVING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_LINES = re.compile(f"[^{_MOVING}]*")
_LINE = re.compile(f"[^{_MOVING}\t\n\u2028\u2029]*")
_UNSEEN = "\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff\u2028\u2029"
_NAME = re.compile(f"(?=.*\\S)[^{_MOVING}\t\n{_UNSEEN}]{{1,120}}")

_IDS = frozenset(
    {"army", "asked_by", "attacker", "attackers", "by", "campaign", "candidates", "chits", "city",
     "concerned", "controlled_by", "counter", "counters", "country", "defenders", "dispute",
     "due", "eligible", "enemy", "figure", "helps", "id", "kept", "leader", "leaders", "maker",
     "member", "militia", "minor", "modules", "of", "origin", "power", "powers", "question",
     "roles", "rulebook", "scenario", "stage", "stayed", "step", "system", "unit"}
)  # fmt: skip
"""Fields that name somebody or something by id."""
_NOBODY = "power"
"""The one of them that may be empty: a power is not always meant."""
_NAMES = frozenset({"name", "title"})
"""Fields that say what somebody or something is called."""
_TEXTS = frozenset({"asks", "claim", "facts", "reason", "text"})
"""Fields in people's own words, of more than a line where they like."""
_WORDS = frozenset({"answer", "email", "key", "note", "source", "stated", "travels_with", "value"})
"""Fields in people's own words, of one line."""
_SHEETS = frozenset({"overrides", "scenario"})
"""Fields that hold a whole sheet, where they hold more than a name."""
_SIGNED = frozenset({"change", "chits", "germany_italy", "japan", "level", "number", "score"})
"""Figures that may be below zero."""
_COUNTS = frozenset({"about", "after", "behind", "draw", "draws", "nth", "to", "versions"})
"""Numbers that grow with the record."""
_SEEDS = frozenset({"links", "seed_links"})


def check(codec: Codec, version: int, event: Event) -> Iterator[Finding]:
    """What in an event is no name, no text that can be shown, or no figure."""
    if event.at and not is_time(event.at):
        yield Finding(version, "time", f"{_short(event.at)} is no time in UTC")
    yield from (Finding(version, what, told) for what, told in _in_struct(event))
    for fields in _forms(event):
        yield from _inner(codec, version, fields)


def is_time(stamp: str) -> bool:
    """Whether a stamp is a time in UTC, of a day that there is."""
    found = _STAMP.fullmatch(stamp)
    if found is None or found["year"] == "0000":
        return False
    return 1 <= int(found["day"]) <= monthrange(int(found["year"]), int(found["month"]))[1]


def _forms(event: Event) -> tuple[dict[str, Any], ...]:
    """The events that a correction brings, as it holds them."""
    match event:
        case EventAmended():
            return (event.event,)
        case EventsInserted():
            return event.events
    return ()


def _inner(codec: Codec, version: int, fields: dict[str, Any]) -> Iterator[Finding]:
    try:
        made = codec.form(fields)
    except (msgspec.MsgspecError, KeyError, TypeError):
        yield Finding(version, "event", "brings an event that is none")
        return
    yield from (Finding(version, "event", told) for told in unknown.fields(fields, made))
    yield from check(codec, version, made)


@cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """A form's fields that are looked at, each with what it holds where nothing was said."""
    seen = ("at", "prev", "key") if issubclass(kind, Event) else ()
    seen = (*seen, "event", "events") if kind in (EventAmended, EventsInserted) else seen
    told = ((one.name, one.default) for one in msgspec.structs.fields(kind))
    nobody = "member" if kind is KeeperNamed else None
    return tuple(
        (name, "" if name == nobody else unset) for name, unset in told if name not in seen
    )


def _in_struct(value: msgspec.Struct) -> Iterator[tuple[str, str]]:
    for field, default in _defaults(type(value)):
        if (one := getattr(value, field)) != default:
            yield from _faults(field, one)


def _faults(field: str, value: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with a field, and with all that is in it."""
    match value:
        case str():
            yield from _text(field, value)
        case bool() | None:
            return
        case int():
            yield from _figure(field, value)
        case msgspec.Struct():
            yield from _in_struct(value)
        case dict() if field in _SHEETS:
            yield from _sheet(field, value)
        case dict():
            for key, one in value.items():
                if not _KEY.fullmatch(key):
                    yield "name", f"{_short(key)} is no name ({_called(field)})"
                yield from _faults(field, one)
        case list() | tuple():
            for one in value:
                yield from _faults(field, one)


def _sheet(field: str, value: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with a whole sheet: its texts move no cursor, its figures are in proportion."""
    match value:
        case str() if not _LINES.fullmatch(value):
            yield "text", _moves(field, value)
        case int() if not -MOST <= value <= MOST:
            yield "figure", _beyond(field, value, MOST)
        case dict():
            for pair in value.items():
                for one in pair:
                    yield from _sheet(field, one)
        case list() | tuple():
            for one in value:
                yield from _sheet(field, one)


def _text(field: str, text: str) -> Iterator[tuple[str, str]]:
    if field in _IDS:
        if text == "" and field == _NOBODY:
            return
        if not _SLUG.fullmatch(text):
            yield "name", f"{_short(text)} is no name ({_called(field)})"
    elif field in _NAMES:
        if not _NAME.fullmatch(text):
            yield "name", f"{_short(text)} is no name ({_called(field)})"
    elif field in _TEXTS or field in _WORDS:
        if not (_LINES if field in _TEXTS else _LINE).fullmatch(text):
            yield "text", _moves(field, text)
    elif not _LINE.fullmatch(text) or ".." in text or "\\" in text or text[:1] in ("/", "."):
        yield "name", f"{_short(text)} is no name ({_called(field)})"


def _figure(field: str, figure: int) -> Iterator[tuple[str, str]]:
    most = LARGEST if field in _COUNTS else MOST
    if field in _SEEDS:
        if not 1 <= figure <= SEEDS:
            yield "figure", f"{figure:,} draw seeds; there are from 1 to {SEEDS:,}"
        return
    if figure < 0 and field not in _SIGNED:
        yield "figure", f"{figure} is below zero ({_called(field)})"
    elif not -most <= figure <= most:
        yield "figure", _beyond(field, figure, most)


def _moves(field: str, text: str) -> str:
    return f"{_short(text)} holds a character that moves the cursor ({_called(field)})"


def _beyond(field: str, figure: int, most: int) -> str:
    return f"{figure:,} is out of range; the most is {most:,} ({_called(field)})"


def _called(field: str) -> str:
    return field.replace("_", " ")


def _short(text: str) -> str:
    """A text as it can be shown."""
    shown = ascii(text)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"
