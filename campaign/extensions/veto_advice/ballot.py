"""LiF 4.1: one ballot or vote solved: how often each answer should be given. Pure.

Everybody answers at once and in secret. Regret matching+ for all at once, from an even start and
without random numbers; the gap says how far the result is from an equilibrium.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from campaign.extensions.veto_advice.continuation import Grid

SOME, ROUNDS = 500, 3_000
"""After some rounds the first of the two below is enough, and after many any gap."""
LOOK = 50
"""So often the average of the rounds is tried."""
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
_NOTHING: Spread = {(0, 0): 1.0}
_OTHER = {"axis": "allies", "allies": "axis"}


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


class _Table:
    """What each side's answers together are worth, for quick sums."""

    def __init__(self, agents: Sequence[Agent], stakes: Stakes) -> None:
        self._agents = agents
        self.sides = {
            side: [number for number, agent in enumerate(agents) if agent.side == side]
            for side in ("axis", "allies")
        }
        reached = {side: self._reached(side) for side in self.sides}
        self._values = {
            (ours, theirs): stakes.value(ours[0] | theirs[0], ours[1], theirs[1])
            for ours, theirs in product(reached["axis"], reached["allies"])
        }
        self.reached = reached

    def _reached(self, side: str) -> list[Said]:
        spread = _NOTHING
        for number in self.sides[side]:
            answers = self._agents[number].answers
            spread = _with(spread, answers, [1.0] * len(answers))
        return list(spread)

    def stake(self) -> float:
        """The most that one agent's answers can matter."""
        most = 0.0
        for agent in self._agents:
            sign = 1 if agent.side == "axis" else -1
            worths = [sign * value + agent.worth * off for value, off in self._values.values()]
            most = max(most, max(worths) - min(worths))
        return most

    def against(self, side: str, mixes: Mixes) -> dict[Said, tuple[float, float]]:
        """What a side's answers together are worth to it against the other side's mixes."""
        return self._against(side, _spread(self._agents, self.sides[_OTHER[side]], mixes))

    def _against(self, side: str, theirs: Spread) -> dict[Said, tuple[float, float]]:
        worth = {}
        for ours in self.reached[side]:
            value = off = 0.0
            for said, chance in theirs.items():
                pair = (ours, said) if side == "axis" else (said, ours)
                one, arrives = self._values[pair]
                value += chance * one
                off += chance * arrives
            worth[ours] = (value if side == "axis" else -value, off)
        return worth

    def values(self, mixes: Mixes) -> list[list[float]]:
        """What each answer of each agent is worth to them against the others' mixes."""
        wholes, others = {}, {}
        for side, numbers in self.sides.items():
            wholes[side], apart = self._apart(numbers, mixes)
            others.update(apart)
        worths = {side: self._against(side, wholes[_OTHER[side]]) for side in self.sides}
        return [
            [self._value(agent, one, others[number], worths) for one in agent.answers]
            for number, agent in enumerate(self._agents)
        ]

    def _apart(self, numbers: Sequence[int], mixes: Mixes) -> tuple[Spread, dict[int, Spread]]:
        """What a side answers together, and what it does without each."""
        agents, before = self._agents, _NOTHING
        able = [number for number in numbers if len(agents[number].answers) > 1]
        others = {}
        for place, number in enumerate(able, 1):
            others[number] = _spread(agents, able[place:], mixes, before)
            before = _with(before, agents[number].answers, mixes[number])
        return before, {number: others.get(number, before) for number in numbers}

    def _value(
        self,
        agent: Agent,
        answer: AgentAnswer,
        others: Spread,
        worths: Mapping[str, Mapping[Said, tuple[float, float]]],
    ) -> float:
        value, worth = 0.0, worths[agent.side]
        for (does, cost), chance in others.items():
            one, off = worth[does | answer.does, cost + answer.cost]
            value += chance * (one + agent.worth * off)
        return value


def _with(spread: Spread, answers: Sequence[AgentAnswer], mix: Sequence[float]) -> Spread:
    more: Spread = {}
    for answer, part in zip(answers, mix, strict=True):
        for (does, cost), chance in spread.items():
            said = (does | answer.does, cost + answer.cost)
            more[said] = more.get(said, 0.0) + chance * part
    return more


def _spread(
    agents: Sequence[Agent], numbers: Iterable[int], mixes: Mixes, before: Spread = _NOTHING
) -> Spread:
    """The chances of what some agents answer together, and with others before them."""
    spread = before
    for number in numbers:
        if len(agents[number].answers) > 1:  # else they pay nothing
            spread = _with(spread, agents[number].answers, mixes[number])
    return spread


def worth_of(
    agents: Sequence[Agent], stakes: Stakes, mixes: Mixes, number: int, answer: AgentAnswer
) -> float:
    """What any answer is worth to an agent, in their favour, against the others' mixes."""
    own = agents[number]
    sign, total = (1 if own.side == "axis" else -1), 0.0
    sides = [
        _spread(
            agents, (n for n, one in enumerate(agents) if one.side == side and n != number), mixes
        )
        for side in ("axis", "allies")
    ]
    for ((one, axis), chance), ((other, allies), likely) in product(*(s.items() for s in sides)):
        paid = (axis + answer.cost, allies) if sign > 0 else (axis, allies + answer.cost)
        value, arrives = stakes.value(one | other | answer.does, *paid)
        total += chance * likely * (sign * value + own.worth * arrives)
    return total


def expected(mix: Sequence[float], values: Sequence[float]) -> float:
    """What a mix of answers is worth."""
    total = 0.0
    for part, value in zip(mix, values, strict=True):
        total += part * value
    return total


def gap_of(mixes: Mixes, values: Sequence[Sequence[float]]) -> float:
    """The most that one agent would gain by another answer."""
    gains = [max(own) - expected(mix, own) for mix, own in zip(mixes, values, strict=True)]
    return max(0.0, *gains) if gains else 0.0


def solve(agents: Sequence[Agent], stakes: Stakes) -> Solved:
    """LiF 4.1: mixes that nobody alone gains much by leaving."""
    table = _Table(agents, stakes)
    best, gap, rounds = _mixed(agents, table.values, min(NEAR, PART * table.stake()))
    values = table.values(best)
    worth = [expected(mix, own) for mix, own in zip(best, values, strict=True)]
    sides = {side: table.against(side, best) for side in table.sides}
    joint = [
        max(value + agent.worth * off for value, off in sides[agent.side].values()) - own
        for agent, own in zip(agents, worth, strict=True)
    ]
    return Solved(best, values, worth, [max(0.0, gain) for gain in joint], gap, rounds)


def _mixed(
    agents: Sequence[Agent], values_of: Callable[[Mixes], list[list[float]]], near: float
) -> tuple[Mixes, float, int]:
    """Regret matching+, each round ahead by the last: the best mixes met, their gap, the rounds."""
    regrets = [[0.0] * len(agent.answers) for agent in agents]
    ahead, sums = regrets, [list(row) for row in regrets]
    best, number = (float("inf"), _shares(regrets)), 0
    while best[0] > (near, NEAR)[number >= SOME] and number < ROUNDS:
        number += 1
        mixes = _shares(ahead)
        values = values_of(mixes)
        ahead = [_learned(*one) for one in zip(agents, mixes, values, regrets, strict=True)]
        for total, mix in zip(sums, mixes, strict=True):
            total[:] = [before + number * part for before, part in zip(total, mix, strict=True)]
        if number > 1:  # an even start is nobody's choice
            best = min(best, (gap_of(mixes, values), mixes), key=itemgetter(0))
        if number % LOOK == 0:
            average = _shares(sums)
            best = min(best, (gap_of(average, values_of(average)), average), key=itemgetter(0))
    return best[1], best[0], number


def _learned(
    agent: Agent, mix: Sequence[float], values: Sequence[float], regrets: list[float]
) -> list[float]:
    """Adds a round's regrets, and gives what they would be after another like it."""
    liked = [value - TIE * one.cost for value, one in zip(values, agent.answers, strict=True)]
    mean = expected(mix, liked)
    for place, value in enumerate(liked):
        regrets[place] = max(0.0, regrets[place] + value - mean)
    return [max(0.0, regret + value - mean) for regret, value in zip(regrets, liked, strict=True)]


def _shares(weights: Sequence[Sequence[float]]) -> Mixes:
    """Each agent's weights as shares; even where they are all nothing."""
    mixes = []
    for row in weights:
        total = 0.0
        for weight in row:
            total += weight
        mixes.append([weight / total for weight in row] if total else [1 / len(row)] * len(row))
    return mixes
