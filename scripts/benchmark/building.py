"""The stores that are measured and made of one recorded campaign's own events."""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec

from campaign.projections import projector
from campaign.store.ledger import Ledger
from campaign.store.protocol import EventStore, Row, Where
from campaign.store.reader import open_store
from campaign.systems import SYSTEMS
from events import chain
from events.base import Event
from scripts.benchmark.machine import copy_to_disk
from scripts.benchmark.plan import SCRATCH

RECORDED = Path(__file__).parents[2] / "tests" / "campaigns" / "lif-1998-global-war"
NAME = "recorded"
CHUNK = 5_000
TAIL = 500
"""How many events after its last snapshot a long log is opened: half the usual distance."""
LATE = 1_000
"""From which command on the recorded campaign has hardly any turns left."""


def _played(folder: Path, _: int) -> None:
    """The recorded campaign, with copies of two late moments: no board is open; a ballot is due."""
    lines = commands()
    kinds = [msgspec.json.decode(line)["command"] for line in lines]
    resting = kinds.index("OpenReinforcement", LATE)
    due = kinds.index("SealBallot", resting)
    with opened(folder / "played.db") as ledger:
        play(ledger, lines[:resting])
        projector.update(ledger, NAME)
        copy_in_use(ledger, folder / "resting.db")
        play(ledger, lines[resting:due])
        projector.update(ledger, NAME)
        copy_in_use(ledger, folder / "ballots.db")
        (folder / "ballots.json").write_text(lines[due])
        play(ledger, lines[due:])
        projector.update(ledger, NAME)


TABLES = "-tables.db"
"""How the file of a store's tables for reading ends."""


def copy_in_use(ledger: Ledger, to: Path) -> None:
    """Copies a store while it is in use, its vault's key, and its tables for reading, if any."""
    shutil.copyfile(ledger.vault.path, to.with_suffix(".vault"))
    store = ledger.store.path
    for tail in (".db", TABLES):
        if (file := store.with_name(f"{store.stem}{tail}")).exists():
            with (
                closing(sqlite3.connect(file)) as source,
                closing(sqlite3.connect(to.with_name(f"{to.stem}{tail}"))) as copy,
            ):
                source.backup(copy)


def _log(folder: Path, count: int) -> None:
    with closing(open_store(folder / "played.db")) as store:
        recorded = list(store.rows(NAME))
    long_log(folder / f"log-{count}.db", recorded, count)


def _stock(folder: Path, count: int) -> None:
    from scripts.benchmark import stock

    known = stock.fill(folder / f"stock-{count}.db", events(folder, count))
    (folder / f"stock-{count}.id").write_text(known.hex)


def _tables(folder: Path, count: int) -> None:
    with Ledger(folder / f"long-{count}.db") as ledger:
        projector.update(ledger, ledger.names()[0])


MAKERS = {
    "played": _played,
    "log": _log,
    "stock": _stock,
    "tables": _tables,
}
"""What makes each store that is made of the recorded campaign's own events."""


def scratch(folder: Path) -> Path:
    """The path of a new store in a folder of its own."""
    return Path(tempfile.mkdtemp(dir=folder, prefix=SCRATCH)) / "store.db"


def copied(folder: Path, name: str) -> Path:
    """A copy of a store with its vault's key and its tables for reading, to write to."""
    copy = scratch(folder)
    for tail in (".db", ".vault", TABLES):
        if (file := folder / f"{name}{tail}").exists():
            copy_to_disk(file, copy.with_name(f"{copy.stem}{tail}"))
    return copy


def rows(folder: Path, count: int) -> list[Row]:
    """So many of the recorded campaign's rows, repeated as often as needed."""
    with closing(open_store(folder / "played.db")) as store:
        return list(repeated(list(store.rows(NAME)), count))


def events(folder: Path, count: int) -> list[Event]:
    """So many of the recorded campaign's events."""
    return list(SYSTEMS.codec.decode_rows(stored for _, _, stored in rows(folder, count)))


def opened(store: Where) -> Ledger:
    """A ledger with the recorded campaign, just opened.

    It is played without US entry, as the record has nothing of it but the opening.
    """
    request = json.loads((RECORDED / "open.json").read_text())
    wanted = ("system", "scenario", "rulebook", "rulings", "setup")
    modules = {**request["modules"], "us-entry": False}
    ledger = Ledger(store)
    fields = {key: request[key] for key in wanted if key in request}
    accepted(ledger.open(NAME, **fields, modules=modules))
    return ledger


def commands() -> list[str]:
    """The recorded campaign's commands, one line of JSON each."""
    return (RECORDED / "commands.jsonl").read_text().splitlines()


def keyed(count: int | None = None) -> list[bytes]:
    """The recorded campaign's commands as a front end sends them: each with a key of its own.

    The one that the record has twice, as a repeat, is sent once: a repeat writes nothing.
    """
    sent: dict[str, bytes] = {}
    for number, line in enumerate(commands()):
        fields = msgspec.json.decode(line)
        key = fields.setdefault("id", f"sent-{number}")
        sent.setdefault(key, msgspec.json.encode(fields))
    return list(sent.values())[:count]


def play(ledger: Ledger, lines: Iterable[str | bytes] | None = None) -> None:
    """Submits the recorded campaign's commands, by default all of them."""
    for line in commands() if lines is None else lines:
        accepted(ledger.submit(NAME, line))


def accepted(answer: Mapping[str, Any]) -> None:
    """Stops the benchmark at a refusal: it would measure something else."""
    if not answer["accepted"]:
        raise SystemExit(f"refused: {answer}")


def repeated(recorded: list[Row], count: int) -> Iterator[Row]:
    """A number of chained rows: the opening, then everything but opening and closing, repeated.

    Each repetition begins with the event that sets up the leaders, so that the state stays the size
    of one campaign. Only versions, `prev` and digests differ from the record.
    """
    version, kind, stored = recorded[0]
    yield recorded[0]
    head = chain.head(stored)
    pieces = []
    for (_, _, before), (_, kind, stored) in pairwise(recorded[:-1]):
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


def fill(store: EventStore, name: str, found: Iterable[Row]) -> None:
    """Appends rows by the thousand."""
    flow = iter(found)
    while chunk := list(islice(flow, CHUNK)):
        store.append(name, chunk, create=True)


def long_log(path: Path, recorded: list[Row], count: int) -> None:
    """A store with one long campaign, its snapshot a little behind its head."""
    flow = repeated(recorded, count)
    with Ledger(path) as ledger:
        fill(ledger.store, NAME, islice(flow, count - TAIL))
        ledger.live(NAME)
        fill(ledger.store, NAME, flow)
