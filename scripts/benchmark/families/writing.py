"""Writing: commands and appends against raw durable inserts of the same bytes."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import replace

from campaign.store.ledger import Ledger
from campaign.store.protocol import Row as Stored
from campaign.store.protocol import StoredOutline, Where
from campaign.store.reader import open_store
from campaign.systems import SYSTEMS
from events import chain, codec
from events.base import topic
from scripts.benchmark import building
from scripts.benchmark.building import NAME, accepted, scratch
from scripts.benchmark.figures import Figure, Limit, Row, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

TABLES = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT,"
    " state BLOB, PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID",
    "CREATE TABLE command_keys (originator_id TEXT, key TEXT, first_version INTEGER,"
    " last_version INTEGER, PRIMARY KEY (originator_id, key)) WITHOUT ROWID",
    "CREATE TABLE receipts (originator_id TEXT, number INTEGER, body BLOB,"
    " PRIMARY KEY (originator_id, number)) WITHOUT ROWID",
    "CREATE TABLE salts (originator_id TEXT, number INTEGER, body TEXT,"
    " PRIMARY KEY (originator_id, number)) WITHOUT ROWID",
    "CREATE TABLE outlines (originator_id TEXT PRIMARY KEY, version INTEGER, head TEXT,"
    " label TEXT, body TEXT) WITHOUT ROWID",
)
"""What raw inserts fill: the tables of the store."""
EVENT = "INSERT INTO stored_events VALUES (?,?,?,?)"
PLAYED = 600
"""How many of the recorded campaign's commands are in before the store is opened anew for each."""


class Written(msgspec.Struct, frozen=True):
    """All that one command left in the store."""

    rows: Sequence[Stored]
    key: str
    number: int
    receipt: bytes
    salt: str
    outline: StoredOutline


class Watcher:
    """Reads what each command has written, through a connection of its own; never timed."""

    def __init__(self, store: Where) -> None:
        self._store = open_store(store)
        self._version, self._number = self._store.ends(NAME)

    def written(self) -> Written:
        """What has been written since the last look: one command's rows."""
        rows = list(self._store.rows(NAME, self._version))
        self._version, self._number = self._store.ends(NAME)
        receipt = self._store.receipt(NAME, self._number)
        assert rows and receipt is not None
        key = SYSTEMS.codec.decode(chain.body(rows[0][2])).key
        assert self._store.versions_of(NAME, key) == (rows[0][0], rows[-1][0])
        salt = self._store.salt(NAME, self._number)
        [outline] = [kept for name, _, _, kept in self._store.outlines() if name == NAME]
        assert salt and outline is not None
        return Written(rows, key, self._number, receipt, salt, outline)

    def close(self) -> None:
        """Closes its connection."""
        self._store.close()


def raw(path: Path) -> sqlite3.Connection:
    """A plain database, durable as the store is: write-ahead, each commit flushed."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    return db


def new_raw(path: Path) -> sqlite3.Connection:
    """A plain database with the store's tables, all empty."""
    db = raw(path)
    for table in TABLES:
        db.execute(table)
    return db


def insert(db: sqlite3.Connection, found: Written) -> None:
    """The same bytes as plain rows, in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    for row in found.rows:
        db.execute(EVENT, (NAME, *row))
    first, last = found.rows[0][0], found.rows[-1][0]
    db.execute("INSERT INTO command_keys VALUES (?,?,?,?)", (NAME, found.key, first, last))
    db.execute("INSERT INTO receipts VALUES (?,?,?)", (NAME, found.number, found.receipt))
    db.execute("INSERT INTO salts VALUES (?,?,?)", (NAME, found.number, found.salt))
    db.execute("INSERT OR REPLACE INTO outlines VALUES (?,?,?,?,?)", (NAME, *found.outline))
    db.execute("COMMIT")


def submit(folder: Path, work: int) -> dict[str, Part]:
    """Each command of the recorded campaign, then its bytes as raw rows, in turns."""
    ours, plain, path = Stopwatch(), Stopwatch(), scratch(folder)
    with (
        building.opened(path) as ledger,
        closing(new_raw(scratch(folder))) as db,
        closing(Watcher(path)) as watcher,
    ):
        for text in building.keyed(work):
            with ours:
                answer = ledger.submit(NAME, text)
            accepted(answer)
            found = watcher.written()
            with plain:
                insert(db, found)
    return {"ours": ours.part(), "raw": plain.part()}


def submit_cold(folder: Path, work: int) -> dict[str, Part]:
    """The same with the store opened and closed for every command, on both sides."""
    ours, plain = Stopwatch(), Stopwatch()
    lines, file = building.keyed(), scratch(folder)
    new_raw(file).close()
    with building.opened(scratch(folder)) as first:
        building.play(first, lines[:PLAYED])
    for text in lines[PLAYED : PLAYED + work]:
        with closing(Watcher(first.store.path)) as watcher:
            watcher.close()  # with another connection open, ours would not put its log away
            with ours, Ledger(first.store.path) as ledger:
                answer = ledger.submit(NAME, text)
            accepted(answer)
            found = watcher.written()
        with plain, closing(raw(file)) as db:
            insert(db, found)
    return {"ours": ours.part(), "raw": plain.part()}


def append(folder: Path, work: int) -> dict[str, Part]:
    """Event rows alone: raw, through our store, from our values, and the event library's way."""
    from scripts.benchmark import stock

    rows = building.rows(folder, work)
    events = list(SYSTEMS.codec.decode_rows(stored for _, _, stored in rows))
    evolve = SYSTEMS["lif"].rules.evolve
    sides = {name: Stopwatch() for name in ("raw", "store", "values", "stock")}
    head, state, campaign = "", None, stock.begin()
    with (
        closing(new_raw(scratch(folder))) as db,
        closing(open_store(scratch(folder))) as store,
        closing(open_store(scratch(folder))) as valued,
        closing(stock.club(scratch(folder))) as app,
    ):
        store.make()
        valued.make()
        app.save(campaign)
        for (version, kind, stored), event in zip(rows, events, strict=True):
            with sides["raw"]:
                db.execute(EVENT, (NAME, version, kind, stored))
            with sides["store"]:
                store.append(NAME, ((version, kind, stored),))
            with sides["values"]:
                stamped = replace(event, at=event.at, by=event.by, key=event.key, prev=head)
                made = chain.seal(codec.encode(stamped))
                head = chain.head(made)
                valued.append(NAME, ((version, topic(stamped), made),))
                state = evolve(state, stamped)
            if version > 1:
                with sides["stock"]:
                    stock.trigger(campaign, event)
                    app.save(campaign)
    return {name: side.part() for name, side in sides.items()}


def flush(folder: Path, work: int) -> dict[str, Part]:
    """What the disk alone takes for a page written and flushed."""
    watch = Stopwatch()
    with scratch(folder).open("wb", buffering=0) as file:
        for _ in range(work):
            with watch:
                file.write(b"\0" * 4096)
                os.fsync(file.fileno())
    return {"ours": watch.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about writing."""
    whole, cold = Task("submit", sizes.commands), Task("submit_cold", sizes.cold)
    appended = Task("append", sizes.appends)
    sent = "`submit` with key, digest, receipt and sealed salt"
    bytes_ = "raw durable inserts of the same event, key, receipt and salt rows in one transaction"
    warm, opened = "warm: store open, campaign loaded", "cold: each time opened and closed"
    return [
        Figure(
            about=f"{sent} / {bytes_}, in turns",
            caches=warm,
            tasks=(whole,),
            form="speed",
            against="raw",
            row=Row("ratios", "A command through the ledger, speed", "the same rows by SQLite"),
        ),
        Figure(
            about="The same, medians of the operations",
            caches=warm,
            tasks=(whole,),
            form="speed",
            against="raw",
            over="median",
        ),
        Figure(
            about="One such `submit`",
            caches=warm,
            tasks=(whole,),
            goal=2.3,
            limit=Limit(whole, "raw", "the rows"),
            by="cpu",
            row=Row("felt", "A command through the ledger"),
        ),
        Figure(
            about="One such `submit`, the slowest hundredth",
            caches=warm,
            tasks=(whole,),
            over="p99",
        ),
        Figure(
            about=f"{sent} / {bytes_}, both with the file opened and closed for each, in turns",
            caches=opened,
            tasks=(cold,),
            form="speed",
            against="raw",
        ),
        Figure(
            about="One such `submit`, the store opened for it in a running program",
            caches=opened,
            tasks=(cold,),
        ),
        Figure(
            about="Event rows alone, without receipt, key or salt: our store / raw inserts of"
            " the same bytes, in turns",
            caches="warm: store open",
            tasks=(appended,),
            part="store",
            form="speed",
            against="raw",
            goal=0.8,
        ),
        Figure(
            about="Events stamped, encoded, chained, appended and folded / the event library"
            " as it comes, in turns",
            caches="warm: store open",
            tasks=(appended,),
            part="values",
            form="speed",
            against="stock",
            row=Row("ratios", "An event appended and folded, speed", "the event library as it is"),
        ),
        Figure(
            about="A page of 4 KiB written and flushed, for comparison",
            caches="–",
            tasks=(Task("flush", sizes.appends),),
        ),
    ]


FAMILY = Family(
    "Writing",
    "Every command is one of the recorded campaign's, as a front end sends it, with a key of its"
    " own. After each of ours the other side writes what it has left in the store, in one"
    " transaction on a database of the same form: write-ahead, each commit flushed.",
    {
        "submit": Lane(submit),
        "submit_cold": Lane(submit_cold),
        "append": Lane(append, needs=("played",)),
        "flush": Lane(flush),
    },
    figures,
)
