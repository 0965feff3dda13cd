"""What every store must do, whichever it is: the protocol of `campaign/store/protocol.py`.

A database must do it too, and both when many processes write at once.
"""

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from campaign.store.protocol import ConflictError, Where
from campaign.store.reader import open_store
from campaign.verify import receipts
from events import chain
from support.postgres import new_database
from support.store_rows import paper, row
from tests.store.test_store_contract import *  # noqa: F403

EACH = 6
"""How many commands each of sixteen writers sends."""


@pytest.fixture(params=["file", "database"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """A new store of each kind."""
    return new_database() if request.param == "database" else tmp_path / "club.db"


def write_on(where: Where, writers: Sequence[str]) -> None:
    """Writers of one process, each in a thread of its own, on one campaign."""
    store = open_store(where)

    def decide(writer: str, number: int) -> bool:
        with store.alone("club"):
            version = store.version("club") + 1
            if number % 3 == 2:
                store.keep_receipt("club", paper(f"{writer}{number}"))
                return True
            try:
                given = {f"{writer}{number}": (version, version)}
                submitted = paper(f"{writer}{number}", (version, version))
                store.append("club", [row(version, text=writer)], given, submitted, salt=writer)
            except ConflictError:
                return False
            return True

    def write(writer: str) -> None:
        for number in range(EACH):
            while not decide(writer, number):
                pass

    with ThreadPoolExecutor(len(writers)) as threads:
        list(threads.map(write, writers))
    store.close()


def test_sixteen_writers_on_one_campaign_record_each_command_once(where: Where) -> None:
    """Four processes with four threads each: no number twice, one chain, nobody is turned away."""
    with closing(open_store(where)) as store:
        store.make()
    context = multiprocessing.get_context("spawn")
    names = [[f"{process}{thread}" for thread in "abcd"] for process in "wxyz"]
    running = [context.Process(target=write_on, args=(where, four)) for four in names]
    for one in running:
        one.start()
    for one in running:
        one.join(60)
    assert [one.exitcode for one in running] == [0, 0, 0, 0]
    store = open_store(where)
    sent = sorted(
        f"{writer}{number}" for four in names for writer in four for number in range(EACH)
    )
    kept = list(store.receipts("club"))
    assert [number for number, _ in kept] == list(range(1, 16 * EACH + 1))
    assert sorted(receipts.read(body).sent for _, body in kept) == sent
    before = ["", *(chain.head(body) for _, body in kept)]
    assert [receipts.read(body).prev for _, body in kept] == before[:-1]
    events = list(store.rows("club"))
    assert [version for version, _, _ in events] == list(range(1, 16 * 4 + 1))
    assert store.head("club") == (64, chain.head(events[-1][2])) and store.ends("club") == (64, 96)
    for number, body in kept:
        known = receipts.read(body)
        assert store.versions_of("club", known.sent) == known.versions
        assert bool(store.salt("club", number)) is (known.versions is not None)
    store.close()
