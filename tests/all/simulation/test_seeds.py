"""Evenings by seed: 300 of them, and planted mistakes that they must find."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.__main__ import digests
from simulation.bugs import BUGS
from simulation.evening import run_seed

ROOT = Path(__file__).parents[3]
SHARES = [range(at, at + 25) for at in range(0, 300, 25)]
HALVES = [range(25), range(25, 50)]


@pytest.mark.parametrize("seeds", SHARES, ids=str)
def test_an_evening_keeps_what_it_promises(seeds: range) -> None:
    """As in the first tier, with other seeds."""
    assert [one.faults for one in map(run_seed, seeds) if one.faults] == []


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_mistake_is_found(name: str) -> None:
    """Each by a seed that is kept; without the mistake that seed is good."""
    bug = BUGS[name]
    assert run_seed(bug.seed, bug.plant).faults != ()
    assert run_seed(bug.seed).faults == ()


@pytest.mark.parametrize("seeds", HALVES, ids=str)
def test_a_seed_is_the_same_everywhere(tmp_path: Path, seeds: range) -> None:
    """Whatever the machine: folder, user, zone, language, modes, and the order of a set's words.

    Fifty seeds and every planted mistake, here and in a process that has all of these otherwise.
    """
    assert len(BUGS) <= HALVES[-1].stop
    folder = tmp_path / "a folder, with ümlauts & spaces"
    folder.mkdir()
    env = os.environ | {
        "PYTHONHASHSEED": "77", "PYTHONPATH": f"tests{os.pathsep}.", "TMPDIR": str(folder),
        "TZ": "Asia/Tokyo", "LC_ALL": "C", "HOME": "/nonexistent", "USER": "somebody",
        "LOGNAME": "somebody", "COLUMNS": "20", "CAMPAIGN_STORE": "/nowhere/else.db",
    }  # fmt: skip
    call = (sys.executable, "-m", "simulation", "--digests")
    call += ("--seeds", str(len(seeds)), "--from", str(seeds.start))
    done = subprocess.run(
        call, cwd=ROOT, env=env, capture_output=True, text=True, check=False, umask=0o077
    )
    assert done.stdout.splitlines() == list(digests(seeds)), done.stderr
