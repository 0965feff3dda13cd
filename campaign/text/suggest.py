"""Suggestions for a mistyped word. Pure."""

import difflib
from collections.abc import Iterable


def unfit(value: str, right: str) -> str:
    """What would be right in a value's place: `expected yes or no, got 'x'`."""
    return f"expected {right}, got {value!r}" if value else f"is empty; write {right}"


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` if a known word is similar, else nothing."""
    found = difflib.get_close_matches(word.lower(), list(known), 2, 0.6)
    return f"; did you mean {' or '.join(found)}?" if found else ""
