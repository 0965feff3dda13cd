"""The service as a process, on a free port."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from support.command_line import Shell
from support.forks import Begun

SECONDS = 20
"""How long a test waits for a process before it fails."""


@contextmanager
def served(shell: Shell, *more: str, listens: bool = True) -> Iterator[tuple[Begun, str]]:
    """A service on a free port, and its address; stopped at the end if it still runs.

    Unless it `listens`, the options say where.
    """
    where = ("--listen", "127.0.0.1:0") if listens and "--listen" not in more else ()
    with shell.begin("serve", *where, *more) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("ready "), (line, process.poll(), process.stderr)
            yield process, line.removeprefix("ready ").strip()
        finally:
            if process.poll() is None:
                process.kill()


def invited(shell: Shell, member: str = "anna", campaign: str = "club") -> str:
    """The address of an invitation."""
    found = json.loads(shell.fine("invite", campaign, member, "--json"))
    assert set(found) == {"url"}
    url: str = found["url"]
    return url


def until(is_so: Callable[[], bool]) -> None:
    """Waits for something that another thread or process brings about, `SECONDS` long."""
    end, pause = time.monotonic() + SECONDS, threading.Event()
    while not is_so():
        assert time.monotonic() < end, "it has not come about"
        pause.wait(0.02)
