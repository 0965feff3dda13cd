"""Events lie in the event library's tables; the library reads them, and is seldom loaded."""

import subprocess
import sys
from pathlib import Path

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


def test_only_a_new_store_waits_for_the_library(tmp_path: Path) -> None:
    """Loading it takes longer than a command: no call loads it once there is a store."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
    words = '{"command": "AddEntropy", "value": "grey geese"}'
    program = (
        "import io, sys; from campaign.cli import run\n"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO({words.encode()!r}))\n"
        f"for call in (['submit', {NAME!r}], ['status', {NAME!r}], ['verify', {NAME!r}]):\n"
        "    try: run(call)\n"
        "    except SystemExit as end: assert not end.code, call\n"
        "print([m for m in sys.modules if m.startswith('eventsourcing')], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        env=Shell(tmp_path).env,
        check=True,
    )
    assert done.stderr.splitlines()[-1] == "[]", done.stderr
    assert '"accepted":true' in done.stdout
