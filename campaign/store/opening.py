"""Opens a store: the one place that knows which stores there are, and the versions of their
schemas. IO.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from campaign import extend
from campaign.store.protocol import EventStore, StoreError, Where, place_of

# --- The forms of stores and of what lies beside them, and how those of drafts are refused ------
#
# A file bears its form in its header, a database in a table, an export in its first line. Drafts
# of the program wrote other forms; nothing of theirs is read, and nothing is done to it.

FIRST = 4
"""The form with which 1.0 began, whatever bears it; drafts wrote 1 to 3."""
STORE = "a campaign store"
MAGIC = b"SQLite format 3\0"
"""The first bytes of every database of SQLite."""
_MARKS = ("application_id", "user_version")


def older(place: object, what: str) -> str:
    """Why something that a draft wrote is left alone, whatever it is."""
    return f"{place}, {what}, was written before 1.0; not read"


def must_be_read(file: Path, what: str, owner: int = 0) -> None:
    """Raises `StoreError` where a draft wrote a file, whose mark is `owner`.

    SQLite gets to see it as one that never changes: so it neither repairs it nor puts files beside
    it. What marks it as ours may be in its write-ahead log still.
    """
    header = _header(file)
    if header is not None and header[0] != owner:
        header = _in_log(file) or header
    if header is not None and header[0] == owner and header[1] < FIRST:
        raise StoreError(older(file, what))


def _header(file: Path) -> tuple[int, int] | None:
    """A file's mark and its form; None where it is no database."""
    if not file.is_file() or not file.stat().st_size:
        return None
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as db:
            of = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in _MARKS]
    except sqlite3.Error:
        return None
    return of[0], of[1]


def _in_log(file: Path) -> tuple[int, int] | None:
    """The same by the last header in the write-ahead log; None if there is none.

    A log has 32 bytes with the size of a page and two salts; each page in it has 24 with its number
    and the salts before it.
    """
    newest = None
    try:
        with file.with_name(f"{file.name}-wal").open("rb") as log:
            start = log.read(32)
            size = int.from_bytes(start[8:12])
            while len(frame := log.read(24 + size)) == 24 + size > 124:
                if int.from_bytes(frame[:4]) == 1 and frame[8:16] == start[16:24]:
                    header = frame[24:]
                    newest = int.from_bytes(header[68:72]), int.from_bytes(header[60:64])
    except OSError:
        return None
    return newest


# --- Opens a store: the one place that knows which stores there are -----------------------------


def open_store(where: Where) -> EventStore:
    """The store at a place; it is looked at when it is first used."""
    place = place_of(where)
    if place.is_database:
        opened: EventStore = database().store(place)
        return opened
    from campaign.store.sqlite.store import Store

    return Store(place.file)


def database() -> Any:
    """What knows stores in PostgreSQL. Raises `StoreError` where it is not installed."""
    try:
        return extend.wanted("stores", "postgresql")
    except extend.MissingExtensionError as error:
        raise StoreError(str(error)) from None
