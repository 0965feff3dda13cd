"""How much of the program a call reads, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.systems import GAMES
from support.command_line import Shell

MOST = {"lif status": 160, "lif show": 160, "lif ballot": 200, "fow status": 170, "fow show": 170}
"""Modules of the project that a call reads at most; fewer is better. A module's file is run when it
is read, so that no call runs through more files.
"""


@pytest.mark.parametrize(
    ("game", "other", "call"),
    [
        ("lif", "fow", "status club"),
        ("lif", "fow", "show club"),
        ("lif", "fow", "ballot club germany no-veto"),
        ("lif", "fow", "ballot club italy"),
        ("fow", "lif", "status spring"),
        ("fow", "lif", "show spring"),
    ],
)
def test_a_call_reads_what_it_needs(tmp_path: Path, game: str, other: str, call: str) -> None:
    """Nothing of another game, and no more than so many modules."""
    shell = Shell(tmp_path)
    shell.fine("start", "club", "--scenario", "global-war")
    shell.fine("board", "club", "--open")
    shell.fine("draw", "club")
    shell.fine("start", "spring", "--scenario", "anzio")
    program = (
        "import sys; from campaign.cli import run\n"
        f"assert run({call.split()!r}) == 0\n"
        "print(*[name for name in sys.modules if name.split('.')[0] in ('campaign', 'events')],"
        " file=sys.stderr)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, input="no-veto\n", capture_output=True, text=True, env=shell.env, check=True
    )
    modules = done.stderr.splitlines()[-1].split()
    there = tuple(f"{package}." for package in (GAMES[other].package, f"events.{other}"))
    assert not [name for name in modules if f"{name}.".startswith(there)]
    assert f"{GAMES[game].package}.system" in modules
    assert len(modules) <= MOST[f"{game} {call.split(maxsplit=1)[0]}"]
