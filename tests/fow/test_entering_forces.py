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


@pytest.fixture
def club(tmp_path: Path) -> War:
    """Anzio, with two players a side; Anna and Ben command."""
    return war(tmp_path, players=PLAYERS, commanders={"anzio": {"allies": "anna", "axis": "ben"}})


# --- entering -----------------------------------------------------------------------------------


def test_before_its_first_battle_a_force_is_entered_again(club: War) -> None:
    """FoW ruling 65: with other platoons too; it stays the player's."""
    club.do("EnterForce", **ENTER, by="anna")
    fewer = {"force": "rifles", "side": "allies", "type": "mechanised", "platoons": PLATOONS[:4]}
    (event,) = club.do("EnterForce", **fewer)
    assert (event["member"], event["points"]) == ("anna", 720)
    assert "tanks" not in club.show()["forces"]["rifles"]["platoons"]
    told = club.refused("EnterForce", **{**ENTER, "side": "axis", "member": None}, by="ben")
    assert told == "malformed: force: rifles is a force of Allies; choose another id"


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
    assert event["sheet_digest"] == hashlib.sha256(LIST.encode()).hexdigest()
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
