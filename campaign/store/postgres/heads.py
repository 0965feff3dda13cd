"""The row that each campaign has in `heads`: locked by whoever decides, and looked after. IO.

Where the campaign, or the whole record, has moved to another store, its row says so, and nothing
more is recorded here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from campaign.store.forms import FIRST, STORE, older
from campaign.store.place import StorePlace
from campaign.store.postgres.room import Connection
from campaign.store.postgres.schema import SCHEMA, SCHEMA_NAME, TABLE_NAMES
from campaign.store.protocol import ConflictError, StoreError
from events import chain

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Whoever has waited for a campaign's row must see what was recorded meanwhile."""
_STRANGERS = (
    "EXISTS (SELECT FROM pg_class WHERE (relhastriggers OR relhasrules OR relrowsecurity)"
    f" AND relname IN ({', '.join(map(repr, TABLE_NAMES))})"
    f" AND relnamespace = '{SCHEMA_NAME}'::regnamespace)"
)
LOCK = (
    "SELECT version, receipt, paper, moved,"
    f" (SELECT value FROM {SCHEMA_NAME}.about WHERE name='schema'), {_STRANGERS}"
    f" FROM {SCHEMA_NAME}.heads WHERE campaign=%s FOR UPDATE"
)
"""What whoever decides begins with: nobody else records in this campaign until the commit."""
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
    receipt: int
    paper: str
    is_watched: bool
    """Whether something in the database could change what is written."""


def as_text(digest: str) -> str:
    """A digest as the database takes it; of bytes that are no event it can hold anything."""
    return digest.replace("\0", "\ufffd")


def read_lock(place: StorePlace, name: str, row: tuple[Any, ...]) -> Last:
    """Where a campaign ends, from what `LOCK` found. Raises `StoreError` if it may not go on."""
    version, receipt, paper, moved, schema, is_watched = row
    must_know(place, schema)
    if moved:
        raise StoreError(f"{name} has moved to {moved}; nothing was recorded here")
    return Last(version, receipt, paper, is_watched)


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
    found = connection.execute(_MOVED.encode()).fetchone()  # only now: it may have waited
    if found is not None and found[0]:
        raise StoreError(f"{place} has moved to {found[0]}; nothing was recorded here")
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
    query, given = (f"{_WRONG} WHERE h.campaign=%s", (name,)) if name else (_WRONG, ())
    for row in connection.execute(f"{query} ORDER BY h.campaign".encode(), given).fetchall():
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
