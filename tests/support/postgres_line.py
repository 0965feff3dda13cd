"""A line between a client and a PostgreSQL, which a test may cut at any step.

A step is what the client sends at once after it was let in. Before a step the test decides what
becomes of it: it passes, it is lost with the line, or it reaches the server, which does what it
says, and only the answer is lost with the line.
"""

import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
READY = b"Z\0\0\0\5"
"""How the server says that it has done everything; one byte follows."""


class Fate(Enum):
    """What becomes of a step."""

    PASSES = "passes"
    LOST = "lost"
    UNANSWERED = "unanswered"


Decides = Callable[[int, bytes], Fate]
"""Given a step's number from 1 and its bytes, what becomes of it."""


def passing(_step: int, _sent: bytes) -> Fate:
    """All goes well."""
    return Fate.PASSES


class Line:
    """A line to a server; its folder takes the place of the server's in an address."""

    def __init__(self, url: str) -> None:
        self._address, _, server = url.partition("?host=")
        self._server = Path(server) / SOCKET
        self._folder = Path(tempfile.mkdtemp(prefix="ct-line-"))
        self._decides: Decides = passing
        self.steps: list[bytes] = []
        """What was sent since the test last decided."""
        self._turn = threading.Lock()
        self._open: list[socket.socket] = []
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self._folder / SOCKET))
        self._listening.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The address of the same database by way of this line."""
        return f"{self._address}?host={self._folder}"

    def decide(self, decides: Decides) -> None:
        """From now on steps are counted anew, and their fate is decided so."""
        with self._turn:
            self.steps, self._decides = [], decides

    def close(self) -> None:
        """Cuts everything."""
        for one in (self._listening, *self._open):
            _shut(one)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            self._open += [client, server]
            if not self._reached(server):
                _shut(client)
                continue
            threading.Thread(target=self._serve, args=(client, server), daemon=True).start()

    def _reached(self, server: socket.socket) -> bool:
        """Waits for a server that a test has killed and is starting again."""
        for _ in range(500):
            with suppress(OSError):
                server.connect(str(self._server))
                return True
            threading.Event().wait(0.02)
        return False

    def _serve(self, client: socket.socket, server: socket.socket) -> None:
        try:
            self._let_in(client, server)
            silent = threading.Event()
            given = (client, server, silent)
            threading.Thread(target=self._answers, args=given, daemon=True).start()
            while sent := client.recv(1 << 20):
                with self._turn:
                    self.steps.append(sent)
                    step, decides = len(self.steps), self._decides
                fate = decides(step, sent)
                if fate is Fate.LOST:
                    break
                if fate is Fate.UNANSWERED:
                    silent.set()
                server.sendall(sent)
        except OSError:
            pass
        finally:
            _shut(client)
            _shut(server)

    @staticmethod
    def _let_in(client: socket.socket, server: socket.socket) -> None:
        """Until the server is ready for the first statement: it lets everybody in who asks."""
        while True:
            sent = client.recv(1 << 16)
            server.sendall(sent)
            while answer := server.recv(1 << 16):
                client.sendall(answer)
                if READY in answer:
                    return
                if answer == b"N":  # no encryption here: the client asks again without
                    break
            if not (sent and answer):
                raise OSError

    @staticmethod
    def _answers(client: socket.socket, server: socket.socket, silent: threading.Event) -> None:
        with suppress(OSError):
            while answer := server.recv(1 << 20):
                if not silent.is_set():
                    client.sendall(answer)
                elif answer[-6:-1] == READY:
                    break
        _shut(client)
        _shut(server)


def _shut(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


@contextmanager
def line(url: str) -> Iterator[Line]:
    """A line to the server of an address."""
    made = Line(url)
    try:
        yield made
    finally:
        made.close()


def at(number: int, fate: Fate) -> Decides:
    """One step has this fate, all others pass."""
    return lambda step, _: fate if step == number else Fate.PASSES


def first_with(word: bytes, fate: Fate) -> Decides:
    """The first step that says a word has this fate, all others pass."""
    left = [fate]
    return lambda _, sent: left.pop() if word in sent and left else Fate.PASSES
