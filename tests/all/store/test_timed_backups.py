"""The service's own backups: when one is due, which are kept, and that each can be restored.

What takes longer, waits or starts something, beside `store/test_timed_backups.py`.
"""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from campaign.accounts.backups import BackupError, BackupPlan, TimedBackups
from campaign.accounts.database import people_path
from campaign.store.reader import Reader
from support.command_line import ROOT
from support.sessions import NAME, played
from tests.store.test_timed_backups import START, kept, real

__all__ = ["kept"]


def test_what_is_made_is_the_store_and_its_people(tmp_path: Path) -> None:
    """In a process of its own; no draft is left."""
    backups = real(tmp_path, tmp_path / "kept")
    backups.run()
    (made,) = backups.found()
    assert Reader(made.file).store.version(NAME) == Reader(tmp_path / "campaign.db").store.version(
        NAME
    )
    assert people_path(made.file).is_file()
    assert len(list((tmp_path / "kept").glob("*.people.db"))) == 1
    assert not [file for file in (tmp_path / "kept").iterdir() if file.name.startswith(".")]


def test_while_the_record_does_not_verify_good_backups_stay(tmp_path: Path) -> None:
    """It is copied all the same, which is said; the newest such copy is kept beside the good."""
    hours, folder = [0], tmp_path / "kept"
    played(tmp_path, turns=1).ledger.close()
    store = tmp_path / "campaign.db"
    backups = TimedBackups(
        store,
        BackupPlan(folder, timedelta(hours=1), 1),
        lambda: START + timedelta(hours=hours[0]),
    )
    told = "the last backup was made, and does not verify: see `campaign doctor --deep`"
    for hour, step, stay, trouble in (
        (0, 0, [0], ""),
        (1, 1, [0, 1], told),
        (2, 0, [0, 2], told),
        (3, -1, [3], ""),
    ):
        with closing(sqlite3.connect(store)) as db:
            db.execute("UPDATE receipts SET number=number+?", (step * 1000,))
            db.commit()
        hours[0] = hour
        backups.run()
        begun = [one.begun - START for one in backups.found()]
        assert begun == [timedelta(hours=one) for one in stay]
        assert backups.trouble() == trouble


def test_why_the_process_failed_is_told(tmp_path: Path) -> None:
    """In the words of the backup."""
    (tmp_path / "kept").write_text("no folder")
    backups = real(tmp_path, tmp_path / "kept")
    with pytest.raises(BackupError) as told:
        backups.run()
    assert str(told.value).startswith(f"cannot write {tmp_path}/kept/campaign-2026")
    assert backups.trouble() == str(told.value)


KILLED = """
import os, signal, sys
from pathlib import Path
from campaign.accounts import backups
backups.backup = lambda store, target: os.kill(os.getpid(), signal.SIGKILL)
backups.made(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_backup_that_was_killed_between_store_and_people_is_none(tmp_path: Path) -> None:
    """The store has its name last: what was cut short is not counted, and the next one is due."""
    backups = real(tmp_path, tmp_path / "kept")
    target = tmp_path / "kept" / "campaign-2026-11-22T18-00-00Z.db"
    line = [sys.executable, "-c", KILLED, str(tmp_path / "campaign.db"), str(target)]
    ended = subprocess.run(line, cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not target.exists()
    assert backups.found() == [] and backups.is_due()
    backups.run()
    assert target.exists() and people_path(target).exists()
