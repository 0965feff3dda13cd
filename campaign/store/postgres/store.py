"""The store in PostgreSQL. IO.

A row of `heads` says how far each campaign has come. Whoever writes locks it first and changes it
last, in the transaction of the events, their keys, the receipt and its salt. Nothing has an order
across campaigns.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Any

import psycopg

from campaign.proof.receipts import Kept, Receipt, receipt_id, sealed_row
from campaign.store.postgres import key_mark
from campaign.store.postgres.connections import Connection
from campaign.store.postgres.database import LOCK
from campaign.store.postgres.faults import LostError, UnknownError
from campaign.store.postgres.names import PostgresNames
from campaign.store.postgres.schema import OF_CAMPAIGN, SCHEMA_NAME
from campaign.store.protocol import NO_KEYS, ConflictError, Head, Row, StoreError
from events import chain

PAGE = 500
"""How many rows are read at once."""
STATES = 256
"""How many, if only their bytes are needed: so few that they stay in the processor's cache."""
_END = 1 << 62
_KEPT = "1 day"
"""How long the states of another version of the program are kept beside ours."""


def _as_text(digest: str) -> str:
    """A digest as the database takes it; of bytes that are no event it can hold anything."""
    return digest.replace("\0", "\ufffd")


class PostgresStore(PostgresNames):
    """An `EventStore` in PostgreSQL. Every failure of the database is a `StoreError`."""

    @property
    def path(self) -> Path:
        """The name beside which the files of this database lie on this machine."""
        return self.place.file

    def key_mark(self) -> str:
        """The mark of the vault's key that seals here; empty if there is none."""
        found = self.read(key_mark.QUERY) if self.exists() else []
        return found[0][0] if found else ""

    def keep_key_mark(self, mark: str, instead: str = "") -> bool:
        """Keeps a mark in place of another; False if there is not this other one any more."""
        return key_mark.keep(self._connections, mark, instead)

    # --- writing --------------------------------------------------------------------------------

    def append(
        self,
        name: str,
        rows: Sequence[Row],
        keys: Mapping[str, tuple[int, int]] = NO_KEYS,
        receipt: Receipt | None = None,
        *,
        salt: str = "",
        receipts: Iterable[Kept] = (),
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends events with their keys, receipt and salt, all or none, as `EventStore` says.

        Raises `ConflictError` if one of the versions or a key is taken, or the line was cut before
        the commit. Where it was cut during the commit, it looks whether the events are there.
        """
        if create:
            self.make()
        self._must_be_there()
        papers = list(receipts)
        kept: Kept | None = None
        try:
            with self.transaction() as connection:
                version, number, paper = self._locked(connection, name)
                if rows[0][0] != version + 1:
                    raise ConflictError
                self.recorder(connection).insert(connection, name, rows)
                for key, (first, last) in keys.items():
                    self._put(connection, "command_keys", name, key, first, last)
                for number, body in papers:
                    self._put(connection, "receipts", name, number, body)
                    paper = _as_text(chain.head(body))
                if receipt is not None:
                    kept = self._papered(connection, name, receipt, salt, (number, paper))
                    number, paper = kept[0], chain.head(kept[1])
                last_row = rows[-1]
                connection.execute(
                    f"UPDATE {SCHEMA_NAME}.heads SET version=%s, head=%s, receipt=%s, paper=%s"
                    " WHERE campaign=%s".encode(),
                    (last_row[0], _as_text(chain.head(last_row[2])), number, paper, name),
                )
        except LostError as error:
            raise ConflictError from error
        except UnknownError as error:
            if not self._holds(name, rows, kept):
                raise ConflictError from error
        return (receipt_id(name, kept[0]), kept[1]) if kept else ("", b"")

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        self._must_be_there()
        while True:
            kept: Kept | None = None
            try:
                with self.transaction() as connection:
                    _, number, paper = self._locked(connection, name)
                    kept = self._papered(connection, name, receipt, "", (number, paper))
                    connection.execute(
                        f"UPDATE {SCHEMA_NAME}.heads SET receipt=%s, paper=%s"
                        " WHERE campaign=%s".encode(),
                        (kept[0], chain.head(kept[1]), name),
                    )
            except LostError:
                continue  # connecting again says why, where it is of no use
            except UnknownError:
                if kept is None or self.receipt(name, kept[0]) != kept[1]:
                    continue
            assert kept is not None
            return receipt_id(name, kept[0]), kept[1]

    def _must_be_there(self) -> None:
        if not self.exists():
            raise StoreError(
                f"there is no campaign store in {self.place}; "
                "start a campaign first: `campaign start`"
            )

    def _locked(self, connection: Connection, name: str) -> tuple[int, int, str]:
        """Locks a campaign: its last version, its last receipt's number, and that one's digest."""
        found = connection.execute(LOCK.encode(), (name,)).fetchone()
        if found is None:
            connection.execute(
                f"INSERT INTO {SCHEMA_NAME}.heads VALUES (%s, 0, '', 0, '')"
                " ON CONFLICT (campaign) DO NOTHING".encode(),
                (name,),
            )
            found = connection.execute(LOCK.encode(), (name,)).fetchone()
        if found is None:
            raise ConflictError  # deleted at this moment
        version, number, paper, moved = found
        if moved:
            raise StoreError(f"{name} has moved to {moved}; nothing was recorded here")
        return version, number, paper

    def _papered(
        self,
        connection: Connection,
        name: str,
        receipt: Receipt,
        salt: str,
        last: tuple[int, str],
    ) -> Kept:
        """Writes a campaign's next receipt, chained to the last, and its sealed salt."""
        number = last[0] + 1
        body = sealed_row(receipt, last[1].encode())
        self._put(connection, "receipts", name, number, body)
        if salt:
            self._put(connection, "salts", name, number, salt)
        return number, body

    @staticmethod
    def _put(connection: Connection, table: str, *values: object) -> None:
        marks = ",".join(["%s"] * len(values))
        statement = f"INSERT INTO {SCHEMA_NAME}.{table} VALUES ({marks})"
        connection.execute(statement.encode(), values)

    def _holds(self, name: str, rows: Sequence[Row], kept: Kept | None) -> bool:
        """Whether what was appended is there, after a commit of which nobody heard the answer.

        The lock is waited for: the server may be at it still. An event has its time, key and
        place in the chain, so that equal bytes are ours.
        """
        with self.transaction() as connection:
            self._locked(connection, name)
        found = list(self.rows(name, rows[0][0] - 1, rows[-1][0]))
        if found != [tuple(row) for row in rows]:
            return False
        return kept is None or self.receipt(name, kept[0]) == kept[1]

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        self._must_be_there()
        with self.transaction() as connection:
            self._locked(connection, name)
            for table in OF_CAMPAIGN:
                statement = f"DELETE FROM {SCHEMA_NAME}.{table} WHERE campaign=%s"
                connection.execute(statement.encode(), (name,))
            connection.execute(
                f"DELETE FROM {SCHEMA_NAME}.stored_events WHERE originator_id=%s".encode(), (name,)
            )

    # --- events ---------------------------------------------------------------------------------

    def version(self, name: str) -> int:
        """The version of a campaign's last event; 0 if there is none."""
        return self.head(name)[0]

    def head(self, name: str) -> Head:
        """The version and digest of a campaign's last event; 0 and nothing if there is none."""
        found = self.read("SELECT version, head FROM {schema}.heads WHERE campaign=%s", (name,))
        return (found[0][0], found[0][1]) if found else (0, "")

    def heads(self, names: Sequence[str]) -> dict[str, Head]:
        """The same of several campaigns, in one query."""
        query = "SELECT campaign, version, head FROM {schema}.heads WHERE campaign = ANY(%s)"
        found = {row[0]: (row[1], row[2]) for row in self.read(query, (list(names),))}
        return {name: found.get(name, (0, "")) for name in names}

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""
        found = self.read("SELECT version, receipt FROM {schema}.heads WHERE campaign=%s", (name,))
        return (found[0][0], found[0][1]) if found else (0, 0)

    def rows(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """A campaign's events in order, in pages, so that the longest log needs little memory."""
        columns = "originator_version, coalesce(topic, ''), coalesce(state, '')"
        return itertools.chain.from_iterable(self._pages(name, columns, after, until, PAGE))

    def states(self, name: str, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        """Only the bytes of a campaign's events: all that a fold needs."""
        pages = self._pages(name, "originator_version, state", after, until, STATES)
        return map(itemgetter(1), itertools.chain.from_iterable(pages))

    def _pages(
        self, name: str, columns: str, after: int, until: int | None, size: int
    ) -> Iterator[list[Any]]:
        """A campaign's events, read a number at a time."""
        query = (
            f"SELECT {columns} FROM {{schema}}.stored_events WHERE originator_id=%s"
            " AND originator_version>%s AND originator_version<=%s"
            " ORDER BY originator_version LIMIT %s"
        )
        end = until if until is not None else _END
        while True:
            page = self.read(query, (name, after, end, size))
            yield page
            if len(page) < size:
                return
            after = page[-1][0]

    def of_topics(
        self, name: str, topics: Sequence[str], after: int = 0, until: int | None = None
    ) -> list[Row]:
        """A campaign's events under some topics, in order."""
        return self.read(
            "SELECT originator_version, topic, state FROM {schema}.stored_events"
            " WHERE originator_id=%s AND originator_version>%s AND originator_version<=%s"
            " AND topic = ANY(%s) ORDER BY originator_version",
            (name, after, until if until is not None else _END, list(topics)),
        )

    def has_topic(self, name: str, topics: Sequence[str], after: int = 0) -> bool:
        """Whether a campaign has an event under one of these topics after a version."""
        found = self.read(
            "SELECT 1 FROM {schema}.stored_events WHERE originator_id=%s AND originator_version>%s"
            " AND topic = ANY(%s) LIMIT 1",
            (name, after, list(topics)),
        )
        return bool(found)

    def versions_of(self, name: str, key: str) -> tuple[int, int] | None:
        """The first and last version recorded under this key."""
        found = self.read(
            "SELECT first_version, last_version FROM {schema}.command_keys"
            " WHERE campaign=%s AND key=%s",
            (name, key),
        )
        return (found[0][0], found[0][1]) if found else None

    # --- receipts -------------------------------------------------------------------------------

    def receipts(self, name: str, until: int | None = None) -> Iterator[Kept]:
        """A campaign's receipts in order, in pages."""
        after, end = 0, until if until is not None else _END
        query = (
            "SELECT number, body FROM {schema}.receipts WHERE campaign=%s AND number>%s"
            " AND number<=%s ORDER BY number LIMIT %s"
        )
        while True:
            page = self.read(query, (name, after, end, PAGE))
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def receipt(self, name: str, number: int) -> bytes | None:
        """The bytes of one receipt; None if there is none."""
        query = "SELECT body FROM {schema}.receipts WHERE campaign=%s AND number=%s"
        found = self.read(query, (name, number))
        return bytes(found[0][0]) if found else None

    def receipts_of(self, name: str, first: int, last: int) -> list[Kept]:
        """The receipts that may name these events; the caller checks whether they do."""
        return self.read(
            "SELECT number, body FROM {schema}.receipts WHERE campaign=%s"
            " AND position(%s::bytea in body) > 0 ORDER BY number",
            (name, f'"versions":[{first},{last}]'.encode()),
        )

    def salt(self, name: str, number: int) -> str:
        """The sealed salt of a receipt; empty if the store has none."""
        query = "SELECT body FROM {schema}.salts WHERE campaign=%s AND number=%s"
        found = self.read(query, (name, number))
        return str(found[0][0]) if found else ""

    # --- snapshots ------------------------------------------------------------------------------

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
        found = self.read(
            "SELECT version, state FROM {schema}.kept_states WHERE campaign=%s AND label=%s"
            " AND version<=%s ORDER BY version DESC LIMIT 1",
            (name, label, until if until is not None else _END),
        )
        return (found[0][0], found[0][1]) if found else None

    def keep_snapshots(self, name: str, label: str, states: Sequence[tuple[int, bytes]]) -> None:
        """Keeps snapshots; those of other labels go after a day: programs of several versions may
        run beside each other. As a cache it never fails.
        """
        with (
            suppress(StoreError, psycopg.Error),
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
