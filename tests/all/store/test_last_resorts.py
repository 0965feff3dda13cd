"""Seeds used up, a store that swallows rows, what a kill leaves, a damaged database: one line.

What takes longer, waits or starts something, beside `store/test_last_resorts.py`.
"""

import json
import signal
import subprocess
import sys

import pytest

from support.command_line import Shell
from support.sessions import NAME
from tests.store.test_last_resorts import shell

__all__ = ["shell"]
pytestmark = pytest.mark.faults
STOPPED = """
import os, signal, sys
from pathlib import Path
from campaign.store import export
from campaign.store.sqlite import backup
from campaign.cli import run
def kill(*_, **__): os.kill(os.getpid(), signal.SIGKILL)
what = sys.argv[1]
if what == "import": export.Ledger.__exit__ = kill
elif what == "export": Path.replace = kill
else: backup._verified = kill
run(sys.argv[2:])
"""


@pytest.mark.parametrize("what", ["backup", "restore", "export", "import"])
def test_what_a_killed_call_leaves_is_told_and_never_mistaken(shell: Shell, what: str) -> None:
    """Doctor names it; campaigns, backups and imports are as they were, and the call can be made
    again.
    """
    shell.fine("export", NAME, "club.jsonl")
    shell.fine("backup", "copy.db")
    store = shell.folder / ("new.db" if what in ("restore", "import") else "campaign.db")
    words = {
        "backup": ("backup", "second.db"), "restore": ("restore", "copy.db"),
        "export": ("export", NAME, "second.jsonl"), "import": ("import", "club.jsonl"),
    }[what]  # fmt: skip
    call = [sys.executable, "-c", STOPPED, what, "--store", str(store), *words]
    done = subprocess.run(call, cwd=shell.folder, env=shell.env, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done
    left = [one.name for one in shell.folder.iterdir() if one.name.startswith(".")]
    assert left
    env = {"CAMPAIGN_STORE": str(store)}
    if what in ("restore", "import"):
        assert not store.exists()
        shell.fine(*words, **env)
    else:
        shell.fine(*words)
    told = [
        one["told"]
        for one in json.loads(shell("doctor", "--json", **env).out)["checked"]
        if one["what"] == "left over"
    ]
    why = "left by a backup, restore, export or import that was stopped; delete it, unless one is"
    assert told == [f"{shell.folder / name}: {why} running" for name in sorted(left)]
    assert shell.fine("list", **env).count(NAME) == 1
    shell.fine("verify", NAME, **env)
