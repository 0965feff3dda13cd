"""The event library writes the events, and reads them; whoever only reads does not load it.

What takes longer, waits or starts something, beside `projections/test_library_tables.py`.
"""

import subprocess
import sys
from pathlib import Path

from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in


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
        cwd=Path(__file__).parents[3],
        env=Shell(tmp_path).env,
        check=True,
    )
    assert done.stderr.splitlines()[-1] == "[]", done.stderr
