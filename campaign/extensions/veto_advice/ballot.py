"""LiF 4.1: one ballot or vote solved: how often each answer should be given. Pure.

Everybody answers at once and in secret. Regret matching+, side by side in turn, from an even start
and without random numbers; the gap says how far the result is from an equilibrium.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from campaign.extensions.veto_advice.continuation import Grid
from campaign.extensions.veto_advice.position import SIDES, added

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
                mean = expected(mixes[number], liked)
                gains = zip(regrets[number], liked, strict=True)
                regrets[number] = [max(0.0, regret + value - mean) for regret, value in gains]
        mixes = _shares(regrets)
    return mixes


def _shares(weights: Sequence[Sequence[float]]) -> Mixes:
    """Each agent's weights as shares; even where they are all nothing."""
    totals = map(added, weights)
    return [
        [one / total for one in row] if total else [1 / len(row)] * len(row)
        for row, total in zip(weights, totals, strict=True)
    ]
