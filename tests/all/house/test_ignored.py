"""What git leaves out of a clone: nobody's store or key is committed by accident."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.needs("git")
def test_a_store_and_its_key_are_ignored_in_every_folder(tmp_path: Path) -> None:
    """As with the first evening's `mkdir club` inside the clone; an sdist has the list too."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    shutil.copy(ROOT / ".gitignore", tmp_path)
    files = ["club.db", "club.vault", "club/club.db", "club/club.vault", "a/b/club.db-wal"]
    call = ["git", "-C", tmp_path, "check-ignore", *files, "notes.md"]
    found = subprocess.run(call, capture_output=True, text=True, check=False)
    assert found.stdout.split() == files
