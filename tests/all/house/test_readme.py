"""The README's first evening, word by word in one shell, with both outcomes of a ballot.

What takes longer, waits or starts something, beside `house/test_readme.py`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.forks import Loaded
from tests.house.test_readme import EVENING, blocks

SEEDS = range(12)
"""Enough evenings that Germany's marker meets an enemy's leader and one of its own side."""
CHANCE = """
import collections, hashlib, os

_calls = collections.Counter()


def urandom(size):
    begun = f"{os.environ.get('EVENING')} {os.environ.get('CALL')}"
    _calls[begun] += 1
    return hashlib.shake_256(f"{begun} {_calls[begun]}".encode()).digest(size)


os.urandom = urandom
"""
"""A chance that is the same in each run; every call of the program has its own."""


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Path]:
    """The folder of a program `campaign` with that chance: from the start of its process on, so
    that whatever takes chance takes it there.
    """
    (tmp_path / "sitecustomize.py").write_text(CHANCE)
    loaded = Loaded(tmp_path)
    yield loaded.programs()
    loaded.end()


def evening(folder: Path, seed: int, programs: Path) -> subprocess.CompletedProcess[str]:
    """Every block in one shell and a new home; the first line that fails ends it."""
    (folder / "home").mkdir(parents=True)
    bin_ = folder / "bin"
    bin_.mkdir()
    verb = bin_ / "campaign"
    count = f"CALL=$(($(cat {folder}/calls) + 1)); echo $CALL > {folder}/calls"
    (folder / "calls").write_text("0")
    verb.write_text(f'#!/bin/sh\n{count}\nCALL=$CALL exec {programs}/campaign "$@"\n')
    verb.chmod(0o755)
    script = "set -e\n" + "\n".join(blocks(EVENING))
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder / "home",
        env={"PATH": f"{bin_}:{os.environ['PATH']}", "HOME": str(folder / "home"),
             "EVENING": str(seed), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_the_evening_goes_as_the_page_says(tmp_path: Path, programs: Path) -> None:
    """Nobody vetoes the first leader; on the second, Germany's marker is a veto or support."""
    seen: set[str] = set()
    for seed in SEEDS:
        done = evening(tmp_path / str(seed), seed, programs)
        assert done.returncode == 0, done.stdout + done.stderr
        pages = tmp_path / str(seed) / "home" / "club" / "reports"
        assert (pages / "index.html").is_file() and (pages / "1939-SO.html").is_file()
        first, _, second = done.stdout.partition("November/December 1939")
        assert "was promoted" in first and "vetoed" not in first
        seen.add("veto" if "was vetoed" in second else "support")
        if seen == {"veto", "support"}:
            return
    raise AssertionError(seen)
