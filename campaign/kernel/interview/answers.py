"""The kinds of answers that an interview takes, each with how a typed text is read. Pure.

    Number(1, 10).read("7")                   7
    Choice((Option("anna", "Anna Berg"),)).read("Anna")   "anna"
    YesNo().read("perhaps")                   Invalid("answer yes or no")

Names are understood as people type them: capitals, accents, curly quotes and blanks do not matter,
and a beginning or a word of the name is enough where only one option has it.
"""

import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.english import near

LISTED = 8
"""How many options an error lists."""
DIGITS = 15
"""No number has more."""
WORD = 3
"""Letters that a word of an open choice's name has at least, to stand for the whole name."""
_SIGNS = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "−": "-", "\xa0": " ", "×": "x"}
)

_FOLDED = str.maketrans({"_": "-", " ": "-", ".": "", "'": "", '"': ""})


def plain(text: str) -> str:
    """A typed text without what a keyboard or phone puts in by itself: curly quotes, dashes."""
    return " ".join(text.translate(_SIGNS).split())


def folded(text: str) -> str:
    """A typed name as ids are written: lower case, hyphens, no accents, no quotes, no `the`."""
    bare = unicodedata.normalize("NFKD", plain(text)).encode("ascii", "ignore").decode()
    return bare.lower().translate(_FOLDED).removeprefix("the-")


class Kind(msgspec.Struct, frozen=True):
    """What an answer may be."""

    def read(self, text: str) -> object | Invalid:
        """The value of a typed text."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """What may be typed, in a few letters: `1-10`; empty where anything may."""
        return ""

    @property
    def is_free(self) -> bool:
        """Whether the answer may be people's own words, which stand in no address."""
        return False


class Number(Kind, frozen=True):
    """A whole number, from `lowest` to `highest` where they are given."""

    lowest: int | None = None
    highest: int | None = None
    usual: tuple[int, ...] = ()
    """Those that a screen offers to be tapped; any other is typed."""

    def read(self, text: str) -> int | Invalid:
        """The number."""
        typed = plain(text)
        digits = typed.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS):
            return Invalid(f"write a whole number{self._bounds}")
        number = int(typed)
        low = self.lowest is not None and number < self.lowest
        if low or (self.highest is not None and number > self.highest):
            return Invalid(f"write a whole number{self._bounds}")
        return number

    @property
    def _bounds(self) -> str:
        if self.lowest is None or self.highest is None:
            return "" if self.lowest is None else f" of at least {self.lowest}"
        return f" from {self.lowest} to {self.highest}"

    @property
    def hint(self) -> str:
        """Its range."""
        has_both = self.lowest is not None and self.highest is not None
        return f"{self.lowest}-{self.highest}" if has_both else ""


class Rolled(Number, frozen=True):
    """What dice showed at the table; a die has the faces 1 to `highest`."""

    lowest: int | None = 1
    highest: int | None = 6


class YesNo(Kind, frozen=True):
    """Yes or no."""

    def read(self, text: str) -> bool | Invalid:
        """Whether it is yes."""
        typed = folded(text)
        if typed in ("y", "yes", "true", "on"):
            return True
        return False if typed in ("n", "no", "false", "off") else Invalid("answer yes or no")

    @property
    def hint(self) -> str:
        """Both answers."""
        return "yes/no"


class Option(msgspec.Struct, frozen=True):
    """A value that can be chosen."""

    value: str
    title: str = ""
    """What people read; by default the value itself."""
    about: str = ""
    """A few words beside it."""
    piece: str = ""
    """The counter to draw beside it."""
    refused: str = ""
    """Why it cannot be chosen now, beside it; empty if it can. Whether it can is for the rules."""
    also: tuple[str, ...] = ()
    """Other words for it."""
    is_far: bool = False
    """Whether it is seldom meant here, so that a screen folds it away."""

    @property
    def name(self) -> str:
        """What people read."""
        return self.title or self.value


class Choice(Kind, frozen=True):
    """One of some options; `is_open` takes other words too, which the rules then judge."""

    options: tuple[Option, ...] = ()
    is_open: bool = False
    is_exact: bool = False
    """Whether the beginning of a name does not stand for it."""

    def read(self, text: str) -> str | Invalid:
        """The value of the option that is meant."""
        typed = plain(text)
        meant = self._meant(folded(typed)) if typed else ()
        if len(meant) == 1:
            return meant[0].value
        if meant:
            are_alike = len({folded(option.name) for option in meant}) < len(meant)
            called = (option.value if are_alike else option.name for option in meant)
            return Invalid(f"{typed!r} may be {' or '.join(called)}")
        return typed if self.is_open and typed else self._unknown(typed)

    def _unknown(self, typed: str) -> Invalid:
        """What may be typed instead."""
        values = [option.value for option in self.options]
        names = [option.name for option in self.options]
        hint = near(folded(typed), values) or near(typed, names)
        known = ", ".join(values[:LISTED]) + (" …" if len(values) > LISTED else "")
        return Invalid(f"{typed!r} is not one of the choices{hint or f'; it is one of {known}'}")

    def _meant(self, typed: str) -> tuple[Option, ...]:
        """The options that a folded text may mean: the same word, or else a beginning."""
        for option in self.options:
            if typed == folded(option.value):
                return (option,)
        names = {
            option: tuple(map(folded, (option.value, option.title, *option.also)))
            for option in self.options
        }
        same = tuple(option for option, words in names.items() if typed in words)
        is_short = len(typed) < (WORD if self.is_open else 1)
        return same if same or self.is_exact or is_short else _beginning(names, typed)

    @property
    def names(self) -> tuple[str, ...]:
        """What people read, with what else is said of each."""
        return tuple(f"{one.name} ({one.about})" if one.about else one.name for one in self.options)

    @property
    def hint(self) -> str:
        """The values, where there are few."""
        if self.is_open or len(self.options) > LISTED:
            return ""
        return "/".join(option.value for option in self.options if not option.refused)


def _beginning(names: Mapping[Option, Sequence[str]], typed: str) -> tuple[Option, ...]:
    """The options that begin with a text, or else those of which a word does."""
    begin = tuple(
        option
        for option, (value, title, *_) in names.items()
        if value.startswith(typed) or title.startswith(typed)
    )
    return begin or tuple(
        option
        for option, (value, title, *_) in names.items()
        if f"-{typed}" in f"-{value}" or f"-{typed}" in f"-{title}"
    )


class MapPlace(Choice, frozen=True):
    """A place on the map: by its number or name; any may be typed."""

    is_open: bool = True

    def read(self, text: str) -> str | Invalid:
        """The place as the rules write it: hexes in capitals, sea boxes and dots in lower case."""
        place = super().read(text)
        if isinstance(place, Invalid) or any(place == option.value for option in self.options):
            return place
        return place.lower() if ":" in place else place.upper().replace(" ", "")


class RecordedLine(Choice, frozen=True):
    """A line of the journal, by its number; a screen offers the last ones."""

    is_open: bool = True

    def read(self, text: str) -> int | Invalid:  # type: ignore[override]
        """Its number."""
        return Number(1).read(plain(text).removeprefix("#"))


class Several(Kind, frozen=True):
    """Several answers of a kind, with commas or blanks between them."""

    kind: Kind

    def read(self, text: str) -> tuple[object, ...] | Invalid:
        """Their values in order."""
        values: list[object] = []
        for part in filter(str.strip, self._parts(plain(text))):
            value = self.kind.read(part)
            if isinstance(value, Invalid):
                return value
            values.append(value)
        return tuple(values)

    def _parts(self, typed: str) -> list[str]:
        """The texts between commas; or the whole of it where an option is meant, or its words."""
        if "," in typed:
            return typed.split(",")
        whole = self.kind.read(typed)
        options = self.kind.options if isinstance(self.kind, Choice) else ()
        return [typed] if any(option.value == whole for option in options) else typed.split()

    @property
    def hint(self) -> str:
        """What one of them may be."""
        return self.kind.hint

    @property
    def is_free(self) -> bool:
        """Whether one of them may be people's own words."""
        return self.kind.is_free


class Either(Kind, frozen=True):
    """An answer of the first of some kinds that takes it."""

    kinds: tuple[Kind, ...]

    def read(self, text: str) -> object | Invalid:
        """Its value."""
        value: object = Invalid("write an answer")
        for kind in self.kinds:
            value = kind.read(text)
            if not isinstance(value, Invalid):
                break
        return value

    @property
    def is_free(self) -> bool:
        """Whether it may be people's own words."""
        return any(kind.is_free for kind in self.kinds)


class Day(Kind, frozen=True):
    """A day: 2026-01-31."""

    def read(self, text: str) -> str | Invalid:
        """The day as the record writes it; whether it is one is for the field's type to say."""
        return plain(text)

    @property
    def hint(self) -> str:
        """Its form."""
        return "2026-01-31"


_MINUTES = len("2026-01-31T21:00")


class Moment(Kind, frozen=True):
    """A time in UTC: 2026-01-31T21:00:00Z."""

    def read(self, text: str) -> str | Invalid:
        """The time as the record writes it, also from a time to the minute."""
        typed = plain(text).replace(" ", "T")
        return f"{typed}:00Z" if len(typed) == _MINUTES else typed

    @property
    def hint(self) -> str:
        """Its form."""
        return "2026-01-31T21:00, in UTC"


class Text(Kind, frozen=True):
    """Words. `is_own`: people's own, which stand in no address; else an id or a term."""

    is_own: bool = False
    is_long: bool = False
    """Whether it may have several lines."""

    def read(self, text: str) -> str | Invalid:
        """The words; those that are not people's own are written plainly."""
        return text.strip().replace("\r\n", "\n") if self.is_own else plain(text)

    @property
    def is_free(self) -> bool:
        """Whether they are people's own."""
        return self.is_own


def words_of(line: str) -> Sequence[str]:
    """The words of a line, with `=` between a key and its value."""
    return plain(line).replace("=", " ").replace(",", " ").split()
