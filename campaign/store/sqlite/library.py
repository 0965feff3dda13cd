"""`eventsourcing`'s recorder, which makes the tables of a store and writes its events. IO.

It works in our transactions, so that keys, receipts and salts are written together with the events.
It is slow to load: whoever only reads does without.
"""

import sqlite3
from collections.abc import Sequence

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteCursor, SQLiteDatastore

from campaign.store.protocol import Row


class EventRecorder(SQLiteAggregateRecorder):
    """The library's recorder for one of its tables; every write has the cursor of a transaction."""

    def __init__(self, table: str = "stored_events") -> None:
        # Of its own connections none is ever opened.
        super().__init__(SQLiteDatastore(":memory:", originator_id_type="text"), table)

    def make_table(self, cursor: sqlite3.Cursor) -> None:
        """Makes its table."""
        self._create_table(SQLiteCursor(cursor))

    def insert(self, cursor: sqlite3.Cursor, name: str, rows: Sequence[Row]) -> None:
        """Writes a campaign's next events. Raises `sqlite3.IntegrityError` if a version is taken.

        That is what keeps two writers from recording two histories.
        """
        events = [StoredEvent(name, version, kind, state) for version, kind, state in rows]
        self._insert_events(SQLiteCursor(cursor), events)
