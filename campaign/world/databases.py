"""Connections to databases in files. In a simulation they are crossings, and may fail."""

import sqlite3
from pathlib import Path
from typing import Any, TypeVar

from campaign.world import crossing

Connection = TypeVar("Connection", bound=sqlite3.Connection)


def connect(database: str | Path, **options: Any) -> sqlite3.Connection:
    """A connection to a file; the options are those of `sqlite3.connect`."""
    return connect_as(sqlite3.Connection, database, **options)


def connect_as(factory: type[Connection], database: str | Path, **options: Any) -> Connection:
    """The same, of a kind of connections."""
    if crossing.current is None:
        return sqlite3.connect(database, factory=factory, **options)
    made: Connection = crossing.current.connect(str(database), factory, options)
    return made
