"""A database and its writers, killed at random: what was answered is there, and only once."""

import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator

import psycopg
import pytest

from campaign.extensions.postgres.store import PostgresStore
from campaign.store.reader import open_store
from campaign.verify import receipts
from events import chain
from scripts.postgres_server import DURABLE, WANTED, Server, started
from support.store_rows import paper, row

pytestmark = pytest.mark.faults

WRITERS = 6
KILLS = 120
SEED = 1953
CLIENT = """
import itertools, sys, time
from campaign.store.reader import open_store
from campaign.store.protocol import ConflictError, StoreError
from support.store_rows import paper, row

store = open_store(sys.argv[1])
for number in itertools.count():
    sent = f"{sys.argv[2]}.{number}"
    print("sent", sent, flush=True)
    try:
        with store.alone("club"):
            at = store.version("club") + 1
            given = {sent: (at, at)}
            store.append("club", [row(at, text=sent)], given, paper(sent, (at, at)), salt=sent)
    except ConflictError:
        continue
    except StoreError:
        time.sleep(0.02)
        continue
    print("answered", sent, flush=True)
"""


class Writer:
    """A process that records one command after the other, and says what it sent and heard."""

    def __init__(self, url: str, name: str) -> None:
        self.sent: list[str] = []
        self.answered: list[str] = []
        call = [sys.executable, "-c", CLIENT, url, name]
        environment = {"PYTHONPATH": ":".join(sys.path), "CAMPAIGN_LOCK_TIMEOUT": "20"}
        self._process = subprocess.Popen(
            call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for said in self._process.stdout:
            what, _, which = said.strip().partition(" ")
            (self.sent if what == "sent" else self.answered).append(which)

    def killed(self) -> str:
        """Ends it at once; what it complained of before, which is nothing."""
        self._process.kill()
        self._process.wait()
        self._reading.join()  # whatever it said before is still in the pipe
        assert self._process.stderr is not None
        return self._process.stderr.read()


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that may be killed, and forgets nothing that it answered."""
    made = started(DURABLE)
    if made is None:
        pytest.skip(f"needs {WANTED}")
    yield made
    made.stop()


def start_again(own: Server) -> None:
    """Once what served its clients has noticed that it is gone."""
    for left in reversed(range(200)):
        try:
            own.start()
        except psycopg.OperationalError:
            assert left
            threading.Event().wait(0.05)
        else:
            return


def test_what_was_answered_is_there_once_and_the_rest_at_most_once(own_server: Server) -> None:
    """Six writers on one campaign; every third kill is the server's."""
    chance = random.Random(SEED)
    url = own_server.database()
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    store.append("club", [row(1)], receipt=paper("opening", (1, 1)), create=True)
    everybody = [Writer(url, f"w{number}") for number in range(WRITERS)]
    now, complaints = list(everybody), []
    for number in range(KILLS):
        threading.Event().wait(chance.uniform(0.05, 0.8))
        if number % 3 == 0:
            own_server.kill()
            start_again(own_server)
            continue
        at = chance.randrange(WRITERS)
        complaints.append(now[at].killed())
        now[at] = Writer(url, f"w{WRITERS + number}")
        everybody.append(now[at])
    threading.Event().wait(2)
    complaints += [one.killed() for one in now]
    assert set(complaints) == {""}
    sent = {which for one in everybody for which in one.sent} | {"opening"}
    answered = {which for one in everybody for which in one.answered}
    kept = list(store.receipts("club"))
    assert [number for number, _ in kept] == list(range(1, len(kept) + 1))
    known = [receipts.read(body) for _, body in kept]
    assert [one.prev for one in known] == ["", *(chain.head(body) for _, body in kept)][:-1]
    counted = Counter(one.sent for one in known)
    assert len(answered) > KILLS
    assert max(counted.values()) == 1 and answered <= counted.keys() <= sent
    texts = [one.sent for one in known[1:]]
    events = list(store.rows("club"))
    assert events == [row(1), *(row(at, text=text) for at, text in enumerate(texts, 2))]
    assert [one.versions for one in known] == [(at, at) for at in range(1, len(kept) + 1)]
    for at, text in enumerate(texts, 2):
        assert store.versions_of("club", text) == (at, at)
        assert store.salt("club", at) == text
    assert store.heads_wrong() == []
    store.close()
