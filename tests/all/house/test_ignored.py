"""What git leaves out of a clone: nobody's store or key is committed by accident."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "file", ["club.db", "club.vault", "club/club.db", "club/club.vault", "a/b/club.db-wal"]
)
def test_a_store_and_its_key_are_ignored_in_every_folder(file: str) -> None:
    """As with the first evening's `mkdir club` inside the clone."""
    found = subprocess.run(["git", "check-ignore", "-q", "--no-index", file], cwd=ROOT, check=False)
    assert found.returncode == 0
