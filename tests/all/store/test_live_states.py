"""One ledger in several threads, and what it knows of a campaign that others change.

What takes longer, waits or starts something, beside `store/test_live_states.py`.
"""

import threading

from campaign.store.ledger import Ledger
from events import chain
from support.sessions import NAME
from tests.store.test_live_states import POINTS, ledger

__all__ = ["ledger"]


def test_threads_read_while_one_writes(ledger: Ledger) -> None:
    """What each sees is one moment: its version, its digest, its points; and it never goes back.

    Each purchase of five intelligence points gives the USA one veto point.
    """
    begun = ledger.live(NAME)
    points = begun.state.veto_points["usa"]
    over = threading.Event()
    faults: list[str] = []
    seen: set[int] = set()

    def read() -> None:
        last = begun.version
        while not over.is_set() or not seen:
            live = ledger.live(NAME)
            shown = ledger.show(NAME)
            rows = list(ledger.store.rows(NAME, live.version - 1, live.version))
            if live.version < last or shown["version"] < live.version:
                faults.append(f"{live.version} after {last}, shown {shown['version']}")
            if [chain.head(stored) for _, _, stored in rows] != [live.head]:
                faults.append(f"{live.version} has another digest")
            if live.state.veto_points["usa"] - points != live.version - begun.version:
                faults.append(f"{live.version} is not its state")
            last = live.version
            seen.add(last)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for number in range(150):
            assert ledger.submit(NAME, {**POINTS, "id": str(number)})["accepted"]
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert faults == [] and seen
    assert ledger.live(NAME).version == begun.version + 150
    assert ledger.fresh(NAME).state == ledger.live(NAME).state
