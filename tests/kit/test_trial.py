"""`campaign rules try`: worked cases played without a store, and what is told of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.kit.opening import EXAMPLES, example
from campaign.kit.reading.rules import checked
from campaign.kit.trial import differing
from campaign.kit.verbs import summary
from support.command_line import Shell

CASES = Path(__file__).parents[1] / "cases" / "kit"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_come_out_as_worked(name: str) -> None:
    """Every step of every case, corrections too."""
    cases = json.loads((CASES / f"{name}.cases.json").read_text(encoding="utf-8"))["cases"]
    assert list(differing(example(name), cases)) == []


def test_a_step_that_comes_out_otherwise_is_told() -> None:
    case = {
        "name": "wrong",
        "steps": [
            {"do": "raid", "as": "dorte", "whom": "anselm", "dice": [4],
             "expect": {"seats.dorte.supply": 4}},
            {"do": "raid", "as": "anselm", "whom": "brida", "dice": [4]},
            {"next": True},
        ],
    }  # fmt: skip
    assert list(differing(example("evening"), [case])) == [
        "wrong, step 1: seats.dorte.supply: expected 4, came 3",
        "wrong, step 2: refused (Bridges 3): Anselm has no supply to send raiders out",
        "wrong, step 3: refused (Phase): Anselm still has to report a battle, and 3 more"
        " wait; to go on all the same, confirm it (`--yes`)",
    ]


def test_every_word_of_a_case_is_compared() -> None:
    """Nobody has fought yet: all share the first place, and each owes a battle."""
    names = ["anselm", "brida", "corvin", "dorte"]
    owed = [f"{name}: battle" for name in names]
    table = [[1, name, 0, 2] for name in names]
    right = {"owed": owed, "says": "", "table": table, "standings": names, "won": []}
    wrong = {"owed": [], "says": "So.", "table": [], "standings": [], "won": ["brida"]}
    steps = [right, *({word: value} for word, value in wrong.items()), {"expect": {"seats.x.y": 1}}]
    found = list(differing(example("evening"), [{"name": "new", "steps": steps}]))
    assert found == [
        *(
            f"new, step {number}: {word}: expected {wrong[word]}, came {right[word]}"
            for number, word in enumerate(wrong, 2)
        ),
        "new, step 7: seats.x.y: expected 1, came nothing of that name",
    ]
    bad = {"do": "raid", "as": "dorte", "whom": "dorte", "refused": "Bridges 3", "because": "moon"}
    (text,) = differing(example("evening"), [{"name": "new", "steps": [bad]}])
    assert "expected a refusal because of 'moon'" in text


RAIDED = {"do": "raid", "as": "dorte", "whom": "anselm", "dice": [4]}
BATTLE = {"do": "battle", "as": "anselm", "winner": "anselm", "loser": "brida",
          "bridge": "middle", "bloody": True}  # fmt: skip


def test_what_a_correction_leads_to_is_told() -> None:
    """Without the first raid its supply is not spent; the battle that is struck is not confirmed.

    The middle bridge is worth 3 points, the north one 2.
    """
    steps = [
        RAIDED,
        BATTLE,
        {"confirm": 2, "as": "brida"},
        {"amend": 2, "bridge": "north", "breaks": [], "expect": {"seats.anselm.points": 2}},
        {"strike": 1, "breaks": [], "expect": {"seats.dorte.supply": 2}},
        {"strike": 2, "breaks": [], "faults": ["seats.anselm.points"]},
        {"do": "raid", "as": "dorte", "whom": "anselm", "dice": [2]},
    ]
    assert list(differing(example("evening"), [{"name": "late", "steps": steps}])) == [
        "late, step 6: breaks: expected [], came ['3: Record']",
        "late, step 6: faults: expected ['seats.anselm.points'], came []",
    ]


NO_STEP = "late, step 1: there is no such step to correct, or not in this way"
NONE = NO_STEP.replace("step 1", "step 2")
BAD = {
    "a step that is not there": ({"name": "late", "steps": [{"strike": 1}]}, NO_STEP),
    "a step before the first, to strike": (
        {"name": "late", "steps": [RAIDED, {"strike": 0}]},
        NONE,
    ),
    "a step before the first, to amend": (
        {"name": "late", "steps": [RAIDED, {"amend": -1, "whom": "brida"}]},
        NONE,
    ),
    "a step by a word": (
        {"name": "late", "steps": [{"amend": "first", "whom": "brida"}]},
        "late, step 1: amend is not written like this: 'first'",
    ),
    "a die without its list": (
        {"name": "late", "steps": [{**RAIDED, "dice": 4}]},
        "late, step 1: dice is not written like this: 4",
    ),
    "a misspelt word": (
        {"steps": [{"nxt": True}]},
        "case 1, step 1: 'nxt' means nothing in a case",
    ),
    "more dice than are rolled": (
        {"name": "late", "steps": [{**RAIDED, "dice": [4, 2, 3]}]},
        "late, step 1: refused (): there are more dice or cards than are asked for",
    ),
    "dice where none are rolled": (
        {"name": "late", "steps": [{**BATTLE, "dice": [4]}]},
        "late, step 1: refused (): there are more dice or cards than are asked for",
    ),
    "a card where a die is rolled": (
        {"name": "late", "steps": [{**RAIDED, "drawn": ["storm"]}]},
        "late, step 1: refused (): there are more dice or cards than are asked for",
    ),
    "switches in a list": (
        {"name": "late", "house": [], "steps": []},
        "late: house is not written like this: []",
    ),
    "switches that are nothing": (
        {"name": "late", "house": None, "steps": []},
        "late: house is not written like this: None",
    ),
    "switches in a text": (
        {"name": "late", "house": "abc", "steps": []},
        "late: house is not written like this: 'abc'",
    ),
    "a house rule that the file lacks": (
        {"name": "late", "house": {"rain": True}},
        "late: rulings: there is no house rule 'rain'; did you mean raids?",
    ),
}


@pytest.mark.parametrize(("case", "says"), BAD.values(), ids=BAD)
def test_what_no_case_can_say_is_told(case: dict[str, Any], says: str) -> None:
    assert list(differing(example("evening"), [case])) == [says]


def test_a_turn_that_was_ended_is_not_amended() -> None:
    """It has nothing that was filled in; what comes after it is played all the same."""
    steps = [{"next": True, "anyway": True}, {"amend": 1, "bridge": "north"}, RAIDED]
    (told,) = differing(example("evening"), [{"name": "late", "steps": steps}])
    assert told.startswith("late, step 2: there is no such step")


def test_the_verbs_write_judge_and_try_a_file(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("rules", "new", "my.toml", "--like", "evening")
    assert "no faults" in shell.fine("rules", "check", "my.toml")
    cases = (CASES / "evening.cases.json").read_text(encoding="utf-8")
    (tmp_path / "my.json").write_text(cases, encoding="utf-8")
    assert "steps, all as expected" in shell.fine("rules", "try", "my.toml", "my.json")
    shell.fine("start", "club", "--rules", "my.toml", "--ruling", "raids=no")
    refused = shell("act", "club", "raid", "whom=anselm", "--seat", "dorte")
    assert refused.status == 1 and "nobody raids in this campaign" in refused.error
    assert 'title = "Three Bridges"' in shell.fine("rules", "show", "club")
    assert "Report a battle" in shell.fine("act", "list", "club")


def test_a_faulty_file_is_told_line_by_line(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    text = example("evening").replace("winner.points", "winner.pionts")
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    told = shell("rules", "check", "bad.toml")
    assert told.status == 1 and "1 fault in bad.toml" in told.error
    assert "bad.toml:27: acts.battle.do:" in told.out


@pytest.mark.parametrize("text", ['{"cases": 5}', '{"cases": [5]}', '{"cases": [{"steps": [5]}]}'])
def test_a_file_without_cases_is_told(tmp_path: Path, text: str) -> None:
    shell = Shell(tmp_path)
    shell.fine("rules", "new", "my.toml", "--like", "evening")
    (tmp_path / "my.json").write_text(text, encoding="utf-8")
    tried = shell("rules", "try", "my.toml", "my.json")
    assert tried.status and "my.json has no list of cases" in tried.error


@pytest.mark.parametrize(
    ("word", "told"),
    [("round", "3 rounds"), ("watch", "3 watches"), ("century", "3 centuries"), ("day", "3 days")],
)
def test_a_summary_has_the_plural_of_what_a_turn_is_called(word: str, told: str) -> None:
    text = example("evening").replace('one = "round"', f'one = "{word}"')
    assert summary(checked(text))[0].startswith(f"Three Bridges: {told} of 1 phase, 4 seats")


def test_a_column_of_the_campaign_is_named_as_such() -> None:
    text = example("evening").replace("[seats]", '[campaign]\ncolumns = { tide = "0..1" }\n[seats]')
    text = text.replace('do = ["me.supply', 'do = ["campaign.tide += 2", "me.supply')
    raid = {**RAIDED, "refused": "Bridges 3", "because": "tide of the campaign would be 2"}
    assert list(differing(text, [{"name": "high", "steps": [raid]}])) == []
