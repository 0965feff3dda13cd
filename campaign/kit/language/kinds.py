"""The kinds of values in Clubscript, the limits of numbers, and the columns of tables. Pure."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

TOP = 10**12
"""What no number may exceed in either direction."""
LONGEST_TEXT = 200

TABLES, BEYOND, HOLDS, PILES, ME, IT, TURN, PHASE, FIRST = range(9)
"""What stands where in the place of work of an expression: the tables, what went beyond limits,
whether it stops there, the piles of cards, who acts, the row at hand, the turn and the phase. Its
own names follow."""

Value = int | bool | str | None
"""What a column or a field holds: a number, yes or no, a word, a text, or a row by its id."""
Run = Callable[[list[Any]], Any]
"""A compiled expression: its value in its place of work."""


class SyntaxFaultError(Exception):
    """A text is no expression; says what was expected, and among which names one was looked for."""

    def __init__(self, text: str, name: str = "", known: Collection[str] = ()) -> None:
        super().__init__(text)
        self.name, self.known = name, known


class Num(NamedTuple):
    """A whole number within limits."""

    low: int
    high: int


class Bool(NamedTuple):
    """Yes or no."""


class OneWord(NamedTuple):
    """One of several words."""

    words: tuple[str, ...]


class OneLine(NamedTuple):
    """A line of at most so many characters."""

    longest: int


class Row(NamedTuple):
    """A row of a table, by its id; of no table yet where it is only `none`."""

    table: str
    optional: bool = False


class DicePool(NamedTuple):
    """A pool of dice."""

    least: int
    most: int
    sides: int


class Unclear(NamedTuple):
    """What is wrong already, and is not complained of again."""


Kind = Num | Bool | OneWord | OneLine | Row | DicePool | Unclear


class Compiled(NamedTuple):
    """A compiled expression with what is known of it."""

    kind: Kind
    run: Run
    steps: int = 1
    """How many steps it takes at worst."""
    uses: frozenset[str] = frozenset()
    """The fields that it names, and the lets that come of dice or draws."""


class TableColumn(NamedTuple):
    """A column of a table, or the kind of a field."""

    name: str
    kind: Kind
    start: Value = None
    clamp: bool = False
    """Whether it stops at its limits; otherwise what goes beyond is refused."""
    unlisted: bool = False
    """Whether pages leave it out. It is not secret."""
    given_in_rows: bool = False
    """Whether each row has to say it, as it has no start."""
    ask: str = ""
    """What a form asks for it."""


@dataclass(frozen=True)
class ClubTable:
    """A table with its rows at the start."""

    name: str
    one: str
    columns: Mapping[str, TableColumn]
    """By name, in order; `name` is the first."""
    rows: Mapping[str, tuple[Value, ...]]
    at_most: int
    title: str = ""

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each column stands in a row."""
        return {name: at for at, name in enumerate(self.columns)}

    @cached_property
    def starts(self) -> tuple[Value, ...]:
        """What a row begins with."""
        return tuple(column.start for column in self.columns.values())

    def fresh(self, taken: Collection[str]) -> str:
        """The next free number for a further row: `player5`."""
        number = len(taken) + 1
        while f"{self.one}{number}" in taken:
            number += 1
        return f"{self.one}{number}"

    @cached_property
    def numbers(self) -> list[tuple[int, TableColumn]]:
        """The columns that hold numbers, with where they stand."""
        columns = enumerate(self.columns.values())
        return [(at, column) for at, column in columns if isinstance(column.kind, Num)]

    @property
    def to_be_said(self) -> list[str]:
        """The columns that each row has to say, as they have no start."""
        return [name for name, column in self.columns.items() if column.given_in_rows]

    @property
    def is_single(self) -> bool:
        """Whether it has the one row that every campaign has: its own, or that of the house."""
        return self.name in ("campaign", "house")


@dataclass(frozen=True)
class Chart:
    """What each number of a span stands for."""

    name: str
    lows: tuple[int, ...] = ()
    """Where each entry begins, in order."""
    values: tuple[int | str, ...] = ()
    high: int = 0
    """The last number."""

    @cached_property
    def kind(self) -> Kind:
        """What its results are."""
        numbers = [value for value in self.values if isinstance(value, int)]
        if not self.values:
            return Unclear()
        if numbers:
            return Num(min(numbers), max(numbers))
        return OneWord(tuple(dict.fromkeys(str(value) for value in self.values)))

    def at(self, number: int) -> int | str:
        """What a number stands for; beyond the span, the nearest end."""
        return self.values[max(0, bisect_right(self.lows, number) - 1)]


class Deck(NamedTuple):
    """Cards, which are the rows of a table, and how many there are of each."""

    table: str
    """Empty where the file says of no such table."""
    copies: Mapping[str, int]


def one_by_one(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Cards one by one, of how many there are of each."""
    return tuple(card for card, count in counts.items() for _ in range(count))


class Map(NamedTuple):
    """Which places are next to which."""

    table: str
    links: Mapping[str, tuple[str, ...]]
    owner: str = ""
    at: Mapping[str, tuple[int, int]] = {}


# --- Words about kinds, for faults --------------------------------------------------------------


_CALLED: Mapping[type, str] = {
    Num: "a number",
    Bool: "yes or no",
    OneWord: "a word",
    OneLine: "a text",
    DicePool: "dice",
}


def in_words(kind: Kind) -> str:
    """What a kind is, for a fault."""
    if isinstance(kind, Row):
        return f"a row of {kind.table}" if kind.table else "none"
    return _CALLED.get(type(kind), "something unknown")


def misfit(kind: Kind, value: Any) -> str:
    """Why a value is none of a kind, as a clause; empty if it is one."""
    match kind:
        case Num(low=low, high=high):
            fits, why = low <= value <= high, f"it goes from {low} to {high}"
        case OneWord(words=words):
            fits, why = value in words, f"it is one of {', '.join(words)}"
        case Row(optional=optional):
            fits, why = optional or value is not None, "it cannot be nobody"
        case OneLine(longest=longest):
            fits = len(value) <= longest and value.isprintable()
            why = f"it has at most {longest} letters and signs"
        case _:
            return ""
    return "" if fits else why


def clamped(kind: Num, number: int) -> int:
    """A number, or the nearest one within its limits."""
    return max(kind.low, min(kind.high, number))


def saturated(number: int) -> int:
    """A number, or the farthest one there is."""
    return number if -TOP <= number <= TOP else (TOP if number > 0 else -TOP)


EMPTY: Mapping[type, Value] = {Num: 0, Bool: False, OneWord: "", OneLine: ""}
"""As what a column of no row reads, by its kind; any other is none."""


def or_empty(kind: Kind) -> Kind:
    """The kind of a column where there may be no row."""
    match kind:
        case Num(low=low, high=high):
            return Num(min(low, 0), max(high, 0))
        case Row(table=table):
            return Row(table, optional=True)
    return kind


def both(one: Kind, other: Kind) -> Kind | None:
    """A kind that holds the values of both; None if there is none."""
    match one, other:
        case (Unclear(), _) | (_, Unclear()):
            return Unclear()
        case Num(), Num():
            return Num(min(one.low, other.low), max(one.high, other.high))
        case OneWord(), OneWord():
            if one == other:
                return one
            return OneWord(tuple(dict.fromkeys((*one.words, *other.words))))
        case Row(), Row() if "" in (one.table, other.table) or one.table == other.table:
            return Row(one.table or other.table, one.optional or other.optional)
        case ((OneLine() | OneWord()), (OneLine() | OneWord())):
            return OneLine(LONGEST_TEXT)
    return one if (one, other) == (Bool(), Bool()) else None


def number_of(typed: Compiled) -> Compiled:
    """The same, where dice stand for their total."""
    if not isinstance(typed.kind, DicePool):
        return typed
    dice, run = typed.kind, typed.run
    return typed._replace(
        kind=Num(dice.least, dice.most * dice.sides), run=lambda env: sum(run(env))
    )


# --- The written types of columns and fields ----------------------------------------------------

_TYPE = re.compile(r"(.+?)((?: clamp| unlisted)*)(?: = ([a-z0-9_-]+))?")
_LIMITS = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
_TEXT = re.compile(r"text ([0-9]+)")
_WORDS = re.compile(r"[a-z][a-z0-9_]*(?:\|[a-z][a-z0-9_]*)+")
_ROW = re.compile(r"([a-z][a-z0-9_]*)(\??)")
_DICE = re.compile(r"(up to )?([0-9]*)d([0-9]+)(?:: (.+))?")
_DRAW = re.compile(r"draw ([a-z][a-z0-9_]*)( and return)?")


def column(name: str, text: str, rows: Mapping[str, str]) -> TableColumn:
    """What a written type says. `rows` are the tables by what a row of theirs is called.

    Raises `SyntaxFaultError`.
    """
    match = _TYPE.fullmatch(" ".join(text.split()))
    written, flags, start = match.groups() if match else (text, "", None)
    kind, clamp = _kind(written, rows), "clamp" in flags
    if (clamp and not isinstance(kind, Num)) or (start and isinstance(kind, OneLine)):
        raise SyntaxFaultError(f"{text!r} is no type; only numbers clamp, and texts begin empty")
    is_given = isinstance(kind, Row) and not kind.optional and not start
    return TableColumn(name, kind, _start(kind, start), clamp, "unlisted" in flags, is_given)


def _kind(text: str, rows: Mapping[str, str]) -> Kind:
    """The kind of a written type, without what it begins with."""
    if text == "yes/no":
        return Bool()
    if match := _LIMITS.fullmatch(text):
        low, high = map(int, match.groups())
        if low > high:
            raise SyntaxFaultError(f"{low} is more than {high}; write {high}..{low}")
        if not -TOP <= low <= high <= TOP:
            raise SyntaxFaultError(f"a number goes from {-TOP:,} to {TOP:,}")
        return Num(low, high)
    if match := _TEXT.fullmatch(text):
        if not 1 <= int(match[1]) <= LONGEST_TEXT:
            raise SyntaxFaultError(f"a text has from 1 to {LONGEST_TEXT} characters")
        return OneLine(int(match[1]))
    if _WORDS.fullmatch(text):
        words = tuple(text.split("|"))
        if len(set(words)) < len(words):
            raise SyntaxFaultError("a word stands twice")
        return OneWord(words)
    if match := _ROW.fullmatch(text):
        if match[1] not in rows:
            known = (*rows, "yes/no", "text 30")
            raise SyntaxFaultError(f"no row is called {match[1]!r}", match[1], known)
        return Row(rows[match[1]], optional=bool(match[2]))
    raise SyntaxFaultError(
        f"{text!r} is no type; write 0..9, yes/no, a|b|c, text 30, or what a row is called"
    )


def _start(kind: Kind, text: str | None) -> Value:
    """What a column begins with, as it is written or by itself."""
    if isinstance(kind, Num):
        if text and not text.removeprefix("-").isdecimal():
            raise SyntaxFaultError(f"{text!r} is no number")
        begins = int(text) if text else max(kind.low, min(kind.high, 0))
        if misfit(kind, begins):
            raise SyntaxFaultError(f"{begins} is not from {kind.low} to {kind.high}")
        return begins
    if isinstance(kind, Row):
        return None if kind.optional and text == "none" else text
    if isinstance(kind, OneLine):
        return ""
    words = kind.words if isinstance(kind, OneWord) else ("no", "yes")
    if text and text not in words:
        raise SyntaxFaultError(f"{text!r} is none of the words", text, words)
    word = text or words[0]
    return word if isinstance(kind, OneWord) else word == "yes"


class WrittenChance(NamedTuple):
    """Dice that an act rolls, or a card that it draws."""

    dice: DicePool | None = None
    size: str = ""
    """An expression for how many dice, where that is not fixed."""
    deck: str = ""
    returns: bool = False


def by_chance(text: str) -> WrittenChance | None:
    """Dice or a draw, where a written type is one. Raises `SyntaxFaultError`."""
    text = " ".join(text.split())
    if match := _DRAW.fullmatch(text):
        return WrittenChance(deck=match[1], returns=bool(match[2]))
    match = _DICE.fullmatch(text)
    if match is None:
        return None
    number, sides = int(match[2] or 1), int(match[3])
    if not 2 <= sides <= 100:
        raise SyntaxFaultError("a die has 2 to 100 sides")
    if not 1 <= number <= 20:
        raise SyntaxFaultError("1 to 20 dice are rolled at a time")
    if bool(match[1]) != bool(match[4]):
        raise SyntaxFaultError("write up to 6d6: and then how many")
    return WrittenChance(DicePool(0 if match[1] else number, number, sides), match[4] or "")
