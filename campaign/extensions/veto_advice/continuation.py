"""LiF 4.1: what the rest of a campaign is worth at every number of points of both sides. Pure.

All figures are in Axis favour. Each side acts as one on its pooled points. Backwards over the
turns: a 2×2 game in closed form for each leader who may be drawn, then the vote on going on.
Small cups are followed leader by leader; of larger ones only the expected make-up is known.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from campaign.extensions.veto_advice.position import SIDES, BallotPosition, Leader, added, shares
from campaign.lif.rulings import LIF_1998

Grid = list[list[float]]
"""By Axis points, then by Allied points."""
Cup = tuple[int, ...]
"""How many leaders of each kind are in the cup."""

MOST = (24, 30)
"""Points of the Axis and the Allies that count; more are worth no more."""
EXACT = 400_000
"""Cups times turns times points times kinds up to which a cup is followed leader by leader."""
BOUGHT = 2
"""With an expected cup at most so many arrivals of a turn follow the first."""
NEARLY = 1e-6
STOP = 2
"""LiF 4.1(5), 1998 edition: what a vote to stop costs."""


class CupKind(NamedTuple):
    """Leaders who are alike to the solver."""

    side: str
    """Empty for nobody's leaders."""
    price: int
    """What support for them costs later; 0 for nobody's leaders."""
    worth: float
    """In Axis favour, for a whole campaign."""


class Continuation(NamedTuple):
    """What follows, by points left, without the worth of the leader before the Board."""

    on: Grid
    """He was sent back and stays in the cup; in a vote: another leader is drawn."""
    off: Grid
    """He has arrived and is gone from the cup; in a vote: the stage is over."""
    following: Grid | None = None
    """What the next turn is worth, where only the expected make-up of its cup is known."""


Row = tuple[CupKind, float, float, Grid]
"""A kind that may be drawn, how many there are, what an arrival is worth, and what follows it."""


class _Draw(NamedTuple):
    """Leaders of one side and price who may be drawn, the worst for their enemies first."""

    sign: int
    """1 for Allied leaders, whose enemies are the Axis; -1 for the Axis's; 0 for one of nobody."""
    veto: tuple[int, int]
    support: tuple[int, int]
    """What their enemies pay against one, and their side for one: Axis points, Allied points."""
    after: Grid
    """What follows an arrival, in Axis favour."""
    worths: list[float]
    """In their enemies' favour; nobody's in Axis favour."""
    chances: list[float]
    """Of none, of the first, of the first two, …"""
    sums: list[float]
    """Of as many, their worths times their chances."""


def pools(position: BallotPosition) -> tuple[int, int]:
    """The points of each side, of powers with a marker."""
    points = dict.fromkeys(SIDES, 0)
    for row in position.powers.values():
        points[row.side] += row.points if row.marker else 0
    return points["axis"], points["allies"]


# --- the games in closed form ---------------------------------------------------------------------


def game(quiet: float, axis: float, allies: float, clash: float) -> float:
    """The value for the Axis where nobody pays, the Axis alone, the Allies alone, and both."""
    passes, acts = (quiet if quiet < allies else allies), (axis if axis < clash else clash)
    idle, active = (quiet if quiet > axis else axis), (allies if allies > clash else clash)
    low = passes if passes > acts else acts
    if low >= (idle if idle < active else active):
        return low
    return (quiet * clash - axis * allies) / (quiet + clash - axis - allies)


def voted(on: Grid, end: Grid, *, can_stop: bool) -> Grid:
    """LiF 4.1(5): the vote on another leader: one side may pay 1 for it, the other 2 to stop it."""
    return [[_vote(on, end, a, b, can_stop) for b in range(len(row))] for a, row in enumerate(end)]


def _vote(on: Grid, end: Grid, a: int, b: int, can_stop: bool) -> float:
    quiet = end[a][b]
    if a and (goes_on := on[a - 1][b]) > quiet:
        stops = can_stop and b >= STOP
        return game(quiet, goes_on, end[a][b - STOP], end[a - 1][b - STOP]) if stops else goes_on
    if b and (goes_on := on[a][b - 1]) < quiet:
        stops = can_stop and a >= STOP
        return game(quiet, end[a - STOP][b], goes_on, end[a - STOP][b - 1]) if stops else goes_on
    return quiet


def drawn(rows: Iterable[Row], *, pays_idle: bool) -> Grid:
    """LiF 4.1(1)-(2): what a draw is worth; whoever is sent back may be drawn again at once."""
    draws = _draws(rows)
    grid = _unopposed(draws)
    for a, row in enumerate(grid):
        for b in range(len(row)):
            for draw in draws:
                if not draw.sign:
                    row[b] += _sent(draw, grid, a, b)
                elif (a, b)[draw.sign < 0]:
                    row[b] += draw.sign * _vetoed(draw, grid, a, b, pays_idle)
    return grid


def _unopposed(draws: Sequence[_Draw]) -> Grid:
    """What a draw is worth where whoever is drawn arrives."""
    means = [(draw.after, draw.chances[-1], (draw.sign or 1) * draw.sums[-1]) for draw in draws]
    return [
        [added(mean + chance * after[a][b] for after, chance, mean in means) for b in range(width)]
        for a, width in enumerate(map(len, draws[0].after))
    ]


def _vetoed(draw: _Draw, grid: Grid, a: int, b: int, pays_idle: bool) -> float:
    """What vetoes on one side's leaders gain their enemies over letting them all arrive.

    It is `game` for each, written out: it takes the time. Those for whom support may be paid are
    taken at their mean.
    """
    sign, (veto_a, veto_b), (support_a, support_b), after, worths, chances, sums = draw
    quiet = after[a][b]
    back = sign * (grid[a - veto_a][b - veto_b] - quiet)
    if back <= worths[0]:
        return 0.0
    some = bisect_left(worths, back)
    left_a, left_b = a - support_a, b - support_b
    if left_a < 0 or left_b < 0:
        return chances[some] * back - sums[some]
    spent = sign * (after[left_a][left_b] - quiet) if pays_idle else 0.0
    undone = sign * (after[left_a - veto_a][left_b - veto_b] - quiet)
    few = bisect_left(worths, back - undone) if undone > 0 else some
    chance, total = chances[few], sums[few]
    whole = (chances[some] - chance) * back - (sums[some] - total)
    if not chance:
        return whole
    if spent <= 0 or undone >= spent:
        return whole + chance * max(spent, undone)
    lost = chance * (back - undone + spent) - total
    return whole + spent * chance * (chance * back - total) / lost


def _sent(draw: _Draw, grid: Grid, a: int, b: int) -> float:
    """What either side's vetoes on a leader of nobody change."""
    arrives = draw.after[a][b] + draw.worths[0]
    axis = grid[a - 1][b] if a else arrives
    allies = grid[a][b - 1] if b else arrives
    both = grid[a - 1][b - 1] if a and b else axis if a else allies
    return draw.chances[-1] * (game(arrives, axis, allies, both) - arrives)


def _draws(every: Iterable[Row]) -> list[_Draw]:
    """Those of one side and price that lead to the same are drawn together; nobody's each alone."""
    rows = [row for row in every if row[1] > 0]
    total = added(mass for _, mass, _, _ in rows)
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        kind, _, worth, after = row
        groups.setdefault((kind.side, kind.price, id(after), kind.side or worth), []).append(row)
    return [_draw(group, total) for group in groups.values()]


def _draw(rows: Sequence[Row], total: float) -> _Draw:
    (side, price, _), _, _, after = rows[0]
    sign = {"allies": 1, "axis": -1}.get(side, 0)
    veto, support = ((1, 0), (0, price)) if sign > 0 else ((0, 1), (price, 0))
    worths, chances = zip(
        *sorted(((sign or 1) * worth, mass / total) for _, mass, worth, _ in rows), strict=True
    )
    sums = (worth * chance for worth, chance in zip(worths, chances, strict=True))
    first = accumulate(chances, initial=0.0), accumulate(sums, initial=0.0)
    return _Draw(sign, veto, support, after, list(worths), *map(list, first))


# --- from turn to turn ----------------------------------------------------------------------------


def continuation(position: BallotPosition, following: Grid | None = None) -> Continuation:
    """What follows a ballot on a leader of the cup; or a vote after an arrival.

    With `following`, what the next turn is worth, later turns are not looked at where the cup is
    large.
    """
    turns, cup = Turns(position), _kinds(position.cup)
    leader = _kinds([position.leader])[0] if position.phase == "ballots" else None
    coming = [kind for kinds in turns.joins for kind in kinds]
    kinds = sorted({*cup, *coming})
    work = len(turns.sizes) * (turns.sizes[-1][0] + 1) * (turns.sizes[-1][1] + 1) * len(kinds)
    for kind in kinds:
        work *= 1 + cup.count(kind) + coming.count(kind)
        if work > EXACT:
            return _expected(turns, cup, leader, following)
    return _exact(turns, kinds, cup, leader)


def _kinds(leaders: Iterable[Leader]) -> list[CupKind]:
    return sorted(CupKind(one.side or "", one.price, one.worth) for one in leaders)


class Turns:
    """The turns to come; each list begins with this one."""

    def __init__(self, position: BallotPosition) -> None:
        self.can_stop = position.rulebook == LIF_1998
        self.pays_idle = position.charge_idle_support
        self.shares = shares(position.turns_left, position.turns, position.recall)
        self.joins = [
            _kinds(one for offset, leaders in position.joins if offset == turn for one in leaders)
            for turn in range(len(self.shares))
        ]
        self._income = [(0, 0)] * len(self.shares)
        for offset, (axis, allies) in position.infusions:
            if offset < len(self.shares):
                known = self._income[offset]
                self._income[offset] = known[0] + axis, known[1] + allies
        self.sizes: list[tuple[int, int]] = []
        """The most points of each side; one more than there are, to see what it is worth."""
        a, b = (points + 1 for points in pools(position))
        for axis, allies in self._income:
            a, b = min(MOST[0], a + axis), min(MOST[1], b + allies)
            self.sizes.append((a, b))

    def end(self, turn: int, following: Grid | None) -> Grid:
        """The end of a turn's stage: what the next turn is worth with its income; 0 after all."""
        a_most, b_most = self.sizes[turn]
        if following is None or turn + 1 == len(self.sizes):
            return [[0.0] * (b_most + 1) for _ in range(a_most + 1)]
        axis, allies = self._income[turn + 1]
        columns = [min(len(following[0]) - 1, b + allies) for b in range(b_most + 1)]
        rows = (following[min(len(following) - 1, a + axis)] for a in range(a_most + 1))
        return [[row[b] for b in columns] for row in rows]


def _exact(
    turns: Turns, kinds: Sequence[CupKind], cup: Sequence[CupKind], leader: CupKind | None
) -> Continuation:
    """Small cups, leader by leader, with every cup that there may be."""
    joins = [tuple(map(one.count, kinds)) for one in turns.joins]

    @cache
    def draw(turn: int, cup: Cup) -> Grid:
        if not any(cup):
            return end(turn, cup)
        rows = [
            (kind, float(count), kind.worth * turns.shares[turn], after(turn, _less(cup, place)))
            for place, (kind, count) in enumerate(zip(kinds, cup, strict=True))
            if count
        ]
        return drawn(rows, pays_idle=turns.pays_idle)

    @cache
    def after(turn: int, cup: Cup) -> Grid:
        """Once somebody has left the cup so."""
        if not any(cup):
            return end(turn, cup)
        return voted(draw(turn, cup), end(turn, cup), can_stop=turns.can_stop)

    @cache
    def end(turn: int, cup: Cup) -> Grid:
        if turn + 1 == len(joins):
            return turns.end(turn, None)
        more = zip(cup, joins[turn + 1], strict=True)
        return turns.end(turn, draw(turn + 1, tuple(one + another for one, another in more)))

    now = tuple(map(cup.count, kinds))
    if leader is None:
        return Continuation(draw(0, now), end(0, now))
    return Continuation(draw(0, now), after(0, _less(now, kinds.index(leader))))


def _less(cup: Cup, place: int) -> Cup:
    return (*cup[:place], cup[place] - 1, *cup[place + 1 :])


# --- larger cups: their expected make-up ----------------------------------------------------------


class _Stage(NamedTuple):
    """The cup before a turn's stage, and what one more leader in it would be worth before the next.

    That potential is linear in a leader's worth: `slope × worth + offset`.
    """

    masses: dict[CupKind, float]
    size: float
    mean: float
    slope: float
    offset: float


def _expected(
    turns: Turns, cup: Sequence[CupKind], leader: CupKind | None, following: Grid | None
) -> Continuation:
    stages = _stages(turns, _make_up(turns, cup, arrives=leader is not None))
    for turn in () if following else reversed(range(1, len(stages))):
        following, _ = _played(turns, turn, stages[turn], turns.end(turn, following), first=True)
    now, end = stages[0], turns.end(0, following)
    if leader is None:
        return Continuation(_played(turns, 0, now, end, first=False)[0], end, following)
    left = {kind: mass - (kind == leader) for kind, mass in now.masses.items()}
    on, _ = _played(turns, 0, now, end, first=True)
    _, off = _played(turns, 0, now._replace(masses=left, size=now.size - 1), end, first=False)
    potential = now.slope * (leader.worth - now.mean)
    return Continuation(on, [[value - potential for value in row] for row in off], following)


def _played(turns: Turns, turn: int, stage: _Stage, end: Grid, *, first: bool) -> tuple[Grid, Grid]:
    """What a turn's next draw is worth, and the vote after an arrival: the first, or one bought.

    An arrival costs the potential of whoever arrives; the first is spared the mean of all.
    """
    draw = after = end
    for bought in range(BOUGHT, -1 if first else 0, -1):
        if stage.size < bought + first - NEARLY:
            continue
        rest = -stage.offset if bought else stage.slope * stage.mean
        part = turns.shares[turn] - stage.slope
        rows = (
            (kind, mass, kind.worth * part + rest, after) for kind, mass in stage.masses.items()
        )
        draw = drawn(rows, pays_idle=turns.pays_idle)
        if bought:
            after = voted(draw, end, can_stop=turns.can_stop)
    return draw, after


def _make_up(turns: Turns, cup: Sequence[CupKind], *, arrives: bool) -> list[dict[CupKind, float]]:
    """The expected cup of each turn: one leader a turn leaves it, whoever comes by."""
    masses = {kind: float(cup.count(kind)) for kind in cup}
    every = [masses]
    for joins in turns.joins[1:]:
        size = added(masses.values())
        if arrives or len(every) > 1:
            stay = 1 - 1 / size if size > 1 + NEARLY else 0.0
            masses = {kind: mass * stay for kind, mass in masses.items() if stay}
        masses = {**masses}
        for kind in joins:
            masses[kind] = masses.get(kind, 0.0) + 1
        every.append(masses)
    return every


def _stages(turns: Turns, cups: Sequence[dict[CupKind, float]]) -> list[_Stage]:
    """What one more leader would be worth before the next turn; nothing after the last.

    With one arrival a turn he is it in one case of those in the cup and him; else he waits.
    """
    slope = offset = 0.0
    stages: list[_Stage] = []
    for masses, share in zip(reversed(cups), reversed(turns.shares), strict=True):
        size = added(masses.values())
        mean = size and added(kind.worth * mass for kind, mass in masses.items()) / size
        stages.append(_Stage(masses, size, mean, slope, offset))
        chance = 1 / (size + 1)
        spared = slope * mean + offset - mean * share if size else 0.0
        offset = chance * spared + (1 - chance) * offset
        slope = chance * share + (1 - chance) * slope
    return stages[::-1]
