"""The verb `scenario`, and campaigns opened from a scenario file of the club's own.

What takes longer, waits or starts something, beside `lif/scenarios/test_cli_scenarios.py`.
"""

import json

import pytest

from support.command_line import Shell, typed_at_a_terminal
from tests.lif.scenarios.test_cli_scenarios import GOOD, THE_END, file, shell

__all__ = ["shell"]


def test_a_campaign_opened_from_a_file_lives_without_it(shell: Shell) -> None:
    """Its record has what the file said, through report, audit, export and import."""
    name = file(shell, GOOD + '[[facts]]\nabout = "Initiative"\ntext = "Axis"\n')
    shell.fine("open", "club", "--scenario", f"./{name}")
    (shell.folder / name).unlink()
    shown = json.loads(shell.fine("show", "club", "--json"))
    assert (shown["scenario"], shown["last_turn"]) == ("summer", "1941-JA")
    assert shown["scenario_table"]["facts"] == {"Initiative": "Axis"}
    shell.fine("report", "club", "--out", "pages")
    assert "A summer" in (shell.folder / "pages" / "index.html").read_text()
    shell.fine("verify", "club")
    shell.fine("export", "club", "club.jsonl")
    shell.fine("import", "club.jsonl", "--store", "other.db")
    other = json.loads(shell.fine("show", "club", "--json", "--store", "other.db"))
    assert other["head"] == shown["head"] and other["scenario_table"] == shown["scenario_table"]


@pytest.mark.parametrize("columns", [80, 100])
def test_lif_6_is_shown_within_a_terminal(shell: Shell, columns: int) -> None:
    """In sections, each line within the width and its text under itself."""
    shell.env["COLUMNS"] = str(columns)
    status, screen = typed_at_a_terminal(shell, "scenario", "show", THE_END, lines=[])
    lines = screen.replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()
    assert status == 0
    assert max(map(len, lines)) <= columns
    assert [line for line in lines if line and line[0] != " "] == [
        f"The End of the Beginning ({THE_END}), LiF 6",
        "Begins with", "US entry", "States", "Leaves open",
    ]  # fmt: skip
    text = " ".join(screen.split())
    assert "turns July/August 1940 (1940-JA) to July/August 1945 (1945-JA): 31 turns" in text
    assert "with Japan: Manchuria and Korea" in text
    assert "by the USSR: Latvia, Estonia and Lithuania" in text
    assert "30 in the cup" in text and "actions 7, 8, 25, 26 and 27" in text
