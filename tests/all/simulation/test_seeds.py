"""Evenings by seed: 300 of them, and planted mistakes that they must find."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.bugs import BUGS
from simulation.evening import run_seed

ROOT = Path(__file__).parents[3]
SHARES = [range(at, at + 25) for at in range(20, 320, 25)]


@pytest.mark.rotating(3)
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


def test_seeds_are_the_same_in_every_byte() -> None:
    """Also where the words of a set come in another order: 50 seeds in two processes."""
    digests = [_digest(number) for number in ("1", "2")]
    assert digests[0] == digests[1] != ""


def _digest(hash_seed: str) -> str:
    call = (sys.executable, "-m", "simulation", "--seeds", "50")
    env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"tests{os.pathsep}."}
    done = subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().rpartition(" ")[2]
