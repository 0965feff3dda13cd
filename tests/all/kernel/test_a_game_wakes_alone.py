"""How much of the program a call reads, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.systems import BUILT_IN
from support.command_line import Shell

MOST = {"lif status": 90, "lif show": 142, "lif ballot": 158, "fow status": 122, "fow show": 170}
"""Modules of the project that a call reads at most; fewer is better. A module's file is run when it
is read, so that no call runs through more files.
"""
UNASKED = ("reports", "notifications", "projections", "extensions", "web", "lif.story",
           "lif.chapters", "kernel.assembly", "lif.us_entry.commands",
           "fow.report", "fow.chapters", "disputes.commands",
           "disputes.impact", "kernel.interview", "handler.command_handler", "store.ledger",
           "store.submission", "store.vault")  # fmt: skip
"""What a status has no use for: what reports, tells, mails, counts, keeps tables or records."""
DECIDED = ("kernel.chapters", "lif.abilities", "lif.picture", "lif.board.cup", "lif.on_map.combats",
           "lif.board.promotions_board", "lif.force_pools.moves", "lif.on_map.placing",
           "lif.politics.wars", "lif.us_entry.chart", "lif.us_entry.chits")  # fmt: skip
"""What decides; of a corrected campaign a status asks what a correction leaves behind."""
OTHERS = ("eventsourcing", "cryptography", "jinja2", "rich", "sqlite_utils", "email.headerregistry",
          "difflib", "tempfile", "calendar", "importlib.metadata")  # fmt: skip
"""Libraries that a status has no use for."""


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
    there = tuple(f"{package}." for package in (BUILT_IN[other].package, f"events.{other}"))
    assert not [name for name in modules if f"{name}.".startswith(there)]
    assert f"{BUILT_IN[game].package}.system" in modules
    assert len(modules) <= MOST[f"{game} {call.split(maxsplit=1)[0]}"]


@pytest.mark.parametrize("is_corrected", [False, True])
@pytest.mark.parametrize(("game", "name"), [("lif", "club"), ("fow", "spring")])
def test_a_status_loads_nothing_that_reports_or_records(
    tmp_path: Path, game: str, name: str, is_corrected: bool
) -> None:
    """By their names: a status folds events and says what is waited for, behind an undo too."""
    shell = Shell(tmp_path)
    shell.fine("start", name, "--scenario", {"lif": "global-war", "fow": "anzio"}[game])
    if is_corrected:
        shell.fine("entropy", name, "grey geese")
        shell.fine("undo", name)
    shell.fine("status", name)
    program = (
        "import sys; from campaign.cli import run\n"
        f"assert run(['status', {name!r}]) == 0\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    for _ in range(2):  # the first makes the labels of snapshots
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True, text=True, env=shell.env, check=True,
        )  # fmt: skip
    modules = done.stderr.splitlines()[-1].split()
    unasked = UNASKED if is_corrected else (*UNASKED, *DECIDED)
    needless = (*(f"campaign.{part}." for part in unasked), *(f"{one}." for one in OTHERS))
    assert [module for module in modules if f"{module}.".startswith(needless)] == []
