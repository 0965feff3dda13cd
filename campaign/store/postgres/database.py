"""A record's database: opened when needed, read, locked, written, its failures in words. IO."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import errors

from campaign.store.place import StorePlace
from campaign.store.postgres import heads
from campaign.store.postgres.connections import Connection, Connections, connections_of
from campaign.store.postgres.faults import (
    CONFLICTS,
    LostError,
    UnknownError,
    is_lost,
    taken_back,
    told,
)
from campaign.store.postgres.heads import Last
from campaign.store.postgres.schema import SCHEMA, SCHEMA_NAME, TABLES
from campaign.store.protocol import ConflictError, StoreError

if TYPE_CHECKING:
    from campaign.store.postgres.recorder import PostgresRecorder

TRIES = 3
"""How often something is tried where the connection is lost."""
OTHERS = f"SELECT FROM pg_class WHERE relnamespace = '{SCHEMA_NAME}'::regnamespace LIMIT 1"
"""Whether there is anything in our schema: before our tables are made, nothing should be."""
RECORDS = f"LOCK TABLE {SCHEMA_NAME}.heads IN ROW EXCLUSIVE MODE"
"""As whoever records does; it is refused to whoever may not, and where a server only reads."""
Given = Sequence[Any] | Mapping[str, Any]


class Alone:
    """A thread that is alone with a campaign: its connection, with a transaction or without."""

    def __init__(self, connections: Connections, name: str) -> None:
        self.name = name
        self.last: Last | None = None
        """Where the campaign ends, as long as the transaction is open that has it locked."""
        self._connections = connections
        self._held = ExitStack()
        self._connection = self._held.enter_context(connections.one())

    @property
    def connection(self) -> Connection:
        """The connection; another one where it was lost."""
        if self._connection.closed:
            self.last = None
            self._held.close()
            self._connection = self._held.enter_context(self._connections.one())
        return self._connection

    def close(self) -> None:
        """Gives it back; what was not committed is taken back."""
        self._held.close()


class PostgresDatabase:
    """A record's database. Every failure of it is raised as `StoreError`."""

    def __init__(self, place: StorePlace) -> None:
        self._place = place
        self._connections = connections_of(place)
        self._is_used = False
        self._is_there = False
        self._recorder: PostgresRecorder | None = None
        self._opening = threading.Lock()
        self._mine = threading.local()
        """Where a thread is alone with a campaign, what it reads and writes through."""

    @property
    def place(self) -> StorePlace:
        """Where the database is."""
        return self._place

    @property
    def alone_now(self) -> Alone | None:
        """What this thread is alone with."""
        return getattr(self._mine, "alone", None)

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection: the one of this thread's transaction, or any."""
        if (alone := self.alone_now) is not None:
            yield alone.connection
            return
        with self._opening:
            if not self._is_used:
                self._is_used = True
                self._connections.begin_use()
        with self._connections.one() as connection:
            yield connection

    # --- reading --------------------------------------------------------------------------------

    def exists(self) -> bool:
        """Whether the database holds a record. Raises `StoreError` if it is a newer program's."""
        if not self._is_there:
            found = self._tried("SELECT to_regclass(%s)", (f"{SCHEMA_NAME}.heads",))
            if found[0][0] is None:
                return False
            query = f"SELECT value FROM {SCHEMA_NAME}.about WHERE name='schema'"
            said = self._tried(query, ())
            heads.must_know(self._place, said[0][0] if said else None)
            self._is_there = True
        return True

    def must_be_there(self) -> None:
        """Raises `StoreError` where there is no record."""
        if not self.exists():
            raise StoreError(
                f"there is no campaign store in {self._place}; "
                "start a campaign first: `campaign start`"
            )

    def read(self, query: str, given: Given = ()) -> list[Any]:
        """Every row that a query finds."""
        self.must_be_there()
        return self._tried(query.format(schema=SCHEMA_NAME), given)

    def _tried(self, query: str, given: Given) -> list[Any]:
        """Reads, once more where the connection was lost: a server that came back is there.

        Whoever is alone locks their campaign again. If somebody recorded meanwhile, what they have
        decided is a conflict.
        """
        for left in reversed(range(TRIES)):
            with self.connected() as connection:
                try:
                    cursor = connection.cursor(binary=True)
                    return cursor.execute(query.encode(), given).fetchall()
                except psycopg.Error as error:
                    self._may_be_tried(connection, error, left)
            if (alone := self.alone_now) is not None:
                self._lock(alone)
        raise AssertionError

    def must_record(self) -> None:
        """Takes the right to write and gives it back. Raises where nothing can be recorded."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            with self.connected() as connection:
                try:
                    with connection.transaction():
                        connection.execute(RECORDS.encode())
                    return
                except psycopg.Error as error:
                    self._may_be_tried(connection, error, left)

    def _may_be_tried(self, connection: Connection, error: psycopg.Error, left: int) -> None:
        """Raises what a failure means, unless the connection was lost and another may do."""
        if not is_lost(error, connection):
            raise told(self._place, error) from error
        self._forget(connection)
        if not left:
            raise told(self._place, error) from error

    def _forget(self, connection: Connection) -> None:
        connection.close()
        self._connections.forget_spare()

    # --- making ---------------------------------------------------------------------------------

    def make(self) -> None:
        """Makes the tables if there are none, all or none of them."""
        for left in reversed(range(TRIES)):
            if self.exists():
                return
            with self.connected() as connection:
                try:
                    self._made(connection)
                except (
                    errors.DuplicateTable,
                    errors.DuplicateObject,
                    errors.UniqueViolation,
                ) as error:
                    if not self.exists():  # nobody else made them at the same moment
                        raise told(self._place, errors.DuplicateTable()) from error
                except psycopg.Error as error:
                    self._may_be_tried(connection, error, left)

    def _made(self, connection: Connection) -> None:
        from campaign.store.postgres.recorder import PostgresRecorder

        with connection.transaction():
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA_NAME}".encode())
            if connection.execute(OTHERS.encode()).rowcount:
                raise errors.DuplicateTable  # the library would take it for its own
            PostgresRecorder(connection).make_table(connection)
            for statement in TABLES:
                connection.execute(statement.format(schema=SCHEMA_NAME).encode())
            connection.execute(
                f"INSERT INTO {SCHEMA_NAME}.about VALUES ('schema', %s)".encode(), (str(SCHEMA),)
            )

    def recorder(self, connection: Connection) -> "PostgresRecorder":
        """What writes events, ready to do so on this connection."""
        if self._recorder is None:
            from campaign.store.postgres.recorder import PostgresRecorder

            self._recorder = PostgresRecorder(connection)
        self._recorder.lend(connection)
        return self._recorder

    # --- writing --------------------------------------------------------------------------------

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """This thread reads and writes in transactions of its own, that of `name` first."""
        if self.alone_now is not None:
            yield
            return
        with self.connected():
            pass  # from now on the connections are in use
        alone = Alone(self._connections, name)
        self._mine.alone = alone
        try:
            if self.exists():
                self._lock(alone)
            yield
        finally:
            self._mine.alone = None
            alone.close()

    def _lock(self, alone: Alone) -> None:
        """Begins the transaction of a thread and locks its campaign, if there is one."""
        for left in reversed(range(TRIES)):
            connection = alone.connection
            try:
                row = _begun(connection, alone.name)
            except psycopg.Error as error:
                if isinstance(error, CONFLICTS) and left:
                    connection.rollback()
                    continue
                if not is_lost(error, connection) and not taken_back(connection):
                    connection.close()
                self._may_be_tried(connection, error, left)
            else:
                alone.last = heads.read_lock(self._place, alone.name, row) if row else None
                return

    @contextmanager
    def writing(self, name: str) -> Iterator[tuple[Connection, Last]]:
        """A transaction in which a campaign is locked, all or nothing, with where it ends.

        What is executed in it is sent together with the commit, and its results are not waited
        for, unless something watches the tables.

        Raises `ConflictError` where somebody else was first, `LostError` where the line was cut
        before the commit, `UnknownError` where it was cut during it.
        """
        with self.connected() as connection:
            is_committing = False
            try:
                last = self._locked(connection, name)
                with ExitStack() as held:
                    if not last.is_watched:
                        held.enter_context(connection.pipeline())
                    yield connection, last
                    is_committing = True
                    done = connection.execute("COMMIT", prepare=False)
                if done.statusmessage != "COMMIT":
                    raise errors.InFailedSqlTransaction
            except psycopg.Error as error:
                if is_lost(error, connection) or not taken_back(connection):
                    self._forget(connection)
                    raise (UnknownError if is_committing else LostError) from error
                if isinstance(error, CONFLICTS):
                    raise ConflictError from error
                raise told(self._place, error) from error
            except BaseException:
                if not taken_back(connection):
                    self._forget(connection)
                raise
            finally:
                if (alone := self.alone_now) is not None:
                    alone.last = None

    @contextmanager
    def settling(self) -> Iterator[Connection]:
        """A plain transaction for whoever looks after the record. What it does can be done again,
        so a line that is cut is told as any other failure.
        """
        with self.connected() as connection:
            try:
                with connection.transaction():
                    yield connection
            except psycopg.Error as error:
                if is_lost(error, connection):
                    self._forget(connection)
                fault = told(self._place, error)
                if isinstance(fault, ConflictError):
                    fault = told(self._place, errors.LockNotAvailable())
                raise fault from error

    def _locked(self, connection: Connection, name: str) -> Last:
        """Locks a campaign, unless this thread has it locked already."""
        alone = self.alone_now
        is_idle = connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        if alone is not None and alone.name == name and alone.last is not None and not is_idle:
            last = alone.last
        else:
            row = _begun(connection, name, is_idle=is_idle)
            if row is not None:
                last = heads.read_lock(self._place, name, row)
            else:
                last = heads.come(connection, self._place, name)
        self.recorder(connection)
        return last

    def heads_wrong(self, name: str | None = None) -> list[str]:
        """Where `heads` and the tables beside it disagree, a line each: of one campaign, or all."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            with self.connected() as connection:
                try:
                    return list(heads.wrong(connection, name))
                except psycopg.Error as error:
                    self._may_be_tried(connection, error, left)
        raise AssertionError

    def close(self) -> None:
        """Lets go of the connections."""
        with self._opening:
            if self._is_used:
                self._is_used = False
                self._connections.end_use()
        self._is_there = False
        self._recorder = None


def _begun(connection: Connection, name: str, *, is_idle: bool = True) -> Any:
    """Begins a transaction if none is open, and locks a campaign: its row, if it has one."""
    if not is_idle:
        return connection.execute(heads.LOCK.encode(), (name,)).fetchone()
    with connection.pipeline():
        connection.execute(heads.BEGIN, prepare=False)
        cursor = connection.execute(heads.LOCK.encode(), (name,))
    return cursor.fetchone()
