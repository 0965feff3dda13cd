"""The choice of a mission in sentences and in tables: every die with what was added to it."""

from pathlib import Path
from typing import Any

import pytest

from campaign.fow.missions.chapter import SENTENCES, rows, score_in_words
from campaign.fow.names import Names, names_of
from campaign.kernel.projections import Transition
from events.base import Event
from events.fow.missions import (
    ChangeDeclined,
    MissionAgreed,
    MissionChosen,
    MissionRolled,
    MissionScore,
    RolesDecided,
    RolesRolled,
    VictoryPointsSpent,
)
from fow.support import war
from support.driver import NAME

NAMES = Names(
    members={"anna": "Anna"},
    sides={"allies": "Allies", "axis": "Axis"},
    lines={"anzio": "Anzio"},
    sectors={},
    forces={},
    platoons={},
)


def told(event: Event) -> str:
    return SENTENCES[type(event)](event, NAMES)


def chosen(**fields: Any) -> str:
    return told(MissionChosen(line="anzio", battle="anzio-2", **fields))


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


def test_a_mission_roll_in_words() -> None:
    event = MissionRolled(
        line="anzio",
        battle="anzio-2",
        kind="linked",
        rolls={
            "allies": MissionScore((6,), 6, 1, 0, 13),
            "axis": MissionScore((4,), 1, 0, 0, 5),
        },
        row=12,
        witness="anna",
    )
    assert told(event) == (
        "Anzio: mission roll at the table, seen by Anna. Allies: 6 + 6 last mission + 1 lead = "
        "13; Axis: 4 + 1 last mission = 5. Row 12 or more: Roadblock."
    )


def test_how_a_mission_was_settled() -> None:
    assert chosen(mission="cauldron", row=7, how="roll") == (
        "Anzio: the mission is The Cauldron, as the dice picked it."
    )
    assert chosen(mission="cauldron", row=7, how="paid") == (
        "Anzio: the mission is The Cauldron, paid for with victory points."
    )
    assert chosen(mission="hold-the-line", row=4, how="agreed") == (
        "Anzio: the mission is Hold the Line, by agreement."
    )
    assert chosen(mission="hold-the-line", row=0, how="campaign") == (
        "Anzio: the mission is Hold the Line, as the campaign gives it."
    )


def test_how_the_attacker_was_settled() -> None:
    dice = {"allies": (3, 5), "axis": (3, 2)}
    assert told(
        RolesRolled(line="anzio", battle="anzio-1", dice=dice, source="ledger", draw=4)
    ) == ("Anzio: roll for the attack by the ledger. Allies: 3, 5; Axis: 3, 2.")
    types = {"allies": "tank", "axis": "infantry"}
    assert told(RolesRolled(line="anzio", battle="anzio-1", dice={}, types=types)) == (
        "Anzio: the companies are Allies tank and Axis infantry."
    )
    settled = [
        told(RolesDecided(line="anzio", attacker="allies", how=how))
        for how in ("score", "company-types", "roll", "campaign")  # type: ignore[arg-type]
    ]
    assert settled == [
        "Anzio: the Allies will attack, by the higher score.",
        "Anzio: the Allies will attack, by the types of the companies.",
        "Anzio: the Allies will attack, by the higher die.",
        "Anzio: the Allies will attack, as the campaign gives it.",
    ]
    assert told(RolesDecided(line="anzio", attacker="", how="roll")) == (
        "Anzio: with the new mission it is open again who attacks."
    )


def test_what_was_paid_kept_and_agreed() -> None:
    assert told(VictoryPointsSpent(line="anzio", side="axis", points=5, on="mission")) == (
        "The Axis spent 5 victory points on another mission (Anzio)."
    )
    assert told(VictoryPointsSpent(line="anzio", side="axis", points=5, on="reorganise")) == (
        "The Axis spent 5 victory points on a reorganisation (Anzio)."
    )
    assert told(ChangeDeclined(line="anzio", side="allies")) == (
        "The Allies kept the mission as it is (Anzio)."
    )
    assert told(MissionAgreed(line="anzio", side="allies", mission="hold-the-line")) == (
        "The Allies agreed to play Hold the Line (Anzio)."
    )


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
