"""LiF 4.1: advice on a ballot or vote: each answer's chance and value, and what a point is worth.

Pure; the same position gives the same bytes.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from campaign.extensions.veto_advice import ballot, continuation
from campaign.extensions.veto_advice.continuation import MOST, Continuation, Grid, pools
from campaign.extensions.veto_advice.position import SIDES, BallotPosition, Power, mean
from campaign.lif.board.markers import PRICES
from campaign.lif.roster import POWERS

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

    game: ballot.BallotGame
    solved: ballot.Solved
    point: dict[str, float]


def solution_of(position: BallotPosition, follows: Continuation) -> Solution:
    """LiF 4.1: a position solved, given what follows it."""
    game = _game(position, follows)
    return Solution(game, ballot.solve(game), _point(position, follows))


def advise(position: BallotPosition) -> VetoAdvice:
    """LiF 4.1: how often each answer should be given, by what everybody knows."""
    game, (mixes, gap, rounds), point = solution_of(position, continuation.continuation(position))
    on, off = ("stays", "gone") if position.phase == "ballots" else ("another", "end")
    advice = []
    for number, (agent, mix) in enumerate(zip(game.agents, mixes, strict=True)):
        values = game.worths(number, mixes)
        choices = tuple(
            AdvisedChoice(one.say, one.pays, one.cost, rounded(chance), rounded(value))
            for one, chance, value in zip(agent.answers, mix, values, strict=True)
        )
        worth = ballot.expected(mix, values)
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


def answer_of(position: BallotPosition, power: str, say: str) -> ballot.AgentAnswer:
    """LiF 4.1(2), 4.1(5): what a power's answer costs and does."""
    row = position.powers[power]
    if say == "veto":
        does = ballot.UNDOES if row.side == position.leader.side else ballot.ACTS
        return ballot.AgentAnswer(say, power, row.price or 0, does)
    price = PRICES[position.rulebook].get(say, 0)
    does = {"another": ballot.ACTS, "stop": ballot.UNDOES}.get(say, 0)
    return ballot.AgentAnswer(say, power if price else None, price, does)


def _payable(position: BallotPosition, power: str) -> list[ballot.AgentAnswer]:
    """What a power with a marker can say, the cheapest first."""
    prices = PRICES[position.rulebook]
    says = (
        ("no-veto", "veto")
        if position.phase == "ballots"
        else sorted(prices, key=prices.__getitem__)
    )
    answers = (answer_of(position, power, say) for say in says)
    return [one for one in answers if one.cost <= position.powers[power].points]


def _agents(position: BallotPosition) -> Iterator[ballot.Agent]:
    """Who answers: a member for their powers of one side, with one power at most: the cheapest,
    then the richest.
    """
    groups: dict[tuple[str, str], dict[str, Power]] = {}
    for power in POWERS:
        row = position.powers[power]
        if row.marker:
            groups.setdefault((row.agent, row.side), {})[power] = row
    for (name, side), rows in groups.items():
        answers: dict[str, ballot.AgentAnswer] = {}
        for power in sorted(rows, key=lambda power: (rows[power].price or 0, -rows[power].points)):
            for answer in _payable(position, power):
                answers.setdefault(answer.say, answer)
        worth = mean([row.worth or 0.0 for row in rows.values()])
        yield ballot.Agent(name, side, tuple(rows), tuple(answers.values()), worth)


def _game(position: BallotPosition, follows: Continuation) -> ballot.BallotGame:
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
    return ballot.BallotGame(tuple(_agents(position)), on, off, pays_idle)


def _point(position: BallotPosition, follows: Continuation) -> dict[str, float]:
    """What each side's next point is worth to it: of the last that counts, where no more count."""
    a, b = map(min, MOST, pools(position))
    grid = follows.on if position.phase == "ballots" else follows.off
    more_a, more_b = min(a, MOST[0] - 1), min(b, MOST[1] - 1)
    return {
        "axis": rounded(grid[more_a + 1][b] - grid[more_a][b]),
        "allies": rounded(grid[a][more_b] - grid[a][more_b + 1]),
    }
