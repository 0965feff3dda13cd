"""FoW Choosing Your Force: entering a force, handing it over, the club's army list, a battle's own
platoons."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from fow.support import FORCES, War, war

PLAYERS = {"anna": "allies", "aldo": "allies", "ben": "axis", "bea": "axis"}
RIFLES: dict[str, Any] = FORCES["rifles"]
ENTER: dict[str, Any] = {"force": "rifles", **RIFLES}
PLATOONS: list[dict[str, Any]] = RIFLES["platoons"]
SHEET = (
    "id,name,class,points,squads\nhq,,hq,100,\na,Rifles A,combat,300,3\nb,Rifles B,combat,300,3\n"
)


@pytest.fixture
def club(tmp_path: Path) -> War:
    """Anzio, with two players a side; Anna and Ben command."""
    return war(tmp_path, players=PLAYERS, commanders={"anzio": {"allies": "anna", "axis": "ben"}})


# --- entering -----------------------------------------------------------------------------------


def test_a_sheet_is_as_good_as_a_list(club: War) -> None:
    fields = {"force": "sheets", "side": "axis", "type": "tank"}
    (event,) = club.do("EnterForce", **fields, sheet=SHEET, by="bea")
    assert [one["id"] for one in event["platoons"]] == ["hq", "a", "b"] and event["points"] == 700
    assert club.doubted() == [] and club.rejudged() == []
    told = club.refused("EnterForce", **fields, sheet=SHEET + "a,,tank,x,\nc,,combat,-1,\n")
    assert told == (
        "malformed: sheet: line 5, id: a is on line 3 already; "
        "line 5, class: expected hq, combat, weapons or support, got 'tank'; "
        "line 5, points: expected a whole number from 0 to 9999, got 'x'; "
        "line 6, points: expected a whole number from 0 to 9999, got '-1'"
    )
    told = club.refused("EnterForce", **fields, sheet=SHEET, platoons=PLATOONS)
    assert told == "malformed: sheet: name the platoons or hand in a sheet, not both"
    told = club.refused("EnterForce", **fields)
    assert told == "malformed: platoons: name the platoons, or hand in a sheet"


def test_before_its_first_battle_a_force_is_entered_again(club: War) -> None:
    """FoW ruling 65: with other platoons too; it stays the player's."""
    club.do("EnterForce", **ENTER, by="anna")
    fewer = {"force": "rifles", "side": "allies", "type": "mechanised", "platoons": PLATOONS[:4]}
    (event,) = club.do("EnterForce", **fewer)
    assert (event["member"], event["points"]) == ("anna", 720)
    assert "tanks" not in club.show()["forces"]["rifles"]["platoons"]
    told = club.refused("EnterForce", **{**ENTER, "side": "axis", "member": None}, by="ben")
    assert told == "malformed: force: rifles is a force of Allies; choose another id"


def test_a_battle_that_was_abandoned_is_no_first_battle(club: War) -> None:
    """FoW ruling 17: it changes nothing."""
    for force, fields in FORCES.items():
        club.do("EnterForce", force=force, **fields)
    club.do("BeginBattle")
    club.do("AbandonBattle", reason="The hall was closed")
    club.do("EnterForce", **ENTER)


def test_in_linked_missions_a_force_may_be_chosen_for_each_game(tmp_path: Path) -> None:
    """The book keeps one force through a campaign with sectors alone."""
    with war(tmp_path, "linked", players=PLAYERS, forces=FORCES) as club:
        club.do("RollMission", dice={"allies": [1, 1], "axis": [6, 6]})
        phase = club.line("linked")
        if not phase["attacker"]:
            club.do("RollRoles", dice={"allies": [1], "axis": [6]})
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="conceded", side="allies", lost={})
        club.do("AdvanceTurn")
        club.do("EnterForce", **{**ENTER, "force": "fresh"}, by="anna")


def test_a_set_up_s_forces_are_checked_like_any_other(tmp_path: Path) -> None:
    with War(tmp_path) as club:
        opening = {"system": "fow", "scenario": "anzio"}
        for setup, told in (
            (
                {"forces": {"rifles": {**RIFLES, "member": ""}}, "points": 1000},
                "set-up: forces.rifles: the force costs 1,040 points and may cost 1,000",
            ),
            (
                {"forces": {"rifles": RIFLES}},
                "set-up: forces.rifles: member: 'anna' is not enrolled in this campaign",
            ),
            ({"forces": {"rifles": {"side": "allies"}}}, "set-up: forces.rifles: "),
        ):
            with pytest.raises(Exception, match=re.escape(told).replace("'", ".+")):
                club.open(**opening, setup=setup)
        setup = {"forces": {"rifles": {**RIFLES, "member": ""}}}
        with pytest.raises(Exception, match="this campaign is played without rosters"):
            club.open(**opening, setup=setup, modules={"forces": False})


# --- the club's army list -----------------------------------------------------------------------

LIST = (
    "company,type,platoon,class,min,max,points_min,points_max\n"
    "Rifle Company,infantry,HQ,hq,1,1,,\n"
    "Rifle Company,infantry,Rifle Platoon,combat,2,3,,\n"
    "Rifle Company,infantry,Mortars,weapons,,1,,\n"
    "Rifle Company,infantry,Tanks,support,,1,,\n"
)


def test_a_force_of_a_listed_company_is_checked_by_the_list(club: War) -> None:
    """The event counts the list; what is shown never has it, nor has its sentence."""
    (event,) = club.do("ImportArmyList", sheet=LIST)
    assert (event["companies"], event["rows"]) == (1, 4)
    assert event["digest"] == hashlib.sha256(LIST.encode()).hexdigest()
    (event,) = club.do("EnterForce", **ENTER, company="Rifle Company")
    assert event["checked"] == "list"
    assert club.show()["forces"]["rifles"]["checked"] == "list"
    assert "Rifle Platoon" not in str(club.show())
    assert club.doubted() == [] and club.rejudged() == []
    four = [*PLATOONS, *({"id": f"rifle-{n}", "class": "combat", "points": 10} for n in (3, 4))]
    told = club.refused("EnterForce", **{**ENTER, "platoons": four}, company="Rifle Company")
    assert told == "FoW Choosing Your Force: Rifle Platoon: 4 of at most 3"


def test_a_list_comes_with_the_opening(tmp_path: Path) -> None:
    """FoW ruling 67: then the forces of the set-up are checked by it, and it is judged with it."""
    rifles = {**RIFLES, "member": "", "company": "Rifle Company"}
    with War(tmp_path) as club:
        opening: dict[str, Any] = {"system": "fow", "scenario": "anzio"}
        for text, told in (
            (LIST + "Rifle Company,foot,Guns,support,,,,", "army_list, line 6, type: expected"),
            (LIST.replace("2,3", "3,4"), "set-up: forces.rifles: Rifle Platoon: 2 of at least 3"),
        ):
            with pytest.raises(Exception, match=re.escape(told)):
                club.open(
                    **opening, setup={"forces": {"rifles": rifles}}, extras={"army_list": text}
                )
        with pytest.raises(Exception, match="this campaign is played without rosters"):
            club.open(**opening, modules={"forces": False}, extras={"army_list": LIST})
        club.open(**opening, setup={"forces": {"rifles": rifles}}, extras={"army_list": LIST})
        assert club.show()["forces"]["rifles"]["checked"] == "list"
        assert club.doubted() == [] and club.rejudged() == []
