"""What two processes of the service know together, once more, in a database."""

import pytest

from campaign.store.protocol import Where
from support.postgres import new_database
from tests.web.test_web_together import *  # noqa: F403


@pytest.fixture
def where() -> Where:
    """Where the store is."""
    return new_database()
