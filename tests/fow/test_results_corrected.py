"""A report that was wrong is put right: points, sector and the end are worked out again with it."""

from pathlib import Path
from typing import Any

import pytest

from campaign.cli.shared_verbs.corrections import print_impact
from campaign.handler.explanations import CorrectionPreview
from events.fow.set_up import CampaignSetUp
from fow.disputed import amend, opened, preview, why_not
from fow.support import FORCES, War
from support.driver import NAME


def won(club: War, **fields: Any) -> int:
    """The Allies took an objective: the version of the report."""
    club.do("BeginBattle")
    told = {"ended_by": "objective", "side": "allies", "turn": 4, "lost": {"allies": 0}}
    return int(club.do("ReportResult", **{**told, **fields})[0]["version"])


def test_fow_victory_points_are_worked_out_again(tmp_path: Path) -> None:
    """p. 195: with two platoons lost the Allies have four points and the Axis three."""
    with opened(tmp_path) as club:
        report = won(club)
        assert club.line()["victory_points"]["allies"]["balance"] == 6
        amend(club, report, lost={"allies": 2})
        points = club.line()["victory_points"]
        assert (points["allies"]["won"], points["axis"]["won"]) == (4, 3)
        assert (points["allies"]["last"], points["axis"]["last"]) == (4, 3)
        battle = club.show()["battles"]["anzio-1"]
        assert (battle["result"], battle["counted"]["allies"]) == ("minor", 2)
        assert club.line()["sector"] == 3


def test_a_confirmation_of_its_own_is_worked_out_again(tmp_path: Path) -> None:
    """FoW ruling 29: the points came with the confirmation, in an act of its own."""
    with opened(tmp_path) as club:
        club.do("BeginBattle")
        told = {"ended_by": "objective", "side": "allies", "turn": 4, "lost": {"allies": 0}}
        report = club.do("ReportResult", by="anna", **told)[0]["version"]
        club.do("ConfirmResult", by="ben")
        amend(club, report, lost={"allies": 1})
        points = club.line()["victory_points"]
        assert (points["allies"]["won"], points["axis"]["won"]) == (5, 2)


def test_another_end_has_another_winner_and_another_sector(tmp_path: Path) -> None:
    """p. 204: the defender had cleared their half in their turn six, so the Factory holds."""
    with opened(tmp_path) as club:
        report = won(club)
        changed = {"ended_by": "cleared", "side": "axis", "turn": 6, "lost": {"axis": 1}}
        amend(club, report, **changed)
        shown = club.show()
        assert shown["battles"]["anzio-1"]["winner"] == "axis"
        assert club.line()["sector"] == 4
        points = club.line()["victory_points"]
        assert (points["allies"]["won"], points["axis"]["won"]) == (2, 5)


def test_a_purchase_that_is_no_longer_covered_goes_with_it(tmp_path: Path) -> None:
    """p. 234: six points paid for another mission; four would not have."""
    with opened(tmp_path) as club:
        report = won(club)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [2], "axis": [6]})
        club.do("ChangeMission", side="allies", mission="encounter")
        found = amend(club, report, lost={"allies": 2})
        assert [act.command for act in found.broken] == ["ChangeMission"]
        assert "5" in found.broken[0].reason and found.broken[0].rule == "FoW Axis of Attack"
        points = club.line()["victory_points"]["allies"]
        assert (points["won"], points["spent"], points["balance"]) == (4, 0, 4)


def test_an_end_of_the_campaign_goes_and_comes(tmp_path: Path) -> None:
    """p. 236: the last game decided nothing; with another winner it breaks through."""
    start = {"anzio": {"sector": 2}}
    with opened(tmp_path, games=1, start=start) as club:
        club.do("BeginBattle")
        told = {"ended_by": "cleared", "side": "axis", "turn": 6, "lost": {}}
        report = club.do("ReportResult", **told)[0]["version"]
        assert club.show()["decided"]["how"] == "stalemate"
        amend(club, report, ended_by="objective", side="allies", turn=3)
        assert club.show()["decided"] == {
            "winner": "allies", "how": "breakthrough", "line": "anzio",
        }  # fmt: skip
        assert club.line()["sector"] == 1
        amend(club, report, ended_by="conceded", side="allies", turn=0)
        assert club.show()["decided"] == {"winner": "", "how": "stalemate", "line": ""}
        assert club.line()["sector"] == 2 and club.line()["broken_by"] == ""


def test_an_end_that_is_about_nobody(tmp_path: Path) -> None:
    """FoW ruling 28: time ran out, so no side is named and the defender has won."""
    with opened(tmp_path) as club:
        report = won(club)
        changed = {"ended_by": "time", "side": "", "turn": 0}
        amend(club, report, **changed)
        battle = club.show()["battles"]["anzio-1"]
        assert (battle["ended_by"], battle["winner"]) == ("time", "axis")
        assert club.line()["sector"] == 4


def test_named_platoons_are_amended_by_name(tmp_path: Path) -> None:
    """Their number follows: two named bring four points, and a number alone is refused."""
    with opened(tmp_path, forces=FORCES) as club:
        report = won(club, lost={"allies": ["rifle-1"]})
        assert why_not(club, report, lost={"allies": 2}).endswith(
            "the platoons are named: amend lost_platoons, and their number follows"
        )
        assert "whose report it was stays" in why_not(club, report, by_side="axis")
        told = why_not(club, report, pre_game_platoons={"allies": ["rifle-2"]})
        assert told == "None: pre_game: rifle-2 must be among all the platoons lost"
        assert why_not(club, report, lost_platoons={"allies": ["rifle-1", "two"]}) == (
            "None: lost_platoons: Allies: no platoon 'two' is in this battle; "
            "there is rifle-1, rifle-2, mortars, tanks"
        )
        amend(club, report, lost_platoons={"allies": ["rifle-1", "rifle-2"]})
        assert club.show()["battles"]["anzio-1"]["lost"]["allies"] == 2
        assert club.line()["victory_points"]["allies"]["won"] == 4


def test_fow_ruling_80_an_amended_turn_agrees_with_the_battle_log(tmp_path: Path) -> None:
    """The log has the Allies in turn 2: no correction makes their objective one of turn 1."""
    with opened(tmp_path) as club:
        club.do("BeginBattle")
        for side in ("allies", "axis", "allies"):
            club.do("BeginPlayerTurn", side=side)
        told = {"ended_by": "objective", "side": "allies", "lost": {"allies": 0}}
        report = club.do("ReportResult", **told)[0]
        assert report["turn"] == 2
        version = int(report["version"])
        told = "Record: the battle log has Allies in their own turn 2, not 1"
        assert why_not(club, version, turn=1) == told
        amend(club, version, turn=3)


def played_on(club: War) -> None:
    """Campoleone: the Allies are asked and pay for Encounter; nobody wins; then on to round 3."""
    club.do("AdvanceTurn")
    club.do("RollMission", dice={"allies": [2], "axis": [6]})
    club.do("ChangeMission", side="allies", mission="encounter")
    club.do("BeginBattle")
    club.do("ReportResult", ended_by="time", lost={"axis": 1})
    club.do("AdvanceTurn")
    club.do("RollMission", dice={"allies": [6], "axis": [1]})
    club.do("BeginBattle")


def test_battles_since_then_stand_without_the_purchase(tmp_path: Path) -> None:
    """p. 234: the purchase goes, and the battle that was fought after it stays as it was."""
    with opened(tmp_path) as club:
        report = won(club)
        played_on(club)
        before = club.show()
        found = amend(club, report, lost={"allies": 2})
        assert [act.command for act in found.broken] == ["ChangeMission"]
        shown = club.show()
        assert shown["turn"] == "round-03" and shown["lines"]["anzio"]["phase"] == "battle"
        assert shown["battles"]["anzio-2"] == before["battles"]["anzio-2"]
        points = shown["lines"]["anzio"]["victory_points"]
        assert (points["allies"]["balance"], points["axis"]["balance"]) == (4 + 2, 3 + 1)


def test_more_points_ask_nobody_afterwards(tmp_path: Path) -> None:
    """Who could not pay when the mission was rolled is not asked once the battle was fought."""
    with opened(tmp_path) as club:
        report = won(club, lost={"allies": 2})
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [2], "axis": [6]})
        club.do("BeginBattle")
        found = amend(club, report, lost={"allies": 0})
        assert found.broken == ()
        assert [act.command for act in found.impact.otherwise] == ["RollMission"]
        assert club.line()["victory_points"]["allies"]["won"] == 6
        assert club.line()["phase"] == "battle"


def test_fow_linked_missions_end_by_the_points_of_all_battles(tmp_path: Path) -> None:
    """p. 232: 6 and 2 against 1 and 5 is 8 to 6; with 4 and 3 for the first, 6 to 8."""
    sides = {"allies": "Able", "axis": "Baker"}
    kinds = {"allies": "tank", "axis": "infantry"}
    with opened(tmp_path, "linked", games=2, sides=sides, company_types=kinds) as club:
        club.do("RollMission", dice={"allies": [3, 3], "axis": [1, 1]})
        report = won(club, turn=2)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [1], "axis": [1]})
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="conceded", side="allies", lost={"axis": 1})
        assert club.show()["decided"]["winner"] == "allies"
        amend(club, report, lost={"allies": 2})
        assert club.show()["decided"] == {"winner": "axis", "how": "points", "line": ""}


def test_a_booking_is_taken_back_whole(tmp_path: Path) -> None:
    """Undo: points, sector and the end go with the report; then the battle itself."""
    with opened(tmp_path, games=1) as club:
        before = club.show()
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="objective", side="allies", turn=4)
        assert club.show()["decided"]["how"] == "stalemate" and club.line()["sector"] == 3
        club.do("UndoAct")
        line = club.line()
        assert (line["phase"], line["sector"]) == ("battle", 4)
        assert line["victory_points"]["allies"]["won"] == 0
        assert club.show()["decided"]["how"] == ""
        club.do("UndoAct")
        assert {**club.show(), "version": 0, "head": ""} == {**before, "version": 0, "head": ""}
        assert club.doubted() == []


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"winner": "axis"}, "Corrections: who won follows from how the battle ended: amend"),
        ({"battle": "anzio-2"}, "Corrections: which battle it was stays"),
        ({"ended_by": "last-turn"}, "FoW Hold the Line: Hold the Line does not end for the "),
        ({"ended_by": "cleared", "side": "axis"}, "FoW Hold the Line: in Hold the Line that ends "
         "nothing before the defender's own turn 6"),
    ],
)  # fmt: skip
def test_what_of_a_report_is_not_amended(tmp_path: Path, fields: dict[str, Any], told: str) -> None:
    """p. 204: the winner follows from an end that the mission has, and the battle stays."""
    with opened(tmp_path) as club:
        assert why_not(club, won(club), **fields).startswith(told)


def test_fow_missions_one_that_no_book_has_is_not_amended(tmp_path: Path) -> None:
    """What was played is a mission of the book; another of its missions is amended."""
    with opened(tmp_path) as club:
        (begun,) = club.do("BeginBattle")
        told = "None: mission: 'cauldrn' is no mission; did you mean cauldron?"
        assert why_not(club, begun["version"], mission="cauldrn") == told
        amend(club, begun["version"], mission="cauldron")


def test_half_of_a_purchase_is_no_purchase(tmp_path: Path) -> None:
    """The mission that was paid for is struck, or what it cost amended: told, not broken off."""
    with opened(tmp_path, company_types={"allies": "tank", "axis": "infantry"}) as club:
        won(club)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [4], "axis": [3]})
        paid, chosen = club.do("ChangeMission", side="allies", mission="roadblock")[:2]
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="time")
        struck = preview(club, chosen["version"])
        assert isinstance(struck, CorrectionPreview)
        assert [one.differs for one in struck.impact.otherwise] == [
            "battle begun, mission: free-for-all instead of roadblock"
        ]
        amended = preview(club, paid["version"], points=3)
        assert isinstance(amended, CorrectionPreview)
        assert [one.differs for one in amended.impact.overruled] == [
            "victory points spent, points: 5 instead of 3"
        ]


def test_fow_axis_of_attack_an_advance_goes_with_the_points_of_its_booking(tmp_path: Path) -> None:
    """p. 233: one victory, one sector, also where the points were struck and are booked again."""
    with opened(tmp_path) as club:
        points = won(club) + 2
        amend(club, points)
        assert club.line()["sector"] == 4
        club.do("ConfirmResult")
        assert club.line()["sector"] == 3 and club.line()["victory_points"]["allies"]["won"] == 6
        assert club.doubted() == []


def test_the_sides_and_lines_of_an_opening_stay(tmp_path: Path) -> None:
    """Every later event names them; a side's name in words may be put right."""
    with opened(tmp_path) as club:
        set_up = next(
            entry.version
            for entry in club._ledger.effective(NAME)
            if isinstance(entry.event, CampaignSetUp)
        )
        told = "Corrections: the sides stay as the campaign opened; only their names are amended"
        assert why_not(club, set_up, sides={}) == told
        told = "Corrections: the lines stay as the campaign opened"
        assert why_not(club, set_up, axes=[]) == told
        found = preview(club, set_up, sides={"allies": "The Allies", "axis": "Axis"})
        assert isinstance(found, CorrectionPreview)


def test_what_stands_after_another_winner_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second battle was fought a sector farther on; it stays there, and the preview says so."""
    with opened(tmp_path) as club:
        report = won(club)
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [3], "axis": [3]})
        if club.line()["phase"] == "change":
            club.do("DeclineChange")
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="conceded", side="axis", lost={})
        found = preview(club, report, ended_by="cleared", side="axis", turn=6)
        assert isinstance(found, CorrectionPreview) and found.impact.otherwise
        print_impact(found.impact, {}, whole=True)
        told = " ".join(capsys.readouterr().out.split())
        assert (
            "What has been worked out from these acts since stands too: where play was, and who "
            "has won. Strike or amend those events as well if they should not stand."
        ) in told
