"""The event library writes the events, and reads them; whoever only reads does not load it."""

from pathlib import Path
from typing import Any

import pytest
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from support.sessions import NAME, Session, ledger_in, stored


def test_the_library_reads_what_the_tracker_wrote(tmp_path: Path) -> None:
    """Its own recorder, on our file: every event with its version, topic and bytes."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.do("OpenReinforcement")
        rows = stored(session)
        library = SQLiteDatastore(str(ledger.store.path), originator_id_type="text")
        found = SQLiteAggregateRecorder(library).select_events(NAME)
        library.close()
    assert [(e.originator_version, e.topic, e.state) for e in found] == rows
    assert {event.originator_id for event in found} == {NAME}


def test_the_library_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event goes through its recorder, in the transaction of its receipt."""
    written: list[tuple[str, int]] = []
    insert = SQLiteAggregateRecorder._insert_events

    def seen(self: Any, cursor: Any, events: Any, **others: Any) -> Any:
        written.extend((event.topic, event.originator_version) for event in events)
        return insert(self, cursor, events, **others)

    monkeypatch.setattr(SQLiteAggregateRecorder, "_insert_events", seen)
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.do("OpenReinforcement")
        assert written == [(topic, version) for version, topic, _ in stored(session)]
