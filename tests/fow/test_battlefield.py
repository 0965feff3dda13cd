"""FoW Terrain Chart, FoW Set Up the Battlefield: squares in turn, weather, the same ground."""

from pathlib import Path
from typing import Any

import pytest

from fow.support import War, war

PLAYERS = {"anna": "allies", "ben": "axis"}


def anzio(folder: Path, **setup: Any) -> War:
    return war(folder, games=8, players=PLAYERS, **setup)


def square(club: War, name: str, category: str, *dice: int, **fields: Any) -> dict[str, Any]:
    """Rolls for a square; the one event of it."""
    (event,) = club.do(
        "RollTerrain", square=name, category=category, dice=list(dice) or None, **fields
    )
    return event


def fight_and_hold(club: War) -> None:
    """The Allies attack the Factory and lose; a mission for the next battle is rolled for."""
    club.do("BeginBattle")
    lost = {"axis": 0, "allies": 2}
    club.do("ReportResult", ended_by="cleared", side="axis", turn=6, lost=lost)
    if club.line()["phase"] == "reported":
        club.do("ConfirmResult")
    club.do("AdvanceTurn")


def test_sides_pick_squares_in_turn_and_the_attacker_begins(tmp_path: Path) -> None:
    """p. 234; ruling 50. Commanders pick for their own side, a host for either."""
    with anzio(tmp_path) as club:
        assert club.refused("RollTerrain", by="ben", square="a1", category="settlement") == (
            "Members: Allies: Anna acts here, not Ben"
        )
        first = square(club, "a1", "high-ground", 3, by="anna")
        assert (first["side"], first["feature"]) == ("allies", "low-ridge")
        told = "FoW Terrain Chart: squares are picked in turn; this one is for Axis"
        again = {"square": "b1", "category": "settlement"}
        assert club.refused("RollTerrain", side="allies", by="anna", **again) == told
        second = square(club, "b1", "water-course", 4, 5, by="ben", witness="anna")
        assert (second["side"], second["feature"], second["lined"]) == ("axis", "fosso", True)
        assert second["witness"] == "anna"
        assert club.refused("RollTerrain", square="a1", category="settlement") == (
            "FoW Terrain Chart: a1 is rolled for already"
        )
        assert club.line()["battlefield"] == {
            "squares": {"a1": "low-ridge", "b1": "fosso"},
            "of": "",
        }
        assert club.doubted() == [] and club.rejudged() == []


@pytest.mark.parametrize(("switch", "side"), [("defender", "axis"), ("roll", "axis")])
def test_the_club_rules_who_begins(tmp_path: Path, switch: str, side: str) -> None:
    """Ruling 50: the defender, or whoever won a roll of their own."""
    with anzio(tmp_path, rulings={"first_square": switch}) as club:
        if switch == "roll":
            assert club.refused("RollTerrain", square="a1", category="settlement") == (
                "malformed: side: say which side picks the first square: allies or axis"
            )
        assert square(club, "a1", "settlement", by="ben")["side"] == side
        assert square(club, "b1", "settlement")["side"] == "allies"
        assert club.doubted() == [] and club.rejudged() == []


def test_dice_are_as_many_as_the_chart_needs(tmp_path: Path) -> None:
    """p. 234: none for a farm, one for a hill, one more for the trees along a ditch."""
    with anzio(tmp_path) as club:
        one = {"square": "a1"}
        for fields, told in (
            ({"category": "settlement", "dice": [3]}, "dice: one die is too many here: none will "
             "do"),
            ({"category": "water-course", "dice": [4]}, "dice: one die is not enough here: one "
             "more is thrown"),
            ({"category": "water-course", "dice": [6, 2]}, "dice: 2 dice are too many here: 1 "
             "will do"),
            ({"category": "high-ground", "dice": [7]}, "dice: a die shows 1 to 6, not 7"),
            ({"category": "high-ground"}, "dice: this campaign rolls at the table: type the dice "
             "in"),
        ):  # fmt: skip
            assert club.refused("RollTerrain", **one, **fields) == f"malformed: {told}"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"square": "z9", "category": "rain"}, "malformed: square: expected a column and a row "
         "such as a1, got 'z9'"),
        ({"square": "a1"}, "malformed: category: say what your chart's first die gives: "
         "high-ground, vegetation, water-course, settlement or rain"),
        ({"square": "a1", "category": "high-grond"}, "malformed: category: 'high-grond' is not on "
         "the Anzio chart; did you mean high-ground?"),
        ({"square": "a1", "category": "balka"}, "malformed: category: 'balka' is not on the Anzio "
         "chart; there is high-ground, vegetation, water-course, settlement, rain"),
        ({"square": "a1", "category": "hill-or-ridge", "chart": "western-europe"},
         "FoW Terrain Chart: this battlefield is rolled on the Anzio chart; others lend it "
         "seasons alone"),
        ({"square": "a1", "category": "rain", "chart": "moon"}, "malformed: chart: 'moon' is no "
         "terrain chart; it is one of anzio, western-europe, eastern-europe, mediterranean, "
         "desert"),
        ({"square": "a1", "category": "rain", "dice": [1], "witness": "cleo"},
         "malformed: witness: 'cleo' is not enrolled in this campaign"),
    ],
)  # fmt: skip
def test_what_no_chart_knows_is_refused(tmp_path: Path, fields: dict[str, Any], told: str) -> None:
    with anzio(tmp_path) as club:
        assert club.refused("RollTerrain", **fields) == told


def test_the_first_rain_that_floods_the_table_stands(tmp_path: Path) -> None:
    """Ruling 51: dry weather first, then deep mud, and dry again changes nothing."""
    with anzio(tmp_path) as club:
        weather = [
            (square(club, name, "rain", die)["weather"], club.line()["weather"])
            for name, die in (("a1", 5), ("b1", 2), ("c1", 6))
        ]
        assert weather == [("dry", "dry"), ("deep-mud", "deep-mud"), ("dry", "deep-mud")]
        assert club.line()["battlefield"]["squares"] == {"a1": "rain", "b1": "rain", "c1": "rain"}


def test_a_season_may_come_from_another_chart(tmp_path: Path) -> None:
    """Rulings 52 and 68."""
    with anzio(tmp_path) as club:
        winter = square(club, "a1", "general-winter", 1, 4, chart="eastern-europe")
        assert winter["weather"] == club.line()["weather"] == "winter"
        assert square(club, "b1", "high-ground", 6)["chart"] == "anzio"
        assert club.doubted() == [] and club.rejudged() == []


def test_a_table_that_was_measured_has_no_other_squares(tmp_path: Path) -> None:
    """Ruling 49: six feet by four are three squares by two."""
    with anzio(tmp_path) as club:
        told = {"text": "Ruins in the centre.\nA ditch on each side.", "width_feet": 6}
        assert club.refused("DescribeBattlefield", **told) == (
            "malformed: depth_feet: a table has a width and a depth, each in feet"
        )
        club.do("DescribeBattlefield", **told, depth_feet=4, by="ben")
        assert club.refused("RollTerrain", square="a3", category="settlement") == (
            "malformed: square: a3 is outside the table of 6 by 4 feet: a1 to c2"
        )
        square(club, "c2", "settlement")
        assert club.refused("DescribeBattlefield", text="Less", width_feet=4, depth_feet=4) == (
            "malformed: width_feet: c2 is rolled for, and no square of a table of 4 by 4"
        )
        assert club.doubted() == [] and club.rejudged() == []


def test_a_stranger_to_the_battle_does_not_describe_it(tmp_path: Path) -> None:
    players = {**PLAYERS, "cleo": "axis"}
    commanders = {"anzio": {"axis": "ben"}}
    with war(tmp_path, games=8, players=players, commanders=commanders) as club:
        assert club.refused("DescribeBattlefield", by="cleo", text="Mud") == (
            "Members: a commander or a host describes the battlefield, not Cleo"
        )


def test_the_same_attacker_may_fight_over_the_same_ground(tmp_path: Path) -> None:
    """p. 238; ruling 19: squares and weather of the battle before."""
    with anzio(tmp_path) as club:
        assert club.refused("KeepBattlefield") == (
            "FoW Set Up the Battlefield: no battle was played in this sector yet; set up a new "
            "battlefield"
        )
        square(club, "a1", "rain", 1)
        square(club, "b1", "high-ground", 2)
        fight_and_hold(club)
        assert club.refused("KeepBattlefield") == (
            "FoW Set Up the Battlefield: the battlefield is set up once the mission is settled"
        )
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange")
        assert club.line()["battlefield"] == {"squares": {}, "of": ""}
        assert club.refused("KeepBattlefield", by="ben") == (
            "Members: Allies: Anna acts here, not Ben"
        )
        club.do("KeepBattlefield", by="anna")
        line = club.line()
        assert (line["weather"], line["battlefield"]) == (
            "deep-mud",
            {"squares": {"a1": "rain", "b1": "low-ridge"}, "of": "anzio-1"},
        )
        told = "FoW Set Up the Battlefield: the battle is fought over the ground of battle 1; "
        told += "nothing is rolled for"
        assert club.refused("RollTerrain", square="c1", category="settlement") == told
        assert club.refused("KeepBattlefield") == told
        assert club.doubted() == [] and club.rejudged() == []


def test_another_attacker_has_a_new_battlefield(tmp_path: Path) -> None:
    with anzio(tmp_path) as club:
        fight_and_hold(club)
        club.do("RollMission", dice={"allies": [1], "axis": [6]})
        club.do("DeclineChange")
        assert club.refused("KeepBattlefield") == (
            "FoW Set Up the Battlefield: Allies attacked in battle 1; with another attacker the "
            "battlefield is a new one"
        )
        club.do("BeginBattle")
        assert club.refused("RollTerrain", square="a1", category="settlement") == (
            "FoW Set Up the Battlefield: the battle has begun; its battlefield stays as it is"
        )


def test_a_new_battlefield_that_was_begun_is_finished(tmp_path: Path) -> None:
    with anzio(tmp_path) as club:
        fight_and_hold(club)
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange")
        square(club, "a1", "settlement")
        assert club.refused("KeepBattlefield") == (
            "FoW Set Up the Battlefield: squares of a new battlefield are rolled already"
        )


def test_linked_missions_name_their_chart_and_never_keep_a_battlefield(tmp_path: Path) -> None:
    with war(tmp_path, "linked", games=3) as club:
        assert club.refused("RollTerrain", square="a1", category="mud") == (
            "FoW Set Up the Battlefield: the battlefield is set up once the mission is settled"
        )
        club.do("RollMission", dice={"allies": [3, 3], "axis": [2, 2]})
        line = club.line("linked")
        assert (line["mission"], line["phase"]) == ("hold-the-line", "preparation")
        if not line["attacker"]:
            told = "FoW ruling 50: the attacker picks the first square, and who attacks is not "
            assert club.refused("RollTerrain", square="a1", category="mud") == told + "decided yet"
            club.do("RollRoles", types={"allies": "tank", "axis": "infantry"})
        assert club.refused("KeepBattlefield") == (
            "FoW Set Up the Battlefield: linked missions have no sectors; each battle has a new "
            "battlefield"
        )
        asked = "malformed: chart: say which: anzio, western-europe, eastern-europe, "
        assert club.refused("RollTerrain", square="a1", category="mud", dice=[3, 1]) == (
            asked + "mediterranean or desert"
        )
        wadi = square(club, "a1", "stream-or-wadi", 2, 6, chart="mediterranean")
        assert (wadi["feature"], wadi["hill"]) == ("wadi", True)
        assert square(club, "b1", "mountain", 5, 1)["chart"] == "mediterranean"
        assert club.doubted() == [] and club.rejudged() == []


def test_without_the_module_there_is_no_battlefield(tmp_path: Path) -> None:
    with anzio(tmp_path, modules={"terrain": False}) as club:
        assert club.refused("DescribeBattlefield", text="Mud") == (
            "Module terrain: this campaign is played without terrain charts"
        )


def test_the_ledger_rolls_for_a_square_where_the_club_says_so(tmp_path: Path) -> None:
    """Ruling 63: the draws are numbered, and can be checked once the round is over."""
    with anzio(tmp_path, rulings={"dice": "ledger"}) as club:
        told = "FoW ruling 63: in this campaign the ledger rolls: leave the dice out"
        fields = {"square": "a1", "category": "vegetation"}
        assert club.refused("RollTerrain", **fields, dice=[3]) == told
        (event,) = club.do("RollTerrain", **fields)
        assert (event["source"], event["draw"], len(event["dice"])) == ("ledger", 1, 1)
        assert event["feature"] == ("copse" if event["dice"][0] < 4 else "olive-grove")
        farm = square(club, "b1", "settlement")
        assert (farm["feature"], farm.get("draw", 0)) == ("farm", 0)
        assert club.doubted() == [] and club.rejudged() == []


FIRST_DIE = """chart,low,high,category
anzio,1,2,high-ground
anzio,3,3,vegetation
anzio,4,4,water-course
anzio,5,5,settlement
anzio,6,6,rain
"""


def test_a_club_s_own_table_names_the_category(tmp_path: Path) -> None:
    """Ruling 48."""
    with War(tmp_path) as club:
        club.open(
            system="fow", scenario="anzio", setup={"games": 8}, extras={"first_die": FIRST_DIE}
        )
        assert club.refused("RollTerrain", square="a1", category="rain", dice=[6, 1]) == (
            "malformed: category: leave it out: the club's table gives it for the first die"
        )
        (event,) = club.do("RollTerrain", square="a1", dice=[4, 3, 4])
        assert (event["first_die"], event["category"]) == (4, "water-course")
        assert (event["feature"], event["lined"]) == ("fosso", True)
        (farm,) = club.do("RollTerrain", square="b1", dice=[5])
        assert (farm["feature"], farm["first_die"]) == ("farm", 5)
        assert club.doubted() == [] and club.rejudged() == []


def test_a_faulty_table_of_the_first_die_opens_no_campaign(tmp_path: Path) -> None:
    with War(tmp_path) as club:
        bad = {"first_die": "chart,low,high,category\nanzio,1,6,rian\n"}
        told = "first_die, line 2, category: expected one of high-ground, vegetation, "
        with pytest.raises(AssertionError, match=told + "water-course, settlement, rain, got"):
            club.open(system="fow", scenario="anzio", extras=bad)
