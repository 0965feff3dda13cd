"""Corrections of the battlefield: dice and feature agree, draws stay, strikes give squares back."""

from pathlib import Path
from typing import Any

import pytest

from fow.disputed import INSTEAD, amend, opened, why_not
from fow.support import War


def ditch(club: War) -> int:
    """The Allies roll a ditch without trees in a1: the version."""
    fields = {"square": "a1", "category": "water-course", "dice": [4, 3]}
    return int(club.do("RollTerrain", **fields)[0]["version"])


def test_a_die_typed_in_wrong_is_put_right_with_what_it_brings(tmp_path: Path) -> None:
    """p. 234: a six is a pond; of a ditch's second die a four means trees."""
    with opened(tmp_path) as club:
        amend(club, ditch(club), dice=[6], feature="pond", lined=None)
        assert club.line()["battlefield"]["squares"] == {"a1": "pond"}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"dice": [6]}, "FoW Terrain Chart: these dice bring pond as feature: amend both at once"),
        ({"dice": [4, 5]}, "FoW Terrain Chart: these dice bring true as lined: amend both at once"),
        ({"dice": [4]}, "None: dice: there is one more to be thrown"),
        ({"dice": [4, 3, 1]}, "None: dice: expected 2, got 3"),
        ({"dice": [9, 3]}, "None: dice: a die shows 1 to 6, not 9"),
        ({"category": "mud"}, "None: category: expected one of high-ground, vegetation, "
         "water-course, settlement, rain, got 'mud'"),
        ({"chart": "moon"}, "None: chart: expected one of anzio, western-europe, eastern-europe, "
         "mediterranean, desert, got 'moon'"),
        ({"square": "z1"}, "None: square: expected a column and a row such as a1, got 'z1'"),
        ({"side": "red"}, "None: side: expected one of allies, axis, got 'red'"),
        ({"battle": "anzio-2"}, "Corrections: which battle it was stays; strike the event "
         "instead"),
    ],
)  # fmt: skip
def test_an_amendment_that_no_dice_bring_is_refused(
    tmp_path: Path, fields: dict[str, Any], told: str
) -> None:
    with opened(tmp_path) as club:
        assert why_not(club, ditch(club), **fields) == told


def test_a_table_is_amended_with_both_its_edges(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        (told,) = club.do("DescribeBattlefield", text="Ruins", width_feet=6, depth_feet=4)
        for fields in ({"depth_feet": 0}, {"width_feet": 30}):
            assert why_not(club, told["version"], **fields).endswith(
                "width_feet: a table has a width and a depth of 1 to 24 feet, or none is told"
            )
        amend(club, told["version"], width_feet=8)


def test_what_the_ledger_rolled_stays_and_its_numbers_are_used_up(tmp_path: Path) -> None:
    """A struck roll gives its square back; the next draw has the next number."""
    with opened(tmp_path, rulings={"dice": "ledger"}) as club:
        (first,) = club.do("RollTerrain", square="a1", category="vegetation")
        told = why_not(club, first["version"], dice=[7 - first["dice"][0]])
        assert told == f"Corrections: what the ledger rolled stays; {INSTEAD}"
        amend(club, first["version"])
        assert club.line()["battlefield"]["squares"] == {}
        (again,) = club.do("RollTerrain", square="a1", category="vegetation")
        assert (first["draw"], again["draw"]) == (1, 2)
        assert club.doubted() == []


def test_of_a_kept_battlefield_the_battle_stays(tmp_path: Path) -> None:
    with opened(tmp_path) as club:
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="cleared", side="axis", turn=6, lost={"allies": 2})
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange")
        (kept,) = club.do("KeepBattlefield")
        told = why_not(club, kept["version"], of="anzio-9")
        assert told == f"Corrections: whose ground it is stays; {INSTEAD}"
        amend(club, kept["version"])
        assert club.line()["battlefield"]["of"] == ""
