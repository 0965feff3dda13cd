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
    return war(
        tmp_path,
        players=PLAYERS,
        commanders={"anzio": {"allies": "anna", "axis": "ben"}},
    )


def fought(club: War) -> None:
    """Enters both forces, plays the first battle and begins the second round."""
    for force, fields in FORCES.items():
        club.do("EnterForce", force=force, **fields)
    club.do("BeginBattle")
    club.do("ReportResult", ended_by="objective", side="allies", turn=4, lost={"axis": 2})
    club.do("AdvanceTurn")


# --- entering -----------------------------------------------------------------------------------


def test_a_player_enters_their_own_force(club: War) -> None:
    """100 + 250 + 250 + 120 + 320 of platoons and 60 of air support are 1100 points."""
    air = {"level": "sporadic", "points": 60}
    fields = {name: value for name, value in ENTER.items() if name != "member"}
    (event,) = club.do("EnterForce", **fields, air=air, by="anna")
    assert (event["type"], event["member"]) == ("fow.ForceEntered", "anna")
    assert (event["points"], event["limit"], event["checked"]) == (1100, 1500, "word")
    shown = club.show()["forces"]["rifles"]
    assert (shown["side"], shown["member"], shown["type"]) == ("allies", "anna", "infantry")
    assert (shown["points"], shown["air"], shown["checked"]) == (1100, "sporadic", "word")
    assert shown["platoons"]["tanks"] == {"class": "support", "points": 320}
    assert club.doubted() == [] and club.rejudged() == []


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


def test_after_its_first_battle_a_force_is_reorganised(club: War) -> None:
    """FoW ruling 65: and its player brings no second force into the campaign."""
    fought(club)
    told = club.refused("EnterForce", **ENTER)
    assert told == "FoW ruling 65: rifles has fought; from now on it is reorganised"
    told = club.refused("EnterForce", **{**ENTER, "force": "fresh"}, by="anna")
    assert told == (
        "FoW ruling 65: Anna began the campaign with rifles, which is reorganised instead"
    )
    club.do("EnterForce", **{**ENTER, "force": "fresh", "member": "aldo"}, by="aldo")


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


def test_the_force_of_a_player_who_left_is_handed_over(club: War) -> None:
    """As it is, with all that it has fought."""
    fought(club)
    club.do("LeaveSide", member="anna")
    told = club.refused("EnterForce", **{**ENTER, "member": "aldo", "platoons": PLATOONS[:4]})
    assert told.startswith("FoW ruling 65: rifles has fought")
    club.do("EnterForce", **{**ENTER, "member": "aldo"})
    assert club.show()["forces"]["rifles"]["member"] == "aldo"
    told = club.refused("EnterForce", **{**ENTER, "member": "aldo"})
    assert told.startswith("FoW ruling 65: rifles has fought")
    assert club.doubted() == [] and club.rejudged() == []


def test_who_may_not_enter_a_force(club: War) -> None:
    """Players enter their own, their side's speaker and a host those of others."""
    told = club.refused("EnterForce", **ENTER, by="ben")
    assert told == "Members: Allies: Anna acts for this force, not Ben"
    told = club.refused("EnterForce", **{**ENTER, "member": ""}, by="ben")
    assert told == "Members: Allies: its speaker or a host acts here, not Ben"
    assert club.refused("EnterForce", **ENTER, by="aldo").startswith("Members: Allies: Anna acts")
    told = club.refused("EnterForce", **{**ENTER, "member": "ben"})
    assert told == "Members: Ben does not play for Allies"
    told = club.refused("EnterForce", **{**ENTER, "member": "ana"})
    assert told == ("malformed: member: 'ana' is not enrolled in this campaign; did you mean anna?")
    club.do("AssignPower", power="allies", member="aldo")
    club.do("EnterForce", **ENTER, by="aldo")
    told = club.refused("EnterForce", **{**ENTER, "member": "aldo"}, by="ben")
    assert told == "Members: Allies: Aldo acts for this force, not Ben"


def test_what_is_wrong_with_a_force_is_told(club: War) -> None:
    for fields, told in (
        ({"side": "red"}, "malformed: side: 'red' is no side; it is one of allies, axis"),
        ({"nation": "two\nlines"}, "malformed: nation: takes one line of up to 80 characters"),
        (
            {"air": {"level": "none", "points": 5}},
            "malformed: air: no air support costs nothing, not 5 points",
        ),
        (
            {"air": {"level": "limited", "points": -5}},
            "malformed: air: its points are a number from 0 to 9999",
        ),
        (
            {"variant": {"name": " ", "limit": 5}},
            "malformed: variant: has no name; write it as the handbook does",
        ),
        (
            {"variant": {"name": "First Army", "limit": -1}},
            "malformed: variant: its limit is a number from 1 to 9999, or nothing",
        ),
        (
            {"platoons": [*PLATOONS, PLATOONS[0]]},
            "malformed: platoons: hq: id hq is on platoon 1 already",
        ),
        (
            {"air": {"level": "priority", "points": 461}},
            "FoW Choosing Your Force: the force costs 1,501 points and may cost 1,500",
        ),
        (
            {"variant": {"name": "Waffen-SS", "limit": 1000}},
            "FoW Fielding Variant Forces: the force costs 1,040 points and may cost 1,000 as "
            "Waffen-SS",
        ),
    ):
        assert club.refused("EnterForce", **{**ENTER, **fields}) == told


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


def test_without_the_module_there_are_no_rosters(tmp_path: Path) -> None:
    with war(tmp_path, modules={"forces": False}) as club:
        told = club.refused("EnterForce", **{**ENTER, "member": ""})
        assert told == "Module forces: this campaign is played without rosters"


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
            (
                LIST + "Rifle Company,foot,Guns,support,,,,",
                "army_list, line 6, type: expected",
            ),
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


def test_a_bad_list_is_refused_with_every_bad_row(club: War) -> None:
    told = club.refused("ImportArmyList", sheet=LIST + "Rifle Company,foot,Guns,support,2,1,,\n")
    assert told == (
        "malformed: sheet: line 6, type: expected tank, mechanised or infantry, got 'foot'; "
        "line 6, max: is 1, less than the 2 of min"
    )
    assert club.refused("ImportArmyList", sheet=LIST, by="anna").startswith("Members: ")


# --- a battle's own platoons --------------------------------------------------------------------

GERMANS = {
    "force": "grenadiers",
    "side": "axis",
    "type": "infantry",
    "nation": "german",
    "platoons": [
        {"id": "hq", "class": "hq", "points": 100},
        {"id": "gren-1", "class": "combat", "points": 250, "squads": 3},
        {"id": "gren-2", "class": "combat", "points": 250, "squads": 4},
        {"id": "guns", "class": "weapons", "points": 250, "squads": 2},
        {"id": "flak", "class": "support", "points": 120},
    ],
}


def exist(event: dict[str, Any]) -> list[str]:
    return list(event["platoons"])


def test_a_weapons_platoon_attached_out_does_not_exist_in_the_battle(club: War) -> None:
    """FoW ruling 78: in this battle alone, and it counts for nothing there."""
    club.do("EnterForce", **ENTER)
    (event,) = club.do("OrganiseForce", side="allies", attached_out=["mortars"], by="anna")
    assert exist(event) == ["rifle-1", "rifle-2", "tanks"] and event["battle"] == "anzio-1"
    (begun,) = club.do("BeginBattle")
    assert begun["platoons"]["allies"] == 3
    club.do("ReportResult", ended_by="objective", side="allies", turn=4, lost={"axis": 2})
    club.do("AdvanceTurn")
    club.do("RollMission", dice={"allies": [1], "axis": [1]})
    club.do("DeclineChange")
    (begun,) = club.do("BeginBattle")
    assert begun["platoons"]["allies"] == 4
    assert club.doubted() == [] and club.rejudged() == []


def test_a_kampfgruppe_is_a_platoon_more(club: War) -> None:
    """p. 166: up to half of three squads is one, of four two."""
    club.do("EnterForce", **GERMANS)
    group = {"id": "kg", "squads": {"gren-1": 1, "gren-2": 2}}
    (event,) = club.do("OrganiseForce", side="axis", kampfgruppe=group)
    assert exist(event) == ["gren-1", "gren-2", "guns", "flak", "kg"]
    assert event["squads"] == {"gren-1": 1, "gren-2": 2}
    assert club.doubted() == [] and club.rejudged() == []
    both = {"kampfgruppe": {"id": "kg", "squads": {"gren-2": 1}}, "attached_out": ["guns"]}
    (event,) = club.do("OrganiseForce", side="axis", **both)
    assert exist(event) == ["gren-1", "gren-2", "flak", "kg"]


def test_a_force_that_changes_is_put_together_anew(club: War) -> None:
    """Entered again without its mortars nothing of it is attached out: four platoons."""
    club.do("EnterForce", **ENTER)
    club.do("OrganiseForce", side="allies", attached_out=["mortars"])
    others = [one for one in PLATOONS if one["id"] != "mortars"]
    others.append({"id": "guns", "class": "support", "points": 100})
    club.do("EnterForce", **{**ENTER, "platoons": others})
    (begun,) = club.do("BeginBattle")
    assert begun["platoons"]["allies"] == 4
    assert club.doubted() == [] and club.rejudged() == []


@pytest.mark.parametrize(
    ("squads", "told"),
    [
        ({"gren-1": 2}, "FoW Choosing Your Force: gren-1 has 3 squads, and gives 1 at most, not 2"),
        (
            {"flak": 1},
            "FoW Choosing Your Force: flak is support; squads come from Combat and Weapons "
            "platoons",
        ),
        (
            {"guns": 1},
            "FoW Choosing Your Force: guns is attached out, and has no squads left",
        ),
        (
            {"tanks": 1},
            "malformed: kampfgruppe: grenadiers has no platoon 'tanks'; it has hq, gren-1, gren-2, "
            "guns, flak",
        ),
        ({}, "malformed: kampfgruppe: say how many squads it takes from which platoons"),
    ],
)
def test_what_a_kampfgruppe_may_not_take(club: War, squads: dict[str, int], told: str) -> None:
    club.do("EnterForce", **GERMANS)
    group = {"id": "kg", "squads": squads}
    asked = {"side": "axis", "kampfgruppe": group, "attached_out": ["guns"]}
    assert club.refused("OrganiseForce", **asked) == told


def test_gun_troops_count_each_for_itself(tmp_path: Path) -> None:
    """FoW ruling 58: or as one battery, where the club says so."""
    for choice, expected in (
        ("separate", ["rifle-1", "rifle-2", "mortars", "troop-a", "troop-b"]),
        ("battery", ["rifle-1", "rifle-2", "mortars", "tanks"]),
    ):
        rulings = {"gun_troops": choice}
        with war(tmp_path / choice, rulings=rulings, players=PLAYERS) as club:
            club.do("EnterForce", **{**ENTER, "nation": "British", "member": ""})
            (event,) = club.do(
                "OrganiseForce", side="allies", troops={"tanks": ["troop-a", "troop-b"]}
            )
            assert exist(event) == expected
            assert club.rejudged() == []


def test_a_battalion_gives_support_platoons_to_its_companies(club: War) -> None:
    both = [
        {**one, "id": f"{one['id']}{company[0]}", "company": company}
        for company in ("first", "second")
        for one in PLATOONS[:3]
    ]
    fields = {"force": "battalion", "side": "allies", "type": "infantry", "companies": 2}
    guns = {"id": "guns", "class": "support", "points": 100}
    club.do("EnterForce", **fields, platoons=[*both, guns])
    (event,) = club.do("OrganiseForce", side="allies", allotted={"guns": "second"})
    assert event["allotted"] == {"guns": "second"}
    told = club.refused("OrganiseForce", side="allies", allotted={"guns": "third"})
    assert told == ("malformed: allotted: battalion has no company 'third'; it has first, second")
    told = club.refused("OrganiseForce", side="allies", allotted={"rifle-1f": "first"})
    assert told == (
        "FoW Choosing Your Force: rifle-1f is no Support platoon; only those are given out"
    )


def test_how_a_force_may_not_be_put_together(club: War) -> None:
    told = club.refused("OrganiseForce", side="allies", attached_out=["mortars"])
    assert told == "FoW Choosing Your Force: no force of Allies fights on Anzio yet; enter it first"
    club.do("EnterForce", **{**ENTER, "nation": "us"})
    for fields, told in (
        (
            {"attached_out": ["tanks"]},
            "FoW Choosing Your Force: tanks is support; only Weapons platoons are attached to "
            "others",
        ),
        ({"attached_out": ["mortars", "mortars"]}, "malformed: attached_out: mortars is named 2"),
        ({"attached_out": ["mortar"]}, "malformed: attached_out: rifles has no platoon 'mortar'"),
        (
            {"kampfgruppe": {"id": "kg", "squads": {"rifle-1": 1}}},
            "FoW Choosing Your Force: a Kampfgruppe is German, and rifles is us",
        ),
        (
            {"troops": {"tanks": ["a", "b"]}},
            "FoW Choosing Your Force: only a British force has Gun Troops, and rifles is us",
        ),
    ):
        assert club.refused("OrganiseForce", side="allies", **fields).startswith(told)
    club.do("EnterForce", **ENTER)
    more: tuple[tuple[dict[str, Any], str], ...] = (
        (
            {"kampfgruppe": {"id": "kg", "squads": {"rifle-1": 1}}},
            "malformed: kampfgruppe: the roster does not say how many squads rifle-1 has",
        ),
        (
            {"troops": {"tanks": ["a"]}},
            "malformed: troops: tanks has two or three Gun Troops, not 1",
        ),
        ({"troops": {"tank": ["a", "b"]}}, "malformed: troops: rifles has no platoon 'tank'"),
        (
            {"troops": {"hq": ["a", "b"]}},
            "FoW Choosing Your Force: hq is no battery on the table",
        ),
        (
            {"troops": {"tanks": ["mortars", "b"]}},
            "malformed: troops: there is a platoon mortars already; choose another name",
        ),
        ({"allotted": {"gun": "first"}}, "malformed: allotted: rifles has no platoon 'gun'"),
    )
    for fields, told in more:
        assert club.refused("OrganiseForce", side="allies", **fields).startswith(told)
    told = club.refused("OrganiseForce", side="allies", by="ben")
    assert told == "Members: Allies: Anna acts here, not Ben"
    club.do("BeginBattle")
    told = club.refused("OrganiseForce", side="allies", attached_out=["mortars"])
    assert told == (
        "FoW Choosing Your Force: the battle has begun; platoons are attached and put together "
        "before it"
    )


def test_a_kampfgruppe_has_an_id_of_its_own(club: War) -> None:
    club.do("EnterForce", **GERMANS)
    group = {"id": "flak", "squads": {"gren-2": 1}}
    told = club.refused("OrganiseForce", side="axis", kampfgruppe=group)
    assert told == ("malformed: kampfgruppe: there is a platoon flak already; choose another name")
