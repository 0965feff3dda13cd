"""Connections to a database, shared by everything in this process that uses it. IO."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import psycopg

from campaign.store.place import StorePlace
from campaign.store.postgres.faults import is_starting, not_reached, told
from campaign.store.postgres.room import MOST, Connection, room_of
from campaign.store.protocol import StoreError
from campaign.store.waiting import lock_timeout

__all__ = ["MOST", "Connection", "Connections", "connections_of"]

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


_SETTINGS = (
    "SELECT current_setting('synchronous_commit'), set_config('lock_timeout', %s, false),"
    " set_config('idle_in_transaction_session_timeout', %s, false)"
)


class Connections:
    """The connections to one database. Several threads may use them at once."""

    def __init__(self, place: StorePlace) -> None:
        self.place = place
        self._room = room_of(place.url)
        self._turn = threading.Lock()
        self._users = 0

    @contextmanager
    def one(self, wait: float | None = None) -> Iterator[Connection]:
        """A connection for one thread; it commits by itself unless a transaction is begun.

        Raises `StoreError` where none can be had.
        """
        with ExitStack() as held:
            try:
                held.enter_context(self._room.place(lock_timeout() if wait is None else wait))
            except TimeoutError:
                words = "has no connection free; try again in a moment"
                raise StoreError(f"{self.place} {words}") from None
            connection = self._room.taken(self.place.url) or self._connected()
            try:
                yield connection
            finally:
                self._give_back(connection)

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
                if not is_starting(error) or time.monotonic() > until:
                    raise not_reached(self.place, error) from None
                time.sleep(0.05)
            except psycopg.Error as error:
                raise not_reached(self.place, error) from None
            else:
                break
        try:
            self._set_up(connection)
        except BaseException as error:
            connection.close()
            if isinstance(error, psycopg.Error):
                raise told(self.place, error) from None
            raise
        return connection

    def _set_up(self, connection: Connection) -> None:
        """Raises `StoreError` where a commit is answered before it is on a disk."""
        given = (str(lock_timeout() * 1000), str(SILENCE_MS))
        found = connection.execute(_SETTINGS, given).fetchone()
        if found is not None and found[0] in ("off", "local"):
            raise StoreError(
                f"{self.place} answers before a commit is safe (synchronous_commit = {found[0]}); "
                "set it to on for this database, or to remote_apply with a standby"
            )

    def _give_back(self, connection: Connection) -> None:
        """Keeps it for the next, if it is whole and nothing is under way on it."""
        idle = psycopg.pq.TransactionStatus.IDLE
        with suppress(psycopg.Error):
            if not connection.closed and connection.info.transaction_status != idle:
                connection.rollback()
        with self._turn:
            is_whole = not connection.closed and connection.info.transaction_status == idle
            if is_whole and self._users > 0:
                self._room.keep(self.place.url, connection)
                return
        connection.close()

    def forget_spare(self) -> None:
        """Closes what nobody uses: the server has ended, and they with it."""
        self._room.forget(self.place.url)

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


_KNOWN: dict[str, Connections] = {}
_KNOWN_TURN = threading.Lock()


def connections_of(place: StorePlace) -> Connections:
    """The connections to a database, the same for everybody in this process."""
    with _KNOWN_TURN:
        return _KNOWN.setdefault(place.url, Connections(place))
