"""Inspects a store's file: ours or not, empty, or from a newer release. IO."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from campaign.store.forms import STORE, must_be_read
from campaign.store.protocol import StoreError
from campaign.store.sqlite.connections import APPLICATION_ID, SCHEMA, closed_alone, closing_wait
from campaign.store.sqlite.write_lock import WriteLock
from campaign.store.waiting import lock_timeout


class FileKind(NamedTuple):
    """What a file is."""

    marked: bool
    """Whether it is ours."""
    schema: int
    blank: bool
    """Whether it is an empty database."""


def as_it_lies(path: Path) -> str:
    """How to open a store in a read-only place: SQLite would put files beside it."""
    ahead = path.with_name(f"{path.name}-wal")
    if not path.is_file() or os.access(path.parent, os.W_OK):
        return ""
    return "" if ahead.exists() and ahead.stat().st_size else "?immutable=1"


@contextmanager
def alone_at_its_end(path: Path, db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A connection that is closed under the store's write lock."""
    try:
        yield db
    finally:
        lock = WriteLock(path)
        with closing(lock), closed_alone(lock, closing_wait()):
            db.close()


def newer(path: Path, schema: int) -> str:
    """Why an older program leaves a newer store alone."""
    known = f"schema {schema}; this one knows up to {SCHEMA}"
    text = f"{path} was written by a newer version of the tracker ({known})"
    return f"{text}. Update the tracker; nothing was changed"


def look(path: Path) -> FileKind:
    """What the file is. It is opened for writing, so that SQLite repairs what a kill left.

    Raises `StoreError` for a draft's store, which is not even opened.
    """
    must_be_read(path, STORE, APPLICATION_ID)
    uri = f"{path.absolute().as_uri()}{as_it_lies(path) or '?mode=rw'}"
    with alone_at_its_end(path, sqlite3.connect(uri, uri=True)) as db:
        db.execute(f"PRAGMA busy_timeout={lock_timeout() * 1000}")
        try:
            db.execute("BEGIN")  # another process may be making the store right now
            marked = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            schema = db.execute("PRAGMA user_version").fetchone()[0]
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} is not a campaign store") from error
    return FileKind(marked, schema, tables == 0 and not marked)


def check(path: Path, *, create: bool) -> FileKind:
    """What the file is, if it can be used. Raises if there is none or it is not ours."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a campaign store")
    empty = not path.exists() or path.stat().st_size == 0
    seen = FileKind(False, SCHEMA, True) if empty else look(path)
    if seen.blank and not create:
        raise StoreError(
            f"there is no campaign store at {path}; start a campaign first: `campaign start`"
        )
    if not seen.marked and not seen.blank:
        raise StoreError(f"{path} is not a campaign store")
    if seen.schema > SCHEMA:
        raise StoreError(newer(path, seen.schema))
    return seen
