"""A look at a database in PostgreSQL: its server, what was set there, tables, rights, room. IO.

What it finds is for whoever runs the tracker; a server's own texts are not passed on.
"""

from collections.abc import Iterator
from typing import Any

import psycopg

from campaign.extensions.postgres.connections import MOST, Connection, connections_of, told
from campaign.extensions.postgres.database import SCHEMA, SCHEMA_NAME, TABLES
from campaign.extensions.postgres.store import PostgresStore
from campaign.store.doctor import NO_STORE, Checked
from campaign.store.ledger import Ledger
from campaign.store.protocol import FIRST, ConflictError, StoreError, StorePlace

OLDEST = 130_000
"""The oldest release that the tracker is made for, as the server counts them."""
LONG = "1 minute"
"""How long a transaction may stand idle before somebody should know."""
MIB = 1024 * 1024
_OURS = len(TABLES) + 1
"""How many tables there are, with that of the events."""
_RIGHTS = "SELECT", "INSERT", "UPDATE", "DELETE"
_MAY = ", ".join(f"has_table_privilege(c.oid, '{right}')" for right in _RIGHTS)
_TABLES = (
    f"SELECT c.relname::text, {_MAY} FROM pg_class c"
    " JOIN pg_namespace n ON n.oid = c.relnamespace"
    f" WHERE n.nspname = '{SCHEMA_NAME}' AND c.relkind IN ('r', 'p') ORDER BY 1"
)
_STRANGERS = (
    "SELECT 'trigger', t.tgname::text, c.relname::text FROM pg_trigger t"
    " JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
    f" WHERE n.nspname = '{SCHEMA_NAME}' AND NOT t.tgisinternal"
    " UNION ALL SELECT 'rule', r.rulename::text, r.tablename::text FROM pg_rules r"
    f" WHERE r.schemaname = '{SCHEMA_NAME}'"
    " UNION ALL SELECT 'policy', p.policyname::text, p.tablename::text FROM pg_policies p"
    f" WHERE p.schemaname = '{SCHEMA_NAME}' ORDER BY 1, 3, 2"
)
_CLIENTS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
_IDLE = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    f" AND state LIKE 'idle in transaction%' AND state_change < now() - interval '{LONG}'"
)


def examine(ledger: Ledger) -> Iterator[Checked]:
    """The database alone; where it cannot be used, the last check says so under `NO_STORE`."""
    place = ledger.store.place
    try:
        with connections_of(place).one() as connection:
            yield from _server(place, connection)
            if _one(connection, "SELECT to_regclass(%s)", f"{SCHEMA_NAME}.heads") is None:
                yield Checked(NO_STORE, "bad", f"there is none in {place}")
                return
            yield from _schema(connection)
            yield from _rights(connection)
            yield from _strangers(connection)
            yield from _room(connection)
    except psycopg.Error as error:
        fault = told(place, error)
        text = "is in use by another program" if isinstance(fault, ConflictError) else str(fault)
        yield Checked(NO_STORE, "bad", text)
    except StoreError as error:
        yield Checked(NO_STORE, "bad", str(error))
    else:
        yield from _heads(ledger)


def _server(place: StorePlace, connection: Connection) -> Iterator[Checked]:
    """Which server answers, and whether what it answers is safe."""
    version = _setting(connection, "server_version")
    if connection.info.server_version < OLDEST:
        text = f"{version} at {place} is older than the tracker is made for, 13"
        yield Checked("PostgreSQL", "warning", text)
    else:
        yield Checked("PostgreSQL", "good", f"{version} answers at {place}")
    commit = _setting(connection, "synchronous_commit")
    off = [one for one in ("fsync", "full_page_writes") if _setting(connection, one) == "off"]
    if off:
        verb = "is" if len(off) == 1 else "are"
        text = f"{' and '.join(off)} {verb} off: a power cut can damage the whole database"
        yield Checked("durability", "bad", f"{text}; have the server set to on")
    elif commit == "remote_write":
        text = "synchronous_commit = remote_write: a standby that takes over may lack an answer"
        yield Checked("durability", "warning", f"{text}; set it to on or remote_apply")
    else:
        text = f"synchronous_commit = {commit}: what was answered outlives a power cut"
        yield Checked("durability", "good", text)
    if _setting(connection, "transaction_read_only") == "on":
        text = "the server only reads, as a standby does; nothing can be recorded"
        yield Checked("writing", "bad", text)
    if (encoding := _setting(connection, "server_encoding")) != "UTF8":
        text = f"the database holds {encoding}, and not every name fits into it"
        yield Checked("encoding", "warning", f"{text}; make one with --encoding=UTF8")


def _schema(connection: Connection) -> Iterator[Checked]:
    """Whether the tables are the program's own."""
    stored = _one(connection, f"SELECT value FROM {SCHEMA_NAME}.about WHERE name='schema'") or ""
    if not stored.isdecimal():
        yield Checked("schema", "bad", "the tables do not say which schema they have")
    elif int(stored) == SCHEMA:
        yield Checked("schema", "good", f"{SCHEMA}, the program's own")
    elif int(stored) < FIRST:
        yield Checked("schema", "bad", f"{stored} was written before 1.0; not read")
    else:
        text = f"{stored} is newer than this program, which knows up to {SCHEMA}"
        yield Checked("schema", "bad", f"{text}; update the tracker")


def _rights(connection: Connection) -> Iterator[Checked]:
    """Whether all tables are there, and this user may do with them what the tracker does."""
    tables = connection.execute(_TABLES.encode()).fetchall()
    lacking = [
        f"{right} on {row[0]}"
        for row in tables
        for right, may in zip(_RIGHTS, row[1:], strict=True)
        if not may
    ]
    user = _one(connection, "SELECT current_user::text")
    if len(tables) < _OURS:
        text = f"{len(tables)} of {_OURS} are there; have the database restored, or import exports"
        yield Checked("record", "bad", text)
    elif lacking:
        yield Checked("rights", "bad", f"{user} lacks {', '.join(lacking[:4])}; GRANT gives it")
    else:
        yield Checked("rights", "good", f"{user} may read and write all {len(tables)} tables")


def _strangers(connection: Connection) -> Iterator[Checked]:
    """Triggers, rules and policies on the tables: the tracker has none."""
    for kind, name, table in connection.execute(_STRANGERS.encode()).fetchall():
        text = f"{name!a} on {table!a} is not the tracker's: it may change, swallow or hide what is"
        yield Checked(kind, "bad", f"{text} recorded; have it removed (DROP {kind.upper()})")


def _room(connection: Connection) -> Iterator[Checked]:
    """How large the database is, how many connections are free, and who keeps others waiting."""
    size = _one(connection, "SELECT pg_database_size(current_database())") // MIB
    yield Checked("size", "good", f"{size:,} MiB; how much is free only its server knows")
    most = int(_setting(connection, "max_connections"))
    reserved = int(_setting(connection, "superuser_reserved_connections"))
    free = max(0, most - reserved - _one(connection, _CLIENTS))
    text = f"{free} of {most} are free, and a process of the service takes up to {MOST}"
    yield Checked("connections", "good" if free >= MOST else "warning", text)
    if idle := _one(connection, _IDLE):
        text = f"{idle} idle for more than {LONG}; others may wait for what they hold"
        yield Checked("transactions", "warning", f"{text} (pg_stat_activity names them)")


def _heads(ledger: Ledger) -> Iterator[Checked]:
    """Whether the last versions that are kept apart are those of the events."""
    assert isinstance(ledger.store, PostgresStore)
    try:
        faults = ledger.store.heads_wrong()
    except StoreError as error:
        yield Checked("heads", "bad", str(error))
        return
    for one in faults:
        yield Checked("heads", "bad", one)
    if not faults:
        yield Checked("heads", "good", "each campaign ends where its events and receipts do")


def _setting(connection: Connection, name: str) -> str:
    return str(_one(connection, "SELECT current_setting(%s)", name))


def _one(connection: Connection, query: str, *values: object) -> Any:
    """The one value that a query finds; None if it finds nothing."""
    row = connection.execute(query.encode(), values or None).fetchone()
    return row[0] if row else None
