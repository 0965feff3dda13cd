"""Connections to a database, shared by everything in this process that uses it. IO."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

from campaign.store.place import StorePlace
from campaign.store.postgres.faults import told
from campaign.store.protocol import StoreError
from campaign.store.waiting import lock_timeout

Connection = psycopg.Connection[tuple[Any, ...]]
MOST = 16
"""How many connections one process has at most."""
SPARE = 4
"""How many of them stay open while nobody uses them."""
CONNECT_WAIT = 5
"""How many seconds to wait for a server to answer at all."""
SILENCE_MS = 60_000
"""How long a transaction may be idle before the server ends it: its program hangs, and others
wait."""
KEPT_ALIVE: dict[str, Any] = {
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""So that a machine which went away is noticed within a minute."""


class Connections:
    """The connections to one database. Several threads may use them at once."""

    def __init__(self, place: StorePlace) -> None:
        self.place = place
        self._spare: list[Connection] = []
        self._room = threading.BoundedSemaphore(MOST)
        self._turn = threading.Lock()
        self._users = 0

    @contextmanager
    def one(self, wait: float | None = None) -> Iterator[Connection]:
        """A connection for one thread; it commits by itself unless a transaction is begun.

        Raises `StoreError` where none can be had.
        """
        if not self._room.acquire(timeout=lock_timeout() if wait is None else wait):
            raise StoreError(f"{self.place} has no connection free; try again in a moment")
        try:
            connection = self._taken()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            self._room.release()

    def _taken(self) -> Connection:
        with self._turn:
            while self._spare:
                connection = self._spare.pop()
                if not connection.closed:
                    return connection
        return self._connected()

    def _connected(self) -> Connection:
        """A new connection. While the server starts again after a crash, it is waited for."""
        until = time.monotonic() + lock_timeout()
        while True:
            try:
                connection = psycopg.connect(
                    self.place.url,
                    autocommit=True,
                    connect_timeout=CONNECT_WAIT,
                    application_name="campaign",
                    **KEPT_ALIVE,
                )
            except psycopg.OperationalError as error:
                is_starting = "starting up" in str(error) or "in recovery" in str(error)
                if not is_starting or time.monotonic() > until:
                    raise told(self.place, error) from None
                time.sleep(0.05)
            except psycopg.Error as error:
                raise told(self.place, error) from None
            else:
                break
        try:
            connection.execute(f"SET lock_timeout = {lock_timeout() * 1000}")
            connection.execute(f"SET idle_in_transaction_session_timeout = {SILENCE_MS}")
            durable(self.place, connection)
        except BaseException as error:
            connection.close()
            if isinstance(error, psycopg.Error):
                raise told(self.place, error) from None
            raise
        return connection

    def _give_back(self, connection: Connection) -> None:
        """Keeps it for the next, if it is whole and nothing is under way on it."""
        with suppress(psycopg.Error):
            if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                connection.rollback()
        idle = psycopg.pq.TransactionStatus.IDLE
        with self._turn:
            is_whole = not connection.closed and connection.info.transaction_status == idle
            if is_whole and self._users and len(self._spare) < SPARE:
                self._spare.append(connection)
                return
        connection.close()

    def forget_spare(self) -> None:
        """Closes what nobody uses: the server has ended, and they with it."""
        with self._turn:
            left, self._spare = self._spare, []
        for connection in left:
            connection.close()

    def begin_use(self) -> None:
        """One more needs them."""
        with self._turn:
            self._users += 1

    def end_use(self) -> None:
        """One less needs them; with the last one they are closed."""
        with self._turn:
            self._users -= 1
            is_last = self._users <= 0
        if is_last:
            self.forget_spare()


def durable(place: StorePlace, connection: Connection) -> None:
    """Raises `StoreError` where a commit is answered before it is on a disk."""
    row = connection.execute("SHOW synchronous_commit").fetchone()
    if row is not None and row[0] in ("off", "local"):
        raise StoreError(
            f"{place} answers before a commit is safe (synchronous_commit = {row[0]}); "
            "set it to on for this database, or to remote_apply with a standby"
        )


_KNOWN: dict[str, Connections] = {}
_KNOWN_TURN = threading.Lock()


def connections_of(place: StorePlace) -> Connections:
    """The connections to a database, the same for everybody in this process."""
    with _KNOWN_TURN:
        return _KNOWN.setdefault(place.url, Connections(place))
