"""Rules version: each game's rules have a number, and a campaign follows the one it opened with.

What takes longer, waits or starts something, beside `disputes/test_rules_version.py`.
"""

import json

import pytest

from campaign.store import audit
from support import recorded
from support.command_line import Shell
from tests.disputes.test_rules_version import game, shell, taken_in

__all__ = ["game", "shell"]


@pytest.mark.parametrize("number", [2, 0])
def test_acts_under_another_number_are_not_judged(shell: Shell, number: int) -> None:
    """No finding, and yet status 1, in text and as JSON, unless whoever asks knows it."""
    last = taken_in(shell, number)
    done = shell("verify", recorded.NAME)
    assert done.status == 1
    assert f"; events 1 to {last} not judged" in done.out.splitlines()[-1]
    assert "were recorded under rules by which this program does not judge" in done.out
    assert "if that is enough for you, --allow-unjudged ends with 0." in done.out
    page = shell("verify", recorded.NAME, "--json")
    told = json.loads(page.out)
    assert (page.status, told["findings"], told["facts_until"]) == (1, [], last)
    assert shell.fine("verify", recorded.NAME, "--allow-unjudged") == done.out
    assert shell("verify", "--file", "other.jsonl").status == 1
    shell.fine("verify", "--file", "other.jsonl", "--allow-unjudged")
    found = audit.checked(shell.folder / "campaign.db", recorded.NAME)
    assert (found.findings, found.unjudged) == ((), f"events 1 to {last}")
    told = shell("verify", recorded.NAME, "--against", "0" * 64, "--allow-unjudged")
    assert told.status == 1  # it allows nothing else


def test_nothing_is_recorded_under_another_number(shell: Shell, game: str) -> None:
    """The refusal says what the campaign follows, what the program knows, and what can be done."""
    last = taken_in(shell, 2)
    why = (
        f"recorded follows rules 2, and this program plays {game} by rules 1: "
        "it can be read, shown and exported, and nothing is recorded in it"
    )
    for command in ({"command": "AdvanceTurn"}, {"command": "UndoAct"}):
        done = shell("submit", recorded.NAME, "-", typed=json.dumps(command))
        answer = json.loads(done.out)
        assert done.status == 1 and (answer["rule"], answer["reason"]) == ("Rules", why)
    for call in ("show", "log", "status"):
        told = " ".join(shell.fine(call, recorded.NAME).split())
        assert f"{why[0].upper()}{why[1:]}." in told
    status = json.loads(shell.fine("status", recorded.NAME, "--json"))
    assert (status["rules"], status["version"]) == (2, last)
    assert [call.split()[1] for call in status["next"]] == ["report", "verify", "export"]
    shell.fine("report", recorded.NAME, "--out", "pages")
    shell.fine("export", recorded.NAME, "again.jsonl")
    again, other = (
        (shell.folder / file).read_text().splitlines() for file in ("again.jsonl", "other.jsonl")
    )
    assert again[1 : last + 1] == other[1 : last + 1]
    deep = f"no findings, but events 1 to {last} not judged"
    assert any(deep in line for line in shell("doctor", "--deep").out.splitlines())
