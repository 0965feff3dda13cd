"""Keeps the read tables (`STORE.read.db`) up to date with the log. IO.

They hold nothing that the log does not, and may be deleted at any time. Each campaign's row records
how far its log has been read; later events are read in one transaction, so that a crash leaves the
tables as they were.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import sqlite_utils

from campaign.history.transitions import transitions
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.kernel.tables import Row, RowMaker
from campaign.store import labels, snapshots
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.tables import database, frame, rows, schema

BATCH = 5_000
"""How many events are read between two batches of rows."""
SQL = ("campaign/tables/database.py", "campaign/tables/follower.py", "campaign/tables/schema.py")
"""The files that write rows; their imports make none."""

Progress = Callable[[int, int], None]
"""Called with events read and events in all."""


class _Place(msgspec.Struct, frozen=True):
    """How far a campaign has been read, and the state there."""

    version: int
    head: str
    state: GameState | None
    of_game: RowMaker[Any] | None = None
    """The game's row maker, with what it remembers; None for a fresh one."""


_START = _Place(0, "", None)
_PLACES: WeakKeyDictionary[Ledger, dict[str, _Place]] = WeakKeyDictionary()
"""Where each ledger's last update ended, so that the next one need not fold again."""


def update(ledger: Ledger, name: str, progress: Progress | None = None) -> int:
    """Reads the events that the tables do not have yet; returns their number.

    Rows of another campaign of that name, another history or a changed program are rebuilt.
    """
    with database.opened(database.path(ledger.store.path)) as db:
        return _read(db, ledger, name, progress)


def rebuild(ledger: Ledger, name: str, progress: Progress | None = None) -> int:
    """Rebuilds a campaign's rows from its first event; returns the number of events read."""
    with database.opened(database.path(ledger.store.path)) as db:
        _forget(db, name)
        return _read(db, ledger, name, progress)


def lag(ledger: Ledger, name: str) -> int | None:
    """How many events the tables have not read; None if they must be rebuilt."""
    file = database.path(ledger.store.path)
    if not file.exists():
        return None
    try:
        with closing(sqlite3.connect(file, timeout=database.LOCK_TIMEOUT / 1000)) as db:
            found = db.execute(
                "SELECT version, head, fold FROM campaigns WHERE campaign=?", (name,)
            ).fetchone()
    except sqlite3.Error:
        return None
    if found is None or found[2] != fingerprint(ledger.system(name).name):
        return None
    last = next(ledger.history(name, found[0] - 1, found[0]), None)
    if last is None or last.digest != found[1]:
        return None
    return ledger.store.version(name) - int(found[0])


def forget(ledger: Ledger, name: str) -> None:
    """Deletes a campaign's rows from the tables."""
    with database.opened(database.path(ledger.store.path)) as db:
        _forget(db, name)
    _PLACES.get(ledger, {}).pop(name, None)


@cache
def fingerprint(system: str) -> str:
    """A digest of the source of all that makes the rows of a rule system's campaigns."""
    return labels.label(row_modules(SYSTEMS[system]), SQL)


def row_modules(system: AnySystem) -> frozenset[str]:
    """The modules whose functions make rows or fold the states that rows are made from."""
    view = system.view
    functions = (view.sentence, view.names, system.audit.drew, system.calendar.in_words)
    return snapshots.fold_modules(system).union(
        {"campaign.tables.rows"},
        system.tables.modules,
        (function.__module__ for function in functions),
    )


# --- reading the log ----------------------------------------------------------------------------


def _read(db: sqlite_utils.Database, ledger: Ledger, name: str, progress: Progress | None) -> int:
    system = ledger.system(name)
    now = ledger.store.version(name)
    place = _resumed(db, ledger, name, now)
    if place is None or ledger.corrected(name, place.version):
        _forget(db, name)
        place = _START
    if place.version and place.version == now:
        return 0
    of_game = place.of_game or system.tables.rows()
    waiting = rows.Rows(name, system, of_game)
    start, state = place.version, place.state
    _PLACES.get(ledger, {}).pop(name, None)  # its memory moves on from there
    version, head = start, place.head
    try:
        fresh = ledger.history(name, start) if start else ledger.counted(name)
        for step in transitions(system, fresh, state):
            waiting.add(step)
            if step.record.version > version:
                version, head = step.record.version, step.record.digest
            state = step.after
            if (version - start) % BATCH == 0:
                _flush(db, waiting)
                if progress:
                    progress(version - start, max(now, version) - start)
    except (KeyError, AttributeError, ValueError, TypeError) as error:
        message = f"{name}: what follows version {version} does not fit it; run verify"
        raise database.ReadModelError(message) from error
    assert state is not None
    _flush(db, waiting)
    _write_current(db, system, version, head, state)
    if progress:
        progress(version - start, version - start)
    _PLACES.setdefault(ledger, {})[name] = _Place(version, head, state, of_game)
    return version - start


def _resumed(db: sqlite_utils.Database, ledger: Ledger, name: str, now: int) -> _Place | None:
    """Where to read on; None if the rows belong to another log or another program.

    `now` is the version to reach: events recorded meanwhile are read the next time.
    """
    found = db.execute(
        "SELECT version, head, fold, id FROM campaigns WHERE campaign=?", (name,)
    ).fetchone()
    if found is None:
        return None
    version, head, fold, identity = found
    if fold != fingerprint(ledger.system(name).name) or version > now:
        return None
    kept = _PLACES.get(ledger, {}).get(name)
    last = next(ledger.history(name, version - 1, version), None)
    if last is None or last.digest != head:
        return None
    if kept and (kept.version, kept.head) == (version, head):
        return kept
    if version == now:
        return _Place(version, head, None)
    live = ledger.live(name, version)
    if live.state.campaign.id != identity:
        return None
    since = live.system.tables.since(live.state)
    return _before_newest(db, ledger, name, since) if since else _Place(version, head, live.state)


def _before_newest(
    db: sqlite_utils.Database, ledger: Ledger, name: str, table: str
) -> _Place | None:
    """The version just before the event of a table's newest row; None if it has no row."""
    version = db.execute(
        f'SELECT max(version) FROM "{table}" WHERE campaign=?', (name,)
    ).fetchone()[0]
    if version is None:
        return None
    live = ledger.live(name, version - 1)
    return _Place(live.version, live.head, live.state)


def _flush(db: sqlite_utils.Database, waiting: rows.Rows) -> None:
    for table in schema.tables().values():
        if found := waiting.waiting.pop(table.name, None):
            db.table(table.name).upsert_all(found.values(), pk=("campaign", *table.pk))
    for turn, seeds in waiting.seeds.items():
        db.execute(
            "UPDATE turns SET seed=coalesce(seed || ' ', '') || ? WHERE campaign=? AND turn=?",
            (" ".join(seeds), waiting.campaign, turn),
        )
    waiting.seeds.clear()


def _write_current(
    db: sqlite_utils.Database, system: AnySystem, version: int, head: str, state: GameState
) -> None:
    """Writes the current tables at a version, and that it has been read."""
    shared = state.campaign
    current: dict[str, list[Row]] = {
        table.name: [{"campaign": shared.name, **row} for row in found]
        for table, found in rows.current(system, state)
    }
    written = [table.name for table in schema.tables().values() if table.name in current]
    for name in reversed(written):
        db.execute(f'DELETE FROM "{name}" WHERE campaign=?', (shared.name,))
    for name in written:
        db.table(name).insert_all(current[name])
    row = rows.campaign(shared, version, head, fingerprint(system.name))
    db.table(frame.CAMPAIGNS.name).upsert(row, pk="campaign")


def _forget(db: sqlite_utils.Database, name: str) -> None:
    for table in reversed(schema.tables().values()):
        db.execute(f'DELETE FROM "{table.name}" WHERE campaign=?', (name,))
