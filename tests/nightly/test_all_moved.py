"""Every recorded campaign and every store of 0.1.0 goes to a database and back, unchanged."""

from pathlib import Path

import pytest

from support.frozen import ARCHIVES, Frozen
from support.moved import there_and_back
from support.recorded import FOLDERS, FOW, played


@pytest.mark.parametrize("folder", [*FOLDERS, *FOW], ids=lambda folder: str(folder.name))
def test_every_recorded_campaign(folder: Path, tmp_path: Path) -> None:
    """Of both games, with every page of its reports."""
    there_and_back(played(folder, tmp_path), tmp_path / "back" / "club.db", with_pages=True)


@pytest.mark.parametrize("archive", ARCHIVES)
def test_every_frozen_store(archive: str, tmp_path: Path) -> None:
    """What version 0.1.0 wrote."""
    frozen = Frozen(archive, tmp_path)
    there_and_back(frozen.store, tmp_path / "back" / "club.db", with_pages=True)
