"""The examples that end each verb's help, run one after the other in one shell.

Those that wait for a key or for another program are run beside the others.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from support.command_line import LOADED, PROGRAM, ROOT
from support.mail_server import FINE, mail_server

STOP = 'kill "$COPROC_PID"; wait "$COPROC_PID"'


def beside(line: str) -> str:
    """A line; one that runs until it is stopped goes on beside the others, once it is ready.

    The next of its kind takes its place.
    """
    if not re.match("campaign serve(?! [a-z])", line):
        return line
    free = line.replace(":8720", ":0") if "--listen" in line else f"{line} --listen 127.0.0.1:0"
    own = f"PYTHONPATH={ROOT} {sys.executable} -c '{PROGRAM}'"  # it takes signals by itself
    call = free.replace("campaign", own, 1)
    return f'if [ "$COPROC_PID" ]; then {STOP}; fi; coproc {call}; read -r _ <&"${{COPROC[0]}}"'


def runs(folder: Path, lines: Iterable[str], **environment: str) -> None:
    """Runs lines in one shell, on a store of their own; each must succeed.

    The club's mail server takes a message at the second try, so that one can be sent again.
    """
    script = "\n".join(
        [
            "set -e -o pipefail",
            "trap 'echo \"$BASH_COMMAND\" >&2' ERR",
            'trap \'[ -z "$COPROC_PID" ] || kill "$COPROC_PID"\' EXIT',  # nothing outlives it
            *map(beside, lines),
        ]
    )
    script += f'\nif [ "$COPROC_PID" ]; then {STOP}; fi; trap - EXIT'
    with mail_server() as (port, there):
        known = {"host@example.org"}  # for the test message
        there.at_recipient = lambda to: FINE if to in known else known.add(to) or "450 4.2.1 busy"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            env={
                "PATH": f"{LOADED.programs()}:{os.environ['PATH']}",
                "HOME": str(folder),
                "LC_ALL": "C.UTF-8",
                "CAMPAIGN_MAIL_HOST": "127.0.0.1",
                "CAMPAIGN_MAIL_PORT": str(port),
                "CAMPAIGN_MAIL_SECURITY": "none",
                "CAMPAIGN_MAIL_FROM": "Our club <club@example.org>",
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert "are behind" not in done.stderr
