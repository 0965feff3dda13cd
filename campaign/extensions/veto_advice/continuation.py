"""LiF 4.1: what the rest of a campaign is worth at every number of points of both sides. Pure.

All figures are in Axis favour. Each side acts as one on its pooled points. Backwards over the
turns: a 2×2 game in closed form for each leader who may be drawn, then the vote on going on.
Small cups are followed leader by leader; of larger ones only the expected make-up is known.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

Grid = list[list[float]]
"""By Axis points, then by Allied points."""
Cup = tuple[int, ...]
"""How many leaders of each kind are in the cup."""

MOST = (24, 30)
"""Points of the Axis and the Allies that count; more are worth no more."""
EXACT = 1_000_000
"""Cups times turns times points times kinds up to which a cup is followed leader by leader."""
STEPS = 4
"""Values stand on a grid: nothing, and so many equal steps up to the highest."""
BOUGHT = 2
"""With an expected cup at most so many arrivals of a turn follow the first."""
STOP = 2
"""LiF 4.1(5), 1998 edition: what a vote to stop costs."""


class Kind(NamedTuple):
    """Leaders who are alike to the solver."""

    side: str | None
    price: int
    """What support for them costs later; 0 for nobody's leaders."""
    worth: float
    """In Axis favour, for a whole campaign."""


class Course(NamedTuple):
    """What is known of the turns to come; each list begins with this turn."""

    can_stop: bool
    """LiF 4.1(5): whether a vote to stop exists."""
    pays_idle: bool
    """Ruling 16: whether support is paid where nobody opposes."""
    shares: Sequence[float]
    """The share of the campaign in which a leader is in play who arrives in a turn."""
    points: tuple[int, int]
    """Axis and Allied points now."""
    income: Sequence[tuple[int, int]]
    """Points that come in as a turn begins; none this turn."""
    joins: Sequence[Sequence[Kind]]
    """Leaders who join the cup as a turn begins; none this turn."""


class Continuation(NamedTuple):
    """What follows, by points left, without the worth of the leader before the Board."""

    on: Grid
    """He was sent back and stays in the cup; in a vote: another leader is drawn."""
    off: Grid
    """He has arrived and is gone from the cup; in a vote: the stage is over."""


class _Draw(NamedTuple):
    """Leaders of one side and price who may be drawn, and what follows an arrival of theirs."""

    side: str | None
    price: int
    after: Grid
    rewards: tuple[tuple[float, float], ...]
    """Chance and worth of each, the worst for the side that gains by the arrival first."""
    chance: float
    mean: float
    """Their worths times their chances."""


# --- the games in closed form ---------------------------------------------------------------------


def contest(quiet: float, done: float, idle: float, undone: float) -> float:
    """The value for a side that may act at a price, against one that may undo it at a price.

    `done` is worth more to it than `quiet`. `idle`: nothing was done, and the undoing was paid.
    """
    if undone >= done:
        return done
    if idle <= quiet or undone >= idle:
        return max(idle, undone)
    return (quiet * undone - idle * done) / (quiet + undone - idle - done)


def _both(quiet: float, axis: float, allies: float, clash: float) -> float:
    """Nobody's leader: either side may send him back; the value for the Axis."""
    low = max(min(quiet, allies), min(axis, clash))
    high = min(max(quiet, axis), max(allies, clash))
    if low >= high:
        return low
    return (quiet * clash - axis * allies) / (quiet + clash - axis - allies)


def voted(on: Grid, end: Grid, *, can_stop: bool) -> Grid:
    """LiF 4.1(5): the vote on another leader: one side may pay 1 for it, the other 2 to stop it."""
    return [[_vote(on, end, a, b, can_stop) for b in range(len(row))] for a, row in enumerate(end)]


def _vote(on: Grid, end: Grid, a: int, b: int, can_stop: bool) -> float:
    quiet = end[a][b]
    if a and on[a - 1][b] > quiet:
        if not can_stop or b < STOP:
            return on[a - 1][b]
        return contest(quiet, on[a - 1][b], end[a][b - STOP], end[a - 1][b - STOP])
    if b and on[a][b - 1] < quiet:
        if not can_stop or a < STOP:
            return on[a][b - 1]
        return -contest(-quiet, -on[a][b - 1], -end[a - STOP][b], -end[a - STOP][b - 1])
    return quiet


def drawn(draws: Sequence[_Draw], *, pays_idle: bool) -> Grid:
    """LiF 4.1(1)-(2): what a draw is worth; whoever is sent back may be drawn again at once."""
    grid: Grid = []
    for a in range(len(draws[0].after)):
        row: list[float] = []
        grid.append(row)
        before = grid[a - 1] if a else row
        for b in range(len(draws[0].after[0])):
            total = 0.0
            for draw in draws:
                after = draw.after
                total += draw.mean + draw.chance * after[a][b]
                if draw.side == "allies":
                    if a and before[b] - after[a][b] > draw.rewards[0][1]:
                        total += _vetoed(draw, after, a, b, before[b], pays_idle)
                elif draw.side == "axis":
                    if b and after[a][b] - row[b - 1] > draw.rewards[0][1]:
                        total -= _vetoed_axis(draw, after, a, b, -row[b - 1], pays_idle)
                else:
                    total += _unowned(draw, a, b, grid)
            row.append(total)
    return grid


def _vetoed(
    draw: _Draw, after: Grid, a: int, b: int, back: float, pays_idle: bool
) -> float:
    """What Axis vetoes on Allied leaders gain over letting them all arrive."""
    quiet, can_support = after[a][b], b >= draw.price
    idle = undone = 0.0
    if can_support:
        undone = after[a - 1][b - draw.price]
        idle = after[a][b - draw.price] if pays_idle else quiet
    return _gained(draw.rewards, (quiet, back, idle, undone), can_support)


def _vetoed_axis(
    draw: _Draw, after: Grid, a: int, b: int, back: float, pays_idle: bool
) -> float:
    """The same of Allied vetoes on Axis leaders, in Allied favour."""
    quiet, can_support = -after[a][b], a >= draw.price
    idle = undone = 0.0
    if can_support:
        undone = -after[a - draw.price][b - 1]
        idle = -after[a - draw.price][b] if pays_idle else quiet
    return _gained(draw.rewards, (quiet, back, idle, undone), can_support)


def _gained(
    rewards: Iterable[tuple[float, float]],
    values: tuple[float, float, float, float],
    can_support: bool,
) -> float:
    quiet, back, idle, undone = values
    gained = 0.0
    for chance, worth in rewards:
        arrives = quiet + worth
        if arrives >= back:
            break
        value = contest(arrives, back, idle + worth, undone + worth) if can_support else back
        gained += chance * (value - arrives)
    return gained


def _unowned(draw: _Draw, a: int, b: int, grid: Grid) -> float:
    """What either side's vetoes on nobody's leaders change."""
    gained = 0.0
    for chance, worth in draw.rewards:
        arrives = draw.after[a][b] + worth
        if a and b:
            value = _both(arrives, grid[a - 1][b], grid[a][b - 1], grid[a - 1][b - 1])
        elif a:
            value = max(arrives, grid[a - 1][b])
        else:
            value = min(arrives, grid[a][b - 1]) if b else arrives
        gained += chance * (value - arrives)
    return gained


def _draws(masses: Iterable[tuple[Kind, float, float, Grid]]) -> list[_Draw]:
    """Kinds with how many there are, what an arrival is worth and what follows it, as draws."""
    rows = [row for row in masses if row[1] > 0]
    total = _added(mass for _, mass, _, _ in rows)
    groups: dict[tuple[str | None, int, int], list[tuple[float, float]]] = {}
    afters: dict[int, Grid] = {}
    for kind, mass, reward, after in rows:
        afters[id(after)] = after
        in_favour = -reward if kind.side == "axis" else reward
        group = groups.setdefault((kind.side, kind.price, id(after)), [])
        group.append((mass / total, in_favour))
    return [
        _draw(side, price, afters[which], sorted(group, key=lambda one: (one[1], one[0])))
        for (side, price, which), group in groups.items()
    ]


def _draw(
    side: str | None, price: int, after: Grid, rewards: Sequence[tuple[float, float]]
) -> _Draw:
    mean = _added(chance * worth for chance, worth in rewards)
    chance = _added(chance for chance, _ in rewards)
    return _Draw(side, price, after, tuple(rewards), chance, -mean if side == "axis" else mean)


def _added(numbers: Iterable[float]) -> float:
    """A sum in the order given; the last bits of `sum` differ between versions of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total


# --- from turn to turn ----------------------------------------------------------------------------


def _sizes(course: Course) -> list[tuple[int, int]]:
    """The most points of each side in each turn; one more now, to see what it is worth."""
    a, b = course.points[0] + 1, course.points[1] + 1
    sizes = []
    for axis, allies in course.income:
        a, b = min(MOST[0], a + axis), min(MOST[1], b + allies)
        sizes.append((a, b))
    return sizes


def _ended(following: Grid | None, size: tuple[int, int], income: tuple[int, int]) -> Grid:
    """The end of a turn's stage, by the points left: what the next turn is worth with its income.

    Points are worth nothing after the last turn.
    """
    if following is None:
        return [[0.0] * (size[1] + 1) for _ in range(size[0] + 1)]
    a_most, b_most = len(following) - 1, len(following[0]) - 1
    columns = [min(b_most, b + income[1]) for b in range(size[1] + 1)]
    rows = (following[min(a_most, a + income[0])] for a in range(size[0] + 1))
    return [[row[b] for b in columns] for row in rows]


def continuation(course: Course, cup: Sequence[Kind], leader: Kind | None) -> Continuation:
    """What follows a ballot on a leader of the cup; with none, a vote after an arrival."""
    coming = [kind for kinds in course.joins for kind in kinds]
    kinds = sorted({*cup, *coming}, key=lambda kind: (kind.side or "", kind.price, kind.worth))
    sizes = _sizes(course)
    work = len(course.shares) * (sizes[-1][0] + 1) * (sizes[-1][1] + 1) * max(1, len(kinds))
    for kind in kinds:
        work *= 1 + cup.count(kind) + coming.count(kind)
        if work > EXACT:
            return _expected(course, sizes, cup, leader)
    return _Exact(course, sizes, kinds).of(cup, leader)


# --- small cups: leader by leader -----------------------------------------------------------------


class _Exact:
    """Backwards over the turns, with every cup that there may be."""

    def __init__(
        self, course: Course, sizes: Sequence[tuple[int, int]], kinds: Sequence[Kind]
    ) -> None:
        self._course = course
        self._sizes = sizes
        self._kinds = kinds
        joins = (tuple(map(kinds_.count, kinds)) for kinds_ in course.joins)
        self._joins = [*joins, (0,) * len(kinds)]

    def of(self, cup: Sequence[Kind], leader: Kind | None) -> Continuation:
        now = tuple(map(cup.count, self._kinds))
        cups = [{now}]
        for joins in self._joins[1:-1]:
            less = {fewer for one in cups[-1] for fewer in _fewer(one)}
            if leader is None and len(cups) == 1:
                less.add(now)
            cups.append({_plus(one, joins) for one in less})
        draws: dict[Cup, Grid] = {}
        for turn in reversed(range(1, len(cups))):
            every = {fewer for one in cups[turn] for fewer in (one, *_fewer(one))}
            draws = self._turn(turn, every, draws)[0]
        on, off = self._turn(0, {now, *_fewer(now)}, draws)
        if leader is None:
            return Continuation(on[now], self._end(0, now, draws))
        return Continuation(on[now], off[_less(now, self._kinds.index(leader))])

    def _turn(
        self, turn: int, cups: Iterable[Cup], later: Mapping[Cup, Grid]
    ) -> tuple[dict[Cup, Grid], dict[Cup, Grid]]:
        """By the cup: what a draw is worth, and what follows once somebody has left the cup so."""
        draws: dict[Cup, Grid] = {}
        after: dict[Cup, Grid] = {}
        course, share = self._course, self._course.shares[turn]
        for cup in sorted(cups, key=_size):
            end = self._end(turn, cup, later)
            rows = [
                (kind, float(count), kind.worth * share, after[_less(cup, place)])
                for place, (kind, count) in enumerate(zip(self._kinds, cup, strict=True))
                if count
            ]
            draws[cup] = drawn(_draws(rows), pays_idle=course.pays_idle) if rows else end
            after[cup] = voted(draws[cup], end, can_stop=course.can_stop) if rows else end
        return draws, after

    def _end(self, turn: int, cup: Cup, later: Mapping[Cup, Grid]) -> Grid:
        joined = later.get(_plus(cup, self._joins[turn + 1]))
        last = turn + 1 == len(self._course.shares)
        income = (0, 0) if last else self._course.income[turn + 1]
        return _ended(None if last else joined, self._sizes[turn], income)


def _size(cup: Cup) -> tuple[int, Cup]:
    count = 0
    for number in cup:
        count += number
    return count, cup


def _fewer(cup: Cup) -> Iterator[Cup]:
    """All cups with fewer leaders; of an empty one, itself."""
    for one in product(*(range(count + 1) for count in cup)):
        if one != cup or not any(cup):
            yield one


def _plus(cup: Cup, joins: Cup) -> Cup:
    return tuple(count + more for count, more in zip(cup, joins, strict=True))


def _less(cup: Cup, place: int) -> Cup:
    return (*cup[:place], cup[place] - 1, *cup[place + 1 :])


# --- larger cups: their expected make-up ----------------------------------------------------------


class _Turn(NamedTuple):
    """The cup before a turn's stage, and what one more leader in it would be worth before the next.

    That potential is linear in a leader's worth: `slope × worth + offset`.
    """

    masses: dict[Kind, float]
    count: float
    mean: float
    slope: float = 0.0
    offset: float = 0.0


def _expected(
    course: Course, sizes: Sequence[tuple[int, int]], cup: Sequence[Kind], leader: Kind | None
) -> Continuation:
    turns = _potentials(course, _make_up(course, cup, arrives=leader is not None))
    following: Grid | None = None
    for number in reversed(range(1, len(turns))):
        end = _ended(following, sizes[number], _income(course, number))
        following, _ = _stage(course, number, turns[number], turns[number].masses, end, first=True)
    now = turns[0]
    own = _counted(cup)
    end = _ended(following, sizes[0], _income(course, 0))
    if leader is None:
        return Continuation(_stage(course, 0, now, own, end, first=False)[0], end)
    left = {kind: mass - (kind == leader) for kind, mass in own.items()}
    on, _ = _stage(course, 0, now, own, end, first=True)
    _, off = _stage(course, 0, now, left, end, first=False)
    potential = now.slope * (leader.worth - now.mean)
    return Continuation(on, [[value - potential for value in row] for row in off])


def _income(course: Course, turn: int) -> tuple[int, int]:
    return course.income[turn + 1] if turn + 1 < len(course.income) else (0, 0)


def _stage(
    course: Course,
    number: int,
    turn: _Turn,
    masses: Mapping[Kind, float],
    end: Grid,
    *,
    first: bool,
) -> tuple[Grid, Grid]:
    """What a turn's next draw is worth, and the vote after an arrival: the first, or one bought.

    An arrival costs the potential of whoever arrives; the first is spared the mean of all.
    """
    share, draw, after = course.shares[number], end, end
    count = _added(masses.values())
    for bought in range(BOUGHT, -1 if first else 0, -1):
        if count < bought + first:
            continue
        rest = -turn.offset if bought else turn.slope * turn.mean
        rows = (
            (kind, mass, kind.worth * (share - turn.slope) + rest, after)
            for kind, mass in masses.items()
        )
        draw = drawn(_draws(rows), pays_idle=course.pays_idle)
        if bought:
            after = voted(draw, end, can_stop=course.can_stop)
    return draw, after


def _counted(cup: Iterable[Kind]) -> dict[Kind, float]:
    masses: dict[Kind, float] = {}
    for kind in cup:
        masses[kind] = masses.get(kind, 0.0) + 1.0
    return masses


def _make_up(course: Course, cup: Sequence[Kind], *, arrives: bool) -> list[_Turn]:
    """The expected cup of each turn: one leader a turn leaves it, whoever comes by."""
    highest = max((abs(kind.worth) for kinds in (cup, *course.joins) for kind in kinds), default=0)
    own = _counted(cup)
    turns = [_turn(own)]
    masses = _on_grid(own, highest)
    for joins in course.joins[1:]:
        count = _added(masses.values())
        stay = max(0.0, count - 1) / count if count and (arrives or len(turns) > 1) else 1.0
        masses = {kind: mass * stay for kind, mass in masses.items()}
        for kind, mass in _on_grid(_counted(joins), highest).items():
            masses[kind] = masses.get(kind, 0.0) + mass
        turns.append(_turn(masses))
    return turns


def _turn(masses: Mapping[Kind, float]) -> _Turn:
    count = _added(masses.values())
    total = _added(kind.worth * mass for kind, mass in masses.items())
    return _Turn(dict(masses), count, total / count if count else 0.0)


def _on_grid(masses: Mapping[Kind, float], highest: float) -> dict[Kind, float]:
    """Each leader split between the two nearest values of the grid."""
    split: dict[Kind, float] = {}
    for kind, mass in masses.items():
        place = abs(kind.worth) / highest * STEPS if highest else 0.0
        low = min(int(place), STEPS - 1)
        sign = -1.0 if kind.worth < 0 else 1.0
        for level, part in ((low, low + 1 - place), (low + 1, place - low)):
            if part > 0:
                one = kind._replace(worth=sign * highest * level / STEPS)
                split[one] = split.get(one, 0.0) + mass * part
    return split


def _potentials(course: Course, turns: Sequence[_Turn]) -> list[_Turn]:
    """What one more leader would be worth before the next turn; nothing after the last.

    With one arrival a turn he is it in one case of those in the cup and him; else he waits.
    """
    slope = offset = 0.0
    known: list[_Turn] = []
    for turn, share in zip(reversed(turns), reversed(course.shares), strict=True):
        known.append(turn._replace(slope=slope, offset=offset))
        if turn.count < 1:
            slope, offset = share, 0.0
            continue
        chance = 1 / (turn.count + 1)
        others = slope * turn.mean + offset - turn.mean * share
        offset = chance * others + (1 - chance) * offset
        slope = chance * share + (1 - chance) * slope
    return known[::-1]
