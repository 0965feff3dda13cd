"""FoW Campaign Types: a campaign that joins in mid-way; what its set-up says is judged."""

from pathlib import Path
from typing import Any

import pytest

from campaign.store.ledger import Ledger

ABLE = {"able": "Able", "baker": "Baker"}


def refused(folder: Path, scenario: str, at: dict[str, Any], **setup: Any) -> str:
    """Why a campaign with such a start does not open."""
    with Ledger(folder / "campaign.db") as ledger:
        answer = ledger.open(
            "club", system="fow", scenario=scenario, setup={**setup, "start": {scenario: at}}
        )
        assert isinstance(answer, dict) and not answer["accepted"]
        return str(answer["reason"])


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ({"mission": "no-retreat"}, "mission: there is no mission 'no-retreat'; "),
        ({"attacker": "axsis"}, "attacker: 'axsis' is no side; did you mean axis?"),
        ({"winner": "mars"}, "winner: 'mars' is no side; it is one of allies, axis"),
        (
            {"sector": 1},
            "sector: place 1 is an objective, where no battle is fought; "
            "start between the objectives",
        ),
        ({"sector": 9}, "sector: there is no place 9; there is 1 to 7"),
        ({"sector": -2}, "sector: there is no place -2; there is 1 to 7"),
        (
            {"victory_points": {"allies": -8}},
            "victory_points.allies: victory points are 0 or more, not -8",
        ),
        ({"last": {"axis": -1}}, "last.axis: victory points are 0 or more, not -1"),
        (
            {"victory_points": {"alies": 8}},
            "victory_points: 'alies' is no side; did you mean allies or axis?",
        ),
        ({"last": {"mars": 8}}, "last: 'mars' is no side; it is one of allies, axis"),
        ({"won_defending": True}, "won_defending: say as well who won; winner is missing"),
        (
            {"last": {"axis": 6}, "attacker": "axis"},
            "attacker: the next mission is rolled for, and tells who attacks; "
            "name the mission as well",
        ),
    ],
)
def test_a_start_that_no_battle_can_begin_from(
    tmp_path: Path, at: dict[str, Any], reason: str
) -> None:
    """Ruling 15, and what the table means: refused by its place, before anything is written."""
    assert refused(tmp_path, "anzio", at).startswith(f"set-up: start.anzio.{reason}")


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ({"sector": 3}, "sector: linked missions have no sectors; leave it out"),
        ({"mission": "breakthrough"}, "mission: linked missions roll for it; leave it out"),
        ({"attacker": "able"}, "attacker: linked missions roll for it; leave it out"),
        ({"winner": "axis"}, "winner: 'axis' is no side; it is one of able, baker"),
    ],
)
def test_a_linked_campaign_takes_points_alone(
    tmp_path: Path, at: dict[str, Any], reason: str
) -> None:
    assert refused(tmp_path, "linked", at, sides=ABLE) == f"set-up: start.linked.{reason}"
