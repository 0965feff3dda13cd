"""The core goes without `campaign/extensions/`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CORE = ("accounts", "handler", "kernel", "projections")
"""Folders of tests that stand for all of the core's, one a day; `nightly/` runs the rest."""


@pytest.mark.rotating(len(CORE))
@pytest.mark.parametrize("name", CORE)
def test_the_core_s_tests_pass_without_the_extensions(tmp_path: Path, name: str) -> None:
    """As if their folder were not there."""
    pass_without_extensions(tmp_path, f"tests/{name}")


def pass_without_extensions(tmp_path: Path, *paths: str) -> None:
    """Runs the tests of these paths in a process of their own; all must pass."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--without-extensions", "-p", "no:cacheprovider",
         "--basetemp", str(tmp_path / "base"), *paths],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert " passed" in done.stdout
