"""`campaign counters`: the sheet goes out, comes back with every fault told, and counters move."""

from pathlib import Path

import pytest

from campaign.lif.force_pools.checks import COLUMNS
from support.command_line import Shell

HEADER = ",".join(COLUMNS)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with one campaign."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    return shell


def test_the_template_is_printed_as_it_is_written(shell: Shell) -> None:
    assert shell.fine("counters", "template") == (
        shell.fine("counters", "template", "sheet.csv") and (shell.folder / "sheet.csv").read_text()
    )


def test_what_is_no_text_is_told_in_one_line(shell: Shell) -> None:
    """A sheet in another encoding."""
    (shell.folder / "old.csv").write_bytes(HEADER.encode() + b"\nx,usa,INF,Caf\xe9,,,,,,,\n")
    assert "old.csv, line 2" in shell("counters", "import", "club", "old.csv").error
