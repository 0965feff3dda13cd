"""The store in PostgreSQL: its reader, its writer, and the mark of its key. IO."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from campaign.extensions.postgres import database
from campaign.extensions.postgres.connections import (
    NOT_KNOWN,
    ChangedRowsError,
    Connection,
    Connections,
    LostError,
    UnknownError,
    told,
)
from campaign.extensions.postgres.database import (
    OF_CAMPAIGN,
    SCHEMA_NAME,
    TRIES,
    Last,
    PostgresDatabase,
    as_text,
)
from campaign.store import protocol
from campaign.verify.receipts import Kept, Receipt, receipt_id, sealed_row
from campaign.world import clock
from events import chain

if TYPE_CHECKING:
    from campaign.extensions.postgres.recorder import PostgresRecorder


# --- The mark of the vault's key in a database, kept at once and by itself ----------------------

NAME = "key"
"""Under which name `about` has it."""
_FIRST = f"INSERT INTO {SCHEMA_NAME}.about VALUES ('{NAME}', %s) ON CONFLICT (name) DO NOTHING"
_NEXT = f"UPDATE {SCHEMA_NAME}.about SET value=%s WHERE name='{NAME}' AND value=%s"


def keep_key_mark(connections: Connections, mark: str, instead: str) -> bool:
    """Keeps a mark in place of another; False if there is not this other one any more.

    It is a transaction of its own: what a campaign's writer has begun goes on undisturbed.
    """
    with connections.one() as connection:
        try:
            if instead:
                done = connection.execute(_NEXT.encode(), (mark, instead))
            else:
                done = connection.execute(_FIRST.encode(), (mark,))
        except psycopg.Error as error:
            raise told(connections.place, error) from error
        return done.rowcount == 1


# --- Which campaigns a database has, and how far each is: the questions about all of them -------


_HERE = {
    "at": f"{SCHEMA_NAME}.",
    "of": "campaign",
    "state": "coalesce(state, '')",
    "body": "body",
}
"""What stands in a question for its placeholders."""


class PostgresNames(PostgresDatabase, protocol.EventStore):
    """A record's database and its campaigns. Every other question is about one of them."""

    def _ask(self, query: str, values: Sequence[object]) -> list[Any]:
        """Every row that a question finds."""
        self.must_be_there()
        return self._tried(query.format_map(_HERE).replace("?", "%s"), values)

    def names(self) -> list[str]:
        """The campaigns of the store, in order."""
        rows = self.read("SELECT campaign FROM {schema}.heads WHERE version>0 ORDER BY campaign")
        return [name for (name,) in rows]

    def openings(self) -> Iterator[tuple[str, bytes]]:
        """The name and first event of every campaign, in order of the names; each by its key."""
        return iter(
            self.read(
                "SELECT campaign, coalesce((SELECT state FROM {schema}.stored_events"
                ' WHERE originator_id = campaign COLLATE "default"'
                " AND originator_version=1), '')"
                " FROM {schema}.heads WHERE version>0 ORDER BY campaign"
            )
        )

    def versions(self) -> dict[str, int]:
        """The version of every campaign's last event."""
        return dict(self.read("SELECT campaign, version FROM {schema}.heads WHERE version>0"))

    def outlines(self) -> list[tuple[str, int, str, protocol.StoredOutline | None]]:
        """Every campaign in order of the names, its last event, and what is kept as its outline."""
        return [
            (name, version, head, protocol.outlined(*kept))
            for name, version, head, *kept in self.read(
                "SELECT campaign, h.version, h.head, o.version, o.head, o.label, o.body"
                " FROM {schema}.heads h LEFT JOIN {schema}.outlines o USING (campaign)"
                " WHERE h.version>0 ORDER BY campaign"
            )
        ]


# --- What is asked about a campaign in PostgreSQL otherwise than in SQLite ----------------------


class PostgresReader(PostgresNames):
    """A record's database, to read from."""

    # --- events ---------------------------------------------------------------------------------

    def head(self, name: str) -> protocol.Head:
        """The version and digest of a campaign's last event; 0 and nothing if there is none."""
        if (last := self.locked(name)) is not None:
            return last.version, last.head
        rows = self.read("SELECT version, head FROM {schema}.heads WHERE campaign=%s", (name,))
        return (rows[0][0], rows[0][1]) if rows else (0, "")

    def heads(self, names: Sequence[str]) -> dict[str, protocol.Head]:
        """The same of several campaigns, in one query."""
        query = "SELECT campaign, version, head FROM {schema}.heads WHERE campaign = ANY(%s)"
        known = {row[0]: (row[1], row[2]) for row in self.read(query, (list(names),))}
        return {name: known.get(name, (0, "")) for name in names}

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""
        if (last := self.locked(name)) is not None:
            return last.version, last.receipt
        rows = self.read("SELECT version, receipt FROM {schema}.heads WHERE campaign=%s", (name,))
        return (rows[0][0], rows[0][1]) if rows else (0, 0)

    def receipts_of(self, name: str, first: int, last: int) -> list[Kept]:
        """The receipts that may name these events; the caller checks whether they do."""
        return self.read(
            "SELECT number, body FROM {schema}.receipts WHERE campaign=%s"
            " AND position(%s::bytea in body) > 0 ORDER BY number",
            (name, f'"versions":[{first},{last}]'.encode()),
        )


# --- What one transaction writes: events, their keys, their receipts and salts ------------------

COLUMNS = {
    "command_keys": ("key", "first_version, last_version"),
    "receipts": ("number", "body"),
    "salts": ("number", "body"),
}
"""Which column finds a campaign's row in a table, and what else the row holds."""
_INSTEAD = (
    " ON CONFLICT (campaign) DO UPDATE SET version=excluded.version, head=excluded.head,"
    " label=excluded.label, body=excluded.body"
)
PUT_OUTLINE = f"INSERT INTO {SCHEMA_NAME}.outlines VALUES (%s, %s, %s, %s, %s){_INSTEAD}"
AT_ONCE = 8
"""How many rows are written with one statement at most."""
KEEP_OUTLINE = (
    f"INSERT INTO {SCHEMA_NAME}.outlines SELECT campaign, version, head, %s, %s"
    f" FROM {SCHEMA_NAME}.heads WHERE campaign=%s AND version=%s AND head=%s AND moved=''"
    f" FOR SHARE{_INSTEAD}"
).encode()
"""The same where the campaign ends there still, and is there still."""


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
        self._statements: list[tuple[str, tuple[Any, ...]]] = []
        """What has yet to be sent."""
        self._written: list[tuple[str, tuple[Any, ...], list[tuple[Any, ...]]]] = []

    def events(self, rows: Sequence[protocol.Row]) -> None:
        """Writes its next events."""
        self._statements.append((self._recorder.statement, self._recorder.values(self._name, rows)))
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
        self._statements.append((statement, (self._name, *values)))
        query = f"SELECT {columns} FROM {SCHEMA_NAME}.{table} WHERE campaign=%s AND {second}=%s"
        self._written.append((query, (self._name, values[0]), [values[1:]]))

    def head(self, **columns: object) -> None:
        """Changes its row of `heads`."""
        set_to = ", ".join(f"{column}=%s" for column in columns)
        statement = f"UPDATE {SCHEMA_NAME}.heads SET {set_to} WHERE campaign=%s"
        self._statements.append((statement, (*columns.values(), self._name)))
        query = f"SELECT {', '.join(columns)} FROM {SCHEMA_NAME}.heads WHERE campaign=%s"
        self._written.append((query, (self._name,), [tuple(columns.values())]))

    def outline(self, outline: protocol.StoredOutline | None) -> None:
        """Writes its row of `outlines`, if there is any, in place of the one before."""
        if outline is None:
            return
        self._statements.append((PUT_OUTLINE, (self._name, *outline)))
        query = f"SELECT version, head, label, body FROM {SCHEMA_NAME}.outlines WHERE campaign=%s"
        self._written.append((query, (self._name,), [tuple(outline)]))

    def send(self, *, at_once: bool) -> None:
        """Has the server write all rows: a command's few `at_once`, with one statement; an import's
        one by one.
        """
        if at_once and 1 < len(self._statements) <= AT_ONCE:
            *parts, (last, _) = self._statements
            before = ", ".join(f"w{n} AS ({part})" for n, (part, _) in enumerate(parts))
            values = itertools.chain.from_iterable(values for _, values in self._statements)
            self._statements = [(f"WITH {before} {last}", tuple(values))]
        for statement, values_of in self._statements:
            self._connection.execute(statement.encode(), values_of)
        self._statements = []

    def must_hold(self) -> None:
        """Raises `ChangedRowsError` where a table does not hold what was written."""
        self._connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for query, values, written in self._written:
            stored = self._connection.execute(query.encode(), values).fetchall()
            if stored != written:
                raise ChangedRowsError


# --- What is recorded in PostgreSQL: events, keys, receipts and salts together, once each -------
#
# A row of `heads` says how far each campaign has come. Whoever writes locks it first and changes
# it last, in the transaction of the events, their keys, the receipt and its salt. Nothing has an
# order across campaigns.
#
# A line that is cut before the commit has recorded nothing, so the same is written again. One that
# is cut during the commit is looked after on another connection: the campaign's row can be locked
# only once the server is done with the lost transaction, and then it shows whether it counts.

PAUSE = 0.1
"""How long to wait before a server that is gone is asked again whether it recorded something."""


class PostgresWriter(PostgresReader):
    """A record's database, to write into. Nothing is lost, and nothing is recorded twice."""

    def append(
        self,
        name: str,
        rows: Sequence[protocol.Row],
        keys: Mapping[str, tuple[int, int]] = protocol.NO_KEYS,
        receipt: Receipt | None = None,
        *,
        salt: str = "",
        receipts: Iterable[Kept] = (),
        salts: Mapping[int, str] = protocol.NO_SALTS,
        outline: protocol.StoredOutline | None = None,
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends events with their keys, receipt and salt, all or none, as `EventStore` says.

        Raises `ConflictError` if one of the versions or a key is taken.
        """
        if create:
            self.make()
        self.must_be_there()
        papers = list(receipts)
        for left in reversed(range(TRIES)):
            stored: Kept | None = None
            try:
                with self.writing(name) as (connection, last):
                    if rows[0][0] != last.version + 1:
                        raise protocol.ConflictError
                    written = Writing(connection, self.recorder(connection), name)
                    written.events(rows)
                    for key, (first, end) in keys.items():
                        written.put("command_keys", key, first, end)
                    number, paper = last.receipt, last.paper
                    for number, body in papers:
                        written.put("receipts", number, body)
                        paper = as_text(chain.head(body))
                    for at, sealed in salts.items():
                        written.put("salts", at, sealed)
                    if receipt is not None:
                        stored = _papered(written, receipt, salt, number, paper)
                        number, paper = stored[0], chain.head(stored[1])
                    version, _, state = rows[-1]
                    digest = as_text(chain.head(state))
                    written.head(version=version, head=digest, receipt=number, paper=paper)
                    written.outline(outline)
                    self._sent(written, last)
            except protocol.ConflictError:
                self._must_agree(name)
                raise
            except LostError as error:
                self._once_more(left, error)
            except UnknownError as error:
                if self._holds(name, rows, stored):
                    break
                self._once_more(left, error)
            else:
                break
        return (receipt_id(name, stored[0]), stored[1]) if stored else ("", b"")

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            stored: Kept | None = None
            try:
                with self.writing(name) as (connection, last):
                    written = Writing(connection, self.recorder(connection), name)
                    stored = _papered(written, receipt, "", last.receipt, last.paper)
                    written.head(receipt=stored[0], paper=chain.head(stored[1]))
                    self._sent(written, last)
                break
            except protocol.ConflictError as error:
                self._must_agree(name)
                self._once_more(left, error)
            except LostError as error:
                self._once_more(left, error)
            except UnknownError as error:
                if self._holds(name, (), stored):
                    break
                self._once_more(left, error)
        assert stored is not None
        return receipt_id(name, stored[0]), stored[1]

    def _sent(self, written: Writing, last: Last) -> None:
        """Sends what is written, and reads all of it again where something in the database could
        change it; a rule may also forbid to write several rows with one statement.
        """
        written.send(at_once=not last.is_watched)
        if last.is_watched:
            try:
                written.must_hold()
            except ChangedRowsError as error:
                raise told(self.place, error) from error

    def _once_more(self, left: int, error: Exception) -> None:
        """Nothing was recorded, so it is tried again, but not for ever."""
        if not left:
            cause = error.__cause__
            raise told(self.place, cause if isinstance(cause, Exception) else error) from error

    def _must_agree(self, name: str) -> None:
        """Raises `StoreError` where there will always be a conflict: the tables disagree."""
        if wrong := self.heads_wrong(name):
            raise protocol.StoreError(
                f"{self.place} holds tables that disagree ({wrong[0]}); nothing was recorded; "
                "see `campaign doctor`"
            )

    def _holds(self, name: str, rows: Sequence[protocol.Row], stored: Kept | None) -> bool:
        """Whether what was written is there, after a commit of which nobody heard the answer.

        The receipt tells: it is about this one submission. Where there is none, the events do,
        which have their time and their place in the chain.
        """
        until = clock.monotonic() + protocol.lock_timeout()
        while True:
            try:
                self._wait_for_the_server(name)
                if stored is not None:
                    return self.receipt(name, stored[0]) == stored[1]
                recorded = self.rows(name, rows[0][0] - 1, rows[-1][0])
                return list(recorded) == [tuple(row) for row in rows]
            except (protocol.StoreError, LostError, UnknownError) as error:
                if clock.monotonic() > until:
                    raise protocol.StoreError(f"{self.place} {NOT_KNOWN}") from error
                clock.sleep(PAUSE)

    def _wait_for_the_server(self, name: str) -> None:
        """Until it is done with a transaction whose line was cut: that one holds the lock."""
        try:
            with self.writing(name):
                pass
        except protocol.ConflictError:
            pass  # what is there is to be seen

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            try:
                with self.writing(name) as (connection, _):
                    for table in OF_CAMPAIGN:
                        statement = f"DELETE FROM {SCHEMA_NAME}.{table} WHERE campaign=%s"
                        connection.execute(statement.encode(), (name,))
                    events = f"DELETE FROM {SCHEMA_NAME}.stored_events WHERE originator_id=%s"
                    connection.execute(events.encode(), (name,))
                return
            except (LostError, UnknownError, protocol.ConflictError) as error:
                self._once_more(left, error)

    # --- a record that moves --------------------------------------------------------------------

    def shut(self, to: str, name: str = "") -> int:
        """Records nothing more in a campaign, or without a name in any: it has moved to `to`.

        Waits for whoever is recording at the moment; once it returns, what is read is the last.
        Returns how many campaigns it is.
        """
        return self._moved(to, name)

    @contextmanager
    def handing_over(self, to: str) -> Iterator[None]:
        """Nobody records anything meanwhile, nor afterwards where `to` says where it has moved."""
        self.must_be_there()
        with self.settling() as connection:
            database.hold(connection)
            yield
            if to:
                database.shut(connection, to, "")

    def moved_to(self) -> str:
        """Where the whole store has moved to; empty if it is here."""
        rows = self.read("SELECT value FROM {schema}.about WHERE name='moved'")
        return str(rows[0][0]) if rows else ""

    def open_again(self, name: str = "") -> int:
        """Takes `shut` back: of a campaign, or without a name of all."""
        return self._moved("", name)

    def _moved(self, to: str, name: str) -> int:
        self.must_be_there()
        with self.settling() as connection:
            return database.shut(connection, to, name)


def _papered(written: Writing, receipt: Receipt, salt: str, number: int, paper: str) -> Kept:
    """Writes a campaign's next receipt, chained to the last, and its sealed salt."""
    body = sealed_row(receipt, paper.encode())
    written.put("receipts", number + 1, body)
    if salt:
        written.put("salts", number + 1, salt)
    return number + 1, body


# --- The store in PostgreSQL: its reader and writer, with the mark of its key and snapshots -----

_KEPT = "1 day"
"""How long the states of another version of the program are kept beside ours."""


class PostgresStore(PostgresWriter):
    """An `EventStore` in PostgreSQL. Every failure of the database is a `StoreError`."""

    @property
    def path(self) -> Path:
        """The name beside which the files of this database lie on this machine."""
        return self.place.file

    def key_mark(self) -> str:
        """The mark of the vault's key that seals here; empty if there is none.

        For whoever has a campaign locked it is the one that was read behind the lock.
        """
        alone = self.alone_now
        if alone is not None and alone.last is not None and alone.last.key_mark:
            return alone.last.key_mark
        rows = self.read(database.KEY_MARK) if self.exists() else []
        return rows[0][0] if rows else ""

    def keep_key_mark(self, mark: str, instead: str = "") -> bool:
        """Keeps a mark in place of another; False if there is not this other one any more."""
        is_kept = keep_key_mark(self._connections, mark, instead)
        if (alone := self.alone_now) is not None and alone.last is not None:
            alone.last = alone.last._replace(key_mark="")  # whatever it is now
        return is_kept

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
        rows = self.read(
            "SELECT version, state FROM {schema}.kept_states WHERE campaign=%s AND label=%s"
            " AND version<=%s ORDER BY version DESC LIMIT 1",
            (name, label, until if until is not None else protocol.END),
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def keep_snapshots(self, name: str, label: str, states: Sequence[tuple[int, bytes]]) -> None:
        """Keeps snapshots; those of other labels go after a day: programs of several versions may
        run beside each other. As a cache it never fails.
        """
        with (
            suppress(protocol.StoreError, psycopg.Error),
            self._connections.one(0) as connection,
            connection.transaction(),
        ):
            connection.execute(
                f"DELETE FROM {SCHEMA_NAME}.kept_states WHERE campaign=%s AND label<>%s"
                f" AND kept_at < now() - interval '{_KEPT}'".encode(),
                (name, label),
            )
            connection.cursor().executemany(
                f"INSERT INTO {SCHEMA_NAME}.kept_states (campaign, label, version, state)"
                " VALUES (%s, %s, %s, %s) ON CONFLICT (campaign, label, version)"
                " DO UPDATE SET state=excluded.state, kept_at=now()".encode(),
                [(name, label, version, state) for version, state in states],
            )

    def keep_outlines(self, outlines: Mapping[str, protocol.StoredOutline]) -> None:
        """Keeps outlines of campaigns that have not grown since; as a cache it never fails."""
        rows = [
            (one.label, one.body, name, one.version, one.head)
            for name, one in sorted(outlines.items())
        ]
        with (
            suppress(protocol.StoreError, psycopg.Error),
            self._connections.one(0) as connection,
            connection.transaction(),
        ):
            connection.cursor().executemany(KEEP_OUTLINE, rows)
