"""How many connections this process has to one server, whichever of its databases they go to. IO.

A process that serves many clubs would else use up a server that others need as well.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import conninfo

Connection = psycopg.Connection[tuple[Any, ...]]
MOST = 24
"""How many connections one process has to one server at most."""
SPARE = 4
"""How many of a database stay open while nobody uses them."""
IDLE = 5.0
"""For how many seconds they stay open."""


class ServerRoom:
    """The room for connections to one server. Several threads may use it at once."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._used = 0
        self._spare: list[tuple[float, str, Connection]] = []
        """Since when each is spare, and of which database; the oldest first."""
        self._mine = threading.local()

    @contextmanager
    def place(self, wait: float) -> Iterator[None]:
        """Room for one connection of this thread. Raises `TimeoutError` if there is none in time.

        A thread that has one already gets another at once: the others may all wait for it.
        """
        held = getattr(self._mine, "held", 0)
        with self._turn:
            free = self._turn.wait_for(lambda: held or self._used < MOST, wait)
            if not free:
                raise TimeoutError
            self._used += 1
        self._mine.held = held + 1
        try:
            yield
        finally:
            self._mine.held = held
            with self._turn:
                self._used -= 1
                self._turn.notify()

    def taken(self, url: str) -> Connection | None:
        """A spare connection to a database, the one used last; None if there is none.

        To be called with a place. Where the server's room is full, the oldest spare one goes.
        """
        with self._turn:
            gone = self._old(time.monotonic())
            found = None
            for at in reversed(range(len(self._spare))):
                _, of, connection = self._spare[at]
                if of == url:
                    del self._spare[at]
                    if not connection.closed:
                        found = connection
                        break
            while found is None and self._spare and self._used + len(self._spare) > MOST:
                gone.append(self._spare.pop(0)[2])
        _close(gone)
        return found

    def keep(self, url: str, connection: Connection) -> None:
        """Keeps a connection for the next who needs one, if there are not enough already."""
        with self._turn:
            gone = self._old(time.monotonic())
            if sum(of == url for _, of, _ in self._spare) < SPARE:
                self._spare.append((time.monotonic(), url, connection))
            else:
                gone.append(connection)
        _close(gone)

    def forget(self, url: str) -> None:
        """Closes the spare connections to a database."""
        with self._turn:
            gone = [one for _, of, one in self._spare if of == url]
            self._spare = [one for one in self._spare if one[1] != url]
        _close(gone)

    def _old(self, now: float) -> list[Connection]:
        """Takes out those that nobody has needed for long."""
        gone = [one for since, _, one in self._spare if now - since >= IDLE]
        self._spare = [one for one in self._spare if now - one[0] < IDLE]
        return gone


def _close(connections: list[Connection]) -> None:
    for connection in connections:
        connection.close()


def server_of(url: str) -> str:
    """Which server an address means; of one that libpq does not understand, the address itself."""
    try:
        parts = conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        return url
    return f"{parts.get('host') or parts.get('hostaddr') or ''}:{parts.get('port') or ''}"


_ROOMS: dict[str, ServerRoom] = {}
_ROOMS_TURN = threading.Lock()


def room_of(url: str) -> ServerRoom:
    """The room at the server of an address, the same for everybody in this process."""
    with _ROOMS_TURN:
        return _ROOMS.setdefault(server_of(url), ServerRoom())
