"""Every rule of the book that the tracker keeps is cited by the code and by a case or a test.

A rule goes by its heading in the book. The numbers behind it are those of the list of all systems
of the book; a ruling that nothing needs to name has its reason here.
"""

import re
import tomllib
from pathlib import Path

import pytest

from campaign.fow.rulings import SWITCHES
from fow.support import cases
from tests.house.test_rule_coverage import docstrings

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

_FILE = cases("rule_headings")
HEADINGS, PROVEN_BY = _FILE["systems"], _FILE["proven"]
UNSAID = {int(number): why for number, why in _FILE["unsaid"].items()}
"""Rulings that no code or test needs to name, and why."""
AS_DATA = {135, 136, 137, 141, 142, 143, 152, 153, 154, 155, 174, 175, 180, 181}
"""Missions and their special rules: rows of `missions.toml` and `mission_rules.csv`."""
NEEDED = {
    4, 6, 9, 11, 19, 20, 21, 22, 30, *range(73, 77), 87, 105, 113, 116, *range(121, 129),
    *range(130, 139), *range(140, 160), 165, *range(168, 172), *range(173, 176), 180, 181,
    *range(183, 192), *range(193, 205), 206, *range(208, 212),
}  # fmt: skip
"""Systems of the list that a campaign needs; the others are for the table, or tell stories."""
DATA = ("bad_evening", "mission_cards", "pages_of_anzio", "starts_at_anzio")
"""Rows of the tests of this game that prove something."""


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
    told += [HERE.joinpath(f"cases/{one}.toml").read_text("utf-8") for one in DATA]
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


def test_every_ruling_is_named_or_says_why_not() -> None:
    """Of the 78."""
    text = f"{SPOKEN}\n{PROVEN}"
    found = {switch.ruling for switch in SWITCHES}
    for numbers in re.findall(r"[Rr]ulings? (\d+(?:(?:, | and )\d+)*)", text):
        found |= {int(number) for number in re.findall(r"\d+", numbers)}
    assert set(range(1, 79)) - found <= set(UNSAID)
