"""The directory of an installation's clubs once more, in a database."""

import pytest

from support.postgres import new_database
from tests.extensions.clubs.test_clubs_directory import *  # noqa: F403


@pytest.fixture
def where() -> str:
    """A directory's place."""
    return new_database()
