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
