"""A record's database: its tables, the row that each campaign has in `heads`, and how it is read,
locked and written. IO.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import psycopg
from psycopg import errors

from campaign.extensions.postgres.connections import (
    CONFLICTS,
    Connection,
    Connections,
    LostError,
    UnknownError,
    connections_of,
    is_lost,
    taken_back,
    told,
)
from campaign.store.protocol import FIRST, STORE, ConflictError, StoreError, StorePlace, older
from campaign.world import threads
from events import chain

if TYPE_CHECKING:
    from campaign.extensions.postgres.recorder import PostgresRecorder


# --- The tables of a record in PostgreSQL -------------------------------------------------------
# Every primary key begins with the campaign.
#
# So all that a command reads and writes lies together, wherever an engine spreads its rows by
# keys.

SCHEMA_NAME = "campaign_record"
"""The database's schema in which they are."""
SCHEMA = FIRST
"""The newest form of these tables."""
HEADS = (
    'CREATE TABLE {schema}.heads (campaign text COLLATE "C" PRIMARY KEY, version bigint NOT NULL,'
    " head text NOT NULL, receipt bigint NOT NULL, paper text NOT NULL,"
    " moved text NOT NULL DEFAULT '')"
)
"""A row a campaign: its last version with the digest, and its last receipt's number with the
digest. Whoever decides locks it, so only this campaign's writers wait for each other. `moved` says
where the campaign went; nothing more is recorded here then."""
TABLES = (
    HEADS,
    'CREATE TABLE {schema}.command_keys (campaign text COLLATE "C", key text COLLATE "C",'
    " first_version bigint NOT NULL, last_version bigint NOT NULL, PRIMARY KEY (campaign, key))",
    'CREATE TABLE {schema}.receipts (campaign text COLLATE "C", number bigint,'
    " body bytea NOT NULL, PRIMARY KEY (campaign, number))",
    'CREATE TABLE {schema}.salts (campaign text COLLATE "C", number bigint, body text NOT NULL,'
    " PRIMARY KEY (campaign, number))",
    'CREATE TABLE {schema}.kept_states (campaign text COLLATE "C", label text COLLATE "C",'
    " version bigint, kept_at timestamptz NOT NULL DEFAULT now(), state bytea NOT NULL,"
    " PRIMARY KEY (campaign, label, version))",
    'CREATE TABLE {schema}.outlines (campaign text COLLATE "C" PRIMARY KEY,'
    " version bigint NOT NULL, head text NOT NULL, label text NOT NULL, body text NOT NULL)",
    "CREATE TABLE {schema}.about (name text PRIMARY KEY, value text NOT NULL)",
)
OF_CAMPAIGN = ("heads", "command_keys", "receipts", "salts", "kept_states", "outlines")
"""The tables whose rows belong to a campaign, besides the events."""
TABLE_NAMES = ("stored_events", *OF_CAMPAIGN, "about")
"""All of them."""


# --- The row that each campaign has in `heads`: locked by whoever decides, and looked after -----
#
# Where the campaign, or the whole record, has moved to another store, its row says so, and nothing
# more is recorded here.

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Whoever has waited for a campaign's row must see what was recorded meanwhile."""
_STRANGERS = (
    "EXISTS (SELECT FROM pg_class WHERE (relhastriggers OR relhasrules OR relrowsecurity)"
    f" AND relname IN ({', '.join(map(repr, TABLE_NAMES))})"
    f" AND relnamespace = '{SCHEMA_NAME}'::regnamespace)"
)
LOCK = (
    "SELECT version, head, receipt, paper, moved,"
    f" (SELECT value FROM {SCHEMA_NAME}.about WHERE name='schema'), {_STRANGERS}"
    f" FROM {SCHEMA_NAME}.heads WHERE campaign=%s FOR UPDATE"
)
"""What whoever decides begins with: nobody else records in this campaign until the commit."""
KEY_MARK = f"SELECT value FROM {SCHEMA_NAME}.about WHERE name='key'"
"""The mark of the vault's key. A question of its own behind the lock: in one with it, whoever has
waited would see the mark of before."""
_COMING = f"SELECT FROM {SCHEMA_NAME}.about WHERE name='schema' FOR SHARE"
"""Whoever brings a campaign waits for whoever moves the record, and the other way round."""
_MOVED = f"SELECT value FROM {SCHEMA_NAME}.about WHERE name='moved'"
_COME = (
    f"INSERT INTO {SCHEMA_NAME}.heads VALUES (%s, 0, '', 0, '', '') ON CONFLICT (campaign)"
    " DO NOTHING"
)
_WRONG = (
    "SELECT h.campaign, h.version, h.head, h.receipt, h.paper,"
    " coalesce(e.originator_version, 0), e.state, coalesce(r.number, 0), r.body"
    f" FROM {SCHEMA_NAME}.heads h"
    f" LEFT JOIN LATERAL (SELECT originator_version, state FROM {SCHEMA_NAME}.stored_events"
    ' WHERE originator_id = h.campaign COLLATE "default"'
    " ORDER BY originator_version DESC LIMIT 1) e ON true"
    f" LEFT JOIN LATERAL (SELECT number, body FROM {SCHEMA_NAME}.receipts"
    " WHERE campaign = h.campaign ORDER BY number DESC LIMIT 1) r ON true"
)
_NAMELESS = (
    "WITH RECURSIVE names(name) AS (SELECT min(originator_id)"
    f" FROM {SCHEMA_NAME}.stored_events UNION ALL SELECT (SELECT min(originator_id)"
    f" FROM {SCHEMA_NAME}.stored_events WHERE originator_id > name) FROM names"
    " WHERE name IS NOT NULL) SELECT name FROM names WHERE name IS NOT NULL AND NOT EXISTS"
    f" (SELECT FROM {SCHEMA_NAME}.heads WHERE campaign = name) ORDER BY name"
)


class Last(NamedTuple):
    """Where a campaign that is locked ends."""

    version: int
    head: str
    receipt: int
    paper: str
    is_watched: bool
    """Whether something in the database could change what is written."""
    key_mark: str = ""
    """The mark of the vault's key that seals here, read behind the lock; empty where it was not."""


def as_text(digest: str) -> str:
    """A digest as the database takes it; of bytes that are no event it can hold anything."""
    return digest.replace("\0", "\ufffd")


def read_lock(place: StorePlace, name: str, row: tuple[Any, ...]) -> Last:
    """Where a campaign ends, from what `LOCK` found. Raises `StoreError` if it may not go on."""
    version, head, receipt, paper, moved, schema, is_watched = row
    must_know(place, schema)
    if moved:
        raise StoreError(f"{name} has moved to {moved}; nothing was recorded here")
    return Last(version, head, receipt, paper, is_watched)


def must_know(place: StorePlace, schema: str | None) -> None:
    """Raises `StoreError` where the tables are those of a newer program, or of another one."""
    if schema is None or not schema.isdecimal():
        raise StoreError(f"{place} holds tables that are not the tracker's, or not whole")
    if int(schema) < FIRST:
        raise StoreError(older(place, STORE))
    if int(schema) > SCHEMA:
        raise StoreError(
            f"{place} has schema {schema}, which is newer than this program knows ({SCHEMA}); "
            "update the tracker"
        )


def come(connection: Connection, place: StorePlace, name: str) -> Last:
    """Makes and locks the row of a campaign that has none yet."""
    connection.execute(_COMING.encode())
    moved = connection.execute(_MOVED.encode()).fetchone()  # only now: it may have waited
    if moved is not None and moved[0]:
        raise StoreError(f"{place} has moved to {moved[0]}; nothing was recorded here")
    connection.execute(_COME.encode(), (name,))
    row = connection.execute(LOCK.encode(), (name,)).fetchone()
    if row is None:
        raise ConflictError  # deleted at this moment
    return read_lock(place, name, row)


def shut(connection: Connection, to: str, name: str) -> int:
    """Says that a campaign, or without a name the whole record, has moved; how many campaigns.

    It waits for whoever is recording. To be called in a transaction; from its commit on, nobody
    records there.
    """
    if name:
        statement = f"UPDATE {SCHEMA_NAME}.heads SET moved=%s WHERE campaign=%s"
        return connection.execute(statement.encode(), (to, name)).rowcount
    held = f"SELECT 1 FROM {SCHEMA_NAME}.about WHERE name='schema' FOR UPDATE"
    connection.execute(held.encode())
    if to:
        put = (
            f"INSERT INTO {SCHEMA_NAME}.about VALUES ('moved', %s)"
            " ON CONFLICT (name) DO UPDATE SET value=excluded.value"
        )
        connection.execute(put.encode(), (to,))
    else:
        connection.execute(f"DELETE FROM {SCHEMA_NAME}.about WHERE name='moved'".encode())
    return connection.execute(f"UPDATE {SCHEMA_NAME}.heads SET moved=%s".encode(), (to,)).rowcount


def hold(connection: Connection) -> None:
    """Keeps everybody from recording, until the end of the transaction, however long that takes."""
    connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    held = f"SELECT 1 FROM {SCHEMA_NAME}.about WHERE name='schema' FOR UPDATE"
    connection.execute(held.encode())
    rows = f"SELECT 1 FROM {SCHEMA_NAME}.heads ORDER BY campaign FOR UPDATE"
    connection.execute(rows.encode())


def wrong(connection: Connection, name: str | None = None) -> Iterator[str]:
    """Where `heads` and the tables beside it disagree, a line each; of one campaign, or of all.

    Only somebody who restored or changed one table by hand can have done that.
    """
    query, values = (f"{_WRONG} WHERE h.campaign=%s", (name,)) if name else (_WRONG, ())
    for row in connection.execute(f"{query} ORDER BY h.campaign".encode(), values).fetchall():
        campaign, version, head, receipt, paper, last, state, number, body = row
        if version != last:
            yield f"{campaign}: its row in heads says version {version}, its last event is {last}"
        elif last and head != as_text(chain.head(state or b"")):
            yield f"{campaign}: its row in heads has another digest than its last event"
        if receipt != number:
            yield f"{campaign}: its row in heads says receipt {receipt}, its last one is {number}"
        elif number and paper != as_text(chain.head(body)):
            yield f"{campaign}: its row in heads has another digest than its last receipt"
    if name is None:
        for (campaign,) in connection.execute(_NAMELESS.encode()).fetchall():
            yield f"{campaign}: it has events, but no row in heads"


# --- A record's database: opened when needed, read, locked, written, its failures in words ------

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
        self._opening = threads.lock()
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

    def locked(self, name: str) -> Last | None:
        """Where a campaign ends, if this thread has it locked: nobody else changes that."""
        alone = self.alone_now
        return alone.last if alone is not None and alone.name == name else None

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection: the one of this thread's transaction, or any."""
        if (alone := self.alone_now) is not None:
            yield alone.connection
            return
        self._in_use()
        with self._connections.one() as connection:
            yield connection

    def _in_use(self) -> None:
        """From now on the connections are in use."""
        with self._opening:
            if not self._is_used:
                self._is_used = True
                self._connections.begin_use()

    # --- reading --------------------------------------------------------------------------------

    def exists(self) -> bool:
        """Whether the database holds a record. Raises `StoreError` if it is a newer program's."""
        if not self._is_there:
            rows = self._tried("SELECT to_regclass(%s)", (f"{SCHEMA_NAME}.heads",))
            if rows[0][0] is None:
                return False
            query = f"SELECT value FROM {SCHEMA_NAME}.about WHERE name='schema'"
            said = self._tried(query, ())
            must_know(self._place, said[0][0] if said else None)
            self._is_there = True
        return True

    def must_be_there(self) -> None:
        """Raises `StoreError` where there is no record."""
        if not self.exists():
            raise StoreError(
                f"there is no campaign store in {self._place}; "
                "start a campaign first: `campaign start`"
            )

    def read(self, query: str, values: Given = ()) -> list[Any]:
        """Every row that a query finds."""
        self.must_be_there()
        return self._tried(query.format(schema=SCHEMA_NAME), values)

    def _tried(self, query: str, values: Given) -> list[Any]:
        """Reads, once more where the connection was lost: a server that came back is there.

        Whoever is alone locks their campaign again. If somebody recorded meanwhile, what they have
        decided is a conflict.
        """
        for left in reversed(range(TRIES)):
            with self.connected() as connection:
                try:
                    cursor = connection.cursor(binary=True)
                    return cursor.execute(query.encode(), values).fetchall()
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
        from campaign.extensions.postgres.recorder import PostgresRecorder

        with connection.transaction():
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA_NAME}".encode())
            if connection.execute(OTHERS.encode()).rowcount:
                raise errors.DuplicateTable  # the library would take it for its own
            PostgresRecorder(connection, SCHEMA_NAME).make_table(connection)
            for statement in TABLES:
                connection.execute(statement.format(schema=SCHEMA_NAME).encode())
            connection.execute(
                f"INSERT INTO {SCHEMA_NAME}.about VALUES ('schema', %s)".encode(), (str(SCHEMA),)
            )

    def recorder(self, connection: Connection) -> "PostgresRecorder":
        """What writes events, ready to do so on this connection."""
        if self._recorder is None:
            from campaign.extensions.postgres.recorder import PostgresRecorder

            self._recorder = PostgresRecorder(connection, SCHEMA_NAME)
        self._recorder.lend(connection)
        return self._recorder

    # --- writing --------------------------------------------------------------------------------

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """This thread reads and writes in transactions of its own, that of `name` first."""
        if self.alone_now is not None:
            yield
            return
        self._in_use()
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
                row, mark = _begun(connection, alone.name)
            except psycopg.Error as error:
                if isinstance(error, CONFLICTS) and left:
                    connection.rollback()
                    continue
                if not is_lost(error, connection) and not taken_back(connection):
                    connection.close()
                self._may_be_tried(connection, error, left)
            else:
                alone.last = None
                if row is not None:
                    alone.last = read_lock(self._place, alone.name, row)._replace(key_mark=mark)
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
            row, _ = _begun(connection, name, is_idle=is_idle)
            if row is not None:
                last = read_lock(self._place, name, row)
            else:
                last = come(connection, self._place, name)
        self.recorder(connection)
        return last

    def heads_wrong(self, name: str | None = None) -> list[str]:
        """Where `heads` and the tables beside it disagree, a line each: of one campaign, or all."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            with self.connected() as connection:
                try:
                    return list(wrong(connection, name))
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


def _begun(
    connection: Connection, name: str, *, is_idle: bool = True
) -> tuple[tuple[Any, ...] | None, str]:
    """Begins a transaction if none is open, and locks a campaign: its row, if it has one, and then
    the mark of the vault's key.
    """
    if not is_idle:
        return connection.execute(LOCK.encode(), (name,)).fetchone(), ""
    with connection.pipeline():
        connection.execute(BEGIN, prepare=False)
        locked = connection.execute(LOCK.encode(), (name,))
        known = connection.execute(KEY_MARK.encode())
    mark = known.fetchone()
    return locked.fetchone(), mark[0] if mark else ""
