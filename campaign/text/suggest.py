"""Words that a mistyped one may have meant. Pure."""

import difflib
from collections.abc import Iterable


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` where a known word is near, nothing otherwise."""
    found = difflib.get_close_matches(word.lower(), list(known), 2, 0.6)
    return f"; did you mean {' or '.join(found)}?" if found else ""
