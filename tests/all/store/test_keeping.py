"""Backup while others write, restore after damage, and the doctor's look at a store.

What takes longer, waits or starts something, beside `store/test_keeping.py`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.reader import Reader
from campaign.store.sqlite import backup
from support.command_line import ROOT, Shell
from support.sessions import NAME
from tests.store.test_faults import may_drop_privilege, no_room, without_privilege
from tests.store.test_keeping import beside, rows, shell, table

__all__ = ["shell", "table"]
WRITER = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from campaign.store.ledger import Ledger
with Ledger(sys.argv[1]) as ledger:
    number = 0
    while True:
        number += 1
        note = {{"command": "SetBookmark", "version": 1, "note": str(number)}}
        answer = ledger.submit("club", note)
        print(answer["version"], flush=True)
"""


@contextmanager
def writing(store: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process that records as fast as it can, until the end of the block."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store)], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "CAMPAIGN_LOCK_TIMEOUT": "30"},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


def test_a_backup_while_another_process_records(shell: Shell) -> None:
    """It is one moment of the store: a beginning of what the writer goes on with, and it verifies.

    The writer is neither stopped nor refused, and each later backup has more.
    """
    counts = []
    with writing(shell.store) as process:
        for number in range(4):
            copied = backup.backup(shell.store, shell.folder / f"{number}.db")
            counts.append(copied.campaigns["club"])
        assert process.poll() is None
    assert counts == sorted(set(counts)) and counts[0] > 131
    whole = [row for row in rows(shell.store)[0] if len(row) == 3]
    for number, count in enumerate(counts):
        reader = Reader(shell.folder / f"{number}.db")
        kept = list(reader.store.rows("club"))
        assert kept == whole[:count]
        version, last = reader.store.ends("club")
        assert version == count and last > 0
        assert list(audit_of(reader, "club").findings(kept)) == []
        reader.store.close()


def test_a_full_disk_keeps_the_old_backup(shell: Shell) -> None:
    """No room for the copy: one line, the old backup untouched, no half of a new one."""
    shell.fine("backup", "copy.db")
    good = (shell.folder / "copy.db").read_bytes()
    done = shell("backup", "copy.db", "--force", before=no_room(shell.store.stat().st_size // 2))
    assert done.status == 1 and "cannot be copied" in done.error
    assert (shell.folder / "copy.db").read_bytes() == good
    assert beside(shell.folder) == ["campaign.db", "campaign.vault", "copy.db"]
    shell.fine("backup", "copy.db", "--force")


def test_a_folder_that_takes_no_files(shell: Shell) -> None:
    """The store's folder may be read-only; the backup's must not be."""
    if not may_drop_privilege(shell.folder):
        pytest.skip("needs a user who may not write everywhere")
    elsewhere = shell.folder.with_name(shell.folder.name + "-elsewhere")
    elsewhere.mkdir()
    shell.folder.chmod(0o555)
    for name in ("campaign.db", "campaign.vault"):
        (shell.folder / name).chmod(0o444)
    try:
        copy = str(elsewhere / "copy.db")
        assert shell("backup", copy, before=without_privilege).status == 0
        done = shell("backup", "copy.db", before=without_privilege)
        assert done.status == 1 and "cannot write copy.db" in done.error
    finally:
        shell.folder.chmod(0o755)
    assert beside(shell.folder) == ["campaign.db", "campaign.vault"]


def test_the_files_of_a_store_are_their_owner_s_alone(tmp_path: Path) -> None:
    """Whatever the umask allows: store, tables, people, exports, backups and what comes back."""
    shell = Shell(tmp_path)

    def open_to_all() -> None:
        os.umask(0)

    for call in (
        ("open", "club", "--scenario", "global-war"),
        ("enrol", "club", "anna", "--name", "Anna", "--email", "anna@example.org"),
        ("export", "club", "club.jsonl"),
        ("rebuild", "club"),
        ("backup", "copy.db"),
        ("--store", "new.db", "restore", "copy.db"),
        ("--store", "other.db", "import", "club.jsonl"),
    ):
        assert shell(*call, before=open_to_all).status == 0, call
    files = [name for name in beside(tmp_path) if not name.endswith((".toml", ".lock"))]
    assert {"campaign.db", "campaign-tables.db", "campaign.people.db"} < set(files)
    assert {"club.jsonl", "copy.db", "copy.people.db", "new.db", "other.db"} < set(files)
    modes = {name: (tmp_path / name).stat().st_mode & 0o777 for name in files}
    assert modes == dict.fromkeys(files, 0o600)


def test_a_full_disk_leaves_the_store_as_it_was(shell: Shell) -> None:
    """No room to bring the backup in: the store is still in its place, and whole."""
    shell.fine("backup", "copy.db")
    whole = rows(shell.store)
    done = shell("restore", "copy.db", "--force", before=no_room(shell.store.stat().st_size // 2))
    assert done.status == 1 and "cannot be copied" in done.error
    assert rows(shell.store) == whole
    assert beside(shell.folder) == ["campaign.db", "campaign.vault", "copy.db"]


def test_a_write_ahead_log_left_behind_is_never_applied_to_the_backup(shell: Shell) -> None:
    """A killed process left events in the log beside the store; they go aside with it."""
    shell.fine("backup", "copy.db")
    whole = rows(shell.store)
    with writing(shell.store) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
    assert (shell.folder / "campaign.db-wal").stat().st_size > 0
    shell.fine("restore", "copy.db", "--force")
    assert rows(shell.store) == whole
    aside = {"CAMPAIGN_STORE": "campaign.db.before-restore"}
    assert json.loads(shell.fine("show", "club", "--json", **aside))["version"] >= 117


def test_a_store_in_use_is_not_restored_over(shell: Shell) -> None:
    """What the other process records would be lost, so that it is named and nothing is done."""
    shell.fine("backup", "copy.db")
    with Ledger(shell.store) as other:
        version = other.live(NAME).version
        done = shell("restore", "copy.db", "--force")
        assert done.status == 1 and "in use by another program; stop that first" in done.error
        assert other.submit(NAME, {"command": "SetBookmark", "version": 1, "note": "x"})["accepted"]
    assert json.loads(shell.fine("show", "club", "--json"))["version"] == version + 1
    shell.fine("restore", "copy.db", "--force")
    assert json.loads(shell.fine("show", "club", "--json"))["version"] == version
