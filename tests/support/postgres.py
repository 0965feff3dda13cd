"""A PostgreSQL for the tests: one server a test process, a database a test.

With `CAMPAIGN_TEST_POSTGRES` tests use a server, or what speaks its protocol, that is there already
at that address. A database is made there for each test; where that cannot be done, as on an engine
with a single one, the tests clear the one of the address.
"""

import atexit
import itertools
import os
import sys
from functools import cache
from urllib.parse import urlsplit

import psycopg
import pytest

from scripts.postgres_server import WANTED, Server, binaries, started
from support.limits import DATABASE

__all__ = ["GIVEN", "Server", "binaries", "new_database", "server"]

GIVEN = "CAMPAIGN_TEST_POSTGRES"
TEST_STORE = "CAMPAIGN_TEST_STORE"
"""Set to `postgres`, it has every shell of the tests play in a new database."""
SAFE = {"fsync": "on", "full_page_writes": "on"}
"""Settings that `doctor` has nothing against."""
SINGLE = "CAMPAIGN_TEST_POSTGRES_SINGLE"
"""Set where the engine of `GIVEN` has one database: it is cleared for each test."""
_NUMBERS = itertools.count(1)


@cache
def server() -> Server | None:
    """The server of this test process; None where there is no PostgreSQL."""
    made = started(SAFE if os.environ.get(TEST_STORE) else None)
    if made is not None:
        atexit.register(made.stop)
    return made


def copy_of(url: str) -> str:
    """The address of a copy of a test's own database, which nobody uses at the moment."""
    here = server()
    assert here is not None
    name, template = f"copy{next(_NUMBERS)}", url.partition("?")[0].rpartition("/")[2]
    here.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY wal_log")
    return here.url(name)


def new_database() -> str:
    """The address of a new database; without a server the test is left out, and says so."""
    sys.audit(DATABASE)
    if given := os.environ.get(GIVEN):
        return _given(given)
    if (here := server()) is None:
        pytest.skip(f"needs {WANTED}")
    return here.database()


def _given(url: str) -> str:
    """A new database on the server that is given."""
    with psycopg.connect(url, autocommit=True) as connection:
        if os.environ.get(SINGLE):
            found = connection.execute(
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'campaign%'"
            ).fetchall()
            for (schema,) in found:
                connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
            return url
        name = f"ct{os.getpid()}x{next(_NUMBERS)}"
        connection.execute(f"CREATE DATABASE {name}".encode())
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/{name}?{parts.query}"
