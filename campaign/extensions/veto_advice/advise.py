"""LiF 4.1: advice on a ballot or vote: each answer's chance and value, and what a point is worth.

Pure; the same position gives the same bytes.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from campaign.extensions.veto_advice.ballot import (
    ACTS,
    UNDOES,
    Agent,
    AgentAnswer,
    BallotGame,
    Solved,
    Stakes,
    solve,
)
from campaign.extensions.veto_advice.continuation import (
    MOST,
    STOP,
    Continuation,
    Grid,
    continuation,
    pools,
)
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
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return {"format": FORMAT, **fields, "position": msgspec.to_builtins(self.position)}


def advise(position: BallotPosition) -> VetoAdvice:
    """LiF 4.1: how often each answer should be given, by what everybody knows."""
    follows = continuation(position)
    agents = tuple(agents_of(position))
    stakes = stakes_of(position, follows)
    solved = solve(BallotGame(agents, stakes))
    on, off = ("stays", "gone") if position.phase == "ballots" else ("another", "end")
    return VetoAdvice(
        position,
        {on: _rounded(stakes.on), off: _rounded(stakes.off)},
        tuple(_advised(agents, solved)),
        _round(solved.gap),
        solved.rounds,
        point_of(position, follows),
    )


def _advised(agents: Sequence[Agent], solved: Solved) -> Iterator[AgentAdvice]:
    for number, agent in enumerate(agents):
        rows = zip(agent.answers, solved.mixes[number], solved.values[number], strict=True)
        yield AgentAdvice(
            agent.name,
            agent.side,
            agent.powers,
            _round(solved.expected[number]),
            _round(solved.joint[number]),
            tuple(
                AdvisedChoice(answer.say, answer.pays, answer.cost, _round(chance), _round(value))
                for answer, chance, value in rows
            ),
        )


def _round(number: float) -> float:
    return round(number, DECIMALS) + 0.0


def _rounded(grid: Grid) -> Grid:
    return [[_round(value) for value in row] for row in grid]


# --- the position as the solver sees it -----------------------------------------------------------


def agents_of(position: BallotPosition) -> Iterator[Agent]:
    """Who answers: a member for their powers of one side, with one power at most."""
    groups: dict[tuple[str, str], list[str]] = {}
    for power in POWERS:
        row = position.powers[power]
        if row.marker:
            groups.setdefault((row.agent, row.side), []).append(power)
    for (name, side), powers in groups.items():
        rows = [(power, position.powers[power]) for power in powers]
        answers = tuple(_answers(position, rows))
        worth = 0.0
        for _, row in rows:
            worth += (row.worth or 0.0) / len(rows)
        yield Agent(name, side, tuple(powers), answers, worth)


def _answers(position: BallotPosition, rows: Sequence[tuple[str, Power]]) -> Iterator[AgentAnswer]:
    """What an agent's powers can say: paid by the cheapest that can, then the richest."""
    if position.phase == "votes":
        yield from _votes(position.rulebook, *max(rows, key=lambda one: one[1].points))
        return
    yield AgentAnswer("no-veto", None, 0, 0)
    able = [(row.price or 0, -row.points, power) for power, row in rows if _can_veto(row)]
    if able:
        price, _, power = min(able, key=lambda one: one[:2])
        own = position.powers[power].side == position.leader.side
        yield AgentAnswer("veto", power, price, UNDOES if own else ACTS)


def _votes(rulebook: str, power: str, row: Power) -> Iterator[AgentAnswer]:
    yield AgentAnswer("abstain", None, 0, 0)
    if row.points >= 1:
        yield AgentAnswer("another", power, 1, ACTS)
    if row.points >= STOP and rulebook == LIF_1998:
        yield AgentAnswer("stop", power, STOP, UNDOES)


def _can_veto(row: Power) -> bool:
    return row.marker and row.price is not None and row.points >= row.price


def _payable(position: BallotPosition, side: str) -> int:
    """The most that a side's powers could pay now."""
    rows = [row for row in position.powers.values() if row.side == side and row.marker]
    if position.phase == "ballots":
        return sum(row.price or 0 for row in rows if _can_veto(row))
    dearest = STOP if position.rulebook == LIF_1998 else 1
    return sum(min(row.points, dearest) for row in rows)


def stakes_of(position: BallotPosition, follows: Continuation) -> Stakes:
    """What follows by all that both sides could pay now."""
    axis, allies = (
        [min(most, points - paid) for paid in range(_payable(position, side) + 1)]
        for side, most, points in zip(SIDES, MOST, pools(position), strict=True)
    )
    on, off = ([[grid[a][b] for b in allies] for a in axis] for grid in (follows.on, follows.off))
    return Stakes(on, off, position.charge_idle_support or position.phase == "votes")


def point_of(position: BallotPosition, follows: Continuation) -> dict[str, float]:
    """What each side's next point is worth to it: of the last that counts, where no more count."""
    a, b = map(min, MOST, pools(position))
    grid = follows.on if position.phase == "ballots" else follows.off
    more_a, more_b = min(a, MOST[0] - 1), min(b, MOST[1] - 1)
    return {
        "axis": _round(grid[more_a + 1][b] - grid[more_a][b]),
        "allies": _round(grid[a][more_b] - grid[a][more_b + 1]),
    }
