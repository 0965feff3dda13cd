"""The core goes without `campaign/extensions/`, and a wheel brings what they read."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

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


def test_a_wheel_has_what_the_extensions_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file of theirs, tables and lists of words too."""
    monkeypatch.chdir(ROOT)
    names = set(ZipFile(tmp_path / build_wheel(str(tmp_path))).namelist())
    files = [file for file in (ROOT / "campaign/extensions").rglob("*") if file.is_file()]
    there = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
    assert there and there <= names
    assert "campaign/extensions/adviser/combat_effects.csv" in names
