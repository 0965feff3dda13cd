"""What one transaction writes: events, their keys, their receipts and salts. IO.

`eventsourcing`'s recorder makes the table of events and writes them. It is the aggregate recorder:
one stream a campaign needs no order across campaigns, and the application recorder would lock the
whole table and notify in each transaction. It works in our transactions, so that keys, receipts and
salts are written together with the events. By itself it would commit alone, and try again after a
lost connection without knowing what became of it.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from eventsourcing.persistence import PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from psycopg.errors import UndefinedObject
from psycopg.rows import dict_row
from psycopg.types.composite import register_composite

from campaign.store.postgres.faults import ChangedRowsError
from campaign.store.postgres.room import Connection
from campaign.store.postgres.schema import SCHEMA_NAME
from campaign.store.protocol import Row

COLUMNS = {
    "command_keys": ("key", "first_version, last_version"),
    "receipts": ("number", "body"),
    "salts": ("number", "body"),
}
"""Which column finds a campaign's row in a table, and what else the row holds."""


class LentConnection(PostgresDatastore):
    """The library's datastore, of which every use gets the connection that is lent to it."""

    def __init__(self) -> None:
        super().__init__("", "", "", "", "", schema=SCHEMA_NAME, originator_id_type="text")
        self._lent = threading.local()

    def lend(self, connection: Connection) -> None:
        """Lends this thread's connection, and makes the type of rows known to it."""
        self._lent.connection = connection
        self.register_type_adapters()
        for info in self.psycopg_type_adapters.values():
            if not connection.adapters.types.get(info.oid):
                register_composite(info, connection)

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        """The lent connection; of the library's pool none is ever opened."""
        yield self._lent.connection


class PostgresRecorder(PostgresAggregateRecorder):
    """The library's recorder for the events of a record. Several threads may use it at once."""

    def __init__(self, connection: Connection) -> None:
        self._lending = LentConnection()
        self._lending.lend(connection)
        super().__init__(self._lending, events_table_name="stored_events")

    def make_table(self, connection: Connection) -> None:
        """Makes its table, and the type of its rows."""
        for statement in self.sql_create_statements:
            connection.execute(statement)

    def lend(self, connection: Connection) -> None:
        """Makes a connection ready to write through, before anything is under way on it."""
        self._lending.lend(connection)

    def insert(self, connection: Connection, name: str, rows: Sequence[Row]) -> None:
        """Writes a campaign's next events. Raises `UniqueViolation` if a version is taken.

        That is what keeps two writers from recording two histories.
        """
        events = [StoredEvent(name, version, kind, state) for version, kind, state in rows]
        try:
            self._insert_stored_events(connection.cursor(row_factory=dict_row), events)
        except PersistenceError as error:  # the library's own: its type of rows is gone
            raise UndefinedObject from error


class Writing:
    """What is written about a campaign in one transaction.

    Something in the database could change or remove it, and nothing would be recorded although it
    was answered: a trigger, a rule, a policy. Where there is any, all is read again before the
    commit, after everything that waits for the commit has run.
    """

    def __init__(self, connection: Connection, recorder: PostgresRecorder, name: str) -> None:
        self._connection = connection
        self._recorder = recorder
        self._name = name
        self._written: list[tuple[str, tuple[Any, ...], list[tuple[Any, ...]]]] = []

    def events(self, rows: Sequence[Row]) -> None:
        """Writes its next events."""
        self._recorder.insert(self._connection, self._name, rows)
        query = (
            f"SELECT originator_version, topic, state FROM {SCHEMA_NAME}.stored_events"
            " WHERE originator_id=%s AND originator_version>=%s ORDER BY originator_version"
        )
        self._written.append((query, (self._name, rows[0][0]), [tuple(row) for row in rows]))

    def put(self, table: str, *values: object) -> None:
        """Writes a row of one of its other tables."""
        second, columns = COLUMNS[table]
        marks = ",".join(["%s"] * (len(values) + 1))
        statement = f"INSERT INTO {SCHEMA_NAME}.{table} VALUES ({marks})"
        self._connection.execute(statement.encode(), (self._name, *values))
        query = f"SELECT {columns} FROM {SCHEMA_NAME}.{table} WHERE campaign=%s AND {second}=%s"
        self._written.append((query, (self._name, values[0]), [values[1:]]))

    def head(self, **columns: object) -> None:
        """Changes its row of `heads`."""
        set_to = ", ".join(f"{column}=%s" for column in columns)
        statement = f"UPDATE {SCHEMA_NAME}.heads SET {set_to} WHERE campaign=%s"
        self._connection.execute(statement.encode(), (*columns.values(), self._name))
        query = f"SELECT {', '.join(columns)} FROM {SCHEMA_NAME}.heads WHERE campaign=%s"
        self._written.append((query, (self._name,), [tuple(columns.values())]))

    def must_hold(self) -> None:
        """Raises `ChangedRowsError` where a table does not hold what was written."""
        self._connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for query, given, written in self._written:
            found = self._connection.execute(query.encode(), given).fetchall()
            if found != written:
                raise ChangedRowsError
