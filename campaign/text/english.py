"""Small helpers for English sentences: rows of words, counts, capitals. Pure."""

from collections.abc import Iterable


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    parts = list(words)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 point`, `2 points`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def a_number(number: int) -> str:
    """A die as it is read out: `a 7`, `an 8`."""
    return f"{'an' if number in (8, 11, 18) else 'a'} {number}"
