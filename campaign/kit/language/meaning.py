"""What names mean, and what values become when signs join them: kinds, limits, functions. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaign.kit.language.kinds import (
    EMPTY,
    FIRST,
    PHASE,
    TABLES,
    TOP,
    TURN,
    Bool,
    Chart,
    ClubTable,
    Compiled,
    DicePool,
    Kind,
    Map,
    Num,
    OneWord,
    Row,
    Run,
    Unclear,
    Value,
    both,
    in_words,
    is_beyond,
    meant,
    number_of,
    or_empty,
    saturated,
)


class FileSetting(NamedTuple):
    """What the file defines beyond the expression at hand."""

    tables: Mapping[str, ClubTable] = {}
    charts: Mapping[str, Chart] = {}
    decks: Mapping[str, str] = {}
    """The table whose rows are the cards of each deck."""
    constants: Mapping[str, int] = {}
    map: Map | None = None
    last: int = 1
    phases: tuple[str, ...] = ("play",)

    def known(self) -> tuple[str, ...]:
        """Every name that is a value everywhere; charts and decks are known by where they stand."""
        return (*self.tables, *self.constants, "turn", "turns", "phase")


Scope = Mapping[str, Compiled]
"""The names that an expression may use besides those of the setting."""


def unknown() -> Compiled:
    """What stands for something that is wrong."""
    return Compiled(Unclear(), lambda env: 0)


def slot(at: int, kind: Kind, uses: frozenset[str] = frozenset()) -> Compiled:
    """A value that stands at its place."""
    return Compiled(kind, lambda env: env[at], uses=uses, at=at)


def fixed(kind: Kind, value: object) -> Compiled:
    """A value that never changes."""
    return Compiled(kind, lambda env: value)


def joined(kind: Kind, run: Run, *parts: Compiled, more: int = 0) -> Compiled:
    """What is made of several parts."""
    uses = frozenset().union(*(part.uses for part in parts))
    return Compiled(kind, run, 1 + more + sum(part.steps for part in parts), uses)


class Meaning:
    """What the texts of one act, phase or table share, and what is wrong in them."""

    def __init__(self, setting: FileSetting) -> None:
        self.setting = setting
        self.wrong: list[str] = []
        """What is wrong in the text at hand, in words."""
        self.warnings: list[str] = []
        """What may be refused for what dice gave, in words."""
        self.by_chance: set[str] = set()
        """The names that rest on dice or draws."""
        self.size = FIRST
        """How many places the names take."""
        self.steps = 1
        """How many steps all expressions and effects take at worst."""

    def place(self) -> int:
        """A further place for a name."""
        self.size += 1
        return self.size - 1

    def fault(self, text: str) -> Compiled:
        """Notes what is wrong."""
        self.wrong.append(text)
        return unknown()

    def need(self, typed: Compiled, kind: type[Num] | type[Bool], what: str) -> Compiled:
        """The same, if it is of a kind; dice stand for their total."""
        typed = number_of(typed) if kind is Num else typed
        if isinstance(typed.kind, (kind, Unclear)):
            return typed
        wants = "numbers" if kind is Num else "yes or no"
        return self.fault(f"{what} takes {wants}, and this is {in_words(typed.kind)}")

    # --- names and what is reached from them ----------------------------------------------------

    def root(self, parts: Sequence[str], scope: Scope) -> tuple[Compiled, Sequence[str]]:
        """What the first name means, and the parts behind it."""
        name, rest = parts[0], parts[1:]
        setting = self.setting
        if name in scope:
            return scope[name], rest
        if name in setting.tables:
            return self._row(setting.tables[name], rest)
        numbers = {**setting.constants, "turns": setting.last}
        if name in numbers:
            return fixed(Num(numbers[name], numbers[name]), numbers[name]), rest
        if name == "turn":
            return slot(TURN, Num(1, setting.last)), rest
        if name == "phase":
            return slot(PHASE, OneWord(setting.phases)), rest
        if name in setting.charts:
            return self.fault(f"{name} is a chart; write {name}(…)"), ()
        hint = meant(name, (*scope, *setting.known()))
        return self.fault(f"there is no {name!r} here{hint}"), ()

    def _row(self, table: ClubTable, rest: Sequence[str]) -> tuple[Compiled, Sequence[str]]:
        if table.is_single:
            return fixed(Row(table.name), table.name), rest
        if not rest:
            return self.fault(f"{table.name} is a table; name a row behind it, with a dot"), ()
        if rest[0] not in table.rows:
            hint = meant(rest[0], table.rows)
            return self.fault(f"{table.name} have no row {rest[0]!r}{hint}"), ()
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
            case DicePool() as dice if part.isdigit():
                return self._die(typed, int(part), dice)
        return self.fault(f"{in_words(typed.kind)} has no {part!r}")

    def _column(self, typed: Compiled, table: ClubTable, part: str) -> Compiled:
        if part not in table.columns:
            have = "has" if table.is_single else "have"
            hint = meant(part, table.columns)
            return self.fault(f"{table.name} {have} no column {part!r}{hint}")
        kind = table.columns[part].kind
        is_optional = isinstance(typed.kind, Row) and typed.kind.optional
        run = _cell(table.name, table.places[part], EMPTY.get(type(kind)), typed)
        return joined(or_empty(kind) if is_optional else kind, run, typed)

    def _die(self, typed: Compiled, number: int, dice: DicePool) -> Compiled:
        if not 1 <= number <= dice.most:
            return self.fault(f"there is no die {number}; the dice are 1 to {dice.most}")

        def run(env: list[Any]) -> int:
            rolled: Sequence[int] = typed.run(env)
            return rolled[number - 1] if number <= len(rolled) else 0

        return joined(Num(int(dice.least >= number), dice.sides), run, typed)

    # --- what joins values ----------------------------------------------------------------------

    def pair(self, sign: str, left: Compiled, right: Compiled) -> Compiled:
        """Two values with a sign between them."""
        if sign in _TRUTHS:
            left, right = self.need(left, Bool, sign), self.need(right, Bool, sign)
            return joined(Bool(), _TRUTHS[sign](left.run, right.run), left, right)
        if sign in ("==", "!="):
            return self._equal(sign, left, right)
        left, right = self.need(left, Num, sign), self.need(right, Num, sign)
        if not (isinstance(left.kind, Num) and isinstance(right.kind, Num)):
            return unknown()
        one, other = left.run, right.run
        if sign in _COMPARED:
            return joined(Bool(), _COMPARED[sign](one, other), left, right)
        if sign in ("div", "mod") and right.kind.low <= 0 <= right.kind.high:
            return self.fault(f"what {sign} divides by may be 0; write max(1, …)")
        limits, work = _ARITHMETIC[sign]
        kind = limits(left.kind, right.kind)
        if (largest := max(abs(kind.low), abs(kind.high))) > TOP:
            return self.fault(f"this may reach {largest:,}; a number goes up to {TOP:,}")
        return joined(kind, lambda env: saturated(work(one(env), other(env))), left, right)

    def _equal(self, sign: str, left: Compiled, right: Compiled) -> Compiled:
        left, right = number_of(left), number_of(right)
        if both(left.kind, right.kind) is None:
            here = f"{in_words(left.kind)} and {in_words(right.kind)}"
            return self.fault(f"{sign} compares two of a kind, and here are {here}")
        if isinstance(left.kind, OneWord) and isinstance(right.kind, OneWord):
            self.may_be_equal(left.kind.words, right.kind.words)
        return joined(Bool(), _COMPARED[sign](left.run, right.run), left, right)

    def may_be_equal(self, left: Sequence[str], right: Sequence[str]) -> None:
        """Faults two sets of words that have none in common."""
        if not set(left) & set(right):
            word, known = (right[0], left) if len(right) == 1 else (left[0], right)
            words = ", ".join(known)
            self.fault(f"these are never equal: {word!r} is none of {words}{meant(word, known)}")

    def negative(self, typed: Compiled) -> Compiled:
        """A number with `-` before it."""
        typed = self.need(typed, Num, "-")
        if not isinstance(typed.kind, Num):
            return typed
        kind = Num(-typed.kind.high, -typed.kind.low)
        return joined(kind, lambda env: -typed.run(env), typed)

    # --- functions, charts and the map ----------------------------------------------------------

    def extreme(self, name: str, numbers: Sequence[Compiled]) -> Compiled:
        """`min`, `max` and `abs` of numbers."""
        numbers = [self.need(one, Num, name) for one in numbers]
        limits = [one.kind for one in numbers if isinstance(one.kind, Num)]
        runs = [one.run for one in numbers]
        if len(limits) < len(numbers):
            return unknown()
        if name == "abs":
            low, high = limits[0]
            far = Num(max(0, low, -high), max(abs(low), abs(high)))
            return joined(far, lambda env: abs(runs[0](env)), *numbers)
        pick: Callable[..., int] = min if name == "min" else max
        kind = Num(*map(pick, zip(*limits, strict=True)))
        return joined(kind, lambda env: pick(run(env) for run in runs), *numbers)

    def chart(self, chart: Chart, number: Compiled) -> Compiled:
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

    def on_map(self, *places: Compiled) -> Map | None:
        """The map, if all are places of it."""
        known = self.setting.map
        if known is None:
            self.fault("there is no map for near and linked; write [map] with its links")
            return None
        for place in places:
            if isinstance(place.kind, Unclear):
                return None
            if not isinstance(place.kind, Row) or place.kind.table not in ("", known.table):
                here = in_words(place.kind)
                self.fault(f"near and linked take rows of {known.table}, and this is {here}")
                return None
        return known


def _cell(table: str, column: int, otherwise: Value, row: Compiled) -> Run:
    """What stands in a column of a row; of a row that is always there, without a question."""
    of, place = row.run, row.at

    def reached(env: list[Any]) -> Any:
        cells = env[TABLES][table].get(of(env))
        return otherwise if cells is None else cells[column]

    def at_its_place(env: list[Any]) -> Any:
        try:
            return env[TABLES][table][env[place]][column]
        except KeyError:
            return otherwise

    is_there = place and isinstance(row.kind, Row) and not row.kind.optional
    return at_its_place if is_there else reached


# --- Signs --------------------------------------------------------------------------------------


def _corners(work: Callable[[int, int], int]) -> Callable[[Num, Num], Num]:
    """The limits of what is largest and least where its parts are."""

    def limits(one: Num, other: Num) -> Num:
        values = [work(left, right) for left in one for right in other]
        return Num(min(values), max(values))

    return limits


def _left_over(one: Num, other: Num) -> Num:
    return Num(0, other.high - 1) if other.low > 0 else Num(other.low + 1, 0)


def _divided(one: int, other: int) -> int:
    return one // other if other else 0


def _over(one: int, other: int) -> int:
    return one % other if other else 0


_TRUTHS: Mapping[str, Callable[[Run, Run], Run]] = {
    "and": lambda one, other: lambda env: one(env) and other(env),
    "or": lambda one, other: lambda env: one(env) or other(env),
}
_COMPARED: Mapping[str, Callable[[Run, Run], Run]] = {
    "==": lambda one, other: lambda env: one(env) == other(env),
    "!=": lambda one, other: lambda env: one(env) != other(env),
    "<": lambda one, other: lambda env: one(env) < other(env),
    "<=": lambda one, other: lambda env: one(env) <= other(env),
    ">": lambda one, other: lambda env: one(env) > other(env),
    ">=": lambda one, other: lambda env: one(env) >= other(env),
}
_ARITHMETIC: Mapping[str, tuple[Callable[[Num, Num], Num], Callable[[int, int], int]]] = {
    "+": (_corners(lambda one, other: one + other), lambda one, other: one + other),
    "-": (_corners(lambda one, other: one - other), lambda one, other: one - other),
    "*": (_corners(lambda one, other: one * other), lambda one, other: one * other),
    "div": (_corners(_divided), _divided),
    "mod": (_left_over, _over),
}


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


_FOLDS: Mapping[str, Callable[[Iterator[Any]], Any]] = {
    "count": sum,
    "sum": lambda values: saturated(sum(values)),
    "any": any,
    "all": all,
    "min": lambda values: min(values, default=None),
    "max": lambda values: max(values, default=None),
    "first": lambda pairs: min(pairs, key=lambda pair: pair[0], default=(0, None))[1],
}
"""What becomes of the values behind the colon, or of ones where there is none; of `first` each has
its row or die with it."""


def folded(
    meaning: Meaning, word: str, over: Over, body: Compiled | None, otherwise: Compiled | None
) -> Compiled:
    """A sum, a count and the like; `otherwise` stands for nothing found."""
    if word == "all" and body is None:
        over, body = over._replace(where=None), over.where
    if wrong := _misused(word, body) or _unfit_else(word, over.kind, otherwise):
        return meaning.fault(wrong)
    parts = tuple(filter(None, (over.where, body, otherwise)))
    if any(isinstance(kind, Unclear) for kind in (over.kind, *(part.kind for part in parts))):
        return unknown()
    loop = _loop(word, over, body, otherwise)
    if is_beyond(loop.kind):
        return meaning.fault(f"this may go beyond {TOP:,}")
    return loop._replace(uses=over.uses.union(*(part.uses for part in parts)))


def _loop(word: str, over: Over, body: Compiled | None, otherwise: Compiled | None) -> Compiled:
    nothing = fixed(Num(0, 0), None if word == "first" and isinstance(over.kind, Row) else 0)
    value = number_of(body or fixed(Num(1, 1), 1)._replace(steps=0))
    spare = number_of(otherwise or nothing._replace(steps=0))
    fold, at, of, missing = _FOLDS[word], over.at, value.run, spare.run
    values = over.values((lambda env: (of(env), env[at])) if word == "first" else of)

    def run(env: list[Any]) -> Any:
        result = fold(values(env))
        return missing(env) if result is None else result

    kind = _kind(word, over, value.kind, spare.kind)
    return Compiled(kind, run, over.steps(value.steps) + spare.steps)


def _kind(word: str, over: Over, value: Kind, spare: Kind) -> Kind:
    """The kind of a loop's result, with its limits."""
    limits = value if isinstance(value, Num) else Num(0, 0)
    if word == "count":
        return Num(0, over.most)
    if word == "sum":
        return Num(min(0, over.most * limits.low), max(0, over.most * limits.high))
    if word in ("any", "all"):
        return Bool()
    if word == "first" and isinstance(over.kind, Row):
        return Row(over.kind.table, optional=True)
    if word == "first" and isinstance(over.kind, Num):
        limits = Num(1, over.kind.high)
    other = spare if isinstance(spare, Num) else Num(0, 0)
    return Num(min(limits.low, other.low), max(limits.high, other.high))


def _misused(word: str, body: Compiled | None) -> str:
    """What a loop lacks behind its colon, or has too much; empty if nothing."""
    if word == "count" and body is not None:
        return "count takes no value behind a colon; write where"
    if word in ("sum", "min", "max") and body is None:
        return f"{word} takes a number behind a colon"
    wants, what = (Bool, "yes or no") if word in ("any", "all") else (Num, "a number")
    if body is not None and not isinstance(number_of(body).kind, (wants, Unclear)):
        return f"{word} takes {what} behind the colon"
    return ""


def _unfit_else(word: str, kind: Kind, otherwise: Compiled | None) -> str:
    """What is wrong with what stands for nothing found; empty if nothing."""
    if otherwise is None:
        return ""
    if word not in ("min", "max", "first"):
        return f"{word} takes no else"
    have = number_of(otherwise).kind
    if word == "first" and isinstance(kind, Row):
        fits = isinstance(have, Row) and have.table in ("", kind.table)
    else:
        fits = isinstance(have, Num)
    return "" if fits or isinstance(have, Unclear) else "else is of another kind"


def linked(
    meaning: Meaning, places: Map, start: Compiled, goal: Compiled, at: int, where: Compiled
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
        reached, waiting = {begin}, [begin]
        while waiting and end not in reached:
            for place in links.get(waiting.pop(), ()):
                if place not in reached and good(env, place):
                    reached.add(place)
                    waiting.append(place)
        return end in reached

    rows = meaning.setting.tables[places.table].at_most
    ways = sum(map(len, links.values()))
    steps = start.steps + goal.steps + rows * (where.steps + 1) + ways
    return Compiled(Bool(), run, steps, start.uses | goal.uses | where.uses)
