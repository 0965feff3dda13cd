"""An event is written as the events library's own recorder writes it."""

import sqlite3

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteCursor

from campaign.store.sqlite.library import EventRecorder
from campaign.store.sqlite.recorder import INSERT


def test_the_statement_is_the_librarys() -> None:
    """In the table that it makes."""
    assert EventRecorder().insert_events_statement == INSERT


def test_a_row_is_what_the_library_writes() -> None:
    """The name, the version, the topic and the bytes, in its columns."""
    library, ours = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    recorder = EventRecorder()
    for connection in (library, ours):
        recorder.make_table(connection.cursor())
    event = StoredEvent("club", 1, "campaign.TurnBegan", b"{}")
    recorder._insert_events(SQLiteCursor(library.cursor()), [event])
    ours.execute(INSERT, ("club", 1, "campaign.TurnBegan", b"{}"))
    query = "SELECT originator_id, originator_version, topic, state FROM stored_events"
    assert ours.execute(query).fetchall() == library.execute(query).fetchall()
    assert ours.execute(query).fetchall() == [("club", 1, "campaign.TurnBegan", b"{}")]
