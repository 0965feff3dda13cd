"""A store moves to a database and back: all of it, or nothing, and never to two places.

What takes longer, waits or starts something, beside `store/test_moving.py`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.clubs.copying import moved
from campaign.store.ledger import Ledger
from campaign.store.place import place_of
from support.command_line import ROOT
from support.moved import ends, there_and_back
from support.postgres import new_database
from support.recorded import HERE, played
from support.stores import Stored
from tests.store.test_moving import NAME, address, club, enrolled, home, place

__all__ = ["home"]
STEPS = ("_begin", "_key", "_campaign", "_settings", "_must_equal", "copy_people")
KILLED = """
import os, signal, sys
from campaign.clubs import copying
from campaign.store.place import place_of
step, when, source, target = sys.argv[1:]
real = getattr(copying, step)
def deadly(*given, **more):
    if when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    real(*given, **more)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(copying, step, deadly)
copying.moved(place_of(source), place_of(target))
"""


@pytest.mark.parametrize("kind", ["file", "database"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "behind"])
def test_a_move_that_is_killed_is_made_again(
    kind: str, step: str, when: str, tmp_path: Path
) -> None:
    """The source is usable, though the target is there in part; meanwhile it is even played on."""
    source, target = club(tmp_path / "club.db"), place(kind, tmp_path)
    if kind == "file":  # from a database, then
        between = place_of(new_database())
        moved(source, between)
        source = between
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, step, when, source.typed, target.typed],
        check=False, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert killed.returncode == -9, killed.stderr
    with Ledger(source) as ledger:
        assert enrolled(ledger, "ben")["accepted"]
    before = ends(source)
    done = moved(source, target)
    assert done.campaigns == {NAME: 7, "saturday": 5}
    assert address(target) == "anna@example.org"
    assert ends(target) == ends(source) == before
    assert not target.file.with_suffix(".moving").exists()
    assert moved(source, target).campaigns == done.campaigns  # it is there already


@pytest.mark.parametrize("folder", ["fow-anzio", "lif-1998-us-entry-table"])
def test_recorded_campaigns_go_there_and_back(folder: str, tmp_path: Path) -> None:
    """One of each game; by night every one."""
    there_and_back(played(HERE / folder, tmp_path), tmp_path / "back" / "club.db")


def test_a_store_with_a_what_if_goes_there_and_back(tmp_path: Path) -> None:
    """And with every page."""
    kept = Stored("what-if", tmp_path)
    there_and_back(kept.store, tmp_path / "back" / "club.db", with_pages=True)
