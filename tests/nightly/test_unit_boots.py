"""The units boot in a container of systemd, and what the guide has typed there works as written."""

import subprocess
from pathlib import Path

import pytest

CANNOT = 77


def test_the_units_boot() -> None:
    """First campaign, invitation, backup on the second disk, a kill, a restart and a stop."""
    script = Path(__file__).parents[2] / "scripts" / "unit-boots"
    done = subprocess.run([script], capture_output=True, text=True, timeout=600, check=False)
    if done.returncode == CANNOT:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout + done.stderr
