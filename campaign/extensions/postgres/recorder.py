"""`eventsourcing`'s recorder, which makes the table of events and says how they are written. IO.

It is the aggregate recorder: one stream a campaign needs no order across campaigns, and the
application recorder would lock the whole table and notify in each transaction. It works in our
transactions, so that keys, receipts and salts are written together with the events. By itself it
would commit alone, and try again after a lost connection without knowing what became of it. It is
slow to load: whoever only reads does without.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from eventsourcing.persistence import PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from psycopg.errors import UndefinedObject
from psycopg.types.composite import register_composite

from campaign.extensions.postgres.connections import Connection
from campaign.store.protocol import Row


class LentConnection(PostgresDatastore):
    """The library's datastore, of which every use gets the connection that is lent to it."""

    def __init__(self, schema: str) -> None:
        super().__init__("", "", "", "", "", schema=schema, originator_id_type="text")
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
    """The library's recorder for the events of a record, in a schema of the database. Several
    threads may use it at once.
    """

    def __init__(self, connection: Connection, schema: str) -> None:
        self._lending = LentConnection(schema)
        self._lending.lend(connection)
        super().__init__(self._lending, events_table_name="stored_events")
        self.statement = self.insert_events_statement.as_string(connection)
        """What writes a campaign's next events, with what `values` gives."""

    def make_table(self, connection: Connection) -> None:
        """Makes its table, and the type of its rows."""
        for statement in self.sql_create_statements:
            connection.execute(statement)

    def lend(self, connection: Connection) -> None:
        """Makes a connection ready to write through, before anything is under way on it."""
        self._lending.lend(connection)

    def values(self, name: str, rows: Sequence[Row]) -> tuple[object, ...]:
        """A campaign's next events as the library writes them: what goes with its statement.

        The server raises `UniqueViolation` if a version is taken: that is what keeps two writers
        from recording two histories.
        """
        written: Any = _Unsent()
        events = [StoredEvent(name, version, kind, state) for version, kind, state in rows]
        try:
            self._insert_stored_events(written, events)
        except PersistenceError as error:  # the library's own: its type of rows is gone
            raise UndefinedObject from error
        return tuple(written.values)


class _Unsent:
    """Takes what the library would send by itself, so that it is sent with other rows."""

    values: Sequence[object] = ()

    def execute(self, query: object, params: Sequence[object]) -> None:
        """Keeps what goes with the statement."""
        self.values = params
