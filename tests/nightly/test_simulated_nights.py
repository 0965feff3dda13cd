"""Evenings by seed: 20,000 a night, others every night."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEEDS = 20_000


def test_other_evenings_every_night() -> None:
    """The day says which; a seed that fails is named, and belongs among those that are kept."""
    first = datetime.now(UTC).date().toordinal() * SEEDS
    jobs = str(os.cpu_count() or 1)
    call = (sys.executable, "-m", "simulation", "--seeds", str(SEEDS), "--from", str(first))
    env = os.environ | {"PYTHONPATH": f"tests{os.pathsep}."}
    done = subprocess.run(
        (*call, "--jobs", jobs), cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
