"""The battle log: deployment, fortifications, player turns, withdrawal, platoons lost."""

from pathlib import Path
from typing import Any

from fow.support import FORCES, War, war

SIDES = {"able": "Able", "baker": "Baker"}
ROLLS = {
    "hold-the-line": {"able": [3, 3], "baker": [1, 1]},
    "fighting-withdrawal": {"able": [4, 5], "baker": [1, 1]},
    "breakthrough": {"able": [4, 4], "baker": [1, 5]},
    "cauldron": {"able": [3, 4], "baker": [1, 1]},
    "roadblock": {"able": [6, 6], "baker": [1, 1]},
    "big-push": {"able": [2, 2], "baker": [1, 1]},
    "free-for-all": {"able": [5, 6], "baker": [1, 1]},
}
"""Dice of a first game that give each mission; Able attacks where types decide."""


def begun(folder: Path, mission: str, *, each: int = 6, **more: Any) -> War:
    """A linked campaign whose first battle has begun, with as many platoons on each side."""
    rulings = {"dice": "either", **more.pop("rulings", {})}
    types = {"able": "tank", "baker": "infantry"}
    own = war(folder, "linked", sides=SIDES, games=4, company_types=types, rulings=rulings)
    own.do("RollMission", dice=ROLLS[mission])
    shown = own.line("linked")
    assert (shown["mission"], shown["attacker"] or "able") == (mission, "able")
    if not shown["attacker"]:
        own.do("RollRoles", dice={"able": [6], "baker": [1]})
    platoons = {"able": each, "baker": each} if each else None
    own.do("BeginBattle", **({"platoons": platoons} if platoons else {}), **more)
    return own


def mustered(folder: Path, **air: Any) -> War:
    """The Anzio line with both forces, of Anna and of Ben, and its battle begun."""
    rifles = {**FORCES["rifles"], "air": air} if air else FORCES["rifles"]
    own = war(
        folder,
        "anzio",
        games=8,
        rulings={"dice": "either"},
        players={"anna": "allies", "ben": "axis"},
        forces={**FORCES, "rifles": rifles},
    )
    own.do("BeginBattle")
    return own


def turns(own: War, *sides: str) -> list[dict[str, Any]]:
    """Player turns one after the other; the event of the last."""
    events: list[dict[str, Any]] = []
    for side in sides:
        events = own.do("BeginPlayerTurn", side=side)
    return events


def sound(own: War) -> None:
    """The record would be decided so again, and `verify` finds nothing."""
    assert own.rejudged() == []
    assert own.doubted() == []


# --- deployment -----------------------------------------------------------------------------------


def test_half_of_the_platoons_wait_and_what_is_on_the_table_is_recorded(tmp_path: Path) -> None:
    """Page 20: of seven, four at least in Reserve; of the three left one at most in Ambush."""
    with begun(tmp_path, "hold-the-line", each=7) as own:
        assert own.refused("RecordDeployment", side="baker", reserve=3) == (
            "FoW Hold the Line: of 7 platoons Baker has 4 to 7 in Reserve, not 3"
        )
        assert own.refused("RecordDeployment", side="baker", reserve=4, ambush=2) == (
            "FoW Hold the Line: of 7 platoons Baker has 0 to 1 in Ambush, not 2"
        )
        assert own.refused("RecordDeployment", side="baker", reserve=4, flank=1) == (
            "FoW Hold the Line: of 7 platoons Baker has none in the flank force, not 1"
        )
        assert own.refused("RecordDeployment", side="baker", reserve=8) == (
            "FoW Hold the Line: Baker has 7 platoons, and 8 are told"
        )
        assert own.refused("RecordDeployment", side="baker", reserve=-1) == (
            "malformed: reserve: expected 0 or more, got -1"
        )
        (event,) = own.do("RecordDeployment", side="baker", reserve=4, ambush=1)
        assert (event["reserve"], event["ambush"], event["on_table"]) == (4, 1, 3)
        turns(own, "able")
        assert own.refused("RecordDeployment", side="baker", reserve=5) == (
            "FoW Turn Order: the first turn has begun, and all have deployed"
        )
        sound(own)


def test_the_column_of_a_roadblock(tmp_path: Path) -> None:
    """Page 208: one target, two escorts from seven platoons on; the rest races to the rescue."""
    with begun(tmp_path, "roadblock", each=7) as own:
        assert own.refused("RecordDeployment", side="able", target=1, escorts=1) == (
            "FoW Roadblock: of 7 platoons Able has exactly 2 as escorts, not 1"
        )
        (event,) = own.do("RecordDeployment", side="able", target=1, escorts=2)
        assert (event["reserve"], event["on_table"]) == (4, 3)
        (turn,) = turns(own, "able")
        assert turn["due"] == ("racing-to-the-rescue",)
        (came,) = own.do("RollDice", aid="racing-to-the-rescue", side="able")
        assert (came["outcome"], came["inputs"]) == (2, {"off_table": 4})
        assert own.refused("RollDice", aid="racing-to-the-rescue", side="baker", off_table=2) == (
            "FoW Roadblock: nobody races to the rescue of Baker here"
        )
        sound(own)


def test_platoons_are_named_from_the_roster(tmp_path: Path) -> None:
    """The defender's roster has three platoons beside its headquarters."""
    with mustered(tmp_path) as own:
        assert own.refused("RecordDeployment", side="axis", reserve=["gren-1", "tigers"]) == (
            "malformed: reserve: Axis has no platoon 'tigers' in this battle"
        )
        assert own.refused(
            "RecordDeployment", side="axis", reserve=["gren-1", "gren-2"], ambush=["gren-1"]
        ) == ("malformed: ambush: gren-1 is named twice")
        own.do("RecordDeployment", side="axis", reserve=["gren-1", "gren-2"])
        assert own.refused("LosePlatoon", side="axis") == (
            "malformed: platoon: name the platoon that was lost"
        )
        assert own.refused("LosePlatoon", side="axis", platoon="gren-9") == (
            "malformed: platoon: Axis has no platoon 'gren-9' in this battle; did you mean "
            "gren-2 or gren-1?"
        )
        own.do("LosePlatoon", side="axis", platoon="flak", by="ben")
        assert own.refused("LosePlatoon", side="axis", platoon="flak") == (
            "Record: Axis: flak is no longer on the table"
        )
        assert own.refused("LosePlatoon", side="allies", platoon="tanks", by="ben") == (
            "Members: Allies: Anna acts here, not Ben"
        )
        sound(own)


def test_without_the_number_of_platoons_nothing_is_checked(tmp_path: Path) -> None:
    """Half of an unknown number is none."""
    with begun(tmp_path, "hold-the-line", each=0) as own:
        assert own.refused("RecordDeployment", side="baker", reserve=3) == (
            "Record: nobody said how many platoons Baker has; say so when the battle begins"
        )


# --- fortifications -------------------------------------------------------------------------------


def test_fortifications_are_bought_within_points_and_half_on_one_kind(tmp_path: Path) -> None:
    """Page 217-218: sixty points on four feet; the basic ones go by Infantry teams."""
    with begun(tmp_path, "big-push") as own:
        width = {"width_feet": 4}
        assert own.refused("BuyFortifications", width_feet=7) == (
            "malformed: width_feet: expected 4, 5 or 6, got 7"
        )
        assert own.refused("BuyFortifications", **width, infantry_teams=[-1]) == (
            "malformed: infantry_teams: expected 0 or more, got -1"
        )
        assert own.refused("BuyFortifications", **width, sections={"moat": 1}) == (
            "malformed: sections: 'moat' is no fortification; there is trench-line, barbed-wire, "
            "bunker, minefield and anti-tank-obstacle"
        )
        assert own.refused("BuyFortifications", **width, sections={"bunker": 0}) == (
            "malformed: sections: expected 1 or more bunker, got 0"
        )
        assert own.refused("BuyFortifications", **width, sections={"bunker": 6}) == (
            "FoW Fortifications: 6 bunker cost 36 points, and one kind has 30 at most"
        )
        all_of_it = {"bunker": 5, "minefield": 6, "barbed-wire": 1}
        assert own.refused("BuyFortifications", **width, sections=all_of_it) == (
            "FoW Fortifications: the sections cost 62 points, and there are 60"
        )
        (event,) = own.do("BuyFortifications", **width, infantry_teams=[3, 4, 5])
        assert event["basic"] == {"trench-line": 3, "barbed-wire": 6}
        assert (event["points"], event["spent"], event["sections"]) == (60, 0, {})
        turns(own, "able")
        assert own.refused("BuyFortifications", **width) == (
            "FoW Turn Order: the first turn has begun, and all have deployed"
        )
        sound(own)


def test_a_mission_without_fortifications_has_none(tmp_path: Path) -> None:
    """Only Trench Fight and The Big Push have them."""
    with begun(tmp_path, "hold-the-line") as own:
        for told in ({"width_feet": 4}, {"sections": {"bunker": 1}, "pioneers": {"minefield": 1}}):
            assert own.refused("BuyFortifications", **told) == (
                "FoW Fortifications: Hold the Line has no fortifications"
            )


def test_pioneer_supply_vehicles_lay_mines_or_wire_in_a_defensive_battle(tmp_path: Path) -> None:
    """Page 215: a minefield or three sections of wire each, whatever else the mission has."""
    with begun(tmp_path, "hold-the-line") as own:
        assert own.refused("BuyFortifications", pioneers={"bunker": 1}) == (
            "malformed: pioneers: expected minefield or barbed-wire, got 'bunker'"
        )
        assert own.refused("BuyFortifications", pioneers={"minefield": 0}) == (
            "malformed: pioneers: expected 1 or more for minefield, got 0"
        )
        (event,) = own.do("BuyFortifications", pioneers={"minefield": 1, "barbed-wire": 2})
        assert event["pioneers"] == {"minefield": 1, "barbed-wire": 6}
        assert (event["points"], event["basic"]) == (0, {})
        sound(own)
    with begun(tmp_path / "other", "free-for-all") as own:
        assert own.refused("BuyFortifications", pioneers={"minefield": 1}) == (
            "FoW Fortifications: Free-for-All is no Defensive Battle, and Pioneer Supply Vehicles "
            "lay nothing"
        )


# --- turns ----------------------------------------------------------------------------------------


def test_turns_alternate_and_the_mission_says_who_begins(tmp_path: Path) -> None:
    """Page 27: nobody takes two turns in a row; in Hold the Line the attacker begins."""
    with begun(tmp_path, "hold-the-line") as own:
        assert own.refused("BeginPlayerTurn", side="baker") == (
            "FoW Turn Order: Able has the first turn, not Baker"
        )
        (event,) = own.do("BeginPlayerTurn")
        assert (event["side"], event["number"], event["due"]) == ("able", 1, ())
        assert own.refused("BeginPlayerTurn", side="able") == (
            "FoW Turn Order: Able had the last turn; the next is that of Baker"
        )
        (event,) = own.do("BeginPlayerTurn")
        assert (event["side"], event["number"], event["due"]) == ("baker", 1, ("reserves",))
        assert own.show()["battles"]["linked-1"]["turns"] == {"able": 1, "baker": 1}
        sound(own)


def test_the_first_turn_is_rolled_for_where_the_mission_says_so(tmp_path: Path) -> None:
    """Page 202: whoever deployed first adds one; equal dice are rolled again."""
    with begun(tmp_path, "free-for-all") as own:
        assert own.refused("RollDice", aid="first-turn", side="able", finished_first="cain") == (
            "malformed: finished_first: 'cain' is no side"
        )
        rolled = own.do(
            "RollDice", aid="first-turn", side="able", finished_first="able", dice=[3, 4, 2, 4]
        )
        assert rolled[0]["outcome"] == "baker"
        assert own.refused("BeginPlayerTurn", side="able") == (
            "FoW Turn Order: Baker has the first turn, not Able"
        )
        assert own.refused("RollDice", aid="first-turn", side="able", finished_first="able") == (
            "FoW Turn Order: it is settled who has the first turn"
        )
        turns(own, "baker", "able")
        sound(own)
    with begun(tmp_path / "other", "hold-the-line") as own:
        assert own.refused("RollDice", aid="first-turn", side="able", finished_first="able") == (
            "FoW Hold the Line: nobody rolls; the first turn is that of Able"
        )


def test_nothing_is_logged_before_the_battle_and_after_its_report(tmp_path: Path) -> None:
    """The log is that of a battle that is being fought."""
    types = {"able": "tank", "baker": "infantry"}
    with war(tmp_path, "linked", sides=SIDES, games=4, company_types=types) as own:
        assert own.refused("BeginPlayerTurn", side="able") == (
            "FoW Campaign Sequence: Linked missions: begin the battle first"
        )
    with begun(tmp_path / "other", "hold-the-line") as own:
        own.do("EnrolMember", member="anna", name="Anna", roles=["player"], email="")
        own.do("EnrolMember", member="ben", name="Ben", roles=["player"], email="")
        own.do("JoinSide", member="anna", side="able")
        own.do("JoinSide", member="ben", side="baker")
        own.do("ReportResult", ended_by="conceded", side="able", lost={}, by="anna")
        assert own.refused("LosePlatoon", side="able") == (
            "FoW Campaign Sequence: Linked missions: the battle has been reported"
        )


def test_a_campaign_without_a_battle_log_has_none_of_it(tmp_path: Path) -> None:
    """The module is left out at the opening."""
    with war(tmp_path, "anzio", modules={"battle-log": False}, games=8) as own:
        own.do("BeginBattle")
        assert own.refused("RollDice", aid="rally", side="allies", rating="fearless") == (
            "Module battle-log: this campaign is played without a battle log"
        )


def test_a_broken_company_has_no_further_turn(tmp_path: Path) -> None:
    """Page 118: the battle is lost; what is left is its report."""
    with begun(tmp_path, "fighting-withdrawal", each=5) as own:
        turns(own, "able", "baker")
        for platoon in ("p1", "p2", "p3"):
            own.do("LosePlatoon", side="able", platoon=platoon)
        (turn,) = turns(own, "able")
        assert turn["due"] == ("company-morale",)
        rolled = own.do("RollDice", aid="company-morale", side="able", rating="confident", dice=[3])
        assert [event["type"] for event in rolled] == ["fow.DiceRolled", "fow.CompanyBroke"]
        assert rolled[0]["inputs"] == {"rating": "confident", "destroyed": 3, "on_table": 2}
        assert own.refused("BeginPlayerTurn", side="baker") == (
            "FoW Company Morale Checks: the force of Able has broken; report the result"
        )
        again = {"aid": "company-morale", "side": "able", "rating": "confident"}
        assert own.refused("RollDice", **again, dice=[3]) == (
            "FoW Company Morale Checks: Able failed already; report the result"
        )
        sound(own)


def test_a_battalion_outlives_its_companies(tmp_path: Path) -> None:
    """Page 230: a company's failure ends nothing; that of the battalion does."""
    with begun(tmp_path, "hold-the-line", battalion=True) as own:
        check = {"side": "able", "rating": "confident", "dice": [3]}
        own.do("RollDice", aid="company-morale", destroyed=3, on_table=2, company="a", **check)
        turns(own, "able", "baker")
        rolled = own.do("RollDice", aid="battalion-morale", companies=3, companies_left=1, **check)
        assert rolled[1] | {"company": "battalion"} == rolled[1]
        assert own.refused("BeginPlayerTurn", side="able").startswith("FoW Company Morale Checks")
        sound(own)
    with begun(tmp_path / "other", "hold-the-line") as own:
        assert (
            own.refused("RollDice", aid="battalion-morale", companies=3, companies_left=1, **check)
            == "FoW Company Morale Checks: this battle was not begun with a battalion"
        )


def test_platoons_are_not_lost_beyond_their_number(tmp_path: Path) -> None:
    """Two platoons without names: the third is none."""
    with begun(tmp_path, "hold-the-line", each=2) as own:
        own.do("LosePlatoon", side="able")
        own.do("LosePlatoon", side="able", how="rear")
        assert own.refused("LosePlatoon", side="able") == (
            "Record: Able has no platoon left on the table"
        )
        sound(own)


def test_a_morale_check_goes_by_the_losses_of_the_log(tmp_path: Path) -> None:
    """Page 118: more Destroyed than left; with one of seven gone there is nothing to check."""
    with begun(tmp_path, "free-for-all", each=7) as own:
        turns(own, "able", "baker")
        own.do("LosePlatoon", side="able", platoon="p1")
        check = {"aid": "company-morale", "side": "able", "rating": "reluctant", "dice": [1]}
        assert own.refused("RollDice", **check, destroyed=5, on_table=2) == (
            "Record: the battle log has 1 platoon of Able Destroyed, not 5; "
            "record each loss there first"
        )
        other = {**check, "side": "baker"}
        assert own.refused("RollDice", **other, destroyed=5, on_table=3) == (
            "Record: Baker had 7 platoons; 5 Destroyed and 3 on the table are more"
        )
        own.do("RollDice", **other, destroyed=5, on_table=2)
        sound(own)
