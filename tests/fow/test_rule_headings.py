"""Every rule of the book that the tracker keeps is cited by the code and by a case or a test.

A rule goes by its heading in the book. The numbers behind it are those of the list of all systems
of the book; a ruling that nothing needs to name has its reason here.
"""

import re
import tomllib
from pathlib import Path

import pytest

from campaign.fow.rulings import SWITCHES
from tests.house.test_rule_coverage import docstrings

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

HEADINGS: dict[str, tuple[int, ...]] = {
    "Campaign Types": (4, 187),
    "Mission Selector": (188, 189),
    "Linked Missions": (190,),
    "Ending Linked Mission Campaigns": (191,),
    "Axis of Attack": (196, 198, 199),
    "Anzio": (193, 194),
    "Multi-player Campaigns": (203,),
    "Multi-player Battles": (128, 184, 185),
    "Campaign Sequence": (197,),
    "Set Up the Battlefield": (20, 208),
    "Reorganise": (200,),
    "Ending the Campaign": (201, 202, 204),
    "Victory Points": (134, 171),
    "Fair Fight": (140,),
    "Defensive Battle": (138,),
    "Mission Objectives": (130, 133),
    "Turn Order": (22,),
    "Reserves": (131, 144, 146, 147, 148),
    "Delayed Reserves": (145,),
    "Strategic Withdrawal": (149, 150, 151),
    "Fortifications": (159, 165, 168, 169, 170),
    "Choosing Your Force": (11, 19, 21, 116, 121, 122, 126, 127, 132),
    "Multiple Company Forces": (123,),
    "Making Combat Attachments": (124,),
    "Kampfgruppe": (105,),
    "Eight-gun Batteries": (113,),
    "Battalion-sized Battles": (186,),
    "Fielding Variant Forces": (125,),
    "Terrain Chart": (195, 206, 209, 210, 211),
    "Platoon Morale Checks": (30, 73),
    "Company Morale Checks": (74, 76),
    "Sole Survivor": (75,),
    "Re-rolls": (5, 6, 9),
    "Komissar": (117,),
    "Air Support": (87, 88, 90, 91, 92, 173),
    "Artillery": (78, 81, 85),
    "Shooting": (39,),
    "Saves": (42, 43, 44),
    "Counterattack": (66,),
    "Roadblock": (158,),
    "Breakthrough": (156,),
    "The Cauldron": (157,),
    "Not One Step Back": (183,),
    "Sewers": (182,),
    "Rough Terrain": (26, 27),
    "Gun Tanks": (41,),
    "Digging In": (53,),
    "Flame-throwers": (55,),
    "Reconnaissance": (96,),
    "Night Fighting": (99,),
    "Stormtroopers": (106,),
    "Tiger Aces": (107,),
    "Night Attack": (110,),
    "Infiltration": (119,),
    "Bunkers": (161,),
    "Barbed Wire": (162,),
    "Minefields": (163,),
    "Anti-tank Obstacles": (164,),
    "Breaching Walls": (178,),
}
"""The headings, each with the systems that it holds."""
PROVEN_BY = {
    "Multi-player Battles": "test_a_battle_beside_the_campaign_changes_nothing_else",
    "Mission Objectives": "test_when_an_objective_is_held_and_what_holds_in_every_set_up",
    "Multiple Company Forces": "test_each_of_several_companies_is_whole",
    "Making Combat Attachments": "FoW entering-08",
    "Eight-gun Batteries": "FoW entering-16",
    "Kampfgruppe": "FoW entering-09",
    "Not One Step Back": "test_there_are_the_ten_missions_of_the_book_on_their_pages",
    "Battalion-sized Battles": "test_a_battalion_outlives_its_companies",
}
"""Headings that their tests and cases do not name."""
AS_DATA = {135, 136, 137, 141, 142, 143, 152, 153, 154, 155, 174, 175, 180, 181}
"""Missions and their special rules: rows of `missions.toml` and `mission_rules.csv`."""
NEEDED = {
    4, 6, 9, 11, 19, 20, 21, 22, 30, *range(73, 77), 87, 105, 113, 116, *range(121, 129),
    *range(130, 139), *range(140, 160), 165, *range(168, 172), *range(173, 176), 180, 181,
    *range(183, 192), *range(193, 205), 206, *range(208, 212),
}  # fmt: skip
"""Systems of the list that a campaign needs; the others are for the table, or tell stories."""
TABLES = ("missions.toml", "mission_rules.csv")


def spoken() -> str:
    """All docstrings and headings of the game's code, and the rules of its rulings."""
    files = [*ROOT.glob("campaign/fow/**/*.py"), *ROOT.glob("events/fow/*.py")]
    texts = [text for file in files for _, text in docstrings(file)]
    lines = (line.strip() for file in files for line in file.read_text("utf-8").splitlines())
    texts += [line for line in lines if line.startswith("# ")]
    return "\n".join([*texts, *(switch.rule for switch in SWITCHES)])


def proven() -> str:
    """The rules of all cases, and all that the game's tests say; not this file."""
    told = [file.read_text("utf-8") for file in HERE.glob("*.py") if file != Path(__file__)]
    folders = (HERE.parent / "cases", HERE.parent / "cases/played")
    for file in (file for folder in folders for file in folder.glob("fow-*.toml")):
        cases = tomllib.loads(file.read_text("utf-8"))["case"]
        told += [f"{case['id']}: {case.get('rule', '')} {case['says']}" for case in cases]
        told += [one.get("refused", "") for case in cases for one in case.get("step", ())]
        told += [f"ruling {number}" for case in cases for number in case.get("rulings", ())]
    return "\n".join(told)


SPOKEN, PROVEN = spoken(), proven()


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_rule_is_cited_by_the_code_and_proven(heading: str) -> None:
    """In a docstring of the game, and as a case's rule or in a test."""
    cited = re.compile(rf"FoW {re.escape(heading)}\b")
    spoken, proven = bool(cited.search(SPOKEN)), bool(cited.search(PROVEN))
    assert spoken, f"no docstring cites {heading}"
    if heading in PROVEN_BY:
        proven = PROVEN_BY[heading] in PROVEN
    assert proven, f"nothing proves {heading}"


def test_every_system_that_a_campaign_needs_is_kept() -> None:
    """Under a heading or as data, and under one of them alone."""
    kept = [number for numbers in HEADINGS.values() for number in numbers]
    assert len(kept) == len(set(kept)) and not set(kept) & AS_DATA
    assert not NEEDED - set(kept) - AS_DATA


UNSAID = {
    13: "the role recorded for a battle is in its event",
    14: "the lowest row of the selector is open below",
    23: "points of the last mission are a line's",
    32: "losses are what was reported or logged, and nothing is added",
    35: "how an objective is taken is in the mission's data",
    37: "whose turn six is in the mission's data",
    38: "the card says it; where teams stand is seen at the table",
    40: "the withdrawal table ends before turn eight",
    42: "the players say where; maps are no data",
    43: "the mission's data ends nothing before turn six",
    46: "the card says whose Pioneers they are",
    47: "manholes are put on the table",
    55: "both are rolls that the players call for",
    56: "who rolls is seen at the table",
    57: "the aid is asked for in the attacker's own turns",
    59: "distances are measured at the table",
    64: "a valid force is all that is asked",
    66: "the limit is entered with the force",
    70: "the players count their platoons",
    77: "an allied platoon's class is support",
}
"""Rulings that no code or test needs to name, and why."""


def test_every_ruling_is_named_or_says_why_not() -> None:
    """Of the 78."""
    text = f"{SPOKEN}\n{PROVEN}"
    found = {switch.ruling for switch in SWITCHES}
    for numbers in re.findall(r"[Rr]ulings? (\d+(?:(?:, | and )\d+)*)", text):
        found |= {int(number) for number in re.findall(r"\d+", numbers)}
    assert set(range(1, 79)) - found <= set(UNSAID)
