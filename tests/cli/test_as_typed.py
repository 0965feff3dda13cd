"""On the command line a refusal names a field as it is typed there; JSON keeps the field's name."""

import json
from pathlib import Path

import pytest

from support.command_line import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A club at the beginning of the global war."""
    made = Shell(tmp_path)
    made.fine("start", "club", "--scenario", "global-war")
    return made


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["start", "short", "--scenario", "custom", "--last-turn", "1941-ND"],
            "--first-turn: the scenario custom needs one, such as 1941-MJ",
        ),
        (
            ["dispute", "rule", "club", "d9", "upheld", "So it was."],
            "DISPUTE: there is no dispute 'd9'",
        ),
        (
            ["absent", "club", "2100-01-01", "2100-01-02", "--wish", "sleep"],
            "--wish: expected wait, count-as-absent or substitute:MEMBER",
        ),
    ],
)
def test_a_field_is_named_as_it_is_typed(shell: Shell, words: list[str], error: str) -> None:
    """An option by its flag, an argument by its word; no command's class, no underline."""
    done = shell(*words)
    assert done.error.startswith(f"campaign: {error}"), done.error


def test_an_argument_has_the_word_of_the_usage_line(shell: Shell) -> None:
    done = shell("deadline", "club", "lunch", "2100-01-31T21:00Z")
    assert done.error.startswith("campaign: WHAT: 'lunch' has no deadline; there is "), done.error


def test_a_preview_names_it_so_too(shell: Shell) -> None:
    done = shell("deadline", "club", "lunch", "2100-01-31T21:00Z", "--dry-run")
    assert done.error.startswith("campaign: WHAT: 'lunch' has no deadline; there is "), done.error


def test_json_keeps_the_fields_own_name(shell: Shell) -> None:
    """Programs read what they sent, also in an answer that a verb prints for them."""
    done = shell("deadline", "club", "lunch", "2100-01-31T21:00Z", "--json")
    assert json.loads(done.out)["reason"].startswith("what: 'lunch' has no deadline; there is ")
    custom = ["--scenario", "custom", "--last-turn", "1941-ND", "--json"]
    done = shell("start", "short", *custom)
    needs = "first_turn: the scenario custom needs one, such as 1941-MJ"
    assert json.loads(done.out)["reason"] == needs
