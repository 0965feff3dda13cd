"""Missions, the battlefield and forces by taps: nothing is typed but names and reasons."""

import copy
from pathlib import Path
from typing import Any

from fow.screens import HERE, Thumb, battle, do, rifles
from fow.support import FORCES
from support.web import NAME, words


def to_round_two(club: object) -> None:
    """The Allies won the first battle, 6 points to 1, and the second round has begun."""
    do(club, "ReportResult", ended_by="conceded", side="axis")  # type: ignore[arg-type]
    do(club, "AdvanceTurn")  # type: ignore[arg-type]


def test_a_mission_is_rolled_for_and_paid_for(tmp_path: Path) -> None:
    """p. 239: the Allies have 6 points left, another mission costs 5, one row up or down."""
    with battle(tmp_path, dice="either") as club:
        to_round_two(club)
        hand = Thumb(club.browser("anna"), f"{HERE}/do/RollMission")
        assert "The ledger rolls, or you tap what fell at the table." in hand.said
        hand.press(**{"dice/allies+": "2"})
        assert hand.page.status_code == 200 and "Axis’ die" in hand.said
        hand.press(**{"dice/axis+": "6"})
        line = club.house.ledger.show(NAME)["lines"]["anzio"]
        assert (hand.taps, line["phase"]) == (3, "change")
        now = line["mission"]
        card = Thumb(club.browser("anna"), f"{HERE}/do/ChangeMission")
        offered = card.form.offered["mission"]
        assert now not in offered and 1 <= len(offered) <= 2
        assert "not one row from" in card.said
        card.press(mission=offered[0])
        assert "It costs the Allies 5 victory points; 1 are left." in card.said
        card.press()
        line = club.house.ledger.show(NAME)["lines"]["anzio"]
        assert (line["mission"], line["how"]) == (offered[0], "paid") and card.taps == 3


def test_a_mission_may_be_kept_with_one_tap(tmp_path: Path) -> None:
    """The first of the two ways."""
    with battle(tmp_path, dice="either") as club:
        to_round_two(club)
        do(club, "RollMission", dice={"allies": [2], "axis": [6]})
        page = club.browser("anna").get(HERE)
        assert "Keep the mission" in words(page) or "Play this mission" in words(page)
        club.browser("anna").post(f"{HERE}/do/DeclineChange", {"id": "kept-by-anna"})
        assert club.house.ledger.show(NAME)["lines"]["anzio"]["phase"] == "preparation"


def test_the_ledger_rolls_with_one_tap(tmp_path: Path) -> None:
    """Where it may."""
    with battle(tmp_path, dice="either") as club:
        to_round_two(club)
        hand = Thumb(club.browser("anna"), f"{HERE}/do/RollMission")
        hand.press()
        assert hand.taps == 2
        assert club.house.ledger.show(NAME)["lines"]["anzio"]["mission"]


def test_a_square_is_tapped_on_the_table(tmp_path: Path) -> None:
    """Six feet by four are three squares by two (ruling 49); a square that was rolled for says what
    lies there.
    """
    with battle(tmp_path, begun=False, dice="either") as club:
        hand = Thumb(club.browser("anna"), f"{HERE}/do/RollTerrain")
        squares = hand.form.offered["square"]
        assert squares == ["a2", "b2", "c2", "a1", "b1", "c1"]
        hand.choose("square", "b1")
        hand.press()
        category = hand.form.offered["category"]
        hand.press(category=category[0])
        hand.press()
        ground = club.house.ledger.show(NAME)["lines"]["anzio"]["battlefield"]["squares"]
        assert list(ground) == ["b1"] and hand.taps == 5
        again = Thumb(club.browser("ben"), f"{HERE}/do/RollTerrain")
        assert 'value="b1" disabled' in again.page.text


def test_a_force_is_entered_by_names_and_numbers(tmp_path: Path) -> None:
    """Ids are made of the names; a second platoon of a name has a number behind it."""
    with battle(tmp_path, forces={}, begun=False) as club:
        hand = Thumb(club.browser("ben"), f"{HERE}/do/EnterForce")
        assert hand.form.fields["side"] == "axis"
        hand.number("name", "Grenadiers (Ost)")
        hand.choose("type", "infantry")
        hand.choose("skill", "veteran")
        hand.press()
        for number, (name, kind, points) in enumerate(
            (
                ("Company HQ", "hq", "100"),
                ("Grenadiers", "combat", "250"),
                ("Grenadiers", "combat", "250"),
            )
        ):
            head = f"platoons.{number}"
            hand.typed |= {f"{head}.name": name, f"{head}.class": kind, f"{head}.points": points}
        hand.press()
        assert "Its platoons: 3" in hand.said
        hand.press()  # what was said is looked at
        force = club.house.ledger.live(NAME).state.forces["grenadiers-ost"]
        assert (force.name, force.side, force.skill) == ("Grenadiers (Ost)", "axis", "veteran")
        assert list(force.platoons) == ["company-hq", "grenadiers", "grenadiers-2"]


def test_a_force_is_reorganised_by_taps(tmp_path: Path) -> None:
    """FoW Reorganise: Support changes for nothing; no page forgets what an earlier one was told."""
    with battle(tmp_path) as club:
        do(club, "ReportResult", ended_by="conceded", side="axis")
        hand = Thumb(club.browser("anna"), f"{HERE}/do/ReorganiseForce")
        hand.press(force="rifles")
        hand.press()  # no squads
        hand.choose("support/remove:tanks")
        hand.press()
        hand.typed |= {"support/add.0.name": "Tank Destroyers", "support/add.0.points": "300"}
        hand.press()
        hand.press()  # nothing that is paid for
        hand.press()
        force = club.house.ledger.live(NAME).state.forces["rifles"]
        assert list(force.platoons) == ["hq", "rifle-1", "rifle-2", "mortars", "tank-destroyers"]


def test_a_force_is_organised_by_taps(tmp_path: Path) -> None:
    """FoW Choosing Your Force: a German battle group of one squad of each of two platoons."""
    grenadiers: dict[str, Any] = copy.deepcopy({**FORCES["grenadiers"], "nation": "german"})
    for platoon in grenadiers["platoons"]:
        platoon["squads"] = 3
    forces = {"rifles": rifles(), "grenadiers": grenadiers}
    with battle(tmp_path, forces=forces, begun=False) as club:
        hand = Thumb(club.browser("ben"), f"{HERE}/do/OrganiseForce")
        assert hand.form.fields["side"] == "axis"
        hand.press()
        hand.number("kampfgruppe/id", "Kampfgruppe Abt")
        hand.press()
        hand.typed |= {
            "kampfgruppe/squads.0.platoon": "gren-1", "kampfgruppe/squads.0.squads": "1",
            "kampfgruppe/squads.1.platoon": "gren-2", "kampfgruppe/squads.1.squads": "1",
        }  # fmt: skip
        hand.press()
        hand.press()
        line = club.house.ledger.live(NAME).state.lines["anzio"]
        assert "kampfgruppe-abt" in line.organised["axis"].platoons


def test_what_is_held_back_is_ticked_or_counted(tmp_path: Path) -> None:
    """Hold the Line (p. 204): the defender keeps at least half in Reserve, three of six, and up to
    half of the rest in Ambush; the attacker keeps nothing back.
    """
    with battle(tmp_path) as club:
        hand = Thumb(club.browser("ben"), f"{HERE}/do/RecordDeployment")
        assert "Platoons in Reserve 3 to" in hand.said and "flank" not in hand.said
        hand.count("reserve", 3)
        hand.count("ambush", 1)
        hand.press()
        hand.press()
        deployed = club.house.ledger.live(NAME).state.running["anzio-1"].table.deployed["axis"]
        assert (deployed.reserve, deployed.ambush, deployed.on_table) == (3, 1, 3)


def test_a_loss_is_recorded_by_its_platoon(tmp_path: Path) -> None:
    """Of a roster one is tapped, by its name; those that are gone are not offered."""
    with battle(tmp_path) as club:
        hand = Thumb(club.browser("anna"), f"{HERE}/do/LosePlatoon")
        hand.choose("platoon", "mortars")
        hand.press()
        assert "The Allies lost Mortars (Destroyed) (battle 1)." in hand.said and hand.taps == 3
        again = Thumb(club.browser("anna"), f"{HERE}/do/LosePlatoon")
        assert again.form.offered["platoon"] == ["rifle-1", "rifle-2", "tanks"]


def test_fortifications_are_counted(tmp_path: Path) -> None:
    """Six feet of edge: sections are counted, the length is one of three (p. 217)."""
    with battle(tmp_path) as club:
        hand = Thumb(club.browser("ben"), f"{HERE}/do/BuyFortifications")
        assert hand.form.offered["width_feet"] == ["", "4", "5", "6"]
        assert "Sections of trench" in hand.said or "Bunkers" in hand.said
