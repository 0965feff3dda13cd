"""Rounds: one battle on every line, named by their number, as `round-03`. Pure."""

import re

from campaign.kernel.calendar import Calendar, WrittenTurn

MOST = 99
"""The most rounds that a campaign may have."""
_TYPED = re.compile(r"(?:round|game)?[ -]*0*([1-9][0-9]?)")


def named(number: int) -> str:
    """A round by its number: `round-03`."""
    return f"round-{number:02}"


def number(turn: str) -> int:
    """A round's number."""
    return int(turn.rpartition("-")[2])


def parse(typed: str) -> str | None:
    """The round that was typed, as `round-03`, `round 3` or `game 3`; None if it is none."""
    found = _TYPED.fullmatch(typed.strip().lower())
    if found is None or typed.strip().isdecimal():
        return None
    return named(int(found[1]))


def in_words(turn: str) -> str:
    """A round as a reader says it: `Round 3`."""
    return f"Round {number(turn)}"


CALENDAR = Calendar(
    written=WrittenTurn("round-03"),
    parse=parse,
    ordinal=number,
    following=lambda turn: named(number(turn) + 1),
    in_words=in_words,
    starts_year=lambda turn: False,
    noun="round",
)
