"""LiF 3.3: a combat reported by answering questions is the report that a file would have sent."""

import json
from pathlib import Path

import pytest

from support import front
from support.command_line import Shell, typed_at_a_terminal

SETUP = {**front.SETUP, "vichy": "installed"}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign in its first combat: Zhukov has announced an ability for it, at two hexes."""
    made = Shell(tmp_path)
    (tmp_path / "front.json").write_text(json.dumps(SETUP))
    made.fine("open", "front", "--scenario", "global-war", "--module", "guards-banner",
              "--ruling", "draws=table", "--setup", "front.json")  # fmt: skip
    commands = "".join(json.dumps(command) + "\n" for command in front.TURN[:10])
    made.fine("submit", "front", "-", typed=commands)
    return made


def reported(shell: Shell) -> list[dict[str, object]]:
    """What the record says from the combat on, without times and digests."""
    lines = [json.loads(line) for line in shell.fine("log", "front", "--json").splitlines()]
    first = next(n for n, line in enumerate(lines) if line["type"] == "lif.CombatReported")
    kept = ("at", "digest", "head", "version", "by")
    return [{k: v for k, v in line.items() if k not in kept} for line in lines[first:]]


WHERE = ["land", "e1428", "ussr", "Germany"]
LOSSES = ["ussr inf 3", "germany INF 5", "germany inf killed 5", ""]
LEADERS = ["guderian stacked used", "zhukov helped", "", ""]
"""Guderian in the hex, with an ability; Zhukov as the record knows him; nobody left alone."""


def test_the_answers_send_what_a_file_would_have_sent(shell: Shell, tmp_path: Path) -> None:
    """10 - 3 = 7 recalls the defender's leader, in both."""
    (tmp_path / "file").mkdir()
    other = Shell(tmp_path / "file")
    shell.fine("export", "front", "front.jsonl")
    other.fine("import", str(shell.folder / "front.jsonl"))
    lines = [*WHERE, *LOSSES, *LEADERS, "y"]
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=lines)
    shown = " ".join(screen.split())
    assert status == 0, screen
    assert "Concerned, as far as the record knows: Guderian and Zhukov." in shown
    assert "USSR attacked Germany (land) in E1428." in shown
    assert "Guderian was recalled to the cup" in shown
    fields = {
        "kind": "land", "hex": "E1428", "attackers": ["ussr"], "defenders": ["germany"],
        "losses": [front.SOVIET_LOSS, front.GERMAN_LOSS, front.GERMAN_LOSS],
        "leaders": [
            {"leader": "guderian", "side": "defender", "took_part": True, "stacked": True,
             "ability_used": True},
            {"leader": "zhukov", "side": "attacker", "took_part": True, "ability_used": True},
        ],
    }  # fmt: skip
    other.fine("combat", "front", "-", typed=json.dumps(fields))
    assert reported(shell) == reported(other)


def test_a_refusal_gives_what_was_typed_for_a_file(shell: Shell) -> None:
    """Nothing typed is lost: corrected in a file, it is read again."""
    lines = [*WHERE, "ussr inf 3", "", "guderian stacked used", "", "y"]
    status, screen = typed_at_a_terminal(shell, "combat", "front", lines=lines)
    shown = " ".join(screen.split())
    assert status == 1 and "was used in this combat, and the report leaves Zhukov out" in shown
    typed = next(line for line in screen.splitlines() if line.startswith('{"'))
    answers = json.loads(typed) | {"leaders.1": "zhukov"}
    (shell.folder / "again.json").write_text(json.dumps(answers))
    told = shell.fine("combat", "front", "--from", "again.json")
    assert "Combat 1939-SO-1 (land) at E1428" in told


def test_a_campaign_that_records_no_combats_asks_nothing(tmp_path: Path) -> None:
    """Before the first question; nor is one asked while the Promotions Board is open."""
    plain = Shell(tmp_path)
    plain.fine("open", "plain", "--scenario", "global-war", "--no-module", "leaders",
               "--no-module", "guards-banner")  # fmt: skip
    status, screen = typed_at_a_terminal(plain, "combat", "plain", lines=[])
    assert status == 1 and "played without leaders and Guards armies" in " ".join(screen.split())
    plain.fine("open", "club", "--scenario", "global-war")
    plain.fine("board", "club")
    status, screen = typed_at_a_terminal(plain, "combat", "club", lines=[])
    assert status == 1 and "finish the Promotions Board first" in " ".join(screen.split())
