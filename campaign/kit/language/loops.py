"""What is worked out over the rows of a table or over dice, and paths on the map. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from campaign.kit.language import trees
from campaign.kit.language.kinds import (
    TABLES,
    TOP,
    Bool,
    Compiled,
    DicePool,
    Kind,
    Num,
    Row,
    Run,
    Unclear,
    meant,
    number_of,
    saturated,
)
from campaign.kit.language.meaning import Meaning, Scope, unknown


class Source(NamedTuple):
    """What a loop runs over."""

    kind: Kind
    most: int
    """How often it runs at worst."""
    items: Callable[[list[Any]], Iterable[Any]]
    uses: frozenset[str] = frozenset()


def source(meaning: Meaning, over: str, scope: Scope) -> Source | None:
    """The rows or dice of a name; None where there are none, which is noted."""
    if over in scope and isinstance(dice := scope[over].kind, DicePool):
        return Source(Num(1, dice.sides), dice.most, scope[over].run, scope[over].uses)
    tables = meaning.setting.tables
    if over in tables and over not in ("campaign", "house"):
        return Source(Row(over), tables[over].at_most, lambda env: list(env[TABLES][over]))
    pools = [name for name in scope if isinstance(scope[name].kind, DicePool)]
    meaning.fault(f"there is no table {over!r}{meant(over, (*tables, *pools))}")
    return None


def inner(meaning: Meaning, name: str, kind: Kind, scope: Scope) -> tuple[int, dict[str, Compiled]]:
    """The place of a further name, and the names with it."""
    if name in scope or name in meaning.setting.known() or name in trees.KEYWORDS:
        meaning.fault(f"{name!r} is a name already; use another for the row")
    at = meaning.place()
    return at, {**scope, name: Compiled(kind, lambda env: env[at])}


def loop(meaning: Meaning, tree: trees.Loop, scope: Scope) -> Compiled:
    """Something over rows or dice."""
    runs_over = source(meaning, tree.over, scope)
    if runs_over is None:
        return unknown()
    at, names = inner(meaning, tree.name, runs_over.kind, scope)
    where = meaning.truth(tree.where, names, "where") if tree.where else None
    body = meaning.of(tree.body, names) if tree.body else None
    otherwise = meaning.of(tree.otherwise, scope) if tree.otherwise else None
    parts = _Parts(tree.kind, at, runs_over, where, body, otherwise)
    if wrong := _misused(parts):
        return meaning.fault(wrong)
    if any(isinstance(part.kind, Unclear) for part in parts.inside):
        return unknown()
    kind, run = _KINDS[tree.kind](parts)
    if isinstance(kind, Num) and max(abs(kind.low), abs(kind.high)) > TOP:
        return meaning.fault(f"this may go beyond {TOP:,}")
    return Compiled(kind, run, parts.steps, parts.uses)


class _Parts(NamedTuple):
    kind: str
    at: int
    source: Source
    where: Compiled | None
    body: Compiled | None
    otherwise: Compiled | None

    @property
    def inside(self) -> tuple[Compiled, ...]:
        """What is worked out for each row or die."""
        return tuple(part for part in (self.where, self.body) if part)

    @property
    def steps(self) -> int:
        """How many steps it takes at worst."""
        each = 1 + sum(part.steps for part in self.inside)
        return 1 + self.source.most * each + (self.otherwise.steps if self.otherwise else 0)

    @property
    def uses(self) -> frozenset[str]:
        """The fields and lets that it rests on."""
        parts = (*self.inside, *((self.otherwise,) if self.otherwise else ()))
        return self.source.uses.union(*(part.uses for part in parts))

    def items(self) -> Callable[[list[Any]], Iterator[Any]]:
        """The rows or dice for which the condition holds, each in its place in its turn."""
        at, items = self.at, self.source.items
        where = self.where.run if self.where else None

        def run(env: list[Any]) -> Iterator[Any]:
            for item in items(env):
                env[at] = item
                if where is None or where(env):
                    yield item

        return run

    def limits(self) -> Num:
        """The limits of the number behind the colon."""
        if self.body is None:
            return Num(0, 0)
        kind = number_of(self.body).kind
        return kind if isinstance(kind, Num) else Num(0, 0)

    def value(self) -> Run:
        """What stands behind the colon, as a function."""
        return number_of(self.body).run if self.body else lambda env: 0


def _misused(parts: _Parts) -> str:
    """What a loop lacks or has too much; empty if nothing."""
    kind, body = parts.kind, parts.body
    if kind == "count" and body is not None:
        return "count takes no value behind a colon; write where"
    if kind in ("sum", "min", "max") and body is None:
        return f"{kind} takes a number behind a colon"
    wants, what = (Bool, "yes or no") if kind in ("any", "all") else (Num, "a number")
    if body is not None and not isinstance(number_of(body).kind, (wants, Unclear)):
        return f"{kind} takes {what} behind the colon"
    return _unfit_else(parts) if parts.otherwise is not None else ""


def _unfit_else(parts: _Parts) -> str:
    """What is wrong with what stands for nothing found; empty if nothing."""
    if parts.kind not in ("min", "max", "first") or parts.otherwise is None:
        return f"{parts.kind} takes no else"
    have = number_of(parts.otherwise).kind
    rows = parts.kind == "first" and isinstance(parts.source.kind, Row)
    table = getattr(parts.source.kind, "table", "")
    is_fit = (
        have in (Row(table), Row(table, True), Row("", True)) if rows else isinstance(have, Num)
    )
    return "" if is_fit or isinstance(have, Unclear) else "else is of another kind"


def _count(parts: _Parts) -> tuple[Kind, Run]:
    items = parts.items()
    return Num(0, parts.source.most), lambda env: sum(1 for _ in items(env))


def _sum(parts: _Parts) -> tuple[Kind, Run]:
    items, value, limits, most = parts.items(), parts.value(), parts.limits(), parts.source.most
    kind = Num(min(0, most * limits.low), max(0, most * limits.high))
    return kind, lambda env: saturated(sum(value(env) for _ in items(env)))


def _any(parts: _Parts) -> tuple[Kind, Run]:
    items = parts.items()
    if parts.body is None:
        return Bool(), lambda env: any(True for _ in items(env))
    value = parts.body.run
    return Bool(), lambda env: any(value(env) for _ in items(env))


def _all(parts: _Parts) -> tuple[Kind, Run]:
    if parts.body is None and parts.where is not None:
        parts = parts._replace(where=None, body=parts.where)
    items = parts.items()
    value = parts.body.run if parts.body else lambda env: True
    return Bool(), lambda env: all(value(env) for _ in items(env))


def _extreme(parts: _Parts) -> tuple[Kind, Run]:
    items, value, limits = parts.items(), parts.value(), parts.limits()
    pick: Callable[..., int] = min if parts.kind == "min" else max
    other = number_of(parts.otherwise) if parts.otherwise else None
    spare = other.kind if other and isinstance(other.kind, Num) else Num(0, 0)
    kind = Num(min(limits.low, spare.low), max(limits.high, spare.high))

    def run(env: list[Any]) -> int:
        values = [value(env) for _ in items(env)]
        if values:
            return pick(values)
        return other.run(env) if other else 0

    return kind, run


def _first(parts: _Parts) -> tuple[Kind, Run]:
    items, value, otherwise = parts.items(), parts.value(), parts.otherwise
    kind = parts.source.kind
    found: Kind = Row(kind.table, optional=True) if isinstance(kind, Row) else or_none(kind)

    def run(env: list[Any]) -> Any:
        ranked = [(value(env), item) for item in items(env)]
        if ranked:
            return min(ranked, key=lambda pair: pair[0])[1]
        return otherwise.run(env) if otherwise else (None if isinstance(kind, Row) else 0)

    return found, run


def or_none(kind: Kind) -> Kind:
    """The kind of a die where there may be none."""
    return Num(0, kind.high) if isinstance(kind, Num) else kind


_KINDS: Mapping[str, Callable[[_Parts], tuple[Kind, Run]]] = {
    "count": _count,
    "sum": _sum,
    "any": _any,
    "all": _all,
    "min": _extreme,
    "max": _extreme,
    "first": _first,
}


def linked(meaning: Meaning, tree: trees.Linked, scope: Scope) -> Compiled:
    """Whether a path joins two places on which something holds everywhere."""
    start, goal = meaning.of(tree.start, scope), meaning.of(tree.goal, scope)
    places = meaning.on_map(start, goal)
    if places is None:
        return unknown()
    at, names = inner(meaning, tree.name, Row(places.table), scope)
    where = meaning.truth(tree.where, names, "where")
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


class Loops(Meaning):
    """Meaning with loops and paths."""

    def loop(self, tree: trees.Loop, scope: Scope) -> Compiled:
        """What is worked out over rows or dice."""
        return loop(self, tree, scope)

    def linked(self, tree: trees.Linked, scope: Scope) -> Compiled:
        """Whether a path joins two places."""
        return linked(self, tree, scope)
