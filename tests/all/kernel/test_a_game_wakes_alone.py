"""How much of the program a call reads, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.systems import GAMES
from support.command_line import Shell

MOST = {"status": 370, "show": 335, "ballot": 410}
"""Modules of the project that a call reads at most; fewer is better."""


@pytest.mark.parametrize(
    ("game", "other", "call"),
    [
        ("lif", "fow", "status club"),
        ("lif", "fow", "show club"),
        ("lif", "fow", "ballot club germany no-veto"),
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
        "print(*[name for name in sys.modules if name.startswith(('campaign', 'events'))],"
        " file=sys.stderr)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=shell.env, check=True)
    modules = done.stderr.splitlines()[-1].split()
    there = tuple(f"{package}." for package in (GAMES[other].package, f"events.{other}"))
    assert not [name for name in modules if f"{name}.".startswith(there)]
    assert f"{GAMES[game].package}.system" in modules
    assert len(modules) <= MOST[call.split(maxsplit=1)[0]]
