"""What names mean, and what values become when signs join them: kinds, limits, functions. Pure."""

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from campaign.kit.language import kinds
from campaign.kit.language.kinds import Bool, Compiled, Kind, Num, Row, Run, Unclear


@dataclass(frozen=True)
class FileSetting:
    """What the file defines beyond the expression at hand."""

    tables: Mapping[str, kinds.ClubTable] = field(default_factory=dict)
    charts: Mapping[str, kinds.Chart] = field(default_factory=dict)
    decks: Mapping[str, kinds.Deck] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)
    map: kinds.Map | None = None
    last: int = 1
    phases: tuple[str, ...] = ("play",)

    @cached_property
    def ones(self) -> dict[str, str]:
        """The tables by what a row of each is called."""
        return {table.one: name for name, table in self.tables.items() if table.one}

    @cached_property
    def cards(self) -> dict[str, str]:
        """The decks by the table whose rows are their cards."""
        return {deck.table: name for name, deck in self.decks.items()}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every name that is a value everywhere; charts and decks are known by where they stand."""
        return frozenset((*self.tables, *self.constants, "turn", "turns", "phase"))


class WrongText(NamedTuple):
    """What is wrong in a text, in words."""

    text: str
    name: str = ""
    """A name that is unknown there, for a known one may be meant."""
    known: Collection[str] = ()
    otherwise: str = ""
    """What is added where none is close."""


Scope = Mapping[str, Compiled]
"""The names that an expression may use besides those of the setting."""


def unknown() -> Compiled:
    """What stands for something that is wrong."""
    return Compiled(Unclear(), lambda env: 0)


def slot(at: int, kind: Kind, uses: frozenset[str] = frozenset()) -> Compiled:
    """A value that stands at its place."""
    return Compiled(kind, lambda env: env[at], uses=uses)


def fixed(kind: Kind, value: object, steps: int = 1) -> Compiled:
    """A value that never changes; one that nobody wrote takes no step."""
    return Compiled(kind, lambda env: value, steps)


def joined(kind: Kind, run: Run, *parts: Compiled, more: int = 0) -> Compiled:
    """What is made of several parts."""
    steps, uses = 1 + more, frozenset[str]()
    for part in parts:
        steps += part.steps
        uses |= part.uses
    return Compiled(kind, run, steps, uses)


class Meaning:
    """What the texts of one act, phase or table share, and what is wrong in them."""

    def __init__(self, setting: FileSetting) -> None:
        self.setting = setting
        self.wrong: list[WrongText] = []
        """What is wrong in the text at hand."""
        self.warnings: list[str] = []
        """What may be refused for what dice gave, in words."""
        self.goes_on = False
        """Whether a turn or phase cannot go on where its effects are refused."""
        self.by_chance: set[str] = set()
        """The names that rest on dice or draws."""
        self.size = kinds.FIRST
        """How many places the names take."""
        self.steps = 1
        """How many steps all expressions and effects take at worst."""

    def place(self) -> int:
        """A further place for a name."""
        self.size += 1
        return self.size - 1

    def fault(
        self, text: str, name: str = "", known: Collection[str] = (), otherwise: str = ""
    ) -> Compiled:
        """Notes what is wrong."""
        self.wrong.append(WrongText(text, name, known, otherwise))
        return unknown()

    def need(self, typed: Compiled, kind: type[Num] | type[Bool], what: str) -> Compiled:
        """The same, if it is of a kind; dice stand for their total."""
        typed = kinds.number_of(typed) if kind is Num else typed
        if isinstance(typed.kind, (kind, Unclear)):
            return typed
        wants = "numbers" if kind is Num else "yes or no"
        return self.fault(f"{what} takes {wants}, and this is {kinds.in_words(typed.kind)}")

    # --- names and what is reached from them ----------------------------------------------------

    def root(self, parts: Sequence[str], scope: Scope) -> tuple[Compiled, Sequence[str]]:
        """What the first name means, and the parts behind it."""
        name, rest = parts[0], parts[1:]
        setting = self.setting
        if name in scope:
            return scope[name], rest
        if name in setting.tables:
            return self._row(setting.tables[name], rest)
        number = setting.last if name == "turns" else setting.constants.get(name)
        if number is not None:
            return fixed(Num(number, number), number), rest
        if name == "turn":
            return slot(kinds.TURN, Num(1, setting.last)), rest
        if name == "phase":
            return slot(kinds.PHASE, kinds.OneWord(setting.phases)), rest
        if name in setting.charts:
            return self.fault(f"{name} is a chart; write {name}(…)"), ()
        return self.fault(f"there is no {name!r} here", name, {*scope, *setting.known}), ()

    def _row(self, table: kinds.ClubTable, rest: Sequence[str]) -> tuple[Compiled, Sequence[str]]:
        if table.is_single:
            return fixed(Row(table.name), table.name), rest
        if not rest:
            return self.fault(f"{table.name} is a table; name a row behind it, with a dot"), ()
        if rest[0] not in table.rows:
            wrong = f"{table.name} have no row {rest[0]!r}"
            return self.fault(wrong, rest[0], table.rows), ()
        return fixed(Row(table.name), rest[0]), rest[1:]

    def reached(self, typed: Compiled, *parts: str) -> Compiled:
        """What columns of rows, or a die of a roll, lead to."""
        for part in parts:
            typed = self._reached(typed, part)
        return typed

    def _reached(self, typed: Compiled, part: str) -> Compiled:
        match typed.kind:
            case Unclear():
                return typed
            case Row(table=name) if name:
                return self._column(typed, self.setting.tables[name], part)
            case kinds.DicePool() as dice if part.isdigit():
                return self._die(typed, int(part), dice)
        return self.fault(f"{kinds.in_words(typed.kind)} has no {part!r}")

    def _column(self, typed: Compiled, table: kinds.ClubTable, part: str) -> Compiled:
        if part not in table.columns:
            have = "has" if table.is_single else "have"
            return self.fault(f"{table.name} {have} no column {part!r}", part, table.columns)
        kind = table.columns[part].kind
        is_optional = isinstance(typed.kind, Row) and typed.kind.optional
        name, at, of = table.name, table.places[part], typed.run
        otherwise = kinds.EMPTY.get(type(kind))

        def run(env: list[Any]) -> Any:
            cells = env[kinds.TABLES][name].get(of(env))
            return otherwise if cells is None else cells[at]

        return joined(kinds.or_empty(kind) if is_optional else kind, run, typed)

    def _die(self, typed: Compiled, number: int, dice: kinds.DicePool) -> Compiled:
        if not 1 <= number <= dice.most:
            return self.fault(f"there is no die {number}; the dice are 1 to {dice.most}")

        def run(env: list[Any]) -> int:
            rolled: Sequence[int] = typed.run(env)
            return rolled[number - 1] if number <= len(rolled) else 0

        return joined(Num(int(dice.least >= number), dice.sides), run, typed)

    # --- what joins values ----------------------------------------------------------------------

    def pair(self, sign: str, left: Compiled, right: Compiled) -> Compiled:
        """Two values with a sign between them."""
        if sign in ("and", "or"):
            left, right = self.need(left, Bool, sign), self.need(right, Bool, sign)
            one, other = left.run, right.run
            if sign == "and":
                return joined(Bool(), lambda env: one(env) and other(env), left, right)
            return joined(Bool(), lambda env: one(env) or other(env), left, right)
        if sign not in ("==", "!="):
            return self.worked(sign, left, right)
        left, right = kinds.number_of(left), kinds.number_of(right)
        if kinds.both(left.kind, right.kind) is None:
            here = f"{kinds.in_words(left.kind)} and {kinds.in_words(right.kind)}"
            return self.fault(f"{sign} compares two of a kind, and here are {here}")
        if isinstance(left.kind, kinds.OneWord) and isinstance(right.kind, kinds.OneWord):
            self.may_be_equal(left.kind.words, right.kind.words)
        work = operator.eq if sign == "==" else operator.ne
        return joined(Bool(), _run(work, left.run, right.run), left, right)

    def worked(self, name: str, *parts: Compiled) -> Compiled:
        """What a sign or a function makes of numbers."""
        numbers = [self.need(one, Num, name) for one in parts]
        spans = [one.kind for one in numbers if isinstance(one.kind, Num)]
        if len(spans) < len(numbers):
            return unknown()
        if name in ("div", "mod") and spans[1].low <= 0 <= spans[1].high:
            return self.fault(f"what {name} divides by may be 0; write max(1, …)")
        work, limits = _WORK[name]
        run = _run(work, *(one.run for one in numbers))
        if limits is None:
            return joined(Bool(), run, *numbers)
        kind = limits(work, *spans)
        if (largest := max(map(abs, kind))) > kinds.TOP:
            return self.fault(f"this may reach {largest:,}; a number goes up to {kinds.TOP:,}")
        return joined(kind, lambda env: kinds.saturated(run(env)), *numbers)

    def may_be_equal(self, left: Sequence[str], right: Sequence[str]) -> None:
        """Faults two sets of words that have none in common."""
        if left != right and set(left).isdisjoint(right):
            word, known = (right[0], left) if len(right) == 1 else (left[0], right)
            wrong = f"these are never equal: {word!r} is none of {', '.join(known)}"
            self.fault(wrong, word, known)

    # --- charts and the map ---------------------------------------------------------------------

    def chart(self, chart: kinds.Chart, number: Compiled) -> Compiled:
        """What a chart has for a number."""
        typed = self.need(number, Num, chart.name)
        if not chart.values or not isinstance(typed.kind, Num):
            return unknown()
        if typed.kind.low < chart.lows[0] or typed.kind.high > chart.high:
            spans = f"{chart.name} goes from {chart.lows[0]} to {chart.high}"
            return self.fault(f"{spans}, and this goes from {typed.kind.low} to {typed.kind.high}")
        return joined(chart.kind, lambda env: chart.at(typed.run(env)), typed)

    def near(self, one: Compiled, other: Compiled) -> Compiled:
        """Whether a link joins two places."""
        places = self.on_map(one, other)
        if places is None:
            return unknown()
        links, start, goal = places.links, one.run, other.run
        return joined(Bool(), lambda env: goal(env) in links.get(start(env), ()), one, other)

    def on_map(self, *places: Compiled) -> kinds.Map | None:
        """The map, if all are places of it."""
        known = self.setting.map
        if known is None:
            self.fault("there is no map for near and linked; write [map] with its links")
            return None
        for place in places:
            if isinstance(place.kind, Unclear):
                return None
            if not isinstance(place.kind, Row) or place.kind.table not in ("", known.table):
                here = kinds.in_words(place.kind)
                self.fault(f"near and linked take rows of {known.table}, and this is {here}")
                return None
        return known


# --- Signs --------------------------------------------------------------------------------------


def _run(work: Callable[..., Any], *runs: Run) -> Run:
    """A function of what others give."""
    if len(runs) != 2:
        return lambda env: work(*[run(env) for run in runs])
    one, other = runs
    return lambda env: work(one(env), other(env))


Work = Callable[..., int]


def _corners(work: Work, one: Num, other: Num) -> Num:
    """The limits of what is largest and least where its parts are."""
    values = [work(left, right) for left in one for right in other]
    return Num(min(values), max(values))


def _ends(work: Work, *spans: Num) -> Num:
    """The limits of what grows with each of its parts."""
    return Num(*(work(*ends) for ends in zip(*spans, strict=True)))


def _far(work: Work, one: Num) -> Num:
    return Num(max(0, one.low, -one.high), max(map(abs, one)))


def _left_over(work: Work, one: Num, other: Num) -> Num:
    return Num(0, other.high - 1) if other.low > 0 else Num(other.low + 1, 0)


_WORK: Mapping[str, tuple[Work, Callable[..., Num] | None]] = {
    "<": (operator.lt, None),
    "<=": (operator.le, None),
    ">": (operator.gt, None),
    ">=": (operator.ge, None),
    "+": (operator.add, _ends),
    "-": (operator.sub, _corners),
    "*": (operator.mul, _corners),
    "div": (lambda one, other: one // other if other else 0, _corners),
    "mod": (lambda one, other: one % other if other else 0, _left_over),
    "min": (lambda *numbers: min(numbers), _ends),
    "max": (lambda *numbers: max(numbers), _ends),
    "abs": (abs, _far),
}
"""What signs and functions make of numbers, with the limits of it; without, it is yes or no."""


# --- loops over the rows of a table or over dice, and paths on the map ---------------------------


class Over(NamedTuple):
    """What a loop runs over, and under which condition."""

    at: int
    """The place of the row or die at hand."""
    kind: Kind
    most: int
    """How often it runs at worst."""
    every: Callable[[list[Any]], Iterable[Any]]
    uses: frozenset[str] = frozenset()
    where: Compiled | None = None

    def values(self, of: Run) -> Callable[[list[Any]], Iterator[Any]]:
        """What a function gives for each row or die for which the condition holds."""
        at, every, where = self.at, self.every, self.where.run if self.where else None

        def run(env: list[Any]) -> Iterator[Any]:
            for item in every(env):
                env[at] = item
                if where is None or where(env):
                    yield of(env)

        return run

    def steps(self, inside: int) -> int:
        """How many steps it takes at worst, with so many for each row or die."""
        return 1 + self.most * (1 + inside + (self.where.steps if self.where else 0))


class _Loop(NamedTuple):
    """A word that makes one value of many."""

    fold: Callable[[Iterator[Any]], Any]
    """None where it found nothing; of `first` each value has its row or die with it."""
    takes: type[Num] | type[Bool] | None = Num
    """What stands behind its colon; None for nothing."""
    needs: bool = True
    """Whether something has to stand there."""
    ends: bool = True
    """Whether `else` says what stands for nothing found."""


LOOPS: Mapping[str, _Loop] = {
    "sum": _Loop(lambda values: kinds.saturated(sum(values)), ends=False),
    "count": _Loop(sum, None, needs=False, ends=False),
    "any": _Loop(any, Bool, needs=False, ends=False),
    "all": _Loop(all, Bool, needs=False, ends=False),
    "min": _Loop(lambda values: min(values, default=None)),
    "max": _Loop(lambda values: max(values, default=None)),
    "first": _Loop(
        lambda pairs: min(pairs, key=lambda pair: pair[0], default=(0, None))[1], needs=False
    ),
}


def folded(
    meaning: Meaning, word: str, over: Over, body: Compiled | None, otherwise: Compiled | None
) -> Compiled:
    """A sum, a count and the like; `otherwise` stands for nothing found, else no row or 0."""
    none, zero = fixed(Row("", True), None, 0), fixed(Num(0, 0), 0, 0)
    is_row = word == "first" and isinstance(over.kind, Row)
    value = kinds.number_of(body or fixed(Num(1, 1), 1, 0))
    spare = kinds.number_of(otherwise or (none if is_row else zero))
    kind = _kind(word, over, value.kind, spare.kind)
    if wrong := _misused(word, body, kind, has_else=otherwise is not None):
        return meaning.fault(wrong)
    parts = tuple(filter(None, (over.where, body, otherwise)))
    known = (over.kind, *(part.kind for part in parts))
    if kind is None or any(isinstance(one, Unclear) for one in known):
        return unknown()
    if isinstance(kind, Num) and max(map(abs, kind)) > kinds.TOP:
        return meaning.fault(f"this may go beyond {kinds.TOP:,}")
    uses = over.uses.union(*(part.uses for part in parts))
    steps = over.steps(value.steps) + spare.steps
    fold, at, of, missing = LOOPS[word].fold, over.at, value.run, spare.run
    values = over.values((lambda env: (of(env), env[at])) if word == "first" else of)

    def run(env: list[Any]) -> Any:
        result = fold(values(env))
        return missing(env) if result is None else result

    return Compiled(kind, run, steps, uses)


def _kind(word: str, over: Over, value: Kind, spare: Kind) -> Kind | None:
    """The kind of a loop's result, with its limits; None where its else is of another."""
    if word == "count":
        return Num(0, over.most)
    if word in ("any", "all"):
        return Bool()
    if word == "sum" and isinstance(value, Num):
        return Num(min(0, over.most * value.low), max(0, over.most * value.high))
    return kinds.both(over.kind if word == "first" else value, spare)


def _misused(word: str, body: Compiled | None, kind: Kind | None, *, has_else: bool) -> str:
    """What a loop lacks, or has too much, behind its colon or as its else; empty if nothing."""
    loop = LOOPS[word]
    if body is None:
        if loop.needs:
            return f"{word} takes a number behind a colon"
    elif loop.takes is None:
        return f"{word} takes no value behind a colon; write where"
    elif not isinstance(kinds.number_of(body).kind, (loop.takes, Unclear)):
        what = "yes or no" if loop.takes is Bool else "a number"
        return f"{word} takes {what} behind the colon"
    if has_else and not loop.ends:
        return f"{word} takes no else"
    return "else is of another kind" if has_else and kind is None else ""


def linked(
    meaning: Meaning, places: kinds.Map, start: Compiled, goal: Compiled, at: int, where: Compiled
) -> Compiled:
    """Whether a path joins two places on which something holds everywhere, ends included."""
    links, holds = places.links, where.run

    def good(env: list[Any], place: str) -> bool:
        env[at] = place
        return bool(holds(env))

    def run(env: list[Any]) -> bool:
        begin, end = start.run(env), goal.run(env)
        if begin is None or end is None or not good(env, begin):
            return False
        judged, waiting = {begin}, [begin]
        while waiting:
            if (at_hand := waiting.pop()) == end:
                return True
            ways = [place for place in links.get(at_hand, ()) if place not in judged]
            judged.update(ways)
            waiting += [place for place in ways if good(env, place)]
        return False

    rows = meaning.setting.tables[places.table].at_most
    ways = sum(map(len, links.values()))
    steps = start.steps + goal.steps + rows * (where.steps + 1) + ways
    return Compiled(Bool(), run, steps, start.uses | goal.uses | where.uses)
