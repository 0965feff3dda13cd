"""Requests once more, kept in a database."""

import pytest

from campaign.store.protocol import StorePlace, place_of
from support.postgres import new_database
from tests.accounts.test_requests import *  # noqa: F403


@pytest.fixture
def place() -> StorePlace:
    """A place of its own for each test."""
    return place_of(new_database())
