"""What one transaction writes: events, their keys, their receipts and salts. IO."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from campaign.store.postgres.faults import ChangedRowsError
from campaign.store.postgres.room import Connection
from campaign.store.postgres.schema import SCHEMA_NAME
from campaign.store.protocol import Row

if TYPE_CHECKING:
    from campaign.store.postgres.recorder import PostgresRecorder

COLUMNS = {
    "command_keys": ("key", "first_version, last_version"),
    "receipts": ("number", "body"),
    "salts": ("number", "body"),
}
"""Which column finds a campaign's row in a table, and what else the row holds."""


class Writing:
    """What is written about a campaign in one transaction.

    Something in the database could change or remove it, and nothing would be recorded although it
    was answered: a trigger, a rule, a policy. Where there is any, all is read again before the
    commit, after everything that waits for the commit has run.
    """

    def __init__(self, connection: Connection, recorder: "PostgresRecorder", name: str) -> None:
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
