"""A commit is built to the same bytes in every way, and its wheel installs our packages alone."""

import subprocess
from pathlib import Path

import pytest

from scripts import building

ROOT = Path(__file__).parents[2]


@pytest.mark.needs("git")
def test_a_commit_is_built_to_the_same_bytes_in_every_way(tmp_path: Path) -> None:
    """From git under two umasks, and from the sdist that came of it."""
    call = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no checkout")
    commit = done.stdout.strip()
    ways = building.every_way(ROOT, commit, tmp_path)
    assert len(ways) == 3 and list(building.differing(ways)) == []
    (wheel,) = (tmp_path / "out-022").glob("*.whl")
    assert list(building.faults_of(wheel, tmp_path / "fresh", commit)) == []
    tracked = building.run("git", "-C", ROOT, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
    source = {
        file.relative_to(tmp_path / "sdist").as_posix().partition("/")[2]
        for file in (tmp_path / "sdist").rglob("*")
        if file.is_file()
    }
    assert source == {*tracked, "PKG-INFO", "campaign/_build.py"}
