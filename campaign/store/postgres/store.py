"""The store in PostgreSQL: its reader and writer, with the mark of its key and snapshots. IO."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psycopg

from campaign.store.postgres import key_mark
from campaign.store.postgres.reader import END
from campaign.store.postgres.schema import SCHEMA_NAME
from campaign.store.postgres.writer import PostgresWriter
from campaign.store.protocol import StoreError

_KEPT = "1 day"
"""How long the states of another version of the program are kept beside ours."""


class PostgresStore(PostgresWriter):
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

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
        found = self.read(
            "SELECT version, state FROM {schema}.kept_states WHERE campaign=%s AND label=%s"
            " AND version<=%s ORDER BY version DESC LIMIT 1",
            (name, label, until if until is not None else END),
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
