"""Corrections: what a change brings with it, what stays, what would be impossible."""

from pathlib import Path
from typing import Any

import pytest

from fow.battles import begun, turns
from fow.disputed import INSTEAD, amend, opened, why_not
from fow.support import FORCES, War
from support.driver import NAME

# --- missions -------------------------------------------------------------------------------------

SEVEN = {"allies": 7, "axis": 6}
ROLL = {"dice": {"allies": [1], "axis": [2]}}


def joined(folder: Path, **further: Any) -> War:
    """Anzio, joined in mid-way, with two players and somebody who rules on disputes."""
    start = {"anzio": {"victory_points": SEVEN, "last": SEVEN}}
    return opened(folder, start=start, **further)


def test_a_die_that_was_typed_in_wrong_is_put_right(tmp_path: Path) -> None:
    """The 2 of the Axis was a 1; row and mission stay, and nothing is broken."""
    with joined(tmp_path) as club:
        version = club.do("RollMission", **ROLL)[0]["version"]
        rolls = {
            "allies": {"dice": [1], "last": 7, "lead": 1, "score": 9},
            "axis": {"dice": [1], "last": 6, "score": 7},
        }
        found = amend(club, version, rolls=rolls).impact
        assert (found.broken, found.overruled, found.otherwise) == ((), (), ())


def test_whose_dice_they_were_stays(tmp_path: Path) -> None:
    with joined(tmp_path) as club:
        told = why_not(club, club.do("RollMission", **ROLL)[0]["version"], source="ledger")
        assert told == f"Corrections: whose dice they were stays; {INSTEAD}"


def test_the_ledgers_dice_stay_and_a_struck_roll_leaves_its_numbers_used_up(tmp_path: Path) -> None:
    """Two dice were drawn; the new roll has the next two."""
    with joined(tmp_path, rulings={"dice": "ledger"}) as club:
        version = club.do("RollMission")[0]["version"]
        told = f"Corrections: what the ledger rolled stays; {INSTEAD}"
        assert why_not(club, version, row=4) == told
        amend(club, version)
        assert (club.line()["phase"], club.line()["mission"]) == ("mission", "")
        assert club.do("RollMission")[0]["draw"] == 4
        assert club.doubted() == []


def test_a_change_whose_points_are_gone_is_shown_as_broken(tmp_path: Path) -> None:
    """The roll is struck; what was paid for another mission does not stand without it."""
    with joined(tmp_path) as club:
        version = club.do("RollMission", **ROLL)[0]["version"]
        bought = club.do("ChangeMission", side="allies", mission="encounter", by="anna")
        found = amend(club, version)
        assert "the mission is not rolled yet" in [act.reason for act in found.broken]
        assert set(found.command.also) >= {event["version"] for event in bought}


# --- forces ---------------------------------------------------------------------------------------


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


# --- battlefields ---------------------------------------------------------------------------------


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


# --- dice and the battle log ----------------------------------------------------------------------


def fighting(folder: Path, **more: Any) -> War:
    """Hold the Line, with Anna, Ben and somebody who rules on disputes."""
    own = begun(folder, "hold-the-line", **more)
    for who, role in (("anna", "player"), ("ben", "player"), ("ref", "referee")):
        own.do("EnrolMember", member=who, name=who.title(), roles=[role])
    return own


def lost(own: War) -> list[tuple[str, str]]:
    """Every platoon that is gone according to the log, by side."""
    battle = own._ledger.live("club").state.battles["linked-1"]
    return [(side, one) for side, all_ in battle.table.gone.items() for one, _ in all_]


CHECK = {
    "aid": "platoon-morale",
    "side": "baker",
    "platoon": "p1",
    "rating": "confident",
    "destroyed": 3,
    "fighting": 2,
    "casualties": True,
}


def test_a_die_put_right_saves_the_platoon(tmp_path: Path) -> None:
    """The 3 was a 4: the test is passed, and nobody is lost."""
    with fighting(tmp_path) as own:
        version = own.do("RollDice", **CHECK, dice=[3])[0]["version"]
        assert lost(own) == [("baker", "p1")]
        amend(own, version, dice=[4])
        assert lost(own) == []
        own.do("RollDice", **CHECK, dice=[3])
        assert lost(own) == [("baker", "p1")]
        assert own.doubted() == []


def test_a_die_put_right_loses_the_platoon(tmp_path: Path) -> None:
    """The 4 was a 3: the platoon is Destroyed after all."""
    with fighting(tmp_path) as own:
        version = own.do("RollDice", **CHECK, dice=[4])[0]["version"]
        amend(own, version, dice=[3])
        assert lost(own) == [("baker", "p1")]
        assert own.doubted() == []


def test_what_the_ledger_rolled_stays(tmp_path: Path) -> None:
    """It can be struck, and its numbers are used up."""
    with fighting(tmp_path) as own:
        event = own.do("RollDice", **CHECK)[0]
        for what, changed in (
            ("what the ledger rolled", {"dice": [7 - event["dice"][0]]}),
            ("whose dice they were", {"source": "table"}),
            ("which battle it was", {"battle": "linked-2"}),
        ):
            told = why_not(own, event["version"], **changed)
            assert told == f"Corrections: {what} stays; {INSTEAD}"


def test_a_roll_cannot_be_undone_and_an_entry_of_the_log_can(tmp_path: Path) -> None:
    """Dice have fallen; a platoon that was noted by mistake has not."""
    with fighting(tmp_path) as own:
        own.do("RollDice", **CHECK, dice=[4])
        assert own.refused("UndoAct").endswith(
            "bookmarks stay, and so does what was opened, drawn or rolled"
        )
        turns(own, "able")
        own.do("LosePlatoon", side="able", platoon="p3")
        own.do("UndoAct")
        assert lost(own) == []
        assert own.doubted() == []


def test_a_platoon_named_wrong_is_put_right(tmp_path: Path) -> None:
    """The log keeps its battle; the platoon was another."""
    with fighting(tmp_path) as own:
        version = own.do("LosePlatoon", side="able", platoon="p3")[0]["version"]
        amend(own, version, platoon="p4")
        assert lost(own) == [("able", "p4")]
