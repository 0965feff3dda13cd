"""Runs a module of this program in a process of its own, which any thread may end. IO.

What takes the interpreter for itself keeps nobody waiting there, and lets go of the store at once
when it is asked to.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import campaign


class ProcessEnd(NamedTuple):
    """How a process ended."""

    status: int
    out: bytes
    error: str
    """The last line that it complained in; empty if it did not."""
    was_asked: bool = False
    """Whether somebody asked it to end, or it was not begun any more."""
    took_too_long: bool = False


class OwnProcess:
    """Runs one module, one process at a time."""

    def __init__(self, module: str, longest: float) -> None:
        self._module = module
        self._longest = longest
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()
        """Between the look whether it is over and the beginning nobody asks for an end."""
        self._is_over = False
        self._was_asked = False

    def run(self, *arguments: str, **environment: str) -> ProcessEnd:
        """Runs it to its end."""
        with self._turn:
            self._was_asked = self._is_over
            if self._is_over:
                return ProcessEnd(1, b"", "", was_asked=True)
            child = self._process = self._begun(arguments, environment)
        try:
            out, complained = child.communicate(timeout=self._longest)
        except subprocess.TimeoutExpired:
            _signal(child, kill=True)
            out, complained = child.communicate()
            return ProcessEnd(child.returncode, out, "", took_too_long=True)
        lines = complained.decode(errors="replace").strip().splitlines()
        return ProcessEnd(child.returncode, out, lines[-1] if lines else "", self._was_asked)

    def end(self) -> None:
        """Asks what is under way to end."""
        with self._turn:
            if self._process is not None and self._process.poll() is None:
                self._was_asked = True
                _signal(self._process)

    def stop(self) -> None:
        """The same for good: nothing more is begun."""
        with self._turn:
            self._is_over = True
        self.end()

    def _begun(
        self, arguments: tuple[str, ...], environment: dict[str, str]
    ) -> "subprocess.Popen[bytes]":
        # where Python finds this program, and whatever it was told besides
        path = (str(Path(campaign.__file__).parents[1]), os.environ.get("PYTHONPATH", ""))
        return subprocess.Popen(
            [sys.executable, "-m", self._module, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))} | environment,
            start_new_session=True,  # so that its own helpers end with it
        )


def _signal(child: "subprocess.Popen[bytes]", *, kill: bool = False) -> None:
    """To a process and to those that it began."""
    if not hasattr(os, "killpg"):
        child.kill() if kill else child.terminate()
        return
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL if kill else signal.SIGTERM)
