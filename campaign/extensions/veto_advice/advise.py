"""LiF 4.1: advice on a ballot or vote: each answer's chance and value, and what a point is worth.

Pure; the same position gives the same bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from campaign.extensions.veto_advice import ballot, continuation
from campaign.extensions.veto_advice.continuation import MOST, STOP, Continuation, Grid
from campaign.extensions.veto_advice.position import SIDES, BallotPosition, Power
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998

FORMAT = "veto-advice/1"
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


class VetoAdvice(msgspec.Struct, frozen=True):
    """LiF 4.1: advice for everybody before a ballot or vote."""

    position: BallotPosition
    outcomes: dict[str, Grid]
    advice: tuple[AgentAdvice, ...]
    gap: float
    rounds: int
    point: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        """The form that programs read."""
        return {"format": FORMAT, **msgspec.to_builtins(self)}


class Solution(NamedTuple):
    """A ballot or vote, its solution, and what each side's next point is worth to it."""

    game: ballot.BallotGame
    solved: ballot.Solved
    point: dict[str, float]


def solution_of(position: BallotPosition, follows: Continuation) -> Solution:
    """LiF 4.1: a position solved, given what follows it."""
    game = ballot.BallotGame(tuple(_agents(position)), *_stakes(position, follows))
    return Solution(game, ballot.solve(game), _point(position, follows))


def advise(position: BallotPosition) -> VetoAdvice:
    """LiF 4.1: how often each answer should be given, by what everybody knows."""
    game, solved, point = solution_of(position, continuation.continuation(position))
    on, off = ("stays", "gone") if position.phase == "ballots" else ("another", "end")
    return VetoAdvice(
        position,
        {on: _rounded(game.on), off: _rounded(game.off)},
        tuple(_advised(game.agents, solved)),
        rounded(solved.gap),
        solved.rounds,
        point,
    )


def _advised(agents: Sequence[ballot.Agent], solved: ballot.Solved) -> Iterator[AgentAdvice]:
    for number, agent in enumerate(agents):
        rows = zip(agent.answers, solved.mixes[number], solved.values[number], strict=True)
        choices = tuple(
            AdvisedChoice(answer.say, answer.pays, answer.cost, rounded(chance), rounded(value))
            for answer, chance, value in rows
        )
        worth, joint = rounded(solved.expected[number]), rounded(solved.joint[number])
        yield AgentAdvice(agent.name, agent.side, agent.powers, worth, joint, choices)


def rounded(number: float) -> float:
    """A figure as everybody gets it; never a negative nought."""
    return round(number, DECIMALS) + 0.0


def _rounded(grid: Grid) -> Grid:
    return [[rounded(value) for value in row] for row in grid]


# --- the position as the solver sees it -----------------------------------------------------------


def _agents(position: BallotPosition) -> Iterator[ballot.Agent]:
    """Who answers: a member for their powers of one side, with one power at most."""
    groups: dict[tuple[str, str], dict[str, Power]] = {}
    for power in POWERS:
        row = position.powers[power]
        if row.marker:
            groups.setdefault((row.agent, row.side), {})[power] = row
    for (name, side), rows in groups.items():
        worth = continuation.added((row.worth or 0.0) / len(rows) for row in rows.values())
        yield ballot.Agent(name, side, tuple(rows), tuple(_answers(position, rows)), worth)


def _answers(position: BallotPosition, rows: Mapping[str, Power]) -> Iterator[ballot.AgentAnswer]:
    """What an agent's powers can say: paid by the cheapest that can, then the richest."""
    if position.phase == "votes":
        yield from _votes(position.rulebook, *max(rows.items(), key=lambda one: one[1].points))
        return
    yield ballot.AgentAnswer("no-veto", None, 0, 0)
    able = [(row.price or 0, -row.points, power) for power, row in rows.items() if _can_veto(row)]
    if able:
        price, _, power = min(able, key=lambda one: one[:2])
        own = position.powers[power].side == position.leader.side
        yield ballot.AgentAnswer("veto", power, price, ballot.UNDOES if own else ballot.ACTS)


def _votes(rulebook: str, power: str, row: Power) -> Iterator[ballot.AgentAnswer]:
    yield ballot.AgentAnswer("abstain", None, 0, 0)
    if row.points >= 1:
        yield ballot.AgentAnswer("another", power, 1, ballot.ACTS)
    if row.points >= STOP and rulebook == LIF_1998:
        yield ballot.AgentAnswer("stop", power, STOP, ballot.UNDOES)


def _can_veto(row: Power) -> bool:
    return row.marker and row.price is not None and row.points >= row.price


def _payable(position: BallotPosition, side: str) -> int:
    """The most that a side's powers could pay now."""
    rows = [row for row in position.powers.values() if row.side == side and row.marker]
    if position.phase == "ballots":
        return sum(row.price or 0 for row in rows if _can_veto(row))
    dearest = STOP if position.rulebook == LIF_1998 else 1
    return sum(min(row.points, dearest) for row in rows)


def _stakes(position: BallotPosition, follows: Continuation) -> tuple[Grid, Grid, bool]:
    """What follows by all that both sides could pay now."""
    axis, allies = (
        [min(most, points - paid) for paid in range(_payable(position, side) + 1)]
        for side, most, points in zip(SIDES, MOST, continuation.pools(position), strict=True)
    )
    on, off = ([[grid[a][b] for b in allies] for a in axis] for grid in (follows.on, follows.off))
    return (on, off, position.charge_idle_support or position.phase == "votes")


def _point(position: BallotPosition, follows: Continuation) -> dict[str, float]:
    """What each side's next point is worth to it: of the last that counts, where no more count."""
    a, b = map(min, MOST, continuation.pools(position))
    grid = follows.on if position.phase == "ballots" else follows.off
    more_a, more_b = min(a, MOST[0] - 1), min(b, MOST[1] - 1)
    return {
        "axis": rounded(grid[more_a + 1][b] - grid[more_a][b]),
        "allies": rounded(grid[a][more_b] - grid[a][more_b + 1]),
    }
