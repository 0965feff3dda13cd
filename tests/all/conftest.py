"""What several files of tests start for themselves."""

from collections.abc import Iterator

import pytest

from support.mail_server import Behaviour, mail_server


@pytest.fixture
def server() -> Iterator[tuple[int, Behaviour]]:
    """A mail server on a port of this machine, and how it behaves."""
    with mail_server() as found:
        yield found
