"""Bad input and faults: a clear line, the right exit status, and nothing half done.

What takes longer, waits or starts something, beside `store/test_faults.py`.
"""

import json
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from support.command_line import Shell
from tests.store.test_faults import (
    may_drop_privilege,
    no_room,
    shell,
    table,
    untouched,
    without_privilege,
)

__all__ = ["shell", "table"]
pytestmark = pytest.mark.faults


def test_a_read_only_folder(shell: Shell) -> None:
    """What is recorded can be read; nothing can be recorded; a new store cannot be made."""
    if not may_drop_privilege(shell.folder):
        pytest.skip("needs a user who may not write everywhere")
    shell.folder.chmod(0o555)
    for name in ("campaign.db", "campaign.vault"):
        (shell.folder / name).chmod(0o444)
    try:
        assert shell("show", "club", before=without_privilege).status == 0
        assert shell("verify", "club", before=without_privilege).status == 0
        with untouched(shell):
            done = shell(
                "reveal",
                "club",
                "--absent",
                "--yes",
                "--why",
                "cannot be reached",
                before=without_privilege,
            )
        assert done.status == 1 and "read-only" in done.error
        elsewhere = shell("open", "new", "--scenario", "global-war", before=without_privilege,
                          CAMPAIGN_STORE=str(shell.folder / "new.db"))  # fmt: skip
        assert elsewhere.status == 1 and str(shell.folder) in elsewhere.error
        done = shell("export", "club", "club.jsonl", before=without_privilege)
        assert done.status == 1 and done.error
    finally:
        shell.folder.chmod(0o755)
    assert sorted(path.name for path in shell.folder.iterdir()) == [
        "campaign.db", "campaign.vault",
    ]  # fmt: skip


def test_a_full_disk(shell: Shell) -> None:
    """The command is not recorded, said in one line; with room again it is."""
    words = "x" * 200
    before = json.loads(shell.fine("show", "club", "--json"))["version"]
    size = shell.store.stat().st_size
    lines = f'{{"command": "SetBookmark", "version": 1, "note": "{words}"}}\n' * 400
    done = shell("submit", "club", typed=lines, before=no_room(size))
    accepted = [json.loads(line) for line in done.out.splitlines()]
    *lag, why = done.err.splitlines()
    assert done.status == 1 and "nothing was recorded" in why
    assert all("the read tables are behind" in line for line in lag) and len(lag) <= 1
    assert all(one["accepted"] for one in accepted) and len(accepted) < 400
    assert shell("verify", "club").status == 0
    told = json.loads(shell.fine("show", "club", "--json"))
    last = accepted[-1]["version"] if accepted else before
    assert told["version"] == last
    shell.fine("entropy", "club", words)


def test_a_full_disk_leaves_no_half_store(tmp_path: Path) -> None:
    """Opening a campaign without room: neither a campaign nor a key that opens nothing."""
    shell = Shell(tmp_path)
    done = shell("open", "club", "--scenario", "global-war", before=no_room(0))
    assert done.status == 1 and done.error.startswith("campaign: ")
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("board", "club")
    shell.fine("draw", "club")


def test_a_lock_that_ends_in_time_is_waited_for(shell: Shell) -> None:
    """Another program writes for a second; the command is recorded after it."""
    shell.env["CAMPAIGN_LOCK_TIMEOUT"] = "20"
    with closing(sqlite3.connect(shell.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        process = shell.start("entropy", "club", "grey geese")
        time.sleep(1)
        assert process.poll() is None
        other.execute("ROLLBACK")
        _, told = process.communicate(timeout=120)
    assert process.returncode == 0, told


def test_a_reader_who_has_seen_enough(shell: Shell) -> None:
    """`campaign log club | head -1` says nothing of a broken pipe."""
    lines = '{"command": "SetBookmark", "version": 1, "note": "grey geese"}\n' * 600
    shell.fine("submit", "club", typed=lines)
    process = shell.start("log", "club")
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    process.wait()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written(shell: Shell) -> None:
    """One line to standard error."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            shell.start_words("show", "club"),
            stdout=full, stderr=subprocess.PIPE, text=True, env=shell.env, check=False,
        )  # fmt: skip
    assert done.returncode == 1, done
    assert done.stderr.count("\n") == 1 and "No space left" in done.stderr


def test_interrupted_while_waiting_for_input(shell: Shell) -> None:
    """Control-C at `submit`: one line, exit status 130, what was accepted stays."""
    process = shell.start("submit", "club")
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write('{"command": "AddEntropy", "value": "grey geese"}\n')
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["accepted"]
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert process.stderr.read() == "campaign: stopped\n"
    process.stdin.close()
    assert "grey geese" in shell.fine("log", "club")
