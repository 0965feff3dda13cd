"""Dice in a battle: what it knows of them, what follows, the ledger's, and who may roll."""

from pathlib import Path
from typing import Any

import pytest

from campaign.fow.battle_log.chapter import TABLES as LOG_TABLES
from campaign.fow.dice import rolls
from campaign.fow.dice.chapter import TABLES
from campaign.kernel.projections import Transition
from events.fow.table_top import DiceRolled
from fow.support import War, war
from fow.test_battle_log import begun, mustered, sound, turns
from support.driver import NAME


def in_anzio(folder: Path, sector: str, **more: Any) -> War:
    """The Anzio line with its battle begun in a sector where the ship fires, or does not."""
    start = {"anzio": {"sector": {"carroceto": 5, "factory": 4}[sector]}}
    rulings = {"dice": "either", **more.pop("rulings", {})}
    own = war(folder, "anzio", games=8, start=start, rulings=rulings, **more)
    own.do("BeginBattle")
    return own


def test_the_ledger_rolls_throw_by_throw_and_everybody_can_check(tmp_path: Path) -> None:
    """Ruling 63: no dice typed, so the ledger rolls what the rule asks for, and `verify` agrees."""
    with begun(tmp_path, "hold-the-line") as own:
        draw = own.show()["draw"]
        for aid, told in (
            ("rally", {"rating": "reluctant", "led": True, "komissar": True}),
            ("armour-save", {"armour": 5, "anti_tank": 11, "firepower": 3}),
            ("shooting-hits", {"target": "trained", "count": 9}),
            ("bombardment-hits", {"skill": "veteran", "attempt": 1, "weapons": 6, "count": 5}),
            ("range-in", {"target": "veteran", "mortars": True}),
            ("air-request", {"level": "priority"}),
        ):
            (event,) = own.do("RollDice", aid=aid, side="able", **told)[:1]
            assert event["source"] == "ledger"
            assert event["draw"] == draw + len(event["dice"])
            draw = event["draw"]
        assert own.refused("RollDice", aid="shooting-hits", side="able", target="trained") == (
            "malformed: count: say how many dice the ledger rolls"
        )
        own.do("ReportResult", ended_by="conceded", side="able", lost={})
        own.do("AdvanceTurn")
        sound(own)


def test_dice_of_the_other_kind_are_refused(tmp_path: Path) -> None:
    """Ruling 63: at the table dice are typed in; where the ledger rolls they are left out."""
    roll = {"aid": "rally", "side": "able", "rating": "confident"}
    with begun(tmp_path, "hold-the-line", rulings={"dice": "table"}) as own:
        assert own.refused("RollDice", **roll) == (
            "malformed: dice: expected 1 die, got none: the test is one die"
        )
        assert own.refused("RollDice", **roll, dice=[7]) == (
            "malformed: dice: a die shows 1 to 6, not 7"
        )
        assert own.refused("RollDice", **roll, dice=[4], witness="zoe").startswith(
            "malformed: witness: 'zoe' is not enrolled"
        )
        own.do("RollDice", **roll, dice=[4])
        sound(own)


def test_the_pool_of_aircraft_is_kept(tmp_path: Path) -> None:
    """Page 139: each request and each interception takes a die, whatever level is told later."""
    with begun(tmp_path, "big-push") as own:
        request = {"aid": "air-request", "side": "baker", "level": "sporadic"}
        (event,) = own.do("RollDice", **request, dice=[5, 5, 1])
        assert (event["needed"], event["outcome"], event["left"]) == (6, "refused", 2)
        (event,) = own.do("RollDice", aid="interception", side="baker", dice=[1, 6])
        assert (event["outcome"], event["left"]) == ("granted", 1)
        (event,) = own.do("RollDice", aid="air-request", side="baker", dice=[6])
        assert (event["outcome"], event["left"]) == ("granted", 1)
        assert own.refused("RollDice", aid="air-request", side="able", dice=[6]) == (
            "malformed: level: say which level of air support: sporadic to priority"
        )
        assert own.refused("RollDice", aid="air-request", side="able", pool=3, dice=[6]).startswith(
            "malformed"
        )
        sound(own)


def test_a_force_brings_its_own_level(tmp_path: Path) -> None:
    """The level entered with the force counts; another one cannot be told."""
    with mustered(tmp_path, level="limited", points=100) as own:
        assert own.refused("RollDice", aid="air-request", side="allies", level="priority") == (
            "FoW Air Support: the air support of the Allies is limited, not priority"
        )
        (event,) = own.do("RollDice", aid="air-request", side="allies", dice=[2, 5, 3, 6, 1])
        assert (event["outcome"], event["left"]) == ("granted", 4)
        assert own.refused("RollDice", aid="air-request", side="axis", dice=[6]) == (
            "FoW Air Support: there is no air support to call on"
        )
        sound(own)


def test_the_ship_fires_near_the_sea_for_the_allies(tmp_path: Path) -> None:
    """Page 236: at Carroceto a five brings it; at the Factory there is none."""
    with in_anzio(tmp_path, "carroceto") as own:
        (turn,) = turns(own, "allies")
        assert turn["due"] == ("naval-gunfire",)
        (event,) = own.do("RollDice", aid="naval-gunfire", side="allies", dice=[5])
        assert (event["outcome"], event["needed"]) == ("available", 5)
        assert own.refused("RollDice", aid="naval-gunfire", side="axis", dice=[5]) == (
            "FoW Anzio: naval gunfire serves the Allies, not the Axis"
        )
        turns(own, "axis")
        assert own.refused("RollDice", aid="naval-gunfire", side="allies", dice=[5]) == (
            "FoW Anzio: the ship is rolled for in the own turns of the Allies"
        )
        sound(own)
    with in_anzio(tmp_path / "other", "factory") as own:
        assert own.refused("RollDice", aid="naval-gunfire", side="allies", dice=[5]) == (
            "FoW Anzio: there is no naval gunfire in this sector"
        )


def test_a_khamseen_is_rolled_for_as_each_player_turn_begins(tmp_path: Path) -> None:
    """Page 247: once a player turn; it arrives on a 1, departs on 5 or more, and is gone then."""
    with war(tmp_path, "anzio", games=8) as own:
        own.do("RollTerrain", square="a1", category="khamseen", chart="desert", dice=[1])
        own.do("BeginBattle")
        assert own.refused("RollDice", aid="weather", side="allies", dice=[1]) == (
            "FoW Terrain Chart: this is rolled in a turn of the Allies; begin it first"
        )
        fell = [("allies", 5), ("axis", 1), ("allies", 1), ("axis", 4), ("allies", 5)]
        found = []
        for side, die in fell:
            (turn,) = turns(own, side)
            (event,) = own.do("RollDice", aid="weather", side=side, dice=[die])
            found.append((turn["due"][0], event["outcome"], own.line()["weather"]))
            assert own.refused("RollDice", aid="weather", side=side, dice=[1]).endswith(
                "the Khamseen has been rolled for in this turn"
                if die != 5 or event["outcome"] != "departs"
                else "other weather is rolled for with a square of the table"
            )
        outcomes = ["threatens", "arrives", "arrives", "arrives", "departs"]
        assert found == [("khamseen", outcome, outcome) for outcome in outcomes]
        (turn,) = turns(own, "axis")
        assert turn["due"] == ("reserves",)
        sound(own)


def test_reserves_are_rolled_once_in_an_own_turn(tmp_path: Path) -> None:
    """Page 196-201: only in an own turn, once, and until none is left."""
    with begun(tmp_path, "hold-the-line", each=2) as own:
        roll = {"aid": "reserves", "side": "baker"}
        assert own.refused("RollDice", **roll, dice=[5]) == (
            "FoW Reserves: this is rolled in a turn of Baker; begin it first"
        )
        assert own.refused("RollDice", aid="reserves", side="able", dice=[5]) == (
            "FoW Reserves: Hold the Line gives Able no Reserves"
        )
        assert own.refused("RollDice", aid="delayed-reserves", side="baker", dice=[5]) == (
            "FoW Delayed Reserves: Hold the Line gives Baker no Delayed Reserves"
        )
        own.do("RecordDeployment", side="baker", reserve=1)
        turns(own, "able", "baker")
        own.do("RollDice", **roll, dice=[4])
        assert own.refused("RollDice", **roll, dice=[5]) == (
            "FoW Reserves: Baker rolled in own turn 1 already"
        )
        turns(own, "able", "baker")
        (event,) = own.do("RollDice", **roll, dice=[5, 6])
        assert event["outcome"] == 1
        (turn,) = turns(own, "able", "baker")
        assert turn["due"] == ()
        assert own.refused("RollDice", **roll, dice=[5, 5, 5]) == (
            "FoW Reserves: no platoon of Baker is left in Reserve"
        )
        sound(own)


@pytest.mark.parametrize(("ruled", "due"), [("reserves", ("reserves",)), ("delayed", ())])
def test_the_defender_of_breakthrough_has_reserves_by_ruling(
    tmp_path: Path, ruled: str, due: tuple[str, ...]
) -> None:
    """Ruling 41: Reserves, or Delayed Reserves, which begin in own turn three."""
    rulings = {"breakthrough_reserves": ruled}
    with begun(tmp_path, "breakthrough", rulings=rulings) as own:
        own.do("RecordDeployment", side="baker", reserve=2)
        (turn,) = turns(own, "able", "baker")
        assert turn["due"] == due


def test_random_deployment_is_the_attackers_in_the_cauldron(tmp_path: Path) -> None:
    """Page 207: the defender begins, and springs an Immediate Ambush."""
    with begun(tmp_path, "cauldron") as own:
        (event,) = own.do("RollDice", aid="random-deployment", side="able", dice=[5])
        assert event["outcome"] == "choice-or-reserve"
        assert own.refused("RollDice", aid="random-deployment", side="baker", dice=[5]) == (
            "FoW The Cauldron: The Cauldron has no Random Deployment for Baker"
        )
        (turn,) = turns(own, "baker")
        assert turn["due"] == ("immediate-ambush",)
        sound(own)


def test_what_follows_from_a_roll(tmp_path: Path) -> None:
    """A platoon that fails is gone; one that goes to the rear is gone too, and not lost."""
    with begun(tmp_path, "hold-the-line") as own:
        rear = {"aid": "head-to-rear", "side": "baker", "skill": "trained"}
        events = own.do("RollDice", **rear, platoon="p1", nearest_enemy_in=9)
        assert [event["type"] for event in events] == ["fow.DiceRolled"]
        assert own.refused("RollDice", **rear, platoon="p1", nearest_enemy_in=9) == (
            "Record: Baker: p1 is no longer on the table"
        )
        last = {"aid": "sole-survivor", "side": "baker", "rating": "reluctant", "platoon": "p2"}
        events = own.do("RollDice", **last, dice=[4])
        assert events[1]["type"] == "fow.PlatoonLost"
        own.do("ReportResult", ended_by="conceded", side="able")
        assert own.show()["battles"]["linked-1"]["lost"] == {"able": 0, "baker": 1}
        sound(own)


def test_rolls_of_other_acts_and_unruled_re_rolls_are_refused(tmp_path: Path) -> None:
    """A rout is part of a withdrawal; ranging at the Double is rolled again by ruling 61 alone."""
    with begun(tmp_path, "hold-the-line") as own:
        assert own.refused("RollDice", aid="rout", side="baker", platoon="p1", skill="trained") == (
            "malformed: aid: in a campaign rout is part of withdrawing a platoon"
        )
        fast = {"aid": "range-in", "side": "able", "target": "trained", "at_the_double": True}
        assert own.refused("RollDice", **fast, dice=[1, 3]) == (
            "FoW ruling 61: this campaign does not roll ranging at the Double again"
        )
    with begun(tmp_path / "on", "hold-the-line", rulings={"double_ranging": "on"}) as own:
        (event,) = own.do("RollDice", **fast, dice=[1, 3])
        assert event["outcome"] == 1
        sound(own)


def test_dice_rolled_again_follow_the_others(tmp_path: Path) -> None:
    """Typed apart or in one row, they are one record."""
    with begun(tmp_path, "hold-the-line") as own:
        guns = {"aid": "bombardment-hits", "side": "able", "skill": "veteran", "attempt": 1}
        (apart,) = own.do("RollDice", **guns, weapons=6, dice=[3, 2, 6], again=[4])
        row = {**guns, "weapons": 6, "count": 3, "dice": [3, 2, 6, 4]}
        (together,) = own.do("RollDice", **row)
        same = ("dice", "inputs", "outcome", "needed")
        assert [apart[name] for name in same] == [together[name] for name in same]
        assert (apart["outcome"], apart["inputs"]["count"]) == (3, 3)
        cover = {"aid": "team-save", "side": "able", "team": "infantry", "bulletproof": True}
        (event,) = own.do("RollDice", **cover, firepower=4, dice=[1, 5], firepower_dice=[4])
        assert (event["outcome"], event["dice"]) == (1, (1, 5, 4))
        sound(own)


def test_rolls_turns_and_losses_have_their_rows(tmp_path: Path) -> None:
    """What was needed and why, what fell due, which platoon went and how."""
    with begun(tmp_path, "fighting-withdrawal", each=5) as own:
        for side in ("able", "baker") * 2 + ("able",):
            turns(own, side)
        own.do("LosePlatoon", side="able", platoon="p4", how="rear")
        turns(own, "baker")
        own.do("WithdrawPlatoon", platoon="p1")
        check = {"aid": "platoon-morale", "side": "baker", "platoon": "p2", "casualties": True}
        facts_ = {"rating": "confident", "destroyed": 2, "fighting": 1}
        own.do("RollDice", **check, **facts_, dice=[3])
        live = own._ledger.live(NAME)
        made = [
            (table.name, {key: value for key, value in row.items() if key != "version"})
            for entry in own._ledger.effective(NAME)
            for part in (TABLES, LOG_TABLES)
            for table, row in part.rows()(Transition(entry, "round-01", live.state, live.state))
        ]
    here = {"turn": "round-01", "battle": "linked-1"}
    started = [row for name, row in made if name == "battle_turns"]
    assert started[-1] == {**here, "side": "baker", "number": 3, "due": "withdrawal"}
    assert [row["number"] for row in started] == [1, 1, 2, 2, 3, 3]
    lost = [row for name, row in made if name == "platoon_losses"]
    assert lost == [
        {**here, "side": "able", "platoon": "p4", "how": "rear", "own_turn": 3},
        {**here, "side": "baker", "platoon": "p1", "how": "withdrew", "own_turn": 3},
        {**here, "side": "baker", "platoon": "p2", "how": "destroyed", "own_turn": 3},
    ]
    rolled = {
        **here,
        "line": "linked",
        "side": "baker",
        "aid": "platoon-morale",
        "platoon": "p2",
        "needed": 4,
        "score": "Confident 4+",
        "dice": "3",
        "outcome": "failed",
        "passed": 0,
        "again": None,
        "left": None,
        "source": "table",
        "witness": None,
    }
    assert [row for name, row in made if name == "dice"] == [rolled]


def test_a_forged_roll_is_told_without_harm() -> None:
    """Facts that no aid asks for, and dice that no die shows, are no reason to stop."""
    odd = DiceRolled(aid="flight-size", inputs={"moon": True}, needed=0, dice=(9,), outcome=1)
    assert rolls.explained(odd) == ""


def test_only_the_defender_is_bombarded_and_only_before_the_first_turn(tmp_path: Path) -> None:
    """Page 217-218: where the mission has it; Counterbattery is Anzio's alone."""
    guns = {"aid": "preliminary-bombardment", "platoon": "p1", "team": "infantry"}
    with begun(tmp_path, "big-push") as own:
        (event,) = own.do("RollDice", **guns, side="baker", count=3, dice=[4, 1, 5, 2, 3])
        assert event["outcome"] == 1
        assert own.refused("RollDice", **guns, side="able", dice=[1]) == (
            "FoW The Big Push: only the defender's platoons are bombarded"
        )
        assert (
            own.refused("RollDice", **guns, side="baker", counterbattery=True, dice=[1])
            == "FoW Anzio: there is no Counterbattery in this battle"
        )
        turns(own, "able")
        assert own.refused("RollDice", **guns, side="baker", dice=[1]) == (
            "FoW Turn Order: the first turn has begun, and the guns are silent"
        )
        sound(own)
    with begun(tmp_path / "other", "hold-the-line") as own:
        assert own.refused("RollDice", **guns, side="baker", dice=[1]) == (
            "FoW Hold the Line: Hold the Line has no Preliminary Bombardment"
        )


def test_the_ship_is_rolled_for_once_a_turn_or_in_every_turn(tmp_path: Path) -> None:
    """Ruling 18: the own turns of the Allies, or every player turn."""
    ship = {"aid": "naval-gunfire", "side": "allies"}
    with in_anzio(tmp_path, "carroceto", rulings={"naval_turns": "every"}) as own:
        turns(own, "allies")
        own.do("RollDice", **ship, dice=[4])
        assert own.refused("RollDice", **ship, dice=[5]) == (
            "FoW Anzio: the ship has been rolled for in this turn"
        )
        (turn,) = turns(own, "axis")
        assert turn["due"][0] == "naval-gunfire"
        own.do("RollDice", **ship, dice=[5])
        sound(own)


def test_a_commander_rolls_for_their_own_side(tmp_path: Path) -> None:
    """Members: the side may be left out; for the other side they may not, nor may a stranger."""
    with mustered(tmp_path) as own:
        own.do("EnrolMember", member="zoe", name="Zoe", roles=["player"])
        rally = {"aid": "rally", "rating": "confident", "dice": [4]}
        (event,) = own.do("RollDice", **rally, by="anna", witness="ben")
        assert (event["side"], event["witness"]) == ("allies", "ben")
        assert own.refused("RollDice", **rally, side="axis", by="anna") == (
            "Members: Axis: Ben acts here, not Anna"
        )
        assert own.refused("RollDice", **rally, by="zoe").startswith("malformed: side: say which")
        assert own.refused("RollDice", **rally, by="anna", witness="anna") == (
            "malformed: witness: name somebody else than yourself"
        )
        sound(own)
