"""The directory of an installation's clubs once more, in a database."""

import pytest
from tests.clubs.test_clubs_directory import *  # noqa: F403

from support.postgres import new_database


@pytest.fixture
def where() -> str:
    """A directory's place."""
    return new_database()
