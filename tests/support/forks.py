"""The program loaded once, in a process that forks for every call: a call costs no start.

The child has what a new process would have: folder, environment, standard streams, no state of a
call before it and none of the test's; but the program's own files are read already. `Loaded` is
the test's end, `caller.py` that of a shell's script; run as a script, this file is the process with
the program in it. It waits at a door, forks once for each call that comes, and ends when the tests'
process does.

    header: length of the request, with the three standard streams   ──►
    request: arguments, folder, environment, terminal, as `asked`     ──►
                                                          ◄── the child's number
                                                          ◄── its exit status, when it has ended
"""

import atexit
import contextlib
import faulthandler
import gc
import importlib
import io
import os
import pkgutil
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CHUNK = 65536
AFTERWARDS = 2
"""Seconds in which a call that does not end may tell where it is."""
DOOR = "door"
HEADER = 8
"""Digits of a request's length."""
UNFLUSHED = 120
"""Python's exit status when standard output could not be written at the end."""


class Loaded:
    """The process with the program in it, started when first asked for; one call at a time.

    It finds modules in `first` before all others, such as a `sitecustomize`.
    """

    def __init__(self, first: Path | None = None) -> None:
        self._first = first
        self._process: subprocess.Popen[bytes] | None = None

    def call(
        self,
        arguments: list[str],
        folder: Path,
        env: dict[str, str],
        sent: bytes,
        limit: float = 60,
    ) -> tuple[int, bytes, bytes]:
        """Exit status of a call with `sent` as its standard input, and what it printed."""
        (stdin, typing), (heard, stdout), (complained, stderr) = os.pipe(), os.pipe(), os.pipe()
        child = self.start(arguments, folder, env, (stdin, stdout, stderr))
        texts, deadline = {heard: b"", complained: b""}, time.monotonic() + limit
        hung = False
        os.set_blocking(typing, False)
        with selectors.DefaultSelector() as pipes:
            pipes.register(typing, selectors.EVENT_WRITE)
            pipes.register(heard, selectors.EVENT_READ)
            pipes.register(complained, selectors.EVENT_READ)
            while pipes.get_map():
                ready = pipes.select(deadline - time.monotonic())
                if not ready:
                    os.kill(child, signal.SIGKILL if hung else signal.SIGUSR1)
                    hung, deadline = True, time.monotonic() + AFTERWARDS
                for key, _ in ready:
                    if key.fd == typing:
                        try:
                            sent = sent[os.write(typing, sent[:CHUNK]) :]
                        except BrokenPipeError:
                            sent = b""
                        done = not sent
                    else:
                        text = os.read(key.fd, CHUNK)
                        texts[key.fd] += text
                        done = not text
                    if done:
                        pipes.unregister(key.fd)
                        os.close(key.fd)
        status = self.wait()
        if hung:
            where = texts[complained].decode(errors="replace")
            raise TimeoutError(f"{arguments} did not end within {limit} s but was here:\n{where}")
        return status, texts[heard], texts[complained]

    def start(
        self, arguments: list[str], folder: Path, env: dict[str, str],
        streams: tuple[int, int, int], *, terminal: bool = False,
    ) -> int:  # fmt: skip
        """The number of a process that takes these standard streams from here."""
        sys.audit("tests.process")
        request = asked(arguments, folder, env, terminal=terminal)
        self._load()
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self._folder / DOOR))
            socket.send_fds(line, [f"{len(request):{HEADER}}".encode()], streams)
            for stream in set(streams):
                os.close(stream)
            line.sendall(request)
            self._replies = line.makefile("rb", 0)  # so that what is not read can be waited for
        return int(self._replies.readline())

    def wait(self) -> int:
        """The exit status of the process started last, at its end."""
        with self._replies:
            return int(self._replies.readline())

    def begin(self, arguments: list[str], folder: Path, env: dict[str, str]) -> "Begun":
        """A call that goes on by itself while others are made."""
        (stdin, typing), (heard, stdout), (complained, stderr) = os.pipe(), os.pipe(), os.pipe()
        child = self.start(arguments, folder, env, (stdin, stdout, stderr))
        return Begun(child, self._replies, (typing, heard, complained))

    def programs(self) -> Path:
        """The folder of a program `campaign` for scripts, forked like the others."""
        sys.audit("tests.process")
        self._load()
        return self._folder / "bin"

    def _load(self) -> None:
        if self._process is not None:
            return
        self._folder = Path(tempfile.mkdtemp(prefix="campaign-"))
        address, program = self._folder / DOOR, self._folder / "bin" / "campaign"
        caller = Path(__file__).with_name("caller.py").read_text(encoding="utf-8")
        program.parent.mkdir()
        program.write_text(
            f"#!{sys.executable} -ISs\n{caller.replace('ADDRESS', repr(str(address)))}"
        )
        program.chmod(0o755)
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(address))
            door.listen()
            self._process = started(door, self._first)
        atexit.register(self.end)

    def end(self) -> None:
        """Nobody asks any more; waited for, so that its time counts as the tests'."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)


class Begun:
    """A call that goes on by itself, with what a test uses of `subprocess.Popen`."""

    def __init__(self, pid: int, replies: io.RawIOBase, streams: tuple[int, int, int]) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._replies = replies
        typing, heard, complained = streams
        self.stdin, self.stdout = os.fdopen(typing, "w"), os.fdopen(heard)
        self.stderr = os.fdopen(complained)

    def __enter__(self) -> "Begun":
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            stream.close()
        self.wait()
        self._replies.close()

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        return self._status(0)

    def wait(self, seconds: float | None = None) -> int:
        """Its exit status, at its end."""
        if (status := self._status(seconds)) is None:
            raise subprocess.TimeoutExpired(str(self.pid), seconds or 0)
        return status

    def _status(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._replies], [], [], seconds)[0]:
            reply = self._replies.readline()
            if not reply:  # the process that forks was ended first
                self._send(signal.SIGKILL)
            self.returncode = int(reply or -signal.SIGKILL)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """A signal, unless it has ended."""
        if self.poll() is None:
            self._send(number)

    def _send(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)


def started(door: socket.socket, first: Path | None) -> "subprocess.Popen[bytes]":
    """A process with the program in it, which takes requests at a door."""
    path = os.pathsep.join(str(folder) for folder in (first, ROOT) if folder)
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "LC_ALL": "C.UTF-8"}
    return subprocess.Popen(
        [sys.executable, __file__, str(door.fileno())], stdin=subprocess.PIPE,
        pass_fds=[door.fileno()], env=env, cwd=ROOT, start_new_session=True,
    )  # fmt: skip


def asked(arguments: list[str], folder: Path, env: dict[str, str], *, terminal: bool) -> bytes:
    """A request: how many arguments, they, the folder, whether at a terminal, the environment."""
    told = [str(len(arguments)), *arguments, str(folder), "terminal" if terminal else ""]
    return os.fsencode("\0".join([*told, *(f"{name}={value}" for name, value in env.items())]))


def read(request: bytes) -> tuple[list[str], str, bool, dict[str, str]]:
    """What a request asks for."""
    count, *rest = os.fsdecode(request).split("\0")
    arguments, (folder, terminal, *env) = rest[: int(count)], rest[int(count) :]
    return arguments, folder, bool(terminal), dict(one.split("=", 1) for one in env)


def load() -> None:
    """Imports all of the program, so that no call has to."""
    faulthandler.register(signal.SIGUSR1)
    warm_up()
    gc.collect()
    gc.freeze()


def warm_up() -> None:
    """Imports all of the program, plays a campaign and throws it away.

    What the program reads of its own files and keeps (tables, templates, the label of its sources)
    is then there for every call, and each is as much faster.
    """
    import campaign

    hidden = (
        "campaign.extensions" if sys.modules.get("campaign.extensions", campaign) is None else ()
    )
    for module in pkgutil.walk_packages(campaign.__path__, "campaign."):
        if not module.name.endswith("__main__") and not module.name.startswith(hidden):
            importlib.import_module(module.name)
    from campaign.projections import projector
    from campaign.reports import pages
    from campaign.store.ledger import Ledger

    with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
        with Ledger(Path(folder) / "campaign.db") as ledger:
            ledger.open("warm", scenario="global-war")
            ledger.submit("warm", {"command": "OpenReinforcement"})
            ledger.submit("warm", {"command": "DrawLeader"})
            projector.update(ledger, "warm")
            pages.write(ledger, "warm", Path(folder))
        with Ledger(Path(folder) / "campaign.db") as ledger:
            ledger.show("warm")


def accept(door: socket.socket) -> None:
    """Forks for every call and tells each caller when its own has ended, until standard input is
    closed.
    """
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    lines: dict[int, socket.socket] = {}
    while 0 not in (ready := select.select([0, woken, door], [], [])[0]):
        if woken in ready:
            os.read(woken, CHUNK)
            for child, status in ended():
                with lines.pop(child) as line, contextlib.suppress(OSError):
                    line.sendall(f"{status}\n".encode())
        if door in ready:
            line, _ = door.accept()
            child = forked(line, [door, *lines.values()])
            lines[child] = line
            line.sendall(f"{child}\n".encode())


def ended() -> Iterator[tuple[int, int]]:
    """The calls that have ended by now, with their exit status."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found[0], os.waitstatus_to_exitcode(found[1])


def forked(line: socket.socket, others: list[socket.socket]) -> int:
    """The number of a process that does what is asked for here, and knows of no others."""
    header, streams, _, _ = socket.recv_fds(line, HEADER, 3)
    request = bytearray()
    while len(request) < int(header):
        request += line.recv(int(header) - len(request))
    child = os.fork()
    if not child:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for one in (line, *others):
            one.close()
        become(*read(bytes(request)), streams=streams)
    for stream in streams:
        os.close(stream)
    return child


def become(
    arguments: list[str], folder: str, terminal: bool, env: dict[str, str], streams: list[int]
) -> None:
    """A call of the program, to its end; never returns."""
    status = 1
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        if terminal:
            os.close(os.open(os.ttyname(0), os.O_RDWR))  # becomes the controlling terminal
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(env)
        time.tzset()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.stdin = sys.__stdin__ = opened(0, "r", sys.stdin)
        sys.stdout = sys.__stdout__ = opened(1, "w", sys.stdout)
        sys.stderr = sys.__stderr__ = opened(2, "w", sys.stderr)
        sys.path[0] = ""
        sys.argv[:] = ["-c", *arguments]
        status = called()
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stderr.flush()
        os._exit(status)


def opened(number: int, mode: str, like: Any) -> io.TextIOWrapper:
    """A standard stream as the interpreter opens it."""
    stream = open(number, f"{mode}b", closefd=False)  # noqa: SIM115
    text = io.TextIOWrapper(
        stream, encoding=like.encoding, errors=like.errors,
        line_buffering=number == 2 or (number == 1 and stream.isatty()),
    )  # fmt: skip
    return text


def called() -> int:
    """The exit status of the program, as the interpreter gives it."""
    from campaign.cli import main

    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        status = 1
    else:
        status = 0
    try:
        sys.stdout.flush()
    except OSError:
        status = UNFLUSHED
    return status


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as its:
        load()
        accept(its)
