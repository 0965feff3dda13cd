"""What is worked out over the rows of a table or over dice, and paths on the map. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from campaign.kit.language.kinds import (
    TOP,
    Bool,
    Compiled,
    Kind,
    Map,
    Num,
    Row,
    Run,
    Unclear,
    is_beyond,
    number_of,
    saturated,
)
from campaign.kit.language.meaning import Meaning, fixed, unknown


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
    kind, run = _loop(word, over, body, otherwise)
    if is_beyond(kind):
        return meaning.fault(f"this may go beyond {TOP:,}")
    steps = over.steps(_steps(body)) + _steps(otherwise)
    return Compiled(kind, run, steps, over.uses.union(*(part.uses for part in parts)))


def _loop(
    word: str, over: Over, body: Compiled | None, otherwise: Compiled | None
) -> tuple[Kind, Run]:
    nothing = fixed(Num(0, 0), None if word == "first" and isinstance(over.kind, Row) else 0)
    value, spare = number_of(body or fixed(Num(1, 1), 1)), number_of(otherwise or nothing)
    of, at = value.run, over.at
    values = over.values((lambda env: (of(env), env[at])) if word == "first" else of)
    return _kind(word, over, value.kind, spare.kind), _run(_FOLDS[word], values, spare.run)


def _steps(part: Compiled | None) -> int:
    return part.steps if part else 0


def _run(fold: Callable[[Iterator[Any]], Any], values: Run, missing: Run) -> Run:
    def run(env: list[Any]) -> Any:
        result = fold(values(env))
        return missing(env) if result is None else result

    return run


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
