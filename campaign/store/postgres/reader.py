"""What is asked about a campaign in PostgreSQL: each question finds its rows by their key. IO."""

import itertools
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from campaign.proof.receipts import Kept
from campaign.store.postgres.names import PostgresNames
from campaign.store.protocol import Head, Row

PAGE = 500
"""How many rows are read at once."""
STATES = 256
"""How many, if only their bytes are needed: so few that they stay in the processor's cache."""
END = 1 << 62
"""A version that no campaign reaches."""


class PostgresReader(PostgresNames):
    """A record's database, to read from."""

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
        end = until if until is not None else END
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
            (name, after, until if until is not None else END, list(topics)),
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

    def receipts(self, name: str, until: int | None = None, after: int = 0) -> Iterator[Kept]:
        """A campaign's receipts in order, in pages."""
        end = until if until is not None else END
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

    def salts(self, name: str) -> dict[int, str]:
        """The sealed salts of a campaign's receipts, by their numbers."""
        query = "SELECT number, body FROM {schema}.salts WHERE campaign=%s ORDER BY number"
        return dict(self.read(query, (name,)))
