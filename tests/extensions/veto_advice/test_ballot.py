"""LiF 4.1: small ballots and votes against their solutions by hand (`tests/cases`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.extensions.veto_advice.advise import (
    NEAR,
    Agent,
    AgentAnswer,
    BallotGame,
    expected,
    solve,
)

CASES = json.loads((Path(__file__).parents[2] / "cases" / "veto-ballots.json").read_text())


def agent(number: int, side: str, worth: float, answers: list[list[Any]]) -> Agent:
    """One who answers, as a case has it."""
    made = tuple(
        AgentAnswer(say, "germany" if cost else None, cost, does) for say, cost, does in answers
    )
    return Agent(f"m{number}", side, ("germany",), made, worth)


@pytest.mark.parametrize("case", CASES, ids=[one["says"].partition(":")[0] for one in CASES])
def test_solved_by_hand(case: dict[str, Any]) -> None:
    """The mixes within 0.02 and the values within the gap."""
    agents = [agent(number, *row) for number, row in enumerate(case["agents"])]
    game = BallotGame(tuple(agents), case["on"], case["off"], case["pays_idle"])
    solved = solve(game)
    assert solved.gap <= NEAR
    assert [mix[1] for mix in solved.mixes] == pytest.approx(case["chances"], abs=0.02)
    worths = [game.worths(number, solved.mixes) for number in range(len(agents))]
    assert [*map(expected, solved.mixes, worths)] == pytest.approx(case["expected"], abs=0.01)


def test_nothing_at_stake_is_not_paid_for() -> None:
    """Whoever gains nothing by paying does not pay."""
    answers = [["no-veto", 0, 0], ["veto", 1, 1]]
    nothing = [[0.0], [0.0]]
    solved = solve(BallotGame((agent(0, "axis", 0, answers),), nothing, nothing, True))
    assert solved.mixes == [[1.0, 0.0]]


def test_what_a_side_would_gain_by_agreeing() -> None:
    """Two may veto for 1, one is enough: -1.75 each; if one of them alone does, -1."""
    (case,) = (one for one in CASES if one["says"].startswith("Two may veto for 1"))
    agents = tuple(agent(number, *row) for number, row in enumerate(case["agents"]))
    game = BallotGame(agents, case["on"], case["off"], case["pays_idle"])
    mixes = solve(game).mixes
    assert game.joint(0, mixes) == game.joint(1, mixes) == -1.0
