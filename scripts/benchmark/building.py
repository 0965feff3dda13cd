"""The stores that are measured, all made of one recorded campaign's own events."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path

from campaign.store.ledger import Ledger
from campaign.store.protocol import EventStore, Row
from events import chain

RECORDED = Path(__file__).parents[2] / "tests" / "campaigns" / "lif-1998-global-war"
NAME = "recorded"
CHUNK = 5_000
TAIL = 500
"""How many events after its last snapshot a long log is opened: half the usual distance."""


def opened(store: Path) -> Ledger:
    """A ledger with the recorded campaign, just opened.

    It is played without US entry, as the record has nothing of it but the opening.
    """
    request = json.loads((RECORDED / "open.json").read_text())
    wanted = ("system", "scenario", "rulebook", "rulings", "setup")
    modules = {**request["modules"], "us-entry": False}
    ledger = Ledger(store)
    fields = {key: request[key] for key in wanted if key in request}
    answer = ledger.open(NAME, **fields, modules=modules)
    if not answer["accepted"]:
        raise SystemExit(f"the recorded campaign does not open: {answer}")
    return ledger


def commands() -> list[str]:
    """The recorded campaign's commands, one line of JSON each."""
    return (RECORDED / "commands.jsonl").read_text().splitlines()


def play(ledger: Ledger) -> None:
    """Submits the whole recorded campaign."""
    for line in commands():
        answer = ledger.submit(NAME, line)
        if not answer["accepted"]:
            raise SystemExit(f"refused: {line}: {answer}")


def played(store: Path) -> list[Row]:
    """Plays the recorded campaign once and gives its rows."""
    with opened(store) as ledger:
        play(ledger)
        return list(ledger.store.rows(NAME))


def repeated(rows: list[Row], count: int) -> Iterator[Row]:
    """A number of chained rows: the opening, then everything but opening and closing, repeated.

    Each repetition begins with the event that sets up the leaders, so that the state stays the size
    of one campaign. Only versions, `prev` and digests differ from the record.
    """
    version, kind, stored = rows[0]
    yield rows[0]
    head = chain.head(stored)
    pieces = []
    for (_, _, before), (_, kind, stored) in pairwise(rows[:-1]):
        front, link, back = chain.body(stored).partition(chain.head(before).encode())
        if not link:
            raise SystemExit("an event does not name the one before it")
        pieces.append((kind, front, back))
    while True:
        for kind, front, back in pieces:
            if version == count:
                return
            version += 1
            stored = chain.seal(b"%b%b%b" % (front, head.encode(), back))
            head = chain.head(stored)
            yield version, kind, stored


def fill(store: EventStore, name: str, rows: Iterable[Row]) -> None:
    """Appends rows by the thousand."""
    flow = iter(rows)
    while chunk := list(islice(flow, CHUNK)):
        store.append(name, chunk, create=True)


def long_log(path: Path, rows: list[Row], count: int) -> None:
    """A store with one long campaign, its snapshot a little behind its head."""
    flow = repeated(rows, count)
    with Ledger(path) as ledger:
        fill(ledger.store, NAME, islice(flow, count - TAIL))
        ledger.live(NAME)
        fill(ledger.store, NAME, flow)
