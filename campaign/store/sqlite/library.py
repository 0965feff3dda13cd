"""`eventsourcing`'s recorder, which makes the tables of a store. IO.

It works in our transactions. It is slow to load, and only a new store needs it: what is recorded is
written with its own statement (`recorder.INSERT`).
"""

import sqlite3

from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteCursor, SQLiteDatastore


class EventRecorder(SQLiteAggregateRecorder):
    """The library's recorder for one of its tables; it works with the cursor of a transaction."""

    def __init__(self, table: str = "stored_events") -> None:
        # Of its own connections none is ever opened.
        super().__init__(SQLiteDatastore(":memory:", originator_id_type="text"), table)

    def make_table(self, cursor: sqlite3.Cursor) -> None:
        """Makes its table."""
        self._create_table(SQLiteCursor(cursor))
