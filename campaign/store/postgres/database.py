"""A record's database: opened when needed, read, written, and its failures in words. IO."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
from psycopg import errors

from campaign.store.place import StorePlace
from campaign.store.postgres.connections import Connection, Connections, connections_of
from campaign.store.postgres.faults import CONFLICTS, LostError, UnknownError, is_lost, told
from campaign.store.postgres.recorder import PostgresRecorder
from campaign.store.postgres.schema import SCHEMA, SCHEMA_NAME, TABLES
from campaign.store.protocol import ConflictError, StoreError

LOCK = (
    f"SELECT version, receipt, paper, moved FROM {SCHEMA_NAME}.heads WHERE campaign=%s FOR UPDATE"
)
"""What whoever decides begins with: nobody else records in this campaign until the commit."""
READS = 3
"""How often a read is tried where the connection is lost."""
Given = Sequence[Any] | Mapping[str, Any]


class Alone:
    """A thread that is alone with a campaign: its connection, with a transaction or without."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._held = ExitStack()
        self._connection = self._held.enter_context(connections.one())

    @property
    def connection(self) -> Connection:
        """The connection; another one where it was lost."""
        if self._connection.closed:
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

    def recorder(self, connection: Connection) -> PostgresRecorder:
        """What writes events."""
        if self._recorder is None:
            self._recorder = PostgresRecorder(connection)
        return self._recorder

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

    def exists(self) -> bool:
        """Whether the database holds a record."""
        if not self._is_there:
            query = "SELECT to_regclass(%s)"
            found = self._tried(query, (f"{SCHEMA_NAME}.heads",))
            self._is_there = found[0][0] is not None
        return self._is_there

    def read(self, query: str, given: Given = ()) -> list[Any]:
        """Every row that a query finds."""
        if not self.exists():
            raise StoreError(
                f"there is no campaign store in {self._place}; "
                "start a campaign first: `campaign start`"
            )
        return self._tried(query.format(schema=SCHEMA_NAME), given)

    def _tried(self, query: str, given: Given) -> list[Any]:
        """Reads, once more where the connection was lost: a server that came back is there."""
        for left in reversed(range(READS)):
            with self.connected() as connection:
                try:
                    return connection.execute(query, given).fetchall()
                except psycopg.Error as error:
                    if not is_lost(error, connection):
                        raise told(self._place, error) from error
                    self._lost(connection)
                    if self.alone_now is not None:
                        raise ConflictError from error  # what was decided on is to be read anew
                    if not left:
                        raise told(self._place, error) from error
        raise AssertionError

    def _lost(self, connection: Connection) -> None:
        connection.close()
        self._connections.forget_spare()

    def make(self) -> None:
        """Makes the tables if there are none, all or none of them."""
        if self.exists():
            return
        with self.connected() as connection:
            try:
                with connection.transaction():
                    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA_NAME}".encode())
                    PostgresRecorder(connection).make_table(connection)
                    for statement in TABLES:
                        connection.execute(statement.format(schema=SCHEMA_NAME).encode())
                    connection.execute(
                        f"INSERT INTO {SCHEMA_NAME}.about VALUES ('schema', %s)".encode(),
                        (str(SCHEMA),),
                    )
            except (errors.DuplicateTable, errors.DuplicateObject, errors.UniqueViolation) as error:
                if not self.exists():  # somebody else made them at the same moment
                    raise told(self._place, error) from error
            except psycopg.Error as error:
                raise told(self._place, error) from error
        self._is_there = True

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction, all or nothing, on this thread's connection.

        Raises `ConflictError` where somebody else was first, `LostError` where the line was cut
        before the commit, `UnknownError` where it was cut during it.
        """
        with self.connected() as connection:
            is_committing = False
            try:
                if connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE:
                    connection.execute("BEGIN")
                yield connection
                is_committing = True
                connection.execute("COMMIT")
            except psycopg.Error as error:
                if is_lost(error, connection):
                    self._lost(connection)
                    raise (UnknownError if is_committing else LostError) from error
                connection.rollback()
                if isinstance(error, CONFLICTS):
                    raise ConflictError from error
                raise told(self._place, error) from error
            except BaseException:
                if not connection.closed:
                    connection.rollback()
                raise

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """This thread reads and writes in transactions of its own, that of `name` first."""
        if self.alone_now is not None:
            yield
            return
        with self.connected():
            pass  # from now on the connections are in use
        alone = self._mine.alone = Alone(self._connections)
        try:
            self.begin(name)
            yield
        finally:
            self._mine.alone = None
            alone.close()

    def begin(self, name: str) -> None:
        """Begins the transaction of this thread and locks the campaign, if there is one.

        A line that is cut is noticed by whoever reads or writes next.
        """
        with self.connected() as connection:
            try:
                connection.execute("BEGIN")
                connection.execute(LOCK, (name,))
            except psycopg.Error as error:
                if not is_lost(error, connection):
                    connection.rollback()
                    raise told(self._place, error) from error
                self._lost(connection)

    def close(self) -> None:
        """Lets go of the connections."""
        with self._opening:
            if self._is_used:
                self._is_used = False
                self._connections.end_use()
        self._is_there = False
