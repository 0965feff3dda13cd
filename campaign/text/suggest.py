"""Suggestions for a mistyped word. Pure."""

import difflib
from collections.abc import Iterable, Sequence
from itertools import takewhile

SHOWN = 40
"""How many letters of a wrong value are shown."""


def unfit(value: str, right: str) -> str:
    """What would be right in a value's place: `expected yes or no, got 'x'`."""
    shown = repr(value if len(value) <= SHOWN else f"{value[:SHOWN]}…")
    return f"expected {right}, got {shown}" if value else f"is empty; write {right}"


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` if a known word is similar, else nothing.

    Two at most; those that begin alike come first, as few people mistype a word's beginning.
    """
    return or_else(nearest(word, known))


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words, two at most, that are similar to a mistyped one."""
    typed = word.lower()
    alike = difflib.get_close_matches(typed, list(known), 6, 0.6)
    return sorted(alike, key=lambda one: -_same_beginning(one, typed))[:2]


def or_else(words: Sequence[str]) -> str:
    """`; did you mean …?` about some words, nothing without any."""
    return f"; did you mean {' or '.join(words)}?" if words else ""


def _same_beginning(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
