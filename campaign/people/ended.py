"""What was ended stays ended when older people are put back: devices, tokens, passkeys. IO.

A backup knows a lost phone as one that may come in. What the file that is put aside knows to be
ended, or no longer has though it is old enough to have had it, is ended in the one put back.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from campaign.people.database import schemas


class Kept(NamedTuple):
    """A table of things that let somebody in."""

    part: str
    table: str
    key: str
    made: str
    """The column that says since when there is one."""
    ended: str = ""
    """The column that is filled in once it lets nobody in; without it the row goes."""


KEPT = (
    Kept("doors", "device", "digest", "first_seen", "ended"),
    Kept("doors", "token", "digest", "made", "used"),
    Kept("passkeys", "passkey", "id", "added"),
)
_STAMPS = ("SELECT max(last_seen) FROM device", "SELECT max(made) FROM token")
"""What tells how far a file knows."""


def carried(aside: Path, into: Path) -> int:
    """Ends in one file what another knows to be ended; how much that was.

    Raises `sqlite3.Error` where one of them cannot be used.
    """
    uri = f"{aside.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(into)) as new:
        both = schemas(old).keys() & schemas(new).keys()
        if "doors" not in both:
            return 0
        until = max((row[0] or "" for query in _STAMPS for row in old.execute(query)), default="")
        with new:
            return sum(_ended(old, new, one, until) for one in KEPT if one.part in both)


def _ended(old: sqlite3.Connection, new: sqlite3.Connection, kept: Kept, until: str) -> int:
    """Ends in one table what the other file knows to be ended, or has no more."""
    open_ = f"WHERE {kept.ended}=''" if kept.ended else ""
    done = 0
    for key, made in new.execute(
        f"SELECT {kept.key}, {kept.made} FROM {kept.table} {open_}"
    ).fetchall():
        when = next(_known(old, kept, key), None)
        if when is None and made > until:
            continue  # from after the file that is put aside
        if when == "":
            continue  # it counts there too
        if kept.ended:
            new.execute(
                f"UPDATE {kept.table} SET {kept.ended}=? WHERE {kept.key}=?", (when or until, key)
            )
        else:
            new.execute(f"DELETE FROM {kept.table} WHERE {kept.key}=?", (key,))
        done += 1
    return done


def _known(old: sqlite3.Connection, kept: Kept, key: str) -> Iterator[str]:
    """When something was ended, as the other file has it: empty for not yet, none if unknown."""
    what = kept.ended or "''"
    query = f"SELECT {what} FROM {kept.table} WHERE {kept.key}=?"
    for row in old.execute(query, (key,)):
        yield str(row[0])
