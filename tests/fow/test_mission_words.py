"""The choice of a mission in tables, and every die with what was added to it.

Its sentences stand in `tests/cases/sentences/fow-campaign.toml`.
"""

from pathlib import Path

import pytest

from campaign.fow.missions.chapter import rows, score_in_words
from campaign.fow.names import names_of
from campaign.kernel.projections import Transition
from events.fow.missions import MissionScore
from fow.support import war
from support.driver import NAME


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (MissionScore((3,), 6, 1, 0, 10), "3 + 6 last mission + 1 lead = 10"),
        (MissionScore((5,), 4, 0, -2, 7), "5 + 4 last mission - 2 won as the defender = 7"),
        (MissionScore((4, 4), score=8), "4 + 4 = 8"),
        (MissionScore((5,), score=5), "5"),
    ],
)
def test_a_score_adds_up_before_the_readers_eyes(score: MissionScore, words: str) -> None:
    assert score_in_words(score) == words


def test_the_read_tables_hold_each_die(tmp_path: Path) -> None:
    points = {"allies": 6, "axis": 6}
    start = {"anzio": {"victory_points": points, "last": points}}
    with war(tmp_path, start=start) as club:
        club.do("RollMission", dice={"allies": [4], "axis": [4]})
        club.do("ChangeMission", side="allies", mission="free-for-all")
        club.do("RollRoles", dice={"allies": [2, 1], "axis": [2, 4]})
        live = club._ledger.live(NAME)
        assert names_of(live.state).line("anzio") == "Anzio"
        made = [
            (table.name, {key: value for key, value in row.items() if key != "version"})
            for entry in club._ledger.effective(NAME)
            for table, row in rows(Transition(entry, "round-01", live.state, live.state))
        ]
    at = {"turn": "round-01", "line": "anzio"}
    here = {**at, "battle": "anzio-1"}
    rolled = {"kind": "linked", "dice": "4", "last": 6, "lead": 0, "won_defending": 0, "score": 10}
    assert made == [
        ("mission_rolls", {**here, "side": "allies", **rolled, "row": 10, "source": "table"}),
        ("mission_rolls", {**here, "side": "axis", **rolled, "row": 10, "source": "table"}),
        (
            "missions_chosen",
            {**here, "mission": "encounter", "name": "Encounter", "row": 10, "how": "roll"},
        ),
        (
            "victory_points_spent",
            {**at, "side": "allies", "points": 5, "bought": "mission", "balance": 1},
        ),
        (
            "missions_chosen",
            {**here, "mission": "free-for-all", "name": "Free-for-All", "row": 11, "how": "paid"},
        ),
        ("attack_rolls", {**here, "side": "allies", "dice": "2 1", "source": "table"}),
        ("attack_rolls", {**here, "side": "axis", "dice": "2 4", "source": "table"}),
        ("attackers", {**here, "attacker": "axis", "how": "roll"}),
    ]
