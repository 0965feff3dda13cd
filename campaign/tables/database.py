"""The file of the read tables beside a store (`STORE.read.db`): opened, marked, deleted. IO."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlite_utils

from campaign.store.log import StoreError
from campaign.tables import schema

APPLICATION_ID = 0x43545232
"""Marks a file as the read tables of a campaign store."""
LOCK_TIMEOUT = 60_000
"""How many milliseconds to wait for another process that updates the tables."""


class ReadModelError(StoreError):
    """The read tables cannot be used as requested. One line for the user."""


def path(store: Path) -> Path:
    """The file of a store's read tables."""
    return store.with_suffix(".read.db")


def write_metadata(store: Path, out: Path) -> None:
    """Writes the tables' descriptions as a metadata file for Datasette."""
    databases = {"databases": {path(store).stem: schema.metadata()}}
    out.write_text(json.dumps(databases, indent=2) + "\n", encoding="utf-8")


def delete(store: Path) -> None:
    """Deletes a store's read tables; the next update rebuilds them."""
    _remove(path(store))


def _remove(main: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        main.with_name(main.name + tail).unlink(missing_ok=True)


@contextmanager
def opened(file: Path) -> Iterator[sqlite_utils.Database]:
    """The tables, in one transaction that is committed only if all went well."""
    try:
        if _outdated(file):
            _remove(file)
        with closing(sqlite3.connect(file, timeout=LOCK_TIMEOUT / 1000)) as connection:
            # WAL with synchronous=NORMAL survives a power cut; what it may lose is read again.
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.isolation_level = None
            connection.execute("BEGIN IMMEDIATE")
            db = sqlite_utils.Database(connection)
            try:
                number = schema.number()
                if connection.execute("PRAGMA user_version").fetchone()[0] != number:
                    schema.create(db)
                    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
                    connection.execute(f"PRAGMA user_version={number}")
                yield db
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
    except (sqlite3.Error, OSError) as error:
        raise ReadModelError(f"the read tables {file} cannot be written: {error}") from error


def _outdated(file: Path) -> bool:
    """Whether a file is ours but of another form. Raises if it is not ours.

    It reads through SQLite, not from the file's header: recent writes of another process, or of one
    that was killed, may still be in the write-ahead log beside the file.
    """
    if not file.exists() or file.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(file, timeout=LOCK_TIMEOUT / 1000)) as db:
            blank = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            marked = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            number = db.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        blank, marked, number = False, False, 0
    if not blank and not marked:
        raise ReadModelError(f"{file} is none of ours; move it away, the tracker needs its name")
    return not blank and number != schema.number()
