"""A third campaign of Flames of War: rosters, battlefields, the battle log, dice of the ledger.

The two recorded campaigns have dice and losses as figures; here is what they have not, so that
every event of the game is on some record that is forged.
"""

import json
from pathlib import Path
from typing import Any

from campaign.store.ledger import Ledger
from support.sessions import NAME, ledger_in

RIFLES = [
    {"id": "hq", "class": "hq", "points": 100},
    {"id": "rifle-1", "class": "combat", "points": 250, "squads": 3, "infantry_teams": 7},
    {"id": "rifle-2", "class": "combat", "points": 250, "squads": 3, "infantry_teams": 7},
    {"id": "mortars", "class": "weapons", "points": 120},
    {"id": "tanks", "class": "support", "points": 320},
]
GRENADIERS = [
    {"id": "hq", "class": "hq", "points": 100},
    {"id": "gren-1", "class": "combat", "points": 220, "squads": 3, "infantry_teams": 7},
    {"id": "gren-2", "class": "combat", "points": 220, "squads": 3, "infantry_teams": 7},
    {"id": "gren-3", "class": "combat", "points": 220, "squads": 3, "infantry_teams": 7},
    {"id": "flak", "class": "support", "points": 120, "name": "Flak Platoon"},
]
ARMY_LIST = """company,type,platoon,class,min,max,points_min,points_max
Rifles,infantry,Company HQ,hq,1,1,50,200
Rifles,infantry,Rifle Platoon,combat,2,3,100,300
"""
OPENING: dict[str, Any] = {
    "system": "fow",
    "scenario": "anzio",
    "rulings": {"dice": "either", "agreed_missions": "any"},
    "setup": {
        "games": 6,
        "players": {"anna": "allies", "ben": "axis", "carl": "axis"},
        "speakers": {"allies": "anna", "axis": "ben"},
        "commanders": {"anzio": {"allies": "anna", "axis": "ben"}},
        "start": {"anzio": {"victory_points": {"allies": 9, "axis": 9}}},
        "forces": {
            "rifles": {
                "side": "allies",
                "member": "anna",
                "type": "infantry",
                "skill": "veteran",
                "motivation": "confident",
                "air": {"level": "limited", "points": 150},
                "platoons": RIFLES,
            }
        },
    },
}
FIRST = [
    ("host", "EnrolMember", {"member": "dora", "name": "Dora", "roles": ["player"]}),
    ("host", "JoinSide", {"member": "dora", "side": "allies"}),
    ("ben", "AssignCommanders", {"side": "axis", "commanders": {"anzio": "carl"}}),
    ("ben", "AssignCommanders", {"side": "axis", "commanders": {"anzio": "ben"}}),
    ("carl", "LeaveSide", {"member": "carl"}),
    ("ben", "EnterForce", {"force": "grenadiers", "side": "axis", "type": "infantry",
                           "nation": "german", "skill": "trained", "motivation": "fearless",
                           "variant": {"name": "Kampfgruppe", "limit": 1400},
                           "platoons": GRENADIERS}),
    ("host", "ImportArmyList", {"sheet": ARMY_LIST}),
    ("anna", "RollTerrain", {"square": "a1", "category": "high-ground", "dice": [3],
                             "witness": "ben"}),
    ("ben", "RollTerrain", {"square": "b1", "category": "water-course"}),
    ("anna", "DescribeBattlefield", {"text": "A road along the long edge.", "width_feet": 6,
                                     "depth_feet": 4, "photo": "ab" * 32}),
    ("ben", "OrganiseForce", {"side": "axis",
                              "kampfgruppe": {"id": "kg", "squads": {"gren-1": 1, "gren-2": 1}}}),
    ("anna", "BeginBattle", {}),
    ("ben", "RecordDeployment", {"side": "axis", "reserve": ["gren-1", "gren-2", "flak"]}),
    ("anna", "BeginPlayerTurn", {"side": "allies"}),
    ("anna", "RollDice", {"aid": "air-request"}),
    ("anna", "RollDice", {"aid": "armour-save", "armour": 5, "anti_tank": 11, "firepower": 3}),
    ("anna", "RollDice", {"aid": "minefield", "team": "infantry", "skill": "trained",
                          "rating": "confident", "count": 3}),
    ("anna", "RollDice", {"aid": "bogging", "going": "difficult", "team": "fully-tracked",
                          "night": True, "dice": [3, 4], "witness": "ben"}),
    ("ben", "RollDice", {"aid": "wind"}),
    ("anna", "RollDice", {"aid": "wind", "reroll": True}),
    ("ben", "RollDice", {"aid": "anti-aircraft", "skill": "veteran", "firepower": 4,
                         "aircraft": 2, "flying_tank": True, "count": 4}),
    ("ben", "BeginPlayerTurn", {"side": "axis"}),
    ("ben", "RollDice", {"aid": "reserves", "dice": [5], "witness": "anna"}),
    ("ben", "RollDice", {"aid": "platoon-morale", "platoon": "gren-3", "rating": "fearless",
                         "destroyed": 4, "fighting": 3, "dice": [1], "casualties": True,
                         "witness": "anna"}),
    ("anna", "BeginPlayerTurn", {"side": "allies"}),
    ("anna", "LosePlatoon", {"side": "allies", "platoon": "tanks", "how": "destroyed"}),
    ("ben", "BeginPlayerTurn", {"side": "axis"}),
    ("ben", "LosePlatoon", {"side": "axis", "platoon": "kg", "how": "destroyed"}),
    ("ben", "RollDice", {"aid": "company-morale", "rating": "fearless", "dice": [2]}),
    ("anna", "ReportResult", {"ended_by": "morale", "side": "axis", "turn": 2,
                              "lost": {"allies": ["tanks"], "axis": ["gren-3", "kg"]}}),
    ("ben", "ContestResult", {"text": "It rained, and nobody wrote that down."}),
    ("anna", "ReportResult", {"ended_by": "morale", "side": "axis", "turn": 2,
                              "lost": {"allies": ["tanks"], "axis": ["gren-3", "kg"]},
                              "played_on": "2006-05-13", "note": "Rain all evening."}),
    ("ben", "ConfirmResult", {}),
    ("host", "RecordFreeBattle", {"title": "Beside it", "winners": ["ben"],
                                  "mission": "free-for-all",
                                  "players": {"anna": "allies", "ben": "axis"}}),
    ("host", "AdvanceTurn", {}),
]  # fmt: skip
"""The first round: who, what, and with which fields."""


def play(folder: Path) -> Ledger:
    """The campaign, played from its opening on with dice and a clock that are always the same."""
    ledger = ledger_in(folder, "evening")
    answer = ledger.open(NAME, **OPENING)
    assert answer["accepted"], answer
    for by, command, fields in (*FIRST, *LATER):
        answer = ledger.submit(NAME, json.dumps({"command": command, "by": by, **fields}))
        assert answer["accepted"], (by, command, fields, answer["reason"])
    return ledger


LATER = [
    ("anna", "RollMission", {"dice": {"allies": [3], "axis": [1]}, "witness": "ben"}),
    ("anna", "DeclineChange", {}),
    ("ben", "DeclineChange", {}),
    ("ben", "ReorganiseForce", {"force": "grenadiers",
                                "squads": [{"platoon": "gren-1", "change": "add", "points": 260}],
                                "support": {"remove": ["flak"],
                                            "add": [{"id": "guns", "class": "support",
                                                     "points": 150}]},
                                "core": [{"swap": {"out": "gren-2",
                                                   "in": {"id": "gren-4", "class": "combat",
                                                          "points": 200}}}]}),
    ("anna", "ReorganiseForce", {"force": "rifles", "air": {"level": "sporadic", "points": 75}}),
    ("host", "BeginBattle", {"time_limit": "midnight"}),
    *[(who, "BeginPlayerTurn", {"side": side}) for _ in range(2)
      for who, side in (("anna", "allies"), ("ben", "axis"))],
    ("anna", "BeginPlayerTurn", {"side": "allies"}),
    ("ben", "BeginPlayerTurn", {"side": "axis"}),
    ("ben", "WithdrawPlatoon", {}),
    ("anna", "LosePlatoon", {"side": "allies", "platoon": "rifle-1"}),
    ("host", "ReportResult", {"ended_by": "last-turn", "side": "axis", "turn": 8,
                              "lost": {"allies": 1}}),
    ("host", "AdvanceTurn", {}),
    ("ben", "RollMission", {"dice": {"allies": [6], "axis": [1]}}),
    ("host", "DeclineChange", {}),
    ("anna", "AgreeMission", {"mission": "trench-fight"}),
    ("ben", "AgreeMission", {"mission": "trench-fight"}),
    ("anna", "KeepBattlefield", {}),
    ("anna", "BeginBattle", {}),
    ("ben", "BuyFortifications", {"width_feet": 6, "infantry_teams": [7, 3],
                                  "sections": {"minefield": 1}}),
    ("anna", "BeginPlayerTurn", {"side": "allies"}),
    ("anna", "RollDice", {"aid": "rally", "rating": "confident", "led": True}),
    ("anna", "ReportResult", {"ended_by": "conceded", "side": "allies", "turn": 1,
                              "lost": {"axis": 2}, "pre_game": {"axis": 1}}),
    ("ben", "ConfirmResult", {}),
    ("host", "AdvanceTurn", {}),
    ("anna", "RollMission", {}),
    ("host", "AbandonBattle", {"reason": "The hall was closed."}),
    ("host", "AdvanceTurn", {}),
    ("anna", "RollMission", {"dice": {"allies": [5], "axis": [1]}}),
    ("host", "DeclineChange", {}),
    ("host", "AgreeMission", {"mission": "fighting-withdrawal"}),
    ("anna", "RollRoles", {}),
    ("host", "BeginBattle", {}),
    *[("host", "BeginPlayerTurn", {"side": side}) for _ in range(3)
      for side in ("allies", "axis")],
    ("host", "WithdrawPlatoon", {}),
    *[("host", "BeginPlayerTurn", {"side": side}) for side in ("allies", "axis")],
    ("host", "WithdrawPlatoon", {"platoon": "gren-1"}),
    ("anna", "ReportResult", {"ended_by": "objective", "side": "allies", "turn": 4,
                              "lost": {"allies": ["rifle-1"]}}),
    ("ben", "ConfirmResult", {}),
    ("host", "AdvanceTurn", {}),
]  # fmt: skip
