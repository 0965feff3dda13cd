"""Suggestions for a mistyped word. Pure."""

import difflib
from collections.abc import Iterable


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` if a known word is similar, else nothing."""
    found = difflib.get_close_matches(word.lower(), list(known), 2, 0.6)
    return f"; did you mean {' or '.join(found)}?" if found else ""
