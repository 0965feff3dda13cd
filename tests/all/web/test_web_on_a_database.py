"""The heads of campaigns, and what two processes know together, once more, in a database."""

import pytest

from campaign.store.protocol import Where
from support.postgres import new_database
from tests.web.test_web_heads import *  # noqa: F403
from tests.web.test_web_together import *  # noqa: F403


@pytest.fixture
def where() -> Where:
    """Where the store is."""
    return new_database()
