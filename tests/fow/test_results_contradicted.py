"""Reports that contradict themselves or the battle log, and battles that are abandoned too late."""

from pathlib import Path
from typing import Any

from fow.support import FORCES, War, war

PEOPLE = {"anna": "allies", "ben": "axis"}
HELD: dict[str, Any] = {"ended_by": "objective", "side": "allies", "turn": 4}


def anzio(folder: Path, **setup: Any) -> War:
    """Anzio with a player on each side; the battle of the Factory has begun."""
    club = war(folder, **{"games": 8, "players": PEOPLE, **setup})
    club.do("BeginBattle", by="anna")
    return club


def test_fow_victory_points_a_loss_before_the_game_is_one_of_those_lost(tmp_path: Path) -> None:
    """p. 195: a platoon lost in play counts, whichever other one is said to be lost before."""
    with anzio(tmp_path, forces=FORCES) as club:
        assert club.refused(
            "ReportResult", **HELD, lost={"allies": ["rifle-1"]}, pre_game={"allies": ["tanks"]}
        ) == ("malformed: pre_game: tanks must be among all the platoons lost")
        lost = {"allies": ["rifle-1", "tanks"]}
        club.do("ReportResult", **HELD, lost=lost, pre_game={"allies": ["tanks"]})
        battle = club.show()["battles"]["anzio-1"]
        assert battle["counted"]["allies"] == 1 and battle["result"] == "major"
        assert club.rejudged() == []


def test_fow_ruling_26_losses_before_the_game_are_nobodys_first_platoon(tmp_path: Path) -> None:
    """Able's two were lost before the game, so the first of the battle is one of Baker's three."""
    sides = {"able": "Able", "baker": "Baker"}
    types = {"able": "tank", "baker": "infantry"}
    setup: dict[str, Any] = {"sides": sides, "games": 4, "company_types": types}
    with war(tmp_path, "linked", rulings={"intense_first": "overall"}, **setup) as club:
        club.do("RollMission", dice={"able": [2, 2], "baker": [1, 1]})
        club.do("BeginBattle")
        told: dict[str, Any] = {
            "ended_by": "objective",
            "side": "able",
            "turn": 3,
            "lost": {"able": 2, "baker": 3},
            "pre_game": {"able": 2},
        }
        assert club.refused("ReportResult", **told, first_lost="able") == (
            "malformed: first_lost: Able lost nothing in play"
        )
        reported = club.do("ReportResult", **told)[0]
        assert reported["first_lost"] == "baker"
        assert club.show()["battles"]["linked-1"]["counted"] == {"able": 0, "baker": 2}
        assert club.rejudged() == []


def test_fow_ruling_29_a_host_who_fights_abandons_no_battle_that_was_reported(
    tmp_path: Path,
) -> None:
    """Neither while the report waits nor once it is contested; a host beside the battle may."""
    too_late = (
        "FoW ruling 29: a result was reported: "
        "a host who fights in this battle cannot abandon it now"
    )
    with anzio(tmp_path, players={"anna": "allies", "host": "axis"}) as club:
        club.do("ReportResult", by="anna", **HELD)
        assert club.refused("AbandonBattle", reason="I did not like it") == too_late
        club.do("ContestResult", text="It was not so.")
        assert club.refused("AbandonBattle", reason="I did not like it") == too_late


def test_fow_ruling_17_a_host_beside_the_battle_may_abandon_it(tmp_path: Path) -> None:
    """They take nothing from anybody: they could have settled the report as well."""
    with anzio(tmp_path) as club:
        club.do("ReportResult", by="anna", **HELD)
        club.do("AbandonBattle", reason="Both agree to forget it.")
        assert club.show()["battles"]["anzio-1"]["state"] == "abandoned"
        assert club.rejudged() == []


def test_fow_turn_order_a_report_goes_by_the_turns_of_the_log(tmp_path: Path) -> None:
    """p. 204: the defender clears nothing before turn six; the log has the Axis in turn three."""
    with anzio(tmp_path) as club:
        for _ in range(3):
            club.do("BeginPlayerTurn", side="allies")
            club.do("BeginPlayerTurn", side="axis")
        early = (
            "FoW Hold the Line: in Hold the Line that ends nothing before the defender's own turn 6"
        )
        assert club.refused("ReportResult", ended_by="cleared") == early
        assert club.refused("ReportResult", **{**HELD, "turn": 2}) == (
            "Record: the battle log has Allies in their own turn 3, not 2"
        )
        assert club.refused("ReportResult", ended_by="time", turn=2) == (
            "Record: the battle log has own turn 3, not 2"
        )
        reported = club.do("ReportResult", ended_by="cleared", turn=6)[0]
        assert (reported["winner"], reported["turn"]) == ("axis", 6)
        assert club.rejudged() == [] and club.doubted() == []


def test_fow_ruling_80_the_turn_that_the_log_has_is_the_reports(tmp_path: Path) -> None:
    """p. 204: the Axis begin their turn six with the table cleared, and the log says so."""
    with anzio(tmp_path) as club:
        for _ in range(6):
            club.do("BeginPlayerTurn", side="allies")
            club.do("BeginPlayerTurn", side="axis")
        reported = club.do("ReportResult", ended_by="cleared", by="ben")[0]
        assert (reported["winner"], reported["turn"]) == ("axis", 6)
        assert club.rejudged() == [] and club.doubted() == []


def test_fow_victory_points_no_platoon_is_lost_before_the_game_in_its_midst(tmp_path: Path) -> None:
    """p. 195: what is Destroyed once the first turn has begun counts."""
    with anzio(tmp_path) as club:
        club.do("LosePlatoon", side="axis", platoon="p1", how="pre-game")
        club.do("BeginPlayerTurn", side="allies")
        assert club.refused("LosePlatoon", side="axis", platoon="p2", how="pre-game") == (
            "FoW Turn Order: the first turn has begun, and what is lost from now on counts"
        )
        club.do("LosePlatoon", side="axis", platoon="p2", how="destroyed")
