"""The people of a store in PostgreSQL, in a schema of their own beside the record. IO.

Addresses are in no table of the record, so an operator can copy the one without the other. Whoever
writes locks one row first: writers of a club take turns, as they do with a file.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors

from campaign.people.dialect import given_marked, table_words
from campaign.people.protocol import PEOPLE, Given, Part
from campaign.store.forms import FIRST, older
from campaign.store.place import StorePlace
from campaign.store.postgres.connections import Connection, connections_of
from campaign.store.postgres.faults import is_lost, told
from campaign.store.protocol import ConflictError, StoreError
from campaign.store.waiting import lock_timeout

SCHEMA_NAME = "campaign_people"
"""The database's schema in which they are."""
TRIES = 3
"""How often a transaction is begun where the connection is lost before anything was done on it."""
BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
"""Whatever the server is set to: who waited for another writer sees what that one wrote."""
SWEPT = ("person", "given_address", "pending")
"""The tables from which addresses are taken away."""
SWEEP_WAIT_MS = 500
"""How long tables are waited for that somebody reads: whoever comes next waits behind."""
NO_STATISTICS = (
    ("person", "address"),
    ("given_address", "address"),
    ("pending", "address"),
    ("webhook", "url"),
    ("subscription", "endpoint"),
)
"""Of these columns the server keeps no common values for its planner: they would outlive the rows,
in a table that is nobody's.
"""


class PersonColumns(tuple[Any, ...]):
    """A row: its columns by number or by name."""

    names: Sequence[str]

    def __getitem__(self, column: Any) -> Any:
        """One column."""
        return super().__getitem__(self.names.index(column) if isinstance(column, str) else column)

    def keys(self) -> Sequence[str]:
        """The names of the columns in order."""
        return self.names


def _rows(cursor: "psycopg.Cursor[Any]") -> Any:
    """Makes rows of what a statement finds."""
    names = [column.name for column in cursor.description or ()]

    def made(values: Sequence[Any]) -> PersonColumns:
        row = PersonColumns(values)
        row.names = names
        return row

    return made


class PostgresPeopleRows:
    """The rows of people within one transaction."""

    skip_locked = " FOR UPDATE SKIP LOCKED"
    """Behind a query for rows to take: those that somebody else is just taking are not found."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, given: Given = (), /) -> "psycopg.Cursor[Any]":
        """Runs one statement."""
        cursor = self._connection.cursor(row_factory=_rows)
        return cursor.execute(given_marked(statement).encode(), _plain(given))

    def executemany(self, statement: str, given: Iterable[Sequence[object]], /) -> object:
        """Runs one statement for each of many rows."""
        rows = [_plain(one) for one in given]
        cursor = self._connection.cursor()
        cursor.executemany(given_marked(statement).encode(), rows)
        return cursor


def _plain(given: Given) -> Any:
    """What is given, yes and no as whole numbers."""
    if isinstance(given, Mapping):
        return {name: _number(value) for name, value in given.items()}
    return tuple(_number(value) for value in given)


def _number(value: object) -> object:
    return int(value) if isinstance(value, bool) else value


class PostgresPeople:
    """The people in a database of PostgreSQL. Several threads and machines may use them at once.

    Every failure of the database is raised as `StoreError`.
    """

    def __init__(
        self,
        place: StorePlace,
        parts: tuple[Part, ...],
        *,
        schema: str = SCHEMA_NAME,
        what: str = PEOPLE,
    ) -> None:
        self.place = place
        self._parts = parts
        self._schema = schema
        self._what = what
        self._connections = connections_of(place)
        self._is_used = False
        self._is_there = False
        self._is_ready = False
        self._turn = threading.Lock()

    def exists(self) -> bool:
        """Whether anything is kept yet."""
        if not self._is_there:
            with self._told(), self._begun("SELECT 1") as connection:
                self._is_there = self._has_tables(connection)
                if self._is_there:
                    self._known(connection)
        return self._is_there

    @contextmanager
    def reading(self) -> Iterator[PostgresPeopleRows]:
        """Rows to read, all of one moment. The tables are made if there are none."""
        with self._transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[PostgresPeopleRows]:
        """One transaction: all of it is kept when this returns, or nothing.

        Nobody else writes meanwhile, on any machine.
        """
        with self._transaction(f"{BEGIN}; SELECT 1 FROM part WHERE name='' FOR UPDATE") as db:
            yield db

    @contextmanager
    def beside_others(self) -> Iterator[PostgresPeopleRows]:
        """The same without waiting for other writers, for statements that are right by themselves:
        one that counts up, or that takes rows which nobody else has.
        """
        with self._transaction(BEGIN) as db:
            yield db

    def sweep(self) -> None:
        """Writes the tables anew: what is only marked as gone would stay in them.

        While somebody reads one, that is left to the next time. The server's log has it longer.
        """
        with self._told(), self._begun(f"SET lock_timeout = {SWEEP_WAIT_MS}") as connection:
            try:
                for table in SWEPT:
                    with suppress(errors.UndefinedTable, errors.LockNotAvailable):
                        connection.execute(f"VACUUM FULL {self._schema}.{table}".encode())
            finally:
                with suppress(psycopg.Error):  # a lost one is not used again
                    connection.execute(f"SET lock_timeout = {lock_timeout() * 1000}".encode())

    def close(self) -> None:
        """Lets go of the database. Using it again opens it again."""
        with self._turn:
            if self._is_used:
                self._is_used = False
                self._connections.end_use()
            self._is_there = self._is_ready = False

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            failure = told(self.place, error)
            if isinstance(failure, ConflictError):
                busy = f"{self.place} is in use by another program; try again in a moment"
                raise StoreError(busy) from error
            raise failure from error

    @contextmanager
    def _one(self) -> Iterator[Connection]:
        with self._turn:
            if not self._is_used:
                self._is_used = True
                self._connections.begin_use()
        with self._connections.one() as connection:
            yield connection

    @contextmanager
    def _transaction(self, first: str) -> Iterator[PostgresPeopleRows]:
        self._be_ready()
        path = f"SET LOCAL search_path TO {self._schema}"
        begin, _, then = first.partition("; ")  # all in one go: a page asks often
        with (
            self._told(),
            self._begun("; ".join(filter(None, (begin, path, then)))) as connection,
        ):
            try:
                yield PostgresPeopleRows(connection)
            except BaseException:
                if not connection.closed:
                    connection.rollback()
                raise
            connection.execute("COMMIT")

    @contextmanager
    def _begun(self, first: str) -> Iterator[Connection]:
        """A connection on which these statements were run.

        One that was lost meanwhile, such as while the server started again, is no failure: nothing
        was done on it yet.
        """
        with ExitStack() as held:
            for left in reversed(range(TRIES)):
                with ExitStack() as trying:
                    connection = trying.enter_context(self._one())
                    try:
                        connection.execute(first.encode())
                    except psycopg.Error as error:
                        if not left or not is_lost(error, connection):
                            raise
                        self._connections.forget_spare()
                        continue
                    held.enter_context(trying.pop_all())
                    break
            yield connection

    def _has_tables(self, connection: Connection) -> bool:
        query = "SELECT to_regclass(%s)"
        found = connection.execute(query, (f"{self._schema}.part",)).fetchone()
        return found is not None and found[0] is not None

    def _be_ready(self) -> None:
        """Makes the tables of every part, or brings them to their newest schema; once."""
        if self._is_ready:
            return
        with self._told(), self._begun("SELECT 1") as connection:
            for left in reversed(range(TRIES)):
                try:
                    self._bring_up(connection)
                except (
                    errors.DuplicateSchema,
                    errors.DuplicateTable,
                    errors.UniqueViolation,
                ):
                    connection.rollback()  # somebody else makes them at the same moment
                    if not left:
                        raise
                except BaseException:
                    if not connection.closed:
                        connection.rollback()
                    raise
                else:
                    break
        self._is_ready = self._is_there = True

    def _bring_up(self, connection: Connection) -> None:
        schema = self._schema
        is_there = self._has_tables(connection)
        if is_there and self._is_current(self._known(connection)):
            return
        connection.execute("BEGIN")
        if not is_there:
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}".encode())
            text = 'text COLLATE "C"'
            made = f"CREATE TABLE {schema}.part (name {text} PRIMARY KEY, schema bigint NOT NULL)"
            connection.execute(made.encode())
            connection.execute(f"INSERT INTO {schema}.part VALUES ('', {FIRST})".encode())
        connection.execute(f"SELECT 1 FROM {schema}.part WHERE name='' FOR UPDATE".encode())
        connection.execute(f"SET LOCAL search_path TO {schema}".encode())
        known: dict[str, int] = dict(connection.execute("SELECT name, schema FROM part").fetchall())
        for part in self._parts:
            is_at = known.get(part.name, 0)
            if is_at > part.schema:
                raise StoreError(
                    f"{self.place} was written by a newer version of the tracker "
                    f"({part.name}: schema {is_at}; this one knows up to {part.schema}). "
                    "Update the tracker; nothing was changed"
                )
            for statement in (one for step in part.steps[is_at:] for one in step):
                connection.execute(table_words(statement).encode())
            connection.execute(
                "INSERT INTO part VALUES (%s, %s) ON CONFLICT (name)"
                " DO UPDATE SET schema=excluded.schema",
                (part.name, part.schema),
            )
        for table, column in NO_STATISTICS:
            words = f"ALTER TABLE IF EXISTS {table} ALTER COLUMN {column} SET STATISTICS 0"
            connection.execute(words.encode())
        connection.execute("COMMIT")

    def _known(self, connection: Connection) -> dict[str, int]:
        """The schema of each part that there is. Raises `StoreError` where a draft made them."""
        query = f"SELECT name, schema FROM {self._schema}.part"
        known: dict[str, int] = dict(connection.execute(query.encode()).fetchall())
        if known.get("", 0) < FIRST:
            raise StoreError(older(self.place, self._what))
        return known

    def _is_current(self, known: dict[str, int]) -> bool:
        return all(known.get(part.name) == part.schema for part in self._parts)
