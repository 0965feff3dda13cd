"""One measurement in its own process: `python -m scripts.benchmark.lanes LANE FOLDER WORK`.

Prints seconds, the work done and the peak of memory as JSON. Only the work itself is timed.
"""

import gc
import os
import resource
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import reduce
from operator import or_
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.log import Row, Store
from campaign.store.snapshots import fingerprint
from campaign.systems import SYSTEMS
from events import chain, codec
from events.base import Event, topic
from scripts.benchmark import building, long_play
from scripts.benchmark.sample import Sample

Lane = Callable[[Path, int], tuple[float, int]]
"""From a folder and an amount of work to the seconds taken and the work done."""

_TABLE = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT,"
    " state BLOB, PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID"
)
NAME = building.NAME
MEMORY = Path("/dev/shm")


def _rows(folder: Path, count: int) -> list[Row]:
    with closing(Store(folder / "played.db")) as store:
        recorded = list(store.rows(NAME))
    return list(building.repeated(recorded, count))


def _events(folder: Path, count: int) -> list[Event]:
    return list(SYSTEMS.codec.decode_rows(state for _, _, state in _rows(folder, count)))


def _scratch(folder: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=folder)) / "store.db"


# --- building -----------------------------------------------------------------------------------


def build_played(folder: Path, work: int) -> tuple[float, int]:
    """The recorded campaign, played once."""
    before = perf_counter()
    return perf_counter() - before, len(building.played(folder / "played.db"))


def build_log(folder: Path, work: int) -> tuple[float, int]:
    """One long campaign, for replays and openings."""
    with closing(Store(folder / "played.db")) as store:
        recorded = list(store.rows(NAME))
    before = perf_counter()
    building.long_log(folder / f"log-{work}.db", recorded, work)
    return perf_counter() - before, work


def build_long_play(folder: Path, work: int) -> tuple[float, int]:
    """A long campaign played act by act, for verify; in memory first, where no flush costs time."""
    before = perf_counter()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else folder) as quick:
        done = long_play.play(Path(quick) / "long-play.db", work)
        shutil.move(Path(quick) / "long-play.db", folder / "long-play.db")
    return perf_counter() - before, done


def build_stock(folder: Path, work: int) -> tuple[float, int]:
    """The same long campaign on the event library as it comes."""
    from scripts.benchmark import stock

    events = _events(folder, work)
    before = perf_counter()
    known = stock.fill(folder / "stock.db", events)
    (folder / "stock.id").write_text(known.hex)
    return perf_counter() - before, work


# --- appending ----------------------------------------------------------------------------------


def append_raw(folder: Path, work: int) -> tuple[float, int]:
    """Raw sqlite3: the bytes of each event inserted and flushed."""
    rows = _rows(folder, work)
    with closing(sqlite3.connect(_scratch(folder), isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(_TABLE)
        before = perf_counter()
        for version, kind, stored in rows:
            db.execute("INSERT INTO stored_events VALUES (?,?,?,?)", (NAME, version, kind, stored))
        return perf_counter() - before, work


def append_store(folder: Path, work: int) -> tuple[float, int]:
    """Our store: the same bytes, one append each."""
    rows = _rows(folder, work)
    with closing(Store(_scratch(folder))) as store:
        store.make()
        before = perf_counter()
        for row in rows:
            store.append(NAME, (row,))
        return perf_counter() - before, work


def append_events(folder: Path, work: int) -> tuple[float, int]:
    """Ours from values: each event stamped, encoded, chained, appended and folded."""
    events, head, state = _events(folder, work), "", None
    evolve = SYSTEMS["lif"].rules.evolve
    with closing(Store(_scratch(folder))) as store:
        store.make()
        before = perf_counter()
        for version, event in enumerate(events, 1):
            stamped = replace(event, at=event.at, by=event.by, key=event.key, prev=head)
            stored = chain.seal(codec.encode(stamped))
            head = chain.head(stored)
            store.append(NAME, ((version, topic(stamped), stored),))
            state = evolve(state, stamped)
        return perf_counter() - before, work


def append_stock(folder: Path, work: int) -> tuple[float, int]:
    """The event library as it comes: each event triggered on the aggregate and saved."""
    from scripts.benchmark import stock

    events = _events(folder, work)
    with closing(stock.club(_scratch(folder))) as app:
        campaign = stock.begin()
        app.save(campaign)
        before = perf_counter()
        for event in events[1:]:
            stock.trigger(campaign, event)
            app.save(campaign)
        return perf_counter() - before, work - 1


def submit(folder: Path, work: int) -> tuple[float, int]:
    """The whole recorded campaign, command by command: read, decided, recorded, answered."""
    with building.opened(_scratch(folder)) as ledger:
        before = perf_counter()
        building.play(ledger)
        return perf_counter() - before, len(building.commands())


def flush(folder: Path, work: int) -> tuple[float, int]:
    """What the disk alone takes for a page written and flushed."""
    with _scratch(folder).open("wb", buffering=0) as file:
        before = perf_counter()
        for _ in range(work):
            file.write(b"\0" * 4096)
            os.fsync(file.fileno())
        return perf_counter() - before, work


# --- reading ------------------------------------------------------------------------------------


def replay(folder: Path, work: int) -> tuple[float, int]:
    """Ours: a campaign folded from its first event."""
    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()  # connects
        before = perf_counter()
        live = ledger.fresh(NAME)
        return perf_counter() - before, live.version


def replay_loop(folder: Path, work: int) -> tuple[float, int]:
    """The bare minimum: a cursor over the bytes, each decoded and dropped."""
    kinds: Any = reduce(or_, SYSTEMS.codec.events.values())
    decode = msgspec.json.Decoder(kinds).decode
    with closing(sqlite3.connect(folder / f"log-{work}.db")) as db:
        db.execute("SELECT count(*) FROM snapshots").fetchone()
        before, done = perf_counter(), 0
        for (stored,) in db.execute(
            "SELECT state FROM stored_events WHERE originator_id=? ORDER BY originator_version",
            (NAME,),
        ):
            decode(stored[: -chain.TRAILER])
            done += 1
        return perf_counter() - before, done


def replay_stock(folder: Path, work: int) -> tuple[float, int]:
    """The event library as it comes: the aggregate got from its repository."""
    from scripts.benchmark import stock

    with closing(stock.club(folder / "stock.db")) as app:
        before = perf_counter()
        campaign: stock.Campaign = app.repository.get(UUID((folder / "stock.id").read_text()))
        seconds = perf_counter() - before
    with Ledger(folder / f"log-{work}.db") as ledger:
        ours = ledger.live(NAME).state
    for name in ("leaders", "veto_points", "conquest", "vichy", "at_war", "draw"):
        if getattr(campaign, name) != getattr(ours, name):
            raise SystemExit(f"the two replays differ in {name}")
    return seconds, campaign.version


def opening(folder: Path, work: int) -> tuple[float, int]:
    """A campaign opened from its snapshot, by a process that knows nothing of it yet."""
    before = perf_counter()
    with Ledger(folder / f"log-{work}.db") as ledger:
        live = ledger.live(NAME)
        return perf_counter() - before, live.version


def stepping(folder: Path, work: int) -> tuple[float, int]:
    """A replay made, and a hundred scattered events viewed, each with its changes."""
    from campaign.history.walk import Replay

    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()
        before = perf_counter()
        replay = Replay(ledger.live(NAME).system, ledger.log(NAME))
        for place in range(0, work, work // 100):
            replay.frame(place)
        return perf_counter() - before, 100


def one_step(folder: Path, work: int) -> tuple[float, int]:
    """In an open replay: one event forwards, and one back."""
    from campaign.history.walk import Replay

    with Ledger(folder / f"log-{work}.db") as ledger:
        replay = Replay(ledger.live(NAME).system, ledger.log(NAME))
        replay.frame(work // 2)
        before = perf_counter()
        replay.frame(work // 2 + 1)
        replay.frame(work // 2 - 1)
        return (perf_counter() - before) / 2, 1


def comparing(folder: Path, work: int) -> tuple[float, int]:
    """Two points of a campaign compared."""
    from campaign.history.diff import differences

    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()
        before = perf_counter()
        differences(ledger.show(NAME, work // 3), ledger.show(NAME, work - 1))
        return perf_counter() - before, 1


def explaining(folder: Path, work: int) -> tuple[float, int]:
    """Germany's veto points explained, from the first event."""
    from campaign.history.explain import explain

    with Ledger(folder / f"log-{work}.db") as ledger:
        ledger.names()
        system = ledger.live(NAME).system
        before = perf_counter()
        lines = list(explain(system, ledger.counted(NAME), lambda s: s.veto_points.get("germany")))
        return perf_counter() - before, len(lines)


def verify(folder: Path, work: int) -> tuple[float, int]:
    """A played campaign audited in full: its chain, every act decided again, draws, receipts."""
    with Ledger(folder / "long-play.db") as ledger:
        audit = audit_of(ledger, long_play.NAME)
        before = perf_counter()
        for finding in audit.findings(ledger.store.rows(long_play.NAME)):
            raise SystemExit(f"verify found {finding}")
        seconds = perf_counter() - before
    if audit.facts_until or audit.acts is None or audit.acts.judged * 3 < audit.checked:
        raise SystemExit("verify has not decided every act again")
    return seconds, audit.checked


def report(folder: Path, work: int) -> tuple[float, int]:
    """The turn report of the recorded campaign's middle turn."""
    from campaign.reports import pages

    with Ledger(folder / "played.db") as ledger:
        before = perf_counter()
        pages.write(ledger, NAME, _scratch(folder).parent / "reports", "1942-SO")
        return perf_counter() - before, 1


def nothing(folder: Path, work: int) -> tuple[float, int]:
    """The memory of a process that has only loaded the program."""
    before = perf_counter()
    fingerprint("lif")
    return perf_counter() - before, 1


LANES: dict[str, Lane] = {
    lane.__name__: lane
    for lane in (
        build_played, build_log, build_long_play, build_stock,
        append_raw, append_store, append_events, append_stock, submit, flush,
        replay, replay_loop, replay_stock, opening, stepping, one_step, comparing, explaining,
        verify, report, nothing,
    )
}  # fmt: skip


def main() -> None:
    """Runs one lane and prints its sample."""
    lane, folder, work = LANES[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3])
    gc.collect()
    seconds, done = lane(folder, work)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    print(msgspec.json.encode(Sample(seconds, done, round(peak / unit, 1))).decode())


if __name__ == "__main__":
    main()
