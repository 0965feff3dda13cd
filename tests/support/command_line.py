"""The command line as a user has it: each call with a folder, a home and streams of its own.

A call is made in the tests' process (`in_process.py`); at a terminal or on a database it is forked
from a process with the program in it (`forks.py`), as is a service. Others that go on by
themselves, to be killed or written to, and those that something is done to `before` are started
anew.
"""

import contextlib
import io
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from campaign.cli import run
from campaign.store.export import keys_of
from campaign.store.protocol import HOME_VARIABLE, folder_name, is_url
from campaign.store.reader import open_store
from support.forks import Begun, Loaded
from support.in_process import called
from support.postgres import TEST_STORE, copy_of, new_database

ROOT = Path(__file__).parents[2]
PROGRAM = "from campaign.cli import main; main()"
LOADED = Loaded()
PROMPTS = (b":", b"?", b"[y/N]", b"[Y/n]")
"""How the screen ends while the program waits for a line."""
LIMIT = 60
"""Seconds in which a call at a terminal must ask, or end."""


def on_a_database(shell: "Shell") -> str:
    """A new database for a shell; in a folder that holds a store already, a copy of that."""
    if not shell.store.is_file():
        return new_database()
    if is_url(address := shell.store.read_text(errors="replace")):
        url = copy_of(address)
    else:
        url = brought_in(shell.store)
    key = shell.data / folder_name(url) / "club.vault"
    if (copied := shell.store.with_suffix(".vault")).is_file():
        key.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(copied, key)
    return url


def brought_in(file: Path) -> str:
    """A new database with every campaign of a store in a file, and their receipts."""
    url = new_database()
    with closing(open_store(file)) as source, closing(open_store(url)) as target:
        for name in source.names():
            rows = list(source.rows(name))
            receipts = source.receipts(name)
            target.append(name, rows, keys_of(rows), receipts=receipts, create=True)
    return url


def keep_as_files(shell: "Shell") -> None:
    """Leaves in a shell's folder what a test copies: its database's address, and its key."""
    url = shell.env["CAMPAIGN_STORE"]
    if not is_url(url):
        return
    key = shell.data / folder_name(url) / "club.vault"
    if key.is_file():
        shell.store.write_text(url)
        shutil.copy(key, shell.store.with_suffix(".vault"))


class Done(msgspec.Struct, frozen=True):
    """What a call left: its exit status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert "Traceback" not in self.err
        return lines[0]


class Shell:
    """Calls in one folder, with a store of its own: a file, or a database where that is asked."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.store = folder / "campaign.db"
        self.home = folder.with_name(f"{folder.name}.home")
        """Where what is remembered of the last call lies, out of sight of the folder."""
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "PYTHONPATH": str(ROOT),
            "CAMPAIGN_STORE": self.where(),
            "CAMPAIGN_LOCK_TIMEOUT": "1",
            "LC_ALL": "C.UTF-8",
            **environment,
        }

    @property
    def data(self) -> Path:
        """Where the files of databases lie."""
        return self.home / ".local" / "share" / "campaign-tracker"

    def where(self) -> str:
        """What names a new store for this folder."""
        return on_a_database(self) if os.environ.get(TEST_STORE) == "postgres" else str(self.store)

    def start_words(self, *arguments: str) -> list[str]:
        """The words that start a call."""
        return [sys.executable, "-c", PROGRAM, *arguments]

    def begin(self, *arguments: str) -> "Begun | subprocess.Popen[str]":
        """A call that goes on by itself, forked unless it is started by words of its own."""
        if type(self).start_words is not Shell.start_words:
            return self.start(*arguments)
        return LOADED.begin(list(arguments), self.folder, self.env)

    def start(self, *arguments: str, **more: Any) -> "subprocess.Popen[str]":
        """A call that goes on by itself."""
        return subprocess.Popen(
            self.start_words(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self.env,
            # A shell's background job passes on that Control-C is ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
            **more,
        )

    def __call__(
        self,
        *arguments: str,
        typed: str = "",
        before: Callable[[], None] | None = None,
        **environment: str,
    ) -> Done:
        """One call, in this process; `before` runs in one of its own. `typed` is standard input.

        On a database each call is a process: some of what is known of a server is asked once.
        """
        env, sent = {**self.env, **environment}, typed.encode("utf-8", "surrogateescape")
        if before is None:
            is_file = "CAMPAIGN_STORE" in env and not is_url(env["CAMPAIGN_STORE"])
            call = called if is_file else LOADED.call
            status, out, err = call(list(arguments), self.folder, env, sent)
            if os.environ.get(TEST_STORE) == "postgres":
                keep_as_files(self)
            return Done(status, out.decode(), err.decode())
        done = subprocess.run(
            self.start_words(*arguments),
            input=sent,
            capture_output=True,
            cwd=self.folder,
            env=env,
            preexec_fn=before,
            timeout=60,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def read(self, *arguments: str) -> Any:
        """The JSON of a call that only reads, made in this process: it starts none.

        For what a test looks at on its way; the call that it is about is one of `fine`.
        """
        named, printed = self.env["CAMPAIGN_STORE"], io.StringIO()
        store = named if is_url(named) else str(self.folder / (named or self.store))
        at_home = {HOME_VARIABLE: str(self.data)}
        with contextlib.redirect_stdout(printed), patch.dict(os.environ, at_home):
            assert run(["--store", store, *arguments, "--json"]) == 0
        return json.loads(printed.getvalue())

    def completed(self, words: str) -> list[str]:
        """What bash would offer for the last of these words."""
        done = self(
            _CAMPAIGN_COMPLETE="bash_complete",
            COMP_WORDS=f"campaign {words}",
            COMP_CWORD=str(len(words.split(" "))),
        )
        assert done.err == ""
        return [line.partition(",")[2] for line in done.out.split()]

    def copied(self, folder: Path) -> "Shell":
        """A shell in another folder, with copies of all that lies in this one's."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Shell(folder)

    def fine(self, *arguments: str, **more: Any) -> str:
        """A call that must succeed; what it printed."""
        done = self(*arguments, **more)
        assert done.status == 0, done
        return done.out


def typed_at_a_terminal(shell: Shell, *arguments: str, lines: list[str]) -> tuple[int, str]:
    """Exit status of a call at a terminal, and all that the terminal showed.

    Each line answers a question; the questions after them are answered by Control-D.
    """
    terminal, its = os.openpty()
    streams = (its, its, its)
    child = LOADED.start(list(arguments), shell.folder, shell.env, streams, terminal=True)
    screen = b""
    waiting = list(lines)
    try:
        while True:
            if not select.select([terminal], [], [], LIMIT)[0]:
                os.kill(child, signal.SIGKILL)
                raise TimeoutError(f"nothing more was shown after {screen[-600:]!r}")
            screen += (shown := os.read(terminal, 4096))
            if shown.rstrip().endswith(PROMPTS):
                os.write(terminal, waiting.pop(0).encode() + b"\n" if waiting else b"\x04")
    except TimeoutError:
        raise
    except OSError:
        pass  # the other end is closed
    finally:
        os.close(terminal)
        status = LOADED.wait()
    return status, screen.decode()
