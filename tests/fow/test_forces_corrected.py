"""Corrections of forces: what a change brings with it, what stays, what would be impossible."""

from pathlib import Path
from typing import Any

import pytest

from fow.disputed import INSTEAD, amend, opened, why_not
from fow.support import FORCES, War
from support.driver import NAME


@pytest.fixture
def club(tmp_path: Path) -> War:
    """Anzio after a battle that the Allies won by 6 points; the next mission is chosen."""
    club = opened(tmp_path)
    for force, fields in FORCES.items():
        club.do("EnterForce", force=force, **fields)
    club.do("BeginBattle")
    club.do("ReportResult", ended_by="objective", side="allies", turn=4, lost={"axis": 2})
    club.do("AdvanceTurn")
    club.do("RollMission", dice={"allies": [1], "axis": [1]})
    club.do("DeclineChange")
    return club


def reorganised(club: War, **fields: Any) -> list[int]:
    """A reorganisation of the rifles: the versions of its events."""
    return [event["version"] for event in club.do("ReorganiseForce", force="rifles", **fields)]


def test_a_payment_is_given_back_with_the_change_that_it_was_for(club: War) -> None:
    """5 points were spent of 6; struck, all 6 are there, and the mortars too."""
    guns = {"id": "guns", "class": "weapons", "points": 100}
    changed, paid = reorganised(club, core=[{"swap": {"out": "mortars", "in": guns}}])
    assert club.show()["forces"]["rifles"]["points"] == 1020
    assert amend(club, changed).command.also == (paid,)
    shown = club.show()
    assert shown["forces"]["rifles"]["points"] == 1040
    assert "mortars" in shown["forces"]["rifles"]["platoons"]
    assert shown["lines"]["anzio"]["victory_points"]["allies"]["balance"] == 6


def test_points_follow_a_roster_that_was_put_right(club: War) -> None:
    """The tanks cost 300, not 320: so did the force, before and after it lost a squad."""
    squads = [{"platoon": "rifle-1", "change": "remove", "points": 230}]
    (changed,) = reorganised(club, squads=squads)
    platoons = [dict(one) for one in FORCES["rifles"]["platoons"]]
    platoons[-1]["points"] = 300
    entered = next(
        entry.version
        for entry in club._ledger.history(NAME)
        if getattr(entry.event, "force", "") == "rifles"
    )
    amend(club, entered, platoons=platoons)
    assert club.show()["forces"]["rifles"]["points"] == 1000
    told: dict[int, Any] = {entry.version: entry.event for entry in club._ledger.effective(NAME)}
    assert (told[entered].points, told[changed].points) == (1020, 1000)


def test_what_rests_on_a_change_goes_with_it(club: War) -> None:
    """A platoon that came in and went again: without the first change there is no second."""
    flak = {"id": "flak", "class": "support", "points": 90}
    (added,) = reorganised(club, support={"add": [flak]})
    (removed,) = reorganised(club, support={"remove": ["flak"]})
    found = amend(club, added)
    assert found.command.also == (removed,)
    assert "support: rifles has no platoon 'flak'; it has hq" in str(found)
    assert club.show()["forces"]["rifles"]["points"] == 1040


def test_no_correction_makes_a_force_dearer_than_it_may_be(club: War) -> None:
    (version,) = reorganised(club, air={"level": "limited", "points": 100})
    told = why_not(club, version, air={"level": "limited", "points": 461})
    assert told.startswith("FoW Choosing Your Force: ")
    assert told.endswith("rifles would cost 1,501 points and may cost 1,500")


def test_which_force_it_was_stays(club: War) -> None:
    (version,) = reorganised(club, air={"level": "limited", "points": 100})
    told = f"Corrections: which force it was stays; {INSTEAD}"
    assert why_not(club, version, force="grenadiers") == told


def test_an_army_list_stays_as_its_file_has_it(club: War) -> None:
    head = "company,type,platoon,class,min,max,points_min,points_max\n"
    (event,) = club.do("ImportArmyList", sheet=head + "Tanks,tank,Tanks,combat,2,,,\n")
    told = "Corrections: comes from the club's file; import the list again"
    assert why_not(club, event["version"], rows=2) == told
