"""The lock on a file beside the store: one process at a time writes, and closes.

What takes longer, waits or starts something, beside `store/test_write_lock.py`.
"""

import subprocess
import sys
from pathlib import Path

from campaign.store.ledger import Ledger
from support.sessions import NAME
from tests.store.test_write_lock import WORDS, ledger

__all__ = ["ledger"]


def test_a_killed_holder_leaves_a_lock_that_harms_nobody(ledger: Ledger, tmp_path: Path) -> None:
    """The system takes the lock from a dead process; its file stays and is used again."""
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from campaign.store.sqlite.locks import WriteLock\n"
        "with WriteLock(Path(sys.argv[1])).held(0, make=True):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    dead = subprocess.run(
        [sys.executable, "-c", script, str(ledger.store.path)],
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert dead.returncode == -9
    assert ledger.submit(NAME, WORDS)["accepted"]
