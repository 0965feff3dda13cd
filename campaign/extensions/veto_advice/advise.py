"""LiF 4.1: one ballot or vote solved, and the advice on it: each answer's chance and value. Pure.

Everybody answers at once and in secret. Regret matching+, side by side in turn, from an even start
and without random numbers; the gap says how far the result is from an equilibrium. The same
position gives the same bytes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

import msgspec

from campaign.extensions.veto_advice.continuation import (
    MOST,
    Continuation,
    Grid,
    continuation,
    pools,
)
from campaign.extensions.veto_advice.position import SIDES, BallotPosition, Power, added, mean
from campaign.lif.board.markers import PRICES
from campaign.lif.roster import POWERS

ROUNDS = 1_000
"""After so many rounds any gap will do."""
SOON, LOOK = 3, 10
"""Before some rounds, and then every so many, it is seen how near the mixes are."""
NEAR = 0.0005
"""The gap that is small enough, in value points; or the part of all that is at stake."""
PART = 0.0001
TIE = 1e-9
"""A point is always worth a little, so that whoever gains nothing by paying does not pay."""

ACTS, UNDOES = 1, 2
"""What an answer does: a veto against or "another"; support or "stop"."""

Said = tuple[int, int]
"""What answers together do, and what they cost."""
Spread = dict[Said, float]
"""The chance of each."""
Mixes = list[list[float]]
Worth = Callable[[int, int], tuple[float, float]]
"""What a side's answers together are worth to it, and how likely the leader then arrives."""


class AgentAnswer(NamedTuple):
    """LiF 4.1(1), 4.1(5): an answer that an agent can give."""

    say: str
    pays: str | None
    """The power that pays for it."""
    cost: int
    does: int


class Agent(NamedTuple):
    """A member, for their powers of one side; or the host for those of nobody."""

    name: str
    side: str
    powers: tuple[str, ...]
    answers: tuple[AgentAnswer, ...]
    worth: float
    """What the leader's arrival gives them."""


class Solved(NamedTuple):
    """Each agent's mix, and the largest gain of one."""

    mixes: Mixes
    gap: float
    rounds: int


class BallotGame(NamedTuple):
    """The agents, and what follows in Axis favour, by what both sides paid."""

    agents: tuple[Agent, ...]
    on: Grid
    """He is sent back; another leader is drawn."""
    off: Grid
    """He arrives; the stage is over."""
    pays_idle: bool
    """Ruling 16: whether support is paid where nobody opposes."""

    def spread(self, side: str, mixes: Mixes, but: int | None = None) -> Spread:
        """The chances of what a side's agents answer together, or all but one of them."""
        spread: Spread = {(0, 0): 1.0}
        for number, agent in enumerate(self.agents):
            if agent.side != side or number == but or len(agent.answers) == 1:
                continue
            more: Spread = {}
            for answer, part in zip(agent.answers, mixes[number], strict=True):
                for (does, cost), chance in spread.items():
                    said = (does | answer.does, cost + answer.cost)
                    more[said] = more.get(said, 0.0) + chance * part
            spread = more
        return spread

    def against(self, side: str, mixes: Mixes) -> Worth:
        """What a side's answers together are worth against the other side's mixes."""
        sign = 1 if side == "axis" else -1
        theirs = self.spread("allies" if sign > 0 else "axis", mixes).items()

        @cache
        def worth(does: int, cost: int) -> tuple[float, float]:
            value = arrives = 0.0
            for (more, paid), chance in theirs:
                said = does | more
                axis, allies = (cost, paid) if sign > 0 else (paid, cost)
                if said == ACTS:
                    value += chance * self.on[axis][allies]
                    continue
                if said == UNDOES and not self.pays_idle:
                    axis = allies = 0
                value += chance * self.off[axis][allies]
                arrives += chance
            return sign * value, arrives

        return worth

    def worths(
        self,
        number: int,
        mixes: Mixes,
        answers: Sequence[AgentAnswer] = (),
        against: Worth | None = None,
    ) -> list[float]:
        """What an agent's answers, or some others, are worth to them against the others' mixes."""
        agent = self.agents[number]
        worth = against or self.against(agent.side, mixes)
        others = self.spread(agent.side, mixes, number).items()
        values = []
        for answer in answers or agent.answers:
            total = 0.0
            for (does, cost), chance in others:
                value, arrives = worth(does | answer.does, cost + answer.cost)
                total += chance * (value + agent.worth * arrives)
            values.append(total)
        return values

    def joint(self, number: int, mixes: Mixes) -> float:
        """The most that an agreed answer of an agent's side is worth to them."""
        agent = self.agents[number]
        against = self.against(agent.side, mixes)
        every = (against(*said) for said in self.spread(agent.side, mixes))
        return max(value + agent.worth * arrives for value, arrives in every)

    def gap(self, mixes: Mixes) -> float:
        """The most that one agent would gain by another answer."""
        every = ((mix, self.worths(number, mixes)) for number, mix in enumerate(mixes))
        return max((max(own) - expected(mix, own) for mix, own in every), default=0.0)

    def most_at_stake(self) -> float:
        """The most that lies between two outcomes for one agent."""
        most = 0.0
        for agent in self.agents:
            sign = 1 if agent.side == "axis" else -1
            worths = [sign * value for row in self.on for value in row]
            worths += [sign * value + agent.worth for row in self.off for value in row]
            most = max(most, max(worths) - min(worths))
        return most


def expected(mix: Sequence[float], values: Sequence[float]) -> float:
    """What a mix of answers is worth."""
    return added(part * value for part, value in zip(mix, values, strict=True))


def solve(game: BallotGame) -> Solved:
    """LiF 4.1: the best mixes met: nobody alone gains much by leaving them.

    Later rounds count more in the average. What is near enough follows what is at stake, so that
    mixes do not depend on the scale of values.
    """
    near = min(NEAR, PART * game.most_at_stake())
    regrets = [[0.0] * len(agent.answers) for agent in game.agents]
    sums = [list(row) for row in regrets]
    mixes = _shares(regrets)
    best = Solved(mixes, float("inf"), 0)
    for number in range(1, ROUNDS + 1):
        mixes = _learned(game, regrets, mixes)
        for total, mix in zip(sums, mixes, strict=True):
            total[:] = [one + number * number * part for one, part in zip(total, mix, strict=True)]
        if number < SOON or number % LOOK == 0:
            tried = (Solved(one, max(0.0, game.gap(one)), number) for one in (mixes, _shares(sums)))
            best = min(best, *tried, key=attrgetter("gap"))
            if best.gap <= near:
                break
    return best


def _learned(game: BallotGame, regrets: Mixes, mixes: Mixes) -> Mixes:
    """The mixes after a round; what each answer would have gained is added to its regret, which
    never falls below nothing.
    """
    for side in SIDES:
        against = game.against(side, mixes)
        for number, agent in enumerate(game.agents):
            if agent.side == side:
                values = game.worths(number, mixes, against=against)
                pairs = zip(values, agent.answers, strict=True)
                liked = [value - TIE * answer.cost for value, answer in pairs]
                usual = expected(mixes[number], liked)
                gains = zip(regrets[number], liked, strict=True)
                regrets[number] = [max(0.0, regret + value - usual) for regret, value in gains]
        mixes = _shares(regrets)
    return mixes


def _shares(weights: Sequence[Sequence[float]]) -> Mixes:
    """Each agent's weights as shares; even where they are all nothing."""
    totals = map(added, weights)
    return [
        [one / total for one in row] if total else [1 / len(row)] * len(row)
        for row, total in zip(weights, totals, strict=True)
    ]


# --- the advice -----------------------------------------------------------------------------------

DECIMALS = 6


class AdvisedChoice(msgspec.Struct, frozen=True):
    """An answer that an agent can give."""

    say: str
    pays: str | None
    cost: int
    chance: float
    value: float
    """In the agent's favour."""


class AgentAdvice(msgspec.Struct, frozen=True):
    """What one agent is advised."""

    agent: str
    side: str
    powers: tuple[str, ...]
    expected: float
    joint_gain: float
    """The most that its side gains by agreeing, while the others keep to the advice."""
    choices: tuple[AdvisedChoice, ...]


class VetoAdvice(msgspec.Struct, frozen=True, tag_field="format", tag="veto-advice/1"):
    """LiF 4.1: advice for everybody before a ballot or vote, as programs read it."""

    position: BallotPosition
    outcomes: dict[str, Grid]
    advice: tuple[AgentAdvice, ...]
    gap: float
    rounds: int
    point: dict[str, float]


class Solution(NamedTuple):
    """A ballot or vote, its solution, and what each side's next point is worth to it."""

    game: BallotGame
    solved: Solved
    point: dict[str, float]


def solution_of(position: BallotPosition, follows: Continuation) -> Solution:
    """LiF 4.1: a position solved, given what follows it."""
    game = _game(position, follows)
    return Solution(game, solve(game), _point(position, follows))


def advise(position: BallotPosition) -> VetoAdvice:
    """LiF 4.1: how often each answer should be given, by what everybody knows."""
    game, (mixes, gap, rounds), point = solution_of(position, continuation(position))
    on, off = ("stays", "gone") if position.phase == "ballots" else ("another", "end")
    advice = []
    for number, (agent, mix) in enumerate(zip(game.agents, mixes, strict=True)):
        values = game.worths(number, mixes)
        choices = tuple(
            AdvisedChoice(one.say, one.pays, one.cost, rounded(chance), rounded(value))
            for one, chance, value in zip(agent.answers, mix, values, strict=True)
        )
        worth = expected(mix, values)
        joint = rounded(max(0.0, game.joint(number, mixes) - worth))
        about = agent.name, agent.side, agent.powers
        advice.append(AgentAdvice(*about, rounded(worth), joint, choices))
    outcomes = {on: _rounded(game.on), off: _rounded(game.off)}
    return VetoAdvice(position, outcomes, tuple(advice), rounded(gap), rounds, point)


def rounded(number: float) -> float:
    """A figure as everybody gets it; never a negative nought."""
    return round(number, DECIMALS) + 0.0


def _rounded(grid: Grid) -> Grid:
    return [[rounded(value) for value in row] for row in grid]


# --- the position as the solver sees it -----------------------------------------------------------


def answer_of(position: BallotPosition, power: str, say: str) -> AgentAnswer:
    """LiF 4.1(2), 4.1(5): what a power's answer costs and does."""
    row = position.powers[power]
    if say == "veto":
        does = UNDOES if row.side == position.leader.side else ACTS
        return AgentAnswer(say, power, row.price or 0, does)
    price = PRICES[position.rulebook].get(say, 0)
    does = {"another": ACTS, "stop": UNDOES}.get(say, 0)
    return AgentAnswer(say, power if price else None, price, does)


def _payable(position: BallotPosition, power: str) -> list[AgentAnswer]:
    """What a power with a marker can say, the cheapest first."""
    prices = PRICES[position.rulebook]
    says = (
        ("no-veto", "veto")
        if position.phase == "ballots"
        else sorted(prices, key=prices.__getitem__)
    )
    answers = (answer_of(position, power, say) for say in says)
    return [one for one in answers if one.cost <= position.powers[power].points]


def _agents(position: BallotPosition) -> Iterator[Agent]:
    """Who answers: a member for their powers of one side, with one power at most: the cheapest,
    then the richest.
    """
    groups: dict[tuple[str, str], dict[str, Power]] = {}
    for power in POWERS:
        row = position.powers[power]
        if row.marker:
            groups.setdefault((row.agent, row.side), {})[power] = row
    for (name, side), rows in groups.items():
        answers: dict[str, AgentAnswer] = {}
        for power in sorted(rows, key=lambda power: (rows[power].price or 0, -rows[power].points)):
            for answer in _payable(position, power):
                answers.setdefault(answer.say, answer)
        worth = mean([row.worth or 0.0 for row in rows.values()])
        yield Agent(name, side, tuple(rows), tuple(answers.values()), worth)


def _game(position: BallotPosition, follows: Continuation) -> BallotGame:
    """What follows by all that both sides could pay now."""
    most = dict.fromkeys(SIDES, 0)
    for power, row in position.powers.items():
        most[row.side] += _payable(position, power)[-1].cost if row.marker else 0
    axis, allies = (
        [min(count, points - paid) for paid in range(most[side] + 1)]
        for side, count, points in zip(SIDES, MOST, pools(position), strict=True)
    )
    on, off = ([[grid[a][b] for b in allies] for a in axis] for grid in (follows.on, follows.off))
    pays_idle = position.charge_idle_support or position.phase == "votes"
    return BallotGame(tuple(_agents(position)), on, off, pays_idle)


def _point(position: BallotPosition, follows: Continuation) -> dict[str, float]:
    """What each side's next point is worth to it: of the last that counts, where no more count."""
    a, b = map(min, MOST, pools(position))
    grid = follows.on if position.phase == "ballots" else follows.off
    more_a, more_b = min(a, MOST[0] - 1), min(b, MOST[1] - 1)
    return {
        "axis": rounded(grid[more_a + 1][b] - grid[more_a][b]),
        "allies": rounded(grid[a][more_b] - grid[a][more_b + 1]),
    }
