"""Receipts of refusals once more, kept in a database."""

from pathlib import Path

import pytest

from campaign.store.protocol import StorePlace
from support.postgres import new_database
from tests.store.test_refusals import *  # noqa: F403


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where the campaign is."""
    return StorePlace(tmp_path / "campaign.db", new_database())
