"""Gives an expression its kind and limits, and makes a function of it. Pure."""

from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple

from campaign.kit.language import trees
from campaign.kit.language.kinds import (
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
    OneLine,
    OneWord,
    Row,
    Run,
    Unclear,
    both,
    empty,
    in_words,
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
        """Every name that means something everywhere."""
        return (*self.tables, *self.charts, *self.decks, *self.constants, "turn", "turns", "phase")


Scope = Mapping[str, Compiled]
"""The names that an expression may use besides those of the setting."""


def unknown() -> Compiled:
    """What stands for something that is wrong."""
    return Compiled(Unclear(), lambda env: 0)


def slot(at: int, kind: Kind, uses: frozenset[str] = frozenset()) -> Compiled:
    """A value that stands at its place."""
    return Compiled(kind, lambda env: env[at], uses=uses)


def fixed(kind: Kind, value: object) -> Compiled:
    """A value that never changes."""
    return Compiled(kind, lambda env: value)


def joined(kind: Kind, run: Run, *parts: Compiled, more: int = 0) -> Compiled:
    """What is made of several parts."""
    uses = frozenset().union(*(part.uses for part in parts))
    return Compiled(kind, run, 1 + more + sum(part.steps for part in parts), uses)


class Meaning:
    """Makes typed functions of the trees of one act, phase or table, and notes what is wrong."""

    def __init__(self, setting: FileSetting) -> None:
        self.setting = setting
        self.wrong: list[str] = []
        """What was wrong so far, in words."""
        self.size = FIRST
        """How many places the names take."""

    def place(self) -> int:
        """A further place for a name."""
        self.size += 1
        return self.size - 1

    def fault(self, text: str) -> Compiled:
        """Notes what is wrong."""
        self.wrong.append(text)
        return unknown()

    def of(self, tree: trees.Tree, scope: Scope) -> Compiled:
        """A tree with its kind."""
        return _BY_TREE[type(tree)](self, tree, scope)

    def number(self, tree: trees.Tree, scope: Scope, what: str) -> Compiled:
        """A tree that has to be a number; dice stand for their total."""
        typed = number_of(self.of(tree, scope))
        return self.need(typed, Num, f"{what} takes numbers")

    def truth(self, tree: trees.Tree, scope: Scope, what: str) -> Compiled:
        """A tree that has to be yes or no."""
        return self.need(self.of(tree, scope), Bool, f"{what} takes yes or no")

    def need(self, typed: Compiled, kind: type[Num] | type[Bool] | type[Row], why: str) -> Compiled:
        """The same, if it is of a kind."""
        if isinstance(typed.kind, (kind, Unclear)):
            return typed
        return self.fault(f"{why}, and this is {in_words(typed.kind)}")

    # --- names and what is reached from them ----------------------------------------------------

    def path(self, tree: trees.Path, scope: Scope) -> Compiled:
        """A name, with what is reached from it."""
        typed, rest = self.root(tree.parts, scope)
        for part in rest:
            typed = self.reached(typed, part)
        return typed

    def root(self, parts: Sequence[str], scope: Scope) -> tuple[Compiled, Sequence[str]]:
        """What the first name means, and the parts behind it."""
        name, rest = parts[0], parts[1:]
        if name in scope:
            return scope[name], rest
        if name in self.setting.tables:
            return self._row(self.setting.tables[name], rest)
        known = {
            "turn": slot(TURN, Num(1, self.setting.last)),
            "turns": fixed(Num(self.setting.last, self.setting.last), self.setting.last),
            "phase": slot(PHASE, OneWord(self.setting.phases)),
        }
        if name in known:
            return known[name], rest
        if name in self.setting.constants:
            number = self.setting.constants[name]
            return fixed(Num(number, number), number), rest
        if name in self.setting.charts:
            return self.fault(f"{name} is a chart; write {name}(…)"), ()
        hint = meant(name, (*scope, *self.setting.known()))
        return self.fault(f"there is no {name!r} here{hint}"), ()

    def _row(self, table: ClubTable, rest: Sequence[str]) -> tuple[Compiled, Sequence[str]]:
        if table.name in ("campaign", "house"):
            return fixed(Row(table.name), table.name), rest
        if not rest:
            return self.fault(f"{table.name} is a table; name a row behind it, with a dot"), ()
        if rest[0] not in table.rows:
            hint = meant(rest[0], table.rows)
            return self.fault(f"{table.name} have no row {rest[0]!r}{hint}"), ()
        return fixed(Row(table.name), rest[0]), rest[1:]

    def reached(self, typed: Compiled, part: str) -> Compiled:
        """A column of a row, or a die of a roll."""
        match typed.kind:
            case Unclear():
                return typed
            case Row(table=name) if name:
                return self._column(typed, self.setting.tables[name], part)
            case DicePool(most=most) if part.isdigit():
                return self._die(typed, int(part), most)
        return self.fault(f"{in_words(typed.kind)} has no {part!r}")

    def _column(self, typed: Compiled, table: ClubTable, part: str) -> Compiled:
        if part not in table.columns:
            hint = meant(part, table.columns)
            have = "has" if table.name in ("campaign", "house") else "have"
            return self.fault(f"{table.name} {have} no column {part!r}{hint}")
        kind = table.columns[part].kind
        is_optional = isinstance(typed.kind, Row) and typed.kind.optional
        run = _read(typed.run, table.name, table.places[part], empty(kind))
        return joined(or_empty(kind) if is_optional else kind, run, typed)

    def _die(self, typed: Compiled, number: int, most: int) -> Compiled:
        if not 1 <= number <= most:
            return self.fault(f"there is no die {number}; the dice are 1 to {most}")
        dice = typed.kind
        sides = dice.sides if isinstance(dice, DicePool) else 0
        least = 1 if isinstance(dice, DicePool) and dice.least >= number else 0

        def run(env: list[Any]) -> int:
            rolled: Sequence[int] = typed.run(env)
            return rolled[number - 1] if number <= len(rolled) else 0

        return joined(Num(least, sides), run, typed)

    # --- what joins values ----------------------------------------------------------------------

    def signed(self, tree: trees.Sign, scope: Scope) -> Compiled:
        """`-` before a number, `not` before yes or no."""
        if tree.sign == "not":
            truth = self.truth(tree.of, scope, "not")
            return joined(Bool(), lambda env: not truth.run(env), truth)
        typed = self.number(tree.of, scope, "-")
        if not isinstance(typed.kind, Num):
            return typed
        kind = Num(-typed.kind.high, -typed.kind.low)
        return joined(kind, lambda env: -typed.run(env), typed)

    def pair(self, tree: trees.Pair, scope: Scope) -> Compiled:
        """Two values with a sign between them."""
        if tree.sign in ("and", "or"):
            return self._truths(tree, scope)
        if tree.sign in ("==", "!="):
            return self._equal(tree, scope)
        left = self.number(tree.left, scope, tree.sign)
        right = self.number(tree.right, scope, tree.sign)
        if not (isinstance(left.kind, Num) and isinstance(right.kind, Num)):
            return unknown()
        one, other = left.run, right.run
        if tree.sign in _ORDERED:
            holds = _ORDERED[tree.sign]
            return joined(Bool(), lambda env: holds(one(env), other(env)), left, right)
        limits, work = _ARITHMETIC[tree.sign]
        if tree.sign in ("div", "mod") and right.kind.low <= 0 <= right.kind.high:
            return self.fault(f"what {tree.sign} divides by may be 0; write max(1, …)")
        kind = limits(left.kind, right.kind)
        if max(abs(kind.low), abs(kind.high)) > TOP:
            largest = max(abs(kind.low), abs(kind.high))
            return self.fault(f"this may reach {largest:,}; a number goes up to {TOP:,}")
        return joined(kind, lambda env: saturated(work(one(env), other(env))), left, right)

    def _truths(self, tree: trees.Pair, scope: Scope) -> Compiled:
        left = self.truth(tree.left, scope, tree.sign)
        right = self.truth(tree.right, scope, tree.sign)
        one, other = left.run, right.run
        if tree.sign == "and":
            return joined(Bool(), lambda env: one(env) and other(env), left, right)
        return joined(Bool(), lambda env: one(env) or other(env), left, right)

    def _equal(self, tree: trees.Pair, scope: Scope) -> Compiled:
        left, right = self.of(tree.left, scope), self.of(tree.right, scope)
        if isinstance(left.kind, DicePool) or isinstance(right.kind, DicePool):
            left, right = number_of(left), number_of(right)
        if both(left.kind, right.kind) is None:
            here = f"{in_words(left.kind)} and {in_words(right.kind)}"
            return self.fault(f"{tree.sign} compares two of a kind, and here are {here}")
        if isinstance(left.kind, OneWord) and isinstance(right.kind, OneWord):
            self._may_be_equal(left.kind.words, right.kind.words)
        holds = eq if tree.sign == "==" else ne
        one, other = left.run, right.run
        return joined(Bool(), lambda env: holds(one(env), other(env)), left, right)

    def _may_be_equal(self, left: Sequence[str], right: Sequence[str]) -> None:
        if not set(left) & set(right):
            word, known = (right[0], left) if len(right) == 1 else (left[0], right)
            words = ", ".join(known)
            self.fault(f"these are never equal: {word!r} is none of {words}{meant(word, known)}")

    def among(self, tree: trees.Among, scope: Scope) -> Compiled:
        """Whether a word is one of several."""
        typed = self.of(tree.of, scope)
        if isinstance(typed.kind, OneWord):
            for word in tree.words:
                self._may_be_equal(typed.kind.words, (word,))
        elif not isinstance(typed.kind, (OneLine, Unclear)):
            return self.fault(f"in asks for a word, and this is {in_words(typed.kind)}")
        words = frozenset(tree.words)
        return joined(Bool(), lambda env: typed.run(env) in words, typed, more=len(words))

    def choice(self, tree: trees.ChoiceTree, scope: Scope) -> Compiled:
        """One value or the other."""
        when = self.truth(tree.when, scope, "if")
        then, otherwise = self.of(tree.then, scope), self.of(tree.otherwise, scope)
        then, otherwise = number_of(then), number_of(otherwise)
        kind = both(then.kind, otherwise.kind)
        if kind is None:
            here = f"{in_words(then.kind)} and {in_words(otherwise.kind)}"
            return self.fault(f"then and else are of one kind, and here are {here}")
        holds, one, other = when.run, then.run, otherwise.run

        def run(env: list[Any]) -> Any:
            return one(env) if holds(env) else other(env)

        return joined(kind, run, when, then, otherwise)

    def loop(self, tree: trees.Loop, scope: Scope) -> Compiled:
        """What is worked out over rows or dice."""
        raise NotImplementedError

    def linked(self, tree: trees.Linked, scope: Scope) -> Compiled:
        """Whether a path joins two places."""
        raise NotImplementedError

    # --- functions and charts -------------------------------------------------------------------

    def call(self, tree: trees.CallTree, scope: Scope) -> Compiled:
        """A function with its arguments."""
        charts, number = self.setting.charts, len(tree.arguments)
        if tree.name not in (*trees.CALLS, *charts):
            hint = meant(tree.name, (*trees.CALLS, *charts, *trees.LOOPS))
            return self.fault(f"there is no function or chart {tree.name!r}{hint}")
        wanted = 2 if tree.name == "near" else 1
        if number != wanted and tree.name not in ("min", "max"):
            return self.fault(f"{tree.name} takes {wanted}, and here are {number}")
        if tree.name == "near":
            return self._near(*(self.of(one, scope) for one in tree.arguments))
        numbers = [self.number(one, scope, tree.name) for one in tree.arguments]
        if tree.name in charts:
            return self._chart(charts[tree.name], numbers[0])
        return _extreme(tree.name, numbers)

    def _chart(self, chart: Chart, typed: Compiled) -> Compiled:
        limits = typed.kind
        if not chart.values or not isinstance(limits, Num):
            return unknown()
        if limits.low < chart.low or limits.high > chart.high:
            spans = f"{chart.name} goes from {chart.low} to {chart.high}"
            return self.fault(f"{spans}, and this goes from {limits.low} to {limits.high}")
        return joined(chart.kind, lambda env: chart.at(typed.run(env)), typed)

    def _near(self, one: Compiled, other: Compiled) -> Compiled:
        places = self.on_map(one, other)
        if places is None:
            return unknown()
        links, start, goal = places.links, one.run, other.run

        def run(env: list[Any]) -> bool:
            return goal(env) in links.get(start(env), ())

        return joined(Bool(), run, one, other)

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


def _read(of: Run, table: str, at: int, otherwise: object) -> Run:
    def run(env: list[Any]) -> Any:
        row = env[TABLES][table].get(of(env))
        return otherwise if row is None else row[at]

    return run


def _extreme(name: str, numbers: Sequence[Compiled]) -> Compiled:
    """`min`, `max` and `abs` of numbers."""
    limits = [one.kind for one in numbers if isinstance(one.kind, Num)]
    runs = [one.run for one in numbers]
    if len(limits) < len(numbers):
        return unknown()
    if name == "abs":
        return joined(_distance(limits[0]), lambda env: abs(runs[0](env)), *numbers)
    pick: Callable[..., int] = min if name == "min" else max
    kind = Num(pick(one.low for one in limits), pick(one.high for one in limits))
    return joined(kind, lambda env: pick(run(env) for run in runs), *numbers)


def _distance(limits: Num) -> Num:
    """The limits of a number without its sign."""
    ends = (abs(limits.low), abs(limits.high))
    return Num(0 if limits.low <= 0 <= limits.high else min(ends), max(ends))


# --- Arithmetic with limits ---------------------------------------------------------------------


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


_ORDERED: Mapping[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
_ARITHMETIC: Mapping[str, tuple[Callable[[Num, Num], Num], Callable[[int, int], int]]] = {
    "+": (_corners(lambda one, other: one + other), lambda one, other: one + other),
    "-": (_corners(lambda one, other: one - other), lambda one, other: one - other),
    "*": (_corners(lambda one, other: one * other), lambda one, other: one * other),
    "div": (_corners(_divided), _divided),
    "mod": (_left_over, _over),
}

_BY_TREE: Mapping[type, Callable[[Meaning, Any, Scope], Compiled]] = {
    trees.NumberTree: lambda meaning, tree, scope: fixed(Num(tree.value, tree.value), tree.value),
    trees.WordTree: lambda meaning, tree, scope: fixed(OneWord((tree.text,)), tree.text),
    trees.Truth: lambda meaning, tree, scope: fixed(Bool(), tree.value),
    trees.Nothing: lambda meaning, tree, scope: fixed(Row("", optional=True), None),
    trees.Path: Meaning.path,
    trees.Sign: Meaning.signed,
    trees.Pair: Meaning.pair,
    trees.Among: Meaning.among,
    trees.ChoiceTree: Meaning.choice,
    trees.CallTree: Meaning.call,
    trees.Linked: lambda meaning, tree, scope: meaning.linked(tree, scope),
    trees.Loop: lambda meaning, tree, scope: meaning.loop(tree, scope),
}
