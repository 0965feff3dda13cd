"""All people once more, copied from a file into a database and back."""

import pytest

from campaign.store.protocol import StorePlace, place_of
from support.postgres import new_database
from tests.accounts.test_people_moved import *  # noqa: F403


@pytest.fixture
def other() -> StorePlace:
    """Where they go."""
    return place_of(new_database())
