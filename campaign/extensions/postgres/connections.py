"""Connections to a database of PostgreSQL: how many this process has, shared by all that use them,
and their failures in words. IO.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import psycopg
from psycopg import conninfo, errors

from campaign.store.protocol import ConflictError, StoreError, StorePlace, lock_timeout
from campaign.world import clock, threads

# --- What a database of PostgreSQL could not do, in one line ------------------------------------
#
# Nothing that a server says is passed on where it could hold a password or what was recorded.

CONFLICTS = (
    errors.UniqueViolation,
    errors.SerializationFailure,
    errors.DeadlockDetected,
)
"""Somebody else was first: to be loaded and decided again."""
LOSSES = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
    errors.IdleSessionTimeout,
)
"""The server ends a connection."""
NOT_KNOWN = (
    "was lost while it recorded, and whether it did is not known; "
    "look before you send the same again"
)
"""What is said where nobody heard the answer to a commit, and nobody can be asked."""


class LostError(Exception):
    """The connection was lost before the commit: nothing of it was recorded."""


class UnknownError(Exception):
    """The connection was lost during the commit: nobody heard whether it was recorded."""


class ChangedRowsError(Exception):
    """What was written is missing: something in the database removed or changed it."""


def is_lost(error: Exception, connection: "psycopg.Connection[tuple[object, ...]]") -> bool:
    """Whether a failure took the connection with it, as when the server ends or a line is cut."""
    if connection.closed or connection.broken or isinstance(error, LOSSES):
        return True
    # Cut while several statements were under way, a connection cannot leave them any more.
    return connection.info.pipeline_status != psycopg.pq.PipelineStatus.OFF


def is_starting(error: Exception) -> bool:
    """Whether a server that does not let anybody in will do so in a moment."""
    return "starting up" in str(error) or "in recovery" in str(error)


def taken_back(connection: "psycopg.Connection[Any]") -> bool:
    """Takes back what a transaction has done so far; whether the connection is of any more use.

    One whose line was cut while several statements were under way may not know it yet, and can
    neither send nor be asked anything.
    """
    try:
        connection.rollback()
    except psycopg.Error:
        return False
    return not connection.closed


def told(place: StorePlace, error: Exception) -> StoreError | ConflictError:
    """What a failure means to the caller."""
    if isinstance(error, CONFLICTS):
        return ConflictError()
    return StoreError(f"{place} {_in_words(error)}")


def not_reached(place: StorePlace, error: Exception) -> StoreError:
    """Why there is no connection. The server's own text may hold the address, and is not shown."""
    if isinstance(error, psycopg.OperationalError):
        return StoreError(f"{place} {_unreachable(str(error))}")
    return StoreError(f"{place} is not an address that PostgreSQL understands")


def _in_words(error: Exception) -> str:
    match error:
        case errors.LockNotAvailable() | errors.QueryCanceled():
            return "is in use by another program; try again in a moment"
        case errors.DiskFull() | errors.OutOfMemory():
            return "cannot grow: its server is out of space; nothing was recorded"
        case errors.ReadOnlySqlTransaction():
            return "cannot be written: its server only reads, as a standby does"
        case errors.TooManyConnections():
            return "has no connection free; try again in a moment"
        case errors.InsufficientPrivilege():
            return "does not allow this user what the tracker needs"
        case (
            errors.UndefinedTable()
            | errors.UndefinedColumn()
            | errors.UndefinedObject()
            | errors.InvalidSchemaName()
            | errors.DatatypeMismatch()
            | errors.DuplicateTable()
            | errors.DuplicateObject()
            | errors.WrongObjectType()
        ):
            return "holds tables that are not the tracker's, or not whole"
        case ChangedRowsError():
            return (
                "did not keep what was written: a trigger, rule or policy changed it; "
                "nothing was recorded"
            )
        case psycopg.OperationalError():
            return _unreachable(str(error))
    return f"cannot be used ({type(error).__name__})"


_NO_ENTRY = "does not let this user in: see the user and the password"
_SIGNS = (
    ("password authentication failed", _NO_ENTRY),
    ("no pg_hba.conf entry", "does not let this user in from here: see pg_hba.conf"),
    ("no password supplied", "wants a password: put it into ~/.pgpass, or into the address"),
    ("role ", _NO_ENTRY),
    ("permission denied", _NO_ENTRY),
    ("does not exist", "is not there: make the database first (createdb), then use it"),
    ("too many", "has no connection free; try again in a moment"),
    ("remaining connection slots", "has no connection free; try again in a moment"),
    ("starting up", "is just starting; try again in a moment"),
    ("in recovery", "is just starting; try again in a moment"),
    ("shutting down", "is just stopping; try again once it is back"),
    ("resolve host", "cannot be reached: nobody knows its server's name"),
    ("translate host name", "cannot be reached: nobody knows its server's name"),
    ("Connection refused", "cannot be reached: nobody answers there"),
    ("No such file", "cannot be reached: nobody answers there"),
    ("invalid port", "is not an address that PostgreSQL understands"),
    ("timeout", "cannot be reached: no answer in time"),
)


def _unreachable(text: str) -> str:
    """Why a server could not be talked to."""
    said = text.rpartition("failed: ")[2]  # before that it names the address
    return next((words for sign, words in _SIGNS if sign in said), "cannot be reached")


# --- room ---------------------------------------------------------------------------------------
# How many connections this process has to one server, whichever of its databases they go to.
#
# A process that serves many clubs would else use up a server that others need as well.

Connection = psycopg.Connection[tuple[Any, ...]]
MOST = 24
"""How many connections one process has to one server at most."""
SPARE = 4
"""How many of a database stay open while nobody uses them."""
IDLE = 5.0
"""For how many seconds they stay open."""


class DiskSpace:
    """The room for connections to one server. Several threads may use it at once."""

    def __init__(self) -> None:
        self._turn = threads.condition()
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
            gone = self._old(clock.monotonic())
            spare = None
            for at in reversed(range(len(self._spare))):
                _, of, connection = self._spare[at]
                if of == url:
                    del self._spare[at]
                    if not connection.closed:
                        spare = connection
                        break
            while spare is None and self._spare and self._used + len(self._spare) > MOST:
                gone.append(self._spare.pop(0)[2])
        _close(gone)
        return spare

    def keep(self, url: str, connection: Connection) -> None:
        """Keeps a connection for the next who needs one, if there are not enough already."""
        with self._turn:
            gone = self._old(clock.monotonic())
            if sum(of == url for _, of, _ in self._spare) < SPARE:
                self._spare.append((clock.monotonic(), url, connection))
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


_ROOMS: dict[str, DiskSpace] = {}
_ROOMS_TURN = threads.lock()


def room_of(url: str) -> DiskSpace:
    """The room at the server of an address, the same for everybody in this process."""
    with _ROOMS_TURN:
        return _ROOMS.setdefault(server_of(url), DiskSpace())


# --- Connections to a database, shared by everything in this process that uses it ---------------

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
        self._turn = threads.lock()
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
        until = clock.monotonic() + lock_timeout()
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
                if not is_starting(error) or clock.monotonic() > until:
                    raise not_reached(self.place, error) from None
                clock.sleep(0.05)
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
        values = (str(lock_timeout() * 1000), str(SILENCE_MS))
        setting = connection.execute(_SETTINGS, values).fetchone()
        if setting is not None and setting[0] in ("off", "local"):
            raise StoreError(
                f"{self.place} answers before a commit is safe (synchronous_commit = {setting[0]})"
                "; set it to on for this database, or to remote_apply with a standby"
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
_KNOWN_TURN = threads.lock()


def connections_of(place: StorePlace) -> Connections:
    """The connections to a database, the same for everybody in this process."""
    with _KNOWN_TURN:
        return _KNOWN.setdefault(place.url, Connections(place))
