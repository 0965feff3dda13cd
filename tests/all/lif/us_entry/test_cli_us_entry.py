"""`campaign us-entry`: every verb does what its command does, and no value is seen too early.

What takes longer, waits or starts something, beside `lif/us_entry/test_cli_us_entry.py`.
"""

import json
from pathlib import Path

import pytest

from support.command_line import Shell
from tests.lif.us_entry.test_cli_us_entry import (
    STORY,
    copy_of,
    cup,
    error,
    opened,
    recorded,
    tables,
    us,
)

__all__ = ["cup", "tables"]


def test_every_verb_has_the_effect_of_its_command(
    cup: Shell, tables: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The same story, once by verbs and once by commands, leaves the same events."""
    program = copy_of(tables["cup"], tmp_path_factory.mktemp("program"))
    for arguments, by, _ in STORY:
        us(cup, *arguments, "--as", by, typed="3 3\n")
    lines = "\n".join(json.dumps({**command, "by": by}) for _, by, command in STORY)
    answers = [json.loads(line) for line in program("submit", "club", typed=lines).out.splitlines()]
    assert len(answers) == len(STORY) and all(one["accepted"] for one in answers), answers[-1]
    assert recorded(cup) == recorded(program)
    assert "p-36" in cup.fine("counters", "list", "club", "commonwealth")


def test_a_chit_is_placed_once_it_was_seen(tmp_path: Path) -> None:
    """Ruling 53: drawn, looked at, put into the other pool; the help says until when."""
    shell = opened(tmp_path, "--ruling", "entry_look=before")
    us(shell, "stock", "club", "-", typed="value,count,year\n1,40,\n")
    chit = us(shell, "draw", "club", "entry-japan", "--as", "ben").split("hit ")[1].split()[0]
    told = us(shell, "place", "club", "ge/it-entry", chit, "--as", "ben")
    assert f"Having seen chit {chit}, the USA put it into the Germany/Italy entry pool" in told
    pools = json.loads(us(shell, "state", "club", "--json"))["pools"]
    assert (pools["entry-germany-italy"], pools["entry-japan"]) == (6 + 1, 2)
    us(shell, "pick", "club", "70", "--as", "ben")
    told = error(shell, 1, "place", "club", "entry-japan", chit, "--as", "ben")
    assert f"refused (Ruling 53): {chit} stays where it is" in told
    assert shell.fine("verify", "club").endswith("; no findings\n")
    help_ = " ".join(shell.fine("us-entry", "place", "--help").split())
    assert "Everybody sees which chit it was, nobody its value." in help_
