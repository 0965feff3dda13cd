"""`campaign rules try`: worked cases played without a store, and what is told of them."""

import json
from pathlib import Path

import pytest

from campaign.kit.opening import EXAMPLES, example
from campaign.kit.trial import NOT_HERE, differing
from support.command_line import Shell

CASES = Path(__file__).parents[1] / "cases" / "kit"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_come_out_as_worked(name: str) -> None:
    """As far as they need no record to correct."""
    cases = json.loads((CASES / f"{name}.cases.json").read_text(encoding="utf-8"))["cases"]
    told = [text for text in differing(example(name), cases) if "corrections" not in text]
    assert told == []


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
        "wrong, step 3: refused (Phase): anselm: battle is owed, and 3 more;"
        " confirm that it may be left undone",
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


def test_a_case_stops_where_the_record_is_corrected() -> None:
    case = {"name": "late", "steps": [{NOT_HERE[0]: 1}, {"next": True}]}
    (told,) = differing(example("evening"), [case])
    assert told == "late, step 1: corrections are not tried here"


def test_the_verbs_write_judge_and_try_a_file(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("rules", "new", "my.toml", "--like", "evening")
    assert "no faults" in shell.fine("rules", "check", "my.toml")
    cases = (CASES / "evening.cases.json").read_text(encoding="utf-8")
    (tmp_path / "my.json").write_text(cases, encoding="utf-8")
    assert "0 otherwise" in shell.fine("rules", "try", "my.toml", "my.json")
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
