"""LiF 4.1: one ballot or vote solved: how often each answer should be given. Pure.

Everybody answers at once and in secret. Regret matching+, side by side in turn, from an even start
and without random numbers; the gap says how far the result is from an equilibrium.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from campaign.extensions.veto_advice.continuation import Grid, added

ROUNDS = 1_000
"""After so many rounds any gap will do."""
SOON, LOOK = 3, 10
"""Before some rounds, and then every so many, it is seen how near the mixes are."""
NEAR = 0.001
"""The gap that is small enough, in value points; or the part of all that is at stake."""
PART = 0.0002
TIE = 1e-9
"""A point is always worth a little, so that whoever gains nothing by paying does not pay."""

ACTS, UNDOES = 1, 2
"""What an answer does: a veto against or "another"; support or "stop"."""

Said = tuple[int, int]
"""What answers together do, and what they cost."""
Spread = dict[Said, float]
"""The chance of each."""
Mixes = list[list[float]]


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


class Stakes(NamedTuple):
    """What follows a ballot or vote, in Axis favour, by what both sides paid."""

    on: Grid
    """He is sent back; another leader is drawn."""
    off: Grid
    """He arrives; the stage is over."""
    pays_idle: bool
    """Ruling 16: whether support is paid where nobody opposes."""

    def value(self, does: int, axis: int, allies: int) -> tuple[float, float]:
        """What follows in Axis favour, and 1 where the leader arrives."""
        if does & ACTS and not does & UNDOES:
            return self.on[axis][allies], 0.0
        if does == UNDOES and not self.pays_idle:
            return self.off[0][0], 1.0
        return self.off[axis][allies], 1.0


class Solved(NamedTuple):
    """Each agent's mix, what each answer is worth to them, and the largest gain of one."""

    mixes: Mixes
    values: list[list[float]]
    expected: list[float]
    joint: list[float]
    """What an agent's side would gain by agreeing."""
    gap: float
    rounds: int


class _Worths(dict[Said, tuple[float, float]]):
    """What a side's answers together are worth to it against the other side's, and how likely the
    leader then arrives.
    """

    def __init__(self, stakes: Stakes, side: str, theirs: Spread) -> None:
        super().__init__()
        self._stakes, self._is_axis, self._theirs = stakes, side == "axis", theirs

    def __missing__(self, ours: Said) -> tuple[float, float]:
        value = arrives = 0.0
        for (does, cost), chance in self._theirs.items():
            paid = (ours[1], cost) if self._is_axis else (cost, ours[1])
            one, off = self._stakes.value(ours[0] | does, *paid)
            value += chance * one
            arrives += chance * off
        self[ours] = worth = (value if self._is_axis else -value, arrives)
        return worth

    def to(self, agent: Agent, answer: AgentAnswer, others: Spread) -> float:
        """What an agent's answer is worth to them beside what their side's others answer."""
        total = 0.0
        for (does, cost), chance in others.items():
            value, arrives = self[does | answer.does, cost + answer.cost]
            total += chance * (value + agent.worth * arrives)
        return total


def _spread(agents: Sequence[Agent], mixes: Mixes, numbers: Iterable[int]) -> Spread:
    """The chances of what some agents answer together."""
    spread: Spread = {(0, 0): 1.0}
    for number in numbers:
        more: Spread = {}
        for answer, part in zip(agents[number].answers, mixes[number], strict=True):
            for (does, cost), chance in spread.items():
                said = (does | answer.does, cost + answer.cost)
                more[said] = more.get(said, 0.0) + chance * part
        spread = more
    return spread


class BallotGame:
    """The agents and what is at stake for them."""

    def __init__(self, agents: Sequence[Agent], stakes: Stakes) -> None:
        self.agents = agents
        self.stakes = stakes
        able = [number for number, one in enumerate(agents) if len(one.answers) > 1]
        self.sides = {
            side: [number for number in able if agents[number].side == side]
            for side in ("axis", "allies")
        }

    def against(self, side: str, mixes: Mixes) -> _Worths:
        """What a side's answers together are worth against the other side's mixes."""
        (other,) = self.sides.keys() - {side}
        return _Worths(self.stakes, side, _spread(self.agents, mixes, self.sides[other]))

    def others(self, number: int, mixes: Mixes) -> Spread:
        """What an agent's side answers without them."""
        side = self.sides[self.agents[number].side]
        return _spread(self.agents, mixes, (one for one in side if one != number))

    def worth(self, mixes: Mixes, number: int, answer: AgentAnswer) -> float:
        """What any answer is worth to an agent, in their favour, against the others' mixes."""
        agent = self.agents[number]
        return self.against(agent.side, mixes).to(agent, answer, self.others(number, mixes))

    def values(self, side: str, mixes: Mixes) -> dict[int, list[float]]:
        """What each answer of a side's agents is worth to them."""
        worths, values = self.against(side, mixes), {}
        for number, agent in enumerate(self.agents):
            if agent.side == side:
                others = self.others(number, mixes)
                values[number] = [worths.to(agent, one, others) for one in agent.answers]
        return values

    def all_values(self, mixes: Mixes) -> list[list[float]]:
        """What each answer of each agent is worth to them."""
        values = {**self.values("axis", mixes), **self.values("allies", mixes)}
        return [values[number] for number in range(len(self.agents))]

    def gap(self, mixes: Mixes) -> float:
        """The most that one agent would gain by another answer."""
        rows = zip(mixes, self.all_values(mixes), strict=True)
        return max((max(own) - expected(mix, own) for mix, own in rows), default=0.0)

    def near(self) -> float:
        """The gap that is small enough for what is at stake."""
        most = 0.0
        for agent in self.agents:
            sign = 1 if agent.side == "axis" else -1
            worths = [sign * value for row in self.stakes.on for value in row]
            worths += [sign * value + agent.worth for row in self.stakes.off for value in row]
            most = max(most, max(worths) - min(worths))
        return min(NEAR, PART * most)


def expected(mix: Sequence[float], values: Sequence[float]) -> float:
    """What a mix of answers is worth."""
    return added(part * value for part, value in zip(mix, values, strict=True))


def solve(ballot: BallotGame) -> Solved:
    """LiF 4.1: mixes that nobody alone gains much by leaving."""
    mixes, gap, rounds = _mixed(ballot)
    values = ballot.all_values(mixes)
    worth = [expected(mix, own) for mix, own in zip(mixes, values, strict=True)]
    best = {}
    for side, numbers in ballot.sides.items():
        worths = ballot.against(side, mixes)
        best[side] = [worths[said] for said in _spread(ballot.agents, mixes, numbers)]
    joint = [
        max(0.0, max(value + agent.worth * off for value, off in best[agent.side]) - own)
        for agent, own in zip(ballot.agents, worth, strict=True)
    ]
    return Solved(mixes, values, worth, joint, max(0.0, gap), rounds)


def _mixed(ballot: BallotGame) -> tuple[Mixes, float, int]:
    """The best mixes met, their gap, and the rounds. Later rounds count more in the average."""
    regrets = [[0.0] * len(agent.answers) for agent in ballot.agents]
    sums = [list(row) for row in regrets]
    mixes, near, number = _shares(regrets), ballot.near(), 0
    best = float("inf"), mixes
    while best[0] > near and number < ROUNDS:
        number += 1
        mixes = _learned(ballot, regrets, mixes)
        for total, mix in zip(sums, mixes, strict=True):
            total[:] = [one + number * number * part for one, part in zip(total, mix, strict=True)]
        if number < SOON or number % LOOK == 0:
            tried = ((ballot.gap(one), one) for one in (mixes, _shares(sums)))
            best = min(best, *tried, key=itemgetter(0))
    return best[1], best[0], number


def _learned(ballot: BallotGame, regrets: Mixes, mixes: Mixes) -> Mixes:
    """The mixes after a round; what each answer would have gained is added to its regret, which
    never falls below nothing.
    """
    for side in ballot.sides:
        for number, values in ballot.values(side, mixes).items():
            answers = ballot.agents[number].answers
            liked = [value - TIE * one.cost for value, one in zip(values, answers, strict=True)]
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
