"""Suggestions for a mistyped word. Pure."""

import difflib
from collections.abc import Iterable

SHOWN = 40
"""How many letters of a wrong value are shown."""


def unfit(value: str, right: str) -> str:
    """What would be right in a value's place: `expected yes or no, got 'x'`."""
    shown = repr(value if len(value) <= SHOWN else f"{value[:SHOWN]}…")
    return f"expected {right}, got {shown}" if value else f"is empty; write {right}"


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` if a known word is similar, else nothing."""
    found = difflib.get_close_matches(word.lower(), list(known), 2, 0.6)
    return f"; did you mean {' or '.join(found)}?" if found else ""
