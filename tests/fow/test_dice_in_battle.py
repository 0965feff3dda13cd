"""Dice in a battle: what it knows of them, what follows, the ledger's, and who may roll."""

from pathlib import Path
from typing import Any

import pytest

from campaign.flames_of_war.battle_log import sentences as log_words
from campaign.flames_of_war.dice import sentences
from campaign.flames_of_war.dice.read_tables import TABLES
from campaign.flames_of_war.names import Names
from events.base import Event
from events.fow import table_top as facts
from events.fow.dice import DiceRolled
from fow.support import War, war
from fow.test_battle_log import begun, mustered, sound, turns

NAMES = Names(
    members={"ben": "Ben"},
    sides={"able": "Able", "baker": "Baker", "allies": "Allies"},
    lines={"linked": "Linked missions"},
    sectors={},
    forces={},
    platoons={},
)


def in_anzio(folder: Path, sector: str, **more: Any) -> War:
    """The Anzio line with its battle begun in a sector where the ship fires, or does not."""
    start = {"anzio": {"sector": {"carroceto": 5, "factory": 4}[sector]}}
    own = war(folder, "anzio", games=8, start=start, rulings={"dice": "either"}, **more)
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
            "FoW Air Support: Allies has limited air support, not priority"
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
            "FoW Anzio: naval gunfire serves Allies, not Axis"
        )
        turns(own, "axis")
        assert own.refused("RollDice", aid="naval-gunfire", side="allies", dice=[5]) == (
            "FoW Anzio: the ship is rolled for in the own turns of Allies"
        )
        sound(own)
    with in_anzio(tmp_path / "other", "factory") as own:
        assert own.refused("RollDice", aid="naval-gunfire", side="allies", dice=[5]) == (
            "FoW Anzio: there is no naval gunfire in this sector"
        )


def test_reserves_are_rolled_once_in_an_own_turn(tmp_path: Path) -> None:
    """Page 196-201: only in an own turn, once, and until none is left."""
    with begun(tmp_path, "hold-the-line", each=2) as own:
        roll = {"aid": "reserves", "side": "baker"}
        assert own.refused("RollDice", **roll, dice=[5]) == (
            "FoW Reserves: Baker rolls in an own turn; begin it first"
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
            "FoW Reserves: Baker has rolled in own turn 1 already"
        )
        turns(own, "able", "baker")
        (event,) = own.do("RollDice", **roll, dice=[5, 6])
        assert event["outcome"] == 1
        (turn,) = turns(own, "able", "baker")
        assert turn["due"] == ()
        assert own.refused("RollDice", **roll, dice=[5, 5, 5]) == (
            "FoW Reserves: Baker has no platoon left in Reserve"
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


# --- words ----------------------------------------------------------------------------------------

ROLLED = {"side": "able", "battle": "linked-1", "line": "linked"}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            DiceRolled(
                aid="rally",
                inputs={"rating": "fearless", "led": True, "komissar": True},
                needed=3,
                dice=(1, 2, 1),
                outcome="failed",
                komissar="killed",
                **ROLLED,
            ),
            "Able rolled for a test to rally: Fearless 3+; 1, 2, 1; failed; "
            "the Komissar is killed too.",
        ),
        (
            DiceRolled(
                aid="air-request",
                inputs={"pool": 3},
                needed=5,
                dice=(5, 1, 1),
                left=2,
                outcome="granted",
                source="ledger",
                draw=3,
                **ROLLED,
            ),
            "Able rolled for air support: a request 5+; 5, 1, 1 by the ledger; granted; "
            "2 dice left.",
        ),
        (
            DiceRolled(
                aid="platoon-morale",
                platoon="p1",
                needed=4,
                dice=(3,),
                outcome="failed",
                inputs={"rating": "confident", "destroyed": 2, "fighting": 1, "casualties": True},
                witness="ben",
                **ROLLED,
            ),
            "Able rolled for a Platoon Morale Check (p1): Confident 4+; 3, seen by Ben; failed.",
        ),
        (
            DiceRolled(
                aid="range-in",
                inputs={"target": "trained"},
                needed=3,
                dice=(1, 3),
                outcome=2,
                **ROLLED,
            ),
            "Able rolled for ranging in: Trained 3+; 1, 3; ranged in at attempt 2.",
        ),
        (
            DiceRolled(
                aid="shooting-hits",
                inputs={"target": "trained", "count": 1},
                needed=3,
                dice=(3,),
                outcome=1,
                **ROLLED,
            ),
            "Able rolled for hits: Trained 3+; 3; 1 hit.",
        ),
        (
            DiceRolled(
                aid="first-turn",
                inputs={"one": "able", "two": "baker", "finished_first": "able"},
                needed=0,
                dice=(1, 5),
                outcome="baker",
                **ROLLED,
            ),
            "Able rolled for the first turn: 2 against 5; 1, 5; Baker begins.",
        ),
        (
            DiceRolled(
                aid="random-deployment",
                inputs={},
                needed=0,
                dice=(2,),
                outcome="quarter-2",
                **ROLLED,
            ),
            "Able rolled for Random Deployment: 1 to 4: that quarter; 5 or 6: any quarter, or "
            "Reserve; 2; quarter 2.",
        ),
        (
            DiceRolled(aid="of-tomorrow", inputs={}, needed=0, dice=(2,), outcome="odd", **ROLLED),
            "Able rolled for of-tomorrow: 2; odd.",
        ),
        (
            facts.DeploymentRecorded(
                battle="linked-1",
                side="able",
                reserve=2,
                on_table=3,
                platoons={"reserve": ("p1", "p2")},
            ),
            "Able deployed (battle 1): 2 in Reserve (p1, p2) and 3 on the table.",
        ),
        (
            facts.FortificationsBought(
                battle="linked-1",
                points=60,
                spent=12,
                width_feet=4,
                basic={"trench-line": 3},
                sections={"bunker": 2},
            ),
            "Fortifications (battle 1): 12 of 60 points for 2 bunker; 3 trench-line beside them.",
        ),
        (
            facts.PlayerTurnBegan(
                battle="linked-1", side="able", number=6, due=("withdrawal", "remove-objective")
            ),
            "Able began turn 6 (battle 1); due: a withdrawal and an objective to be removed.",
        ),
        (
            facts.DelayCounterGained(battle="linked-1", total=4, counters=1),
            "Battle 1: with 4 platoons and Delay Counters nobody withdrew; the defender has "
            "1 Delay Counter.",
        ),
        (
            facts.PlatoonWithdrew(battle="linked-1", side="able", total=5, platoon="p1"),
            "Able withdrew p1 (battle 1).",
        ),
        (
            facts.PlatoonLost(battle="linked-1", side="able", how="rear"),
            "Able sent a platoon to the rear (battle 1).",
        ),
        (
            facts.CompanyBroke(battle="linked-1", side="able"),
            "The company of Able broke (battle 1).",
        ),
        (
            facts.CompanyBroke(battle="linked-1", side="able", company="battalion"),
            "The battalion of Able broke (battle 1).",
        ),
    ],
)
def test_what_was_rolled_and_logged_is_told_in_a_sentence(event: Event, text: str) -> None:
    """What was needed part by part, what fell, what it brought."""
    both = {**sentences.SENTENCES, **log_words.SENTENCES}
    assert both[type(event)](event, NAMES) == text


def test_a_roll_has_its_row(tmp_path: Path) -> None:
    """The read table has what was needed and why."""
    (table,) = TABLES.tables
    assert {"needed", "score", "dice", "outcome"} <= set(table.columns)
