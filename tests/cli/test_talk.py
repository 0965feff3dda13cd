"""`campaign talk`: what members say at the table, at a keyboard."""

import json
from pathlib import Path

import pytest

from support.command_line import Shell
from support.programs import NAME


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with a campaign that Anna and Ben are in."""
    made = Shell(tmp_path)
    for words in (
        ("start", NAME, "--scenario", "global-war"),
        ("enrol", NAME, "anna", "--role", "player"),
        ("enrol", NAME, "ben", "--role", "player"),
    ):
        assert made(*words).status == 0
    return made


def test_what_one_says_the_other_reads_and_the_record_does_not(shell: Shell) -> None:
    """In the order in which it was said, about the running turn; nothing of it is recorded."""
    before = shell("log", NAME).out
    assert shell("talk", NAME).out == "nobody has said anything yet\n"
    assert (
        "Anna: Well played, @Ben!"
        in shell("--as", "anna", "talk", NAME, "Well played,", "@Ben!").out
    )
    assert shell("--as", "ben", "talk", NAME, "Thanks").status == 0
    first, second = shell("talk", NAME).out.splitlines()
    assert first.endswith("Anna: Well played, @Ben!") and second.endswith("Ben: Thanks")
    said = json.loads(shell("talk", NAME, "--last", "1", "--json").out)["talk"]
    assert [(one["member"], one["text"], one["about"]) for one in said] == [
        ("ben", "Thanks", "turn:1939-SO")
    ]
    assert shell("log", NAME).out == before


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (("--as", "zoe", "talk", NAME, "Hello"), 2, "'zoe' is not enrolled in club"),
        (("--as", "anna", "talk", NAME, " "), 2, "Write at least a word. Nothing was said"),
        (("--as", "anna", "talk", NAME, "x" * 501), 2, "Your text has 501 letters; 500 fit."),
    ],
)
def test_what_may_not_be_said_is_not(
    shell: Shell, words: tuple[str, ...], status: int, why: str
) -> None:
    done = shell(*words)
    assert done.status == status and why in done.error
    assert shell("talk", NAME).out == "nobody has said anything yet\n"
