"""What a database of PostgreSQL refuses or spoils: one line each, and nothing is recorded.

What takes longer, waits or starts something, beside `store/test_postgres_faults.py`.
"""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import psycopg
import pytest

from campaign.store.opening import open_store
from campaign.store.postgres.store import PostgresStore
from campaign.store.protocol import StoreError
from scripts.postgres_server import WANTED, started
from support.postgres import Server
from support.postgres_line import Fate, line, passing
from support.store_rows import paper, rows
from tests.store.test_postgres_faults import store, url

__all__ = ["store", "url"]
CLIENT = (
    "import sys; from campaign.store.opening import open_store;"
    " from support.store_rows import paper, rows; store = open_store(sys.argv[1]);"
    " at = store.version('club') + 1; print(flush=True);\n"
    "with store.alone('club'):\n"
    "    store.append('club', rows(at, at), {f'k{at}': (at, at)}, paper(versions=(at, at)))\n"
)


@pytest.mark.parametrize("step", [3, 8])
def test_a_client_that_is_killed_leaves_all_or_nothing(
    url: str, store: PostgresStore, step: int
) -> None:
    """At any step; and nobody waits for it."""
    with line(url) as cut:
        client = subprocess.Popen(
            [sys.executable, "-c", CLIENT, cut.url],
            env={"PYTHONPATH": ":".join(sys.path)},
            stdout=subprocess.PIPE,
        )

        def decided(number: int, _: bytes) -> Fate:
            if number == step:
                client.send_signal(signal.SIGKILL)
            return Fate.PASSES

        assert client.stdout is not None and client.stdout.readline()
        cut.decide(decided)
        code = client.wait(30)
        cut.decide(passing)
    store.append("another", rows(1, 1))
    with store.alone("club"):
        version = store.version("club")
        store.append("club", rows(version + 1, version + 1), receipt=paper())
    assert code in (0, -signal.SIGKILL) and version in (2, 3)
    assert store.ends("club") == (version + 1, version)
    assert (store.versions_of("club", "k3") is not None) is (version == 3)
    assert store.heads_wrong() == []


def killed_and_back(own: Server) -> None:
    """It starts again once what served its clients has noticed that it is gone."""
    own.kill()
    for left in reversed(range(200)):
        try:
            own.start()
        except psycopg.OperationalError:
            assert left
            threading.Event().wait(0.05)
        else:
            return


def until_it_is_back(store: PostgresStore, version: int) -> None:
    """Sends an event as somebody does who looks first whether it is there."""
    for left in reversed(range(200)):
        try:
            with store.alone("club"):
                if store.version("club") < version:
                    store.append("club", rows(version, version), receipt=paper(f"{version}"))
        except StoreError:
            assert left
            threading.Event().wait(0.05)
        else:
            return


def test_a_server_that_is_killed_has_lost_and_doubled_nothing(
    own_server: Server,
) -> None:
    """At any step of an append; the same append goes on once it is back."""
    url = own_server.database()
    with line(url) as cut:
        store = open_store(cut.url)
        assert isinstance(store, PostgresStore)
        store.append("club", rows(1, 1), receipt=paper(), create=True)
        for version, step in enumerate(range(2, 12, 4), 2):

            def decided(number: int, _: bytes, step: int = step) -> Fate:
                if number == step:
                    killed_and_back(own_server)
                    return Fate.LOST
                return Fate.PASSES

            cut.decide(decided)
            until_it_is_back(store, version)
            assert list(store.rows("club")) == rows(1, version)
            assert store.ends("club") == (version, version) and store.heads_wrong() == []
        cut.decide(passing)
        store.close()


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server that may be killed."""
    made = started()
    if made is None:
        pytest.skip(f"needs {WANTED}")
    yield made
    made.stop()
