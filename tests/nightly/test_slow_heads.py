"""Somebody opens 1,100 connections and ends no request's head; members play on meanwhile.

`SEED` in the environment repeats a night, `MINUTES` makes it longer.
"""

import os
import random
import resource
import selectors
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from support.command_line import Shell
from support.served import SECONDS, invited, served

SEED = int(os.environ.get("SEED", "0")) or random.randrange(1, 10**6)
ROUNDS = round(float(os.environ.get("MINUTES", "0.3")) * 60)
HEADS, DESCRIPTORS = 1100, 1024
ANSWERED, SLOWER, LOG = 1.0, 10, 100_000
"""Within how many seconds it has to answer, or, on a machine that is busy with other things, in how
many times what it takes without the attack; and how many bytes its log may grow by."""
HEAD = b"GET /c/club/board HTTP/1.1\r\nhost: club.example\r\ncookie: device=" + b"x" * 200


class Crowded(Shell):
    """A shell whose programs have few descriptors, and write down what they complain of."""

    def start_words(self, *arguments: str) -> list[str]:
        """The words that start a call."""
        before = f'ulimit -n {DESCRIPTORS}; exec "$@" 2>>"{self.folder}/log.txt"'
        return ["sh", "-c", before, "sh", *super().start_words(*arguments)]


class Attack:
    """Connections that are kept at so many, each with a part of a head, some growing."""

    def __init__(self, place: tuple[str, int], addresses: list[str], dice: random.Random) -> None:
        self._place, self._addresses, self._dice = place, addresses, dice
        self._open: set[socket.socket] = set()
        self._ended = selectors.DefaultSelector()
        self.opened = 0

    def goes_on(self) -> None:
        """Opens as many as are lacking, in whatever order, and sends some bytes of others."""
        for key, _ in self._ended.select(0):
            if isinstance(key.fileobj, socket.socket):
                self._end(key.fileobj)
        while len(self._open) < HEADS:
            line = socket.socket()
            line.bind((self._dice.choice(self._addresses), 0))
            line.setblocking(False)
            line.connect_ex(self._place)
            self._open.add(line)
            self._ended.register(line, selectors.EVENT_READ)
            self.opened += 1
        for line in self._dice.sample(sorted(self._open, key=socket.socket.fileno), 200):
            try:
                line.send(HEAD[: self._dice.randrange(1, len(HEAD))])
            except BlockingIOError:
                continue
            except OSError:
                self._end(line)

    def _end(self, line: socket.socket) -> None:
        self._ended.unregister(line)
        self._open.discard(line)
        line.close()

    def close(self) -> None:
        """Ends."""
        for line in [*self._open]:
            self._end(line)


def looked(anna: httpx.Client) -> float:
    """How many seconds the slower of two answers took, each by a new connection."""
    took = []
    for path in ("/healthz", "/c/club"):
        began = time.monotonic()
        with httpx.Client(base_url=anna.base_url, cookies=anna.cookies, timeout=SECONDS) as anew:
            assert anew.get(path).status_code == 200
        took.append(time.monotonic() - began)
    return max(took)


@pytest.mark.parametrize(
    ("addresses", "proxy"),
    [
        pytest.param(["127.0.0.2"], "", id="from one address"),
        pytest.param([f"127.0.1.{number}" for number in range(1, 251)], "", id="from many"),
        pytest.param(["127.0.0.1"], 'proxy = ["127.0.0.1"]', id="through a proxy"),
    ],
)
def test_members_play_on(tmp_path: Path, addresses: list[str], proxy: str) -> None:
    """A probe and a member's page answer in less than a second each time; the log stays small."""
    print(f"SEED={SEED}")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(20_000, hard), hard))
    shell = Crowded(tmp_path)
    shell.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna")
    shell.store.with_name("club.toml").write_text(f"[service]\n{proxy}\n")
    with served(shell) as (process, url), ExitStack() as held:
        anna = held.enter_context(httpx.Client(base_url=url, timeout=SECONDS))
        assert anna.post(invited(shell), headers={"origin": url}).status_code == 303
        assert anna.get("/c/club").status_code == 200  # what is read once has been read
        host, _, port = url.removeprefix("http://").rpartition(":")
        attack = Attack((host, int(port)), addresses, random.Random(SEED))
        held.callback(attack.close)
        usual, slowest = max(looked(anna) for _ in range(10)), 0.0
        for _ in range(ROUNDS):
            attack.goes_on()
            slowest = max(slowest, looked(anna))
            time.sleep(0.5)
        assert process.poll() is None
    log = (tmp_path / "log.txt").read_text()
    print(f"{attack.opened} connections; slowest answer {slowest:.3f} s, else {usual:.3f} s")
    print(f"log: {len(log)} bytes")
    assert slowest < max(ANSWERED, SLOWER * usual)
    assert len(log) < LOG, log[:2000]
