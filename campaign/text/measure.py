"""Breaks text into lines that fit a width, where no browser does it: in a drawing. Pure."""

from collections.abc import Iterator

NARROW, WIDE = frozenset("ijlrtfI.,:;'’!|()[] -"), frozenset("mwMWQ@%—")
"""Letters that need clearly less, or more, than others in common typefaces."""
_EMS = {"narrow": 0.32, "wide": 0.86, "capital": 0.68, "other": 0.53}
"""Widths in parts of the type's size, a little more than those of common typefaces."""


def width(text: str, size: float) -> float:
    """About how wide a text is, in the unit of its size; rather too wide than too narrow."""
    return size * sum(_EMS[_kind(letter)] for letter in text)


def _kind(letter: str) -> str:
    if letter in NARROW:
        return "narrow"
    if letter in WIDE:
        return "wide"
    return "capital" if letter.isupper() or letter.isdigit() else "other"


def wrapped(text: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """A text in at most so many lines; what does not fit ends with an ellipsis."""
    lines = list(_lines(text.split(), size, room))
    if len(lines) <= most:
        return tuple(lines)
    last = lines[most - 1]
    while last and width(f"{last}…", size) > room:
        last = last.rpartition(" ")[0] or last[:-1]
    return (*lines[: most - 1], f"{last}…")


def _lines(words: list[str], size: float, room: float) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > room:
            yield line
            longer = word
        while width(longer, size) > room and len(longer) > 1:
            fits = next(
                n for n in range(len(longer), 0, -1) if n == 1 or width(longer[:n], size) <= room
            )
            yield longer[:fits]
            longer = longer[fits:]
        line = longer
    if line:
        yield line
