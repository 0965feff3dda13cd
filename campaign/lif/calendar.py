"""Game turns: six a year, named by their months, as `1939-SO`. Pure."""

import re

from campaign.text.turns import Calendar, WrittenTurn

MONTHS = ("JF", "MA", "MJ", "JA", "SO", "ND")
NAMES = {
    "JF": "January/February",
    "MA": "March/April",
    "MJ": "May/June",
    "JA": "July/August",
    "SO": "September/October",
    "ND": "November/December",
}
LETTERS = 3
"""Of a month's name where it is shortened."""
_TURN = r"(19[0-9]{2})-(JF|MA|MJ|JA|SO|ND)"


def is_turn(turn: str) -> bool:
    """Whether a text names a turn."""
    return re.fullmatch(_TURN, turn) is not None


def ordinal(turn: str) -> int:
    """A turn's place in the count of all turns, so that turns compare and subtract."""
    return year(turn) * len(MONTHS) + MONTHS.index(turn[5:])


def following(turn: str) -> str:
    """The turn after a turn; the year changes at January/February."""
    return named(ordinal(turn) + 1)


def named(count: int) -> str:
    """The turn at a place in the count: the inverse of `ordinal`."""
    in_year, month = divmod(count, len(MONTHS))
    return f"{in_year}-{MONTHS[month]}"


def count(first: str, last: str) -> int:
    """How many turns there are from one to another, both counted."""
    return ordinal(last) - ordinal(first) + 1


def year(turn: str) -> int:
    """The calendar year of a turn."""
    return int(turn[:4])


def starts_year(turn: str) -> bool:
    """Whether a turn is January/February."""
    return turn.endswith("-JF")


def in_words(turn: str) -> str:
    """A turn in a reader's words: `September/October 1939`."""
    return f"{NAMES[turn[5:]]} {turn[:4]}"


def short(turn: str) -> str:
    """A turn in few letters: `Sep/Oct 1939`."""
    first, second = NAMES[turn[5:]].split("/")
    return f"{first[:LETTERS]}/{second[:LETTERS]} {turn[:4]}"


def parse(typed: str) -> str | None:
    """The turn that was typed, in upper or lower case; None if it is not a turn."""
    turn = typed.upper()
    return turn if is_turn(turn) else None


CALENDAR = Calendar(
    written=WrittenTurn("1940-MA", f"months: {', '.join(MONTHS)}"),
    parse=parse,
    ordinal=ordinal,
    following=following,
    in_words=in_words,
    starts_year=starts_year,
    shortened=short,
)
