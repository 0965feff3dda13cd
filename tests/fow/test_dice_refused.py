"""Dice that are none, too few, too many, or that the rules do not give."""

from typing import Any

import pytest

from fow.aids import refused


@pytest.mark.parametrize(
    ("slug", "dice", "told", "text"),
    [
        (
            "bogging",
            (4,),
            {"going": "very-difficult", "team": "gun", "skill": "veteran"},
            "FoW Rough Terrain: only Fully-tracked vehicles and troops on foot cross Very "
            "Difficult Going",
        ),
        (
            "bogging",
            (4,),
            {"going": "very-difficult", "team": "fully-tracked"},
            "None: skill: bogging on Very Difficult Going needs the Skill of the crew",
        ),
        (
            "stormtrooper",
            (4,),
            {"skill": "veteran", "at_the_double": True},
            "FoW Stormtroopers: a platoon that moved at the Double makes no Stormtrooper move",
        ),
        ("bunker", (4,), {}, "None: skill: bunker needs the Skill of who attacks"),
        (
            "bunker",
            (4,),
            {"skill": "veteran"},
            "None: firepower: bunker needs the Firepower of the weapon",
        ),
        (
            "bunker",
            (4, 4),
            {"skill": "veteran", "firepower": 4, "over_16": True},
            "FoW Bunkers: a bunker is shot at from 16 inches or 40 cm at most",
        ),
        (
            "minefield",
            (4,),
            {"team": "gun", "skill": "veteran", "count": 1, "gapping": True},
            "None: gapping: is for infantry alone",
        ),
        (
            "flame-thrower",
            (4,),
            {"skill": "veteran", "armoured_tanks": True},
            "None: firepower: flame-thrower at Armoured Tanks needs the Firepower of the "
            "flame-thrower",
        ),
        (
            "dawn",
            (4,),
            {"own_turn": 3, "attacking": True},
            "FoW Night Attack: the first die is thrown in the defender's own turn 3, and this is "
            "own turn 3",
        ),
        (
            "rally",
            (),
            {"rating": "confident"},
            "None: dice: expected 1 die, got none: the test is one die",
        ),
        (
            "rally",
            (3,),
            {"rating": "confident", "led": True},
            "None: dice: expected 2 dice, got 1: the 3 fails, and the leader has it rolled again",
        ),
        (
            "rally",
            (3, 2),
            {"rating": "confident", "led": True, "komissar": True},
            "None: dice: expected 3 dice, got 2: the 2 fails, and the Komissar has it rolled again",
        ),
        (
            "rally",
            (3, 4),
            {"rating": "confident"},
            "FoW Re-rolls: expected 1 die, got 2: the 3 fails, and nothing lets it be rolled again",
        ),
        (
            "rally",
            (5, 6),
            {"rating": "confident", "led": True},
            "FoW Re-rolls: expected 1 die, got 2: the 5 passes, and what has passed is not rolled "
            "again",
        ),
        (
            "skill-test",
            (5,),
            {"rating": "trained", "led": True},
            "FoW Re-rolls: a leader has Motivation Tests rolled again, not Skill Tests",
        ),
        (
            "assault-launch",
            (3, 4),
            {"rating": "confident", "komissar": True},
            "FoW Komissar: a Komissar acts when a platoon rallies, counterattacks, checks its "
            "morale or crosses a minefield, in no other test",
        ),
        (
            "counterattack",
            (3, 4),
            {"rating": "confident", "komissar": True, "nation": "german"},
            "FoW Komissar: only a Soviet company has a Komissar",
        ),
        (
            "counterattack",
            (3,),
            {"rating": "confident", "no_hits": True},
            "None: dice: expected no die, got 1: no assaulting team scored a hit, and no Armoured "
            "Tanks assault",
        ),
        (
            "armour-save",
            (3,),
            {"armour": 6, "anti_tank": 11, "firepower": 3},
            "None: dice: expected 2 dice, got 1: 6 + 3 = 9 against 11 fails, and a Firepower Test "
            "follows",
        ),
        (
            "armour-save",
            (6, 3),
            {"armour": 6, "anti_tank": 11, "firepower": 3},
            "None: dice: expected 1 die, got 2: 6 + 6 = 12 against 11 saves the vehicle",
        ),
        (
            "shooting-hits",
            (3,),
            {"target": "trained", "count": 2},
            "None: dice: expected 2 dice, got 1: a die for each point of ROF",
        ),
        (
            "shooting-hits",
            (3,),
            {"target": "trained", "gone_to_ground": True},
            "None: gone_to_ground: counts only with concealed; add concealed",
        ),
        (
            "team-save",
            (2, 1),
            {"team": "unarmoured", "bulletproof": True},
            "None: bulletproof: covers infantry and guns alone",
        ),
        (
            "team-save",
            (2, 1),
            {"team": "gun", "bulletproof": True},
            "None: firepower: team-save in Bulletproof Cover needs the Firepower of the weapon "
            "that hit",
        ),
        (
            "team-save",
            (2, 1),
            {"team": "gun", "bulletproof": True, "firepower": 3, "count": 2},
            "None: dice: expected 4 dice, got 2: 2 of the saves fail, and each has a "
            "Firepower Test",
        ),
        (
            "bombardment-hits",
            (6, 6),
            {"skill": "veteran", "attempt": 1, "weapons": 2},
            "None: dice: expected 4 dice, got 2: 2 hit, and one or two weapons roll hits again",
        ),
        (
            "bombardment-hits",
            (1, 6),
            {"skill": "veteran", "attempt": 1, "weapons": 6},
            "None: dice: expected 3 dice, got 2: 1 missed, and six weapons or more roll misses "
            "again",
        ),
        (
            "preliminary-bombardment",
            (4,),
            {"platoon": "p1", "team": "gun"},
            "None: dice: expected 2 dice, got 1: 1 hit, and a save for each",
        ),
        (
            "preliminary-bombardment",
            (4, 1),
            {"platoon": "p1", "team": "gun", "tank_pit": True, "count": 1},
            "None: tank_pit: is for vehicles alone",
        ),
        (
            "preliminary-bombardment",
            (1,),
            {"platoon": "p1", "team": "gun", "counterbattery": True},
            "None: dice: expected 2 dice, got 1: 1 missed, and Counterbattery has "
            "them rolled again",
        ),
        (
            "preliminary-bombardment",
            (4,),
            {"platoon": "p1", "team": "unarmoured", "tank_pit": True},
            "None: dice: expected 2 dice, got 1: 1 hit without a save, and a Tank Pit's die for "
            "each",
        ),
        (
            "range-in",
            (1,),
            {"target": "trained"},
            "None: dice: expected 2 dice, got 1: the second attempt is due",
        ),
        (
            "range-in",
            (1,),
            {"target": "trained", "mortars": True},
            "None: dice: expected 2 dice, got 1: the first attempt is rolled again",
        ),
        (
            "range-in",
            (3, 3),
            {"target": "trained"},
            "None: dice: expected 1 die, got 2: the first attempt ranges in",
        ),
        (
            "air-request",
            (5, 5),
            {"pool": 3},
            "FoW Air Support: expected 3 dice, got 2: all of the pool is rolled, which is 3 dice",
        ),
        ("air-request", (5,), {"pool": 0}, "FoW Air Support: there is no air support to call on"),
        (
            "air-request",
            (5,),
            {"level": "none"},
            "FoW Air Support: there is no air support to call on",
        ),
        (
            "air-request",
            (5,),
            {},
            "None: level: say which level of air support: sporadic to priority",
        ),
        ("reserves", (5,), {"own_turn": 2}, "FoW Reserves: expected 2 dice, got 1: own turn 2"),
        (
            "delayed-reserves",
            (5,),
            {"own_turn": 2},
            "FoW Delayed Reserves: the first roll is in own turn 3, and this is own turn 2",
        ),
        (
            "delayed-reserves",
            (5, 5),
            {"own_turn": 3},
            "FoW Delayed Reserves: expected 1 die, got 2: own turn 3, two turns late",
        ),
        (
            "first-turn",
            (4, 4),
            {"one": "a", "two": "b", "finished_first": "c"},
            "None: dice: expected 4 dice, got 2: equal, and both roll again",
        ),
        ("roles", (4,), {}, "None: dice: expected 2 dice, got 1: a die each, and equal dice again"),
        (
            "weather",
            (4,),
            {},
            "FoW Terrain Chart: its dice are rolled with those of a square of the table",
        ),
    ],
)
def test_dice_that_do_not_fit_are_refused_with_how_many_and_why(
    slug: str, dice: tuple[int, ...], told: dict[str, Any], text: str
) -> None:
    """Too few, too many, or none that the rules give."""
    assert refused(slug, *dice, **told) == text
