"""Small helpers for English: rows of words, counts, suggestions, lines that fit a width. Pure."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import Any


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    parts = list(words)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def several(noun: str) -> str:
    """More than one of something: rounds, watches, centuries."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 point`, `2 points`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def a_number(number: int) -> str:
    """A die as it is read out: `a 7`, `an 8`."""
    return f"{'an' if number in (8, 11, 18) else 'a'} {number}"


MINUS = "−"


def signed(number: int) -> str:
    """A change with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


# --- Sentences written as templates -------------------------------------------------------------

Words = Mapping[str, Callable[[Any], str]]
"""How values are written, by the words that templates have for it."""

NO_WORDS: Words = {}


def says(template: str, words: Words = NO_WORDS) -> Callable[[Any, Any], str]:
    """A sentence about something, with what names its parts: `{power:^the_seat} is out of {what}.`

    Behind a colon stands how a field is written: by one of these words, by a method of the names,
    or counted with a noun: `{points:counted point}`. One that begins a sentence has a `^` before.
    """
    from string import Formatter  # slow to load, and many calls print no sentence

    parts = [
        (text, _written(field, how or "", words) if field is not None else None)
        for text, field, how, _ in Formatter().parse(template)
    ]

    def sentence(of: Any, names: Any) -> str:
        return "".join(text if part is None else text + part(of, names) for text, part in parts)

    return sentence


def _written(field: str, how: str, words: Words) -> Callable[[Any, Any], str]:
    read, word = attrgetter(field), how.removeprefix("^")
    noun = word.removeprefix("counted ") if word.startswith("counted ") else ""

    def plain(of: Any, names: Any) -> str:
        value = read(of)
        if noun:
            return counted(value if isinstance(value, int) else len(value), *noun.split("/"))
        if word in words:
            return words[word](value)
        return str(getattr(names, word)(value) if word else value)

    return (lambda of, names: capital(plain(of, names))) if how != word else plain


# --- Suggestions for a mistyped word ------------------------------------------------------------

SHOWN = 40
"""How many letters of a wrong value are shown."""


def unfit(value: str, right: str) -> str:
    """What would be right in a value's place: `expected yes or no, got 'x'`."""
    shown = repr(value if len(value) <= SHOWN else f"{value[:SHOWN]}…")
    return f"expected {right}, got {shown}" if value else f"is empty; write {right}"


def told_apart(names: Mapping[str, str], hidden: Collection[str] = ()) -> dict[str, str]:
    """Names by their ids; where one is another's too, in large or small letters, with the id.

    No id that is `hidden` is told.
    """
    count = Counter(map(str.casefold, names.values()))
    alike = {who for who, name in names.items() if count[name.casefold()] > 1}.difference(hidden)
    return {who: f"{name} ({who})" if who in alike else name for who, name in names.items()}


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` if a known word is similar, else nothing.

    Two at most; those that begin alike come first, as few people mistype a word's beginning.
    """
    return or_else(nearest(word, known))


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words, two at most, that are similar to a mistyped one."""
    import difflib  # slow to load, and few words are mistyped

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


# --- Breaks text into lines that fit a width, where no browser does it: in a drawing ------------

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


def largest(
    text: str, sizes: Iterable[tuple[int, int]], room: float
) -> tuple[int, tuple[str, ...]]:
    """The first size in which a text fits into so many lines, or else the last; and the lines."""
    for size, most in sizes:
        lines = wrapped(text, size, room, most)
        if not lines[-1].endswith("…"):
            break
    return size, lines


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
