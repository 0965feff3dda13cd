"""The verb `scenario`, and campaigns opened from a scenario file of the club's own.

What takes longer, waits or starts something, beside `lif/scenarios/test_cli_scenarios.py`.
"""

import json

from support.command_line import Shell
from tests.lif.scenarios.test_cli_scenarios import GOOD, file, shell

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
