"""Patterns for texts, times and days; moments compared and in words. Pure."""

import re
from functools import cache, lru_cache
from typing import Any

# --- Patterns for texts: a line, a name, a text of several lines --------------------------------

_UNSEEN = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
)
"""Letters that nobody sees, whatever the font: blanks and breaks without a width, marks of
direction, fillers of Korean and the empty sign of Braille.
"""
SEEN = rf"[^\s{_UNSEEN}]"
"""A letter that is seen."""
_MOVING = r"\x00-\x1f\x7f-\x9f"
_TURNING = r"\u2028-\u202e\u2066-\u2069"

ONE_LINE = rf"^(?=.*{SEEN})[^{_MOVING}{_TURNING}]*$(?!\n)"
"""A text on one line, as in a journal: something visible, and nothing that moves the cursor."""

A_NAME = (
    rf"^(?=.*{SEEN})[^{_MOVING}"
    r"\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\u2800\u3164\ufeff"
    rf"{_TURNING}]*$(?!\n)"
)
"""A name: a line without invisible characters that make two names look the same, such as marks of
direction and breaks and blanks without a width.
"""

LINES = rf"^(?=[\s\S]*{SEEN})[^\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
"""A text of several lines: something visible, and nothing that moves the cursor or turns words."""


def is_seen(text: str) -> bool:
    """Whether anything of a text is seen: invisible letters and blanks alone are no words."""
    return _pattern(SEEN).search(text) is not None


def as_published(schema: Any) -> Any:
    """A JSON schema as programs know it since its release: there any letter but a space counts as
    seen, so that a program's own check lets more through than the tracker does.
    """
    match schema:
        case dict():
            return {key: as_published(value) for key, value in schema.items()}
        case list() | tuple():
            return type(schema)(map(as_published, schema))
        case str():
            return schema.replace(SEEN, r"\S")
    return schema


# --- Times and days as records write them, compared and in words --------------------------------

MOMENT = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    r"(\.[0-9]{1,9})?Z$(?!\n)"
)
"""A time in UTC, as RFC 3339 writes it."""
DAY = r"^[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]$(?!\n)"
"""A day, as ISO 8601 writes it."""

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_LAST_MONTH = 12
_STAMP = (
    r"[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]"
    r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z"
)
_DAY = r"(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3][0-9])"


@lru_cache(maxsize=1024)  # the events of an act have one time, and its receipt too
def is_time(stamp: str) -> bool:
    """Whether a stamp is a time in UTC on a real date."""
    return _pattern(_STAMP).fullmatch(stamp) is not None and is_day(stamp[:10])


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A pattern, made when it is first asked for."""
    return re.compile(text)


@lru_cache(maxsize=256)  # a record has many times of one day
def is_day(text: str) -> bool:
    """Whether a text is a real date."""
    match = re.fullmatch(_DAY, text)
    if match is None or match["year"] == "0000":
        return False
    return 1 <= int(match["day"]) <= _length(int(match["year"]), int(match["month"]))


_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FEBRUARY = 2


def _length(year: int, month: int) -> int:
    """How many days a month has. The library's own calendar is slow to load."""
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _LENGTHS[month - 1] + (is_leap and month == _FEBRUARY)


def later(time: str, other: str) -> bool:
    """Whether a time in UTC is later than another, whatever fractions of a second they have."""
    return _parts(time) > _parts(other)


def _parts(time: str) -> tuple[str, str]:
    """Whole seconds, and the fraction so that both compare as texts."""
    return time[:19], time[19:].strip(".Z").rstrip("0")


def days_after(time: str, days: int) -> str:
    """A time in UTC so many days later, to the full minute."""
    year, month, day = map(int, time[:10].split("-"))
    day += days
    while day > (length := _length(year, month)):
        day -= length
        year, month = (year + 1, 1) if month == _LAST_MONTH else (year, month + 1)
    return f"{year:04}-{month:02}-{day:02}{time[10:16]}:00Z"


def day_in_words(day: str) -> str:
    """A day for a reader: `3 December 2026`; unchanged if it is none."""
    if not is_day(day):
        return day
    year, month, number = day.split("-")
    return f"{int(number)} {_MONTHS[int(month) - 1]} {int(year)}"


def in_words(time: str) -> str:
    """A time for a reader: `3 December 2026, 21:00 UTC`; unchanged if it is none."""
    if not is_time(time):
        return time
    seconds = "" if time[17:19] == "00" else time[16:19]
    return f"{day_in_words(time[:10])}, {time[11:16]}{seconds} UTC"
