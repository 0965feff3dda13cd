"""The event library writes the events, and reads them; whoever only reads does not load it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from support.command_line import Shell
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


def test_whoever_only_reads_does_not_wait_for_the_library(tmp_path: Path) -> None:
    """Loading it takes as long as reading a campaign."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
    program = (
        "import sys; from campaign.cli import run\n"
        f"for call in (['status', {NAME!r}], ['verify', {NAME!r}]):\n"
        "    try: run(call)\n"
        "    except SystemExit as end: assert not end.code, call\n"
        "print([m for m in sys.modules if m.startswith('eventsourcing')], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env=Shell(tmp_path).env,
        check=True,
    )
    assert done.stderr.splitlines()[-1] == "[]", done.stderr
