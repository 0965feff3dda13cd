"""A call of the command line in this process: no start, no fork.

The call has a folder, an environment and standard streams of its own, and nothing of them is left
afterwards. What a test can only see in a process (a terminal, a kill, a limit) is started for real.
"""

import gc
import io
import os
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from campaign import cli


class Stream(io.TextIOWrapper):
    """A standard stream over bytes in memory."""

    def __init__(self, held: bytes = b"", *, errors: str = "strict", by_line: bool = False) -> None:
        self.held = io.BytesIO(held)
        super().__init__(self.held, encoding="utf-8", errors=errors, line_buffering=by_line)

    def bytes(self) -> bytes:
        """What was written so far."""
        self.flush()
        return self.held.getvalue()


def called(
    arguments: list[str], folder: Path, env: Mapping[str, str], typed: bytes
) -> tuple[int, bytes, bytes]:
    """Exit status of a call with `typed` as its standard input, and what it printed."""
    streams = Stream(typed, errors="surrogateescape"), Stream(), Stream(by_line=True)
    with _world(folder, env, arguments, streams):
        status = _status(arguments)
        return status, streams[1].bytes(), streams[2].bytes()


def _status(arguments: list[str]) -> int:
    """The exit status of the program, as the interpreter gives it."""
    try:
        cli._main(arguments)
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1


@contextmanager
def _world(
    folder: Path,
    env: Mapping[str, str],
    arguments: list[str],
    streams: tuple[Stream, Stream, Stream],
) -> Iterator[None]:
    """This process as the call is to find it; put back at the end."""
    here, words, before = Path.cwd(), sys.argv[:], (sys.stdin, sys.stdout, sys.stderr)
    variables, limit = dict(os.environ), gc.get_threshold()
    os.chdir(folder)
    _environment(env)
    sys.argv[:] = ["-c", *arguments]
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        sys.argv[:] = words
        _environment(variables)
        os.chdir(here)
        gc.set_threshold(*limit)


def _environment(values: Mapping[str, str]) -> None:
    zone = os.environ.get("TZ")
    os.environ.clear()
    os.environ.update(values)
    if os.environ.get("TZ") != zone:
        time.tzset()
